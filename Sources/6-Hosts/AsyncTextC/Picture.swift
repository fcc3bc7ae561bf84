// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0
//
// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The C header asynctext.h gives the functions their names.

package import CAsyncText
internal import CanvasDrawing
internal import DocumentJSON
internal import ImageCodecs

/// A picture behind a handle.
final class Picture: HandleObject {
  static let kind = HandleKind.picture

  let image: Bitmap
  /// The places of the picture's texts as JSON; `nil` if the request did not set `AT_FRAMES`.
  let frames: [UInt8]?
  /// Makes the notes when they are read, which most callers never do.
  let notes: @Sendable () -> [String]

  init(_ image: Bitmap, _ frames: [UInt8]?, notes: @escaping @Sendable () -> [String]) {
    (self.image, self.frames, self.notes) = (image, frames, notes)
  }

  /// The size and the pixels, which live as long as the picture.
  var info: at_picture_info {
    // The pointer stays valid: a bitmap never moves its memory, and the handle keeps the bitmap.
    let pixels = unsafe image.withUnsafeBytes { $0.baseAddress }
    return unsafe at_picture_info(
      width: Int32(image.width), height: Int32(image.height), stride: image.bytesPerRow,
      pixel_bytes: image.format.bytesPerPixel,
      pixels: pixels?.assumingMemoryBound(to: UInt8.self))
  }
}

@c @implementation
package func at_draw(
  _ request: UnsafePointer<at_request>!, _ picture: UnsafeMutablePointer<at_picture>!,
  _ info: UnsafeMutablePointer<at_picture_info>!, _ error: UnsafeMutablePointer<at_error>!
) -> at_status {
  unsafe call(error, giving: picture, "picture") {
    let request = try unsafe DrawRequest(request)
    let drawn = try request.picture(request.cancellation)
    unsafe info?.pointee = drawn.info
    return drawn
  }
}

@c @implementation
package func at_file(
  _ request: UnsafePointer<at_request>!, _ file: UnsafeMutablePointer<at_data>!,
  _ error: UnsafeMutablePointer<at_error>!
) -> at_status {
  unsafe call(error, giving: file, "file") {
    let request = try unsafe DrawRequest(request)
    return Bytes(try request.file(request.cancellation))
  }
}

@c @implementation
package func at_layout(
  _ request: UnsafePointer<at_request>!, _ layout: UnsafeMutablePointer<at_data>!,
  _ error: UnsafeMutablePointer<at_error>!
) -> at_status {
  unsafe call(error, giving: layout, "layout") {
    let request = try unsafe DrawRequest(request)
    return Bytes(try request.layout(request.cancellation))
  }
}

@c @implementation
package func at_picture_copy(
  _ picture: at_picture, _ format: UInt32, _ pixels: UnsafeMutablePointer<UInt8>!, _ stride: Int,
  _ capacity: Int, _ error: UnsafeMutablePointer<at_error>!
) -> at_status {
  unsafe call(error) {
    let image = try HandleTable.shared.object(picture, as: Picture.self).image
    guard format == UInt32(AT_PREMULTIPLIED) || format == UInt32(AT_STRAIGHT) else {
      throw CallError.invalidArgument("there is no format \(format)")
    }
    guard format == UInt32(AT_PREMULTIPLIED) || image.format == .rgba8 else {
      throw CallError.invalidArgument("AT_STRAIGHT is for pictures of four bytes a pixel")
    }
    let row = image.width * image.format.bytesPerPixel
    guard stride >= row else {
      throw CallError.invalidArgument("the stride is \(stride), and a row has \(row) bytes")
    }
    let (rows, overflows) = stride.multipliedReportingOverflow(by: image.height - 1)
    let needed = rows.addingReportingOverflow(row)
    guard !overflows, !needed.overflow, capacity >= needed.partialValue else {
      throw CallError(
        AT_BUFFER_TOO_SMALL,
        "the memory has \(capacity) bytes; the picture needs \(needed.partialValue)")
    }
    guard let pixels = unsafe pixels else { throw CallError.invalidArgument("'pixels' is null") }
    var memory = unsafe MutableSpan(_unsafeStart: pixels, count: needed.partialValue)
    image.copyRows(isStraight: format == UInt32(AT_STRAIGHT), to: &memory, stride: stride)
  }
}

extension Bitmap {
  /// Copies the rows to memory that has room for them.
  fileprivate func copyRows(
    isStraight: Bool, to memory: inout MutableSpan<UInt8>, stride: Int
  ) {
    let row = width * format.bytesPerPixel
    for y in 0..<height {
      if isStraight {
        copyStraightPixels(
          in: PixelRect(x: 0, y: y, width: width, height: 1), to: &memory, at: y * stride)
      } else {
        withBytes {
          memory.copy($0.extracting(y * bytesPerRow..<y * bytesPerRow + row), at: y * stride)
        }
      }
    }
  }
}

@c @implementation
package func at_picture_png(
  _ picture: at_picture, _ png: UnsafeMutablePointer<at_data>!,
  _ error: UnsafeMutablePointer<at_error>!
) -> at_status {
  unsafe call(error, giving: png, "png") {
    Bytes(try HandleTable.shared.object(picture, as: Picture.self).image.pngData())
  }
}

@c @implementation
package func at_picture_frames(
  _ picture: at_picture, _ frames: UnsafeMutablePointer<at_data>!,
  _ error: UnsafeMutablePointer<at_error>!
) -> at_status {
  unsafe call(error, giving: frames, "frames") {
    let picture = try HandleTable.shared.object(picture, as: Picture.self)
    guard let json = picture.frames else {
      throw CallError.invalidArgument("the picture was drawn without AT_FRAMES")
    }
    return Bytes(json)
  }
}

@c @implementation
package func at_picture_notes(
  _ picture: at_picture, _ notes: UnsafeMutablePointer<at_data>!,
  _ error: UnsafeMutablePointer<at_error>!
) -> at_status {
  unsafe call(error, giving: notes, "notes") {
    let picture = try HandleTable.shared.object(picture, as: Picture.self)
    var writer = JSONWriter()
    writer.beginArray()
    for note in picture.notes() { writer.string(note) }
    writer.endArray()
    return Bytes(writer.takeBytes())
  }
}
