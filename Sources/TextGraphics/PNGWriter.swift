// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextKernels
import CTextPNG

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How a PNG picture is packed.
public struct PNGOptions: Hashable, Sendable {
  /// How hard zlib tries, 0 (store) to 9; what lies outside is clamped.
  public var level: Int
  /// Whether the picture is stored as grey, with a palette or without opacity where that loses nothing.
  public var reducesColor: Bool

  /// Creates options.
  ///
  /// On text pictures level 5 is no larger than libpng's defaults in the same form, at about half the time; in
  /// grey or with a palette it takes a sixth of the time of RGBA.
  public init(level: Int = 5, reducesColor: Bool = true) {
    self.level = level
    self.reducesColor = reducesColor
  }
}

extension Bitmap {
  /// The picture as the bytes of a PNG file: 8 bits a channel, straight (not premultiplied) alpha. A bitmap of
  /// opacity is stored as grey.
  ///
  /// - Throws: `allocationFailed`.
  public func pngData(options: PNGOptions = PNGOptions()) throws(GraphicsError) -> [UInt8] {
    let rows = PNGRows(self, reducesColor: options.reducesColor)
    var packed = unsafe ctext_png_bytes()
    defer { unsafe free(packed.bytes) }
    let done = unsafe rows.pack(level: Int32(max(0, min(9, options.level))), into: &packed)
    guard done else {
      throw GraphicsError(.allocationFailed, "No memory to pack a picture as PNG.")
    }
    return unsafe Array(UnsafeBufferPointer(start: packed.bytes, count: packed.count))
  }

  /// Writes the picture as a PNG file: to a temporary file beside it which is then renamed, so that no torn
  /// file is ever seen. What is not a regular file (a pipe, a device) is written to directly.
  ///
  /// - Throws: `writeFailed` with the system's error number, `allocationFailed`.
  public func write(
    to path: String, options: PNGOptions = PNGOptions()
  ) throws(GraphicsError) {
    try OutputFile.write(pngData(options: options), to: path)
  }
}

/// The rows of a picture in the smallest form that loses nothing.
private struct PNGRows {
  private enum Form {
    case gray
    case rgb
    case rgba
    case palette([UInt32])
  }

  private let width: Int
  private let height: Int
  private var rowBytes: Int
  private var bytes: [UInt8]
  private var form: Form

  init(_ bitmap: Bitmap, reducesColor: Bool) {
    width = bitmap.width
    height = bitmap.height
    guard bitmap.format == .rgba8 else {
      form = .gray
      rowBytes = width
      bytes = Self.copy(bitmap)
      return
    }
    form = .rgba
    rowBytes = width * 4
    bytes = Self.straight(bitmap)
    if reducesColor { reduce() }
  }

  private static func copy(_ bitmap: Bitmap) -> [UInt8] {
    let (w, h) = (bitmap.width, bitmap.height)
    return unsafe bitmap.withUnsafeBytes { source in
      unsafe Array(unsafeUninitializedCapacity: w * h) { to, count in
        guard let to = UnsafeMutableRawPointer(to.baseAddress),
          let from = source.baseAddress
        else { return }
        for y in 0..<h {
          unsafe (to + y * w).copyMemory(from: from + y * bitmap.bytesPerRow, byteCount: w)
        }
        count = w * h
      }
    }
  }

  /// All rows with straight alpha, without padding.
  private static func straight(_ bitmap: Bitmap) -> [UInt8] {
    let (w, h) = (bitmap.width, bitmap.height)
    return unsafe bitmap.withUnsafeBytes { source in
      unsafe Array(unsafeUninitializedCapacity: w * h * 4) { to, count in
        guard let to = to.baseAddress,
          let from = unsafe source.assumingMemoryBound(to: UInt8.self).baseAddress
        else { return }
        for y in 0..<h {
          unsafe ctk_unpremultiply_row(
            to + y * w * 4, from + y * bitmap.bytesPerRow, Int32(w))
        }
        count = w * h * 4
      }
    }
  }

  /// Chooses the form by the colours that occur.
  private mutating func reduce() {
    let (pixels, area) = (bytes, width * height)
    var survey = ctk_colors()
    var palette = [UInt32](repeating: 0, count: 256)
    var indices = [UInt8](repeating: 0, count: area)
    let reduced = unsafe pixels.withUnsafeBufferPointer { pixels in
      unsafe indices.withUnsafeMutableBufferPointer { indices in
        unsafe palette.withUnsafeMutableBufferPointer { palette in
          unsafe ctk_survey_colors(
            pixels.baseAddress, area, &survey, palette.baseAddress, indices.baseAddress)
        }
      }
    }
    if survey.opaque, survey.gray {
      form = .gray
      rowBytes = width
      bytes = stride(from: 0, to: pixels.count, by: 4).map { pixels[$0] }
    } else if reduced {
      form = .palette(Array(palette[..<Int(survey.count)]))
      rowBytes = width
      bytes = indices
    } else if survey.opaque {
      form = .rgb
      rowBytes = width * 3
      var result = [UInt8](repeating: 0, count: area * 3)
      for i in 0..<area {
        result[3 * i] = pixels[4 * i]
        result[3 * i + 1] = pixels[4 * i + 1]
        result[3 * i + 2] = pixels[4 * i + 2]
      }
      bytes = result
    }
  }

  func pack(level: Int32, into packed: inout ctext_png_bytes) -> Bool {
    var layout = unsafe ctext_png_layout()
    unsafe layout.width = UInt32(width)
    unsafe layout.height = UInt32(height)
    unsafe layout.depth = 8
    unsafe layout.level = level
    var colors: [png_color] = []
    var opacities: [UInt8] = []
    switch form {
    case .gray: unsafe layout.color_type = PNG_COLOR_TYPE_GRAY
    case .rgb: unsafe layout.color_type = PNG_COLOR_TYPE_RGB
    case .rgba: unsafe layout.color_type = PNG_COLOR_TYPE_RGB_ALPHA
    case .palette(let palette):
      unsafe layout.color_type = PNG_COLOR_TYPE_PALETTE
      for c in palette {
        colors.append(
          png_color(
            red: UInt8(c & 255), green: UInt8((c >> 8) & 255), blue: UInt8((c >> 16) & 255)))
        opacities.append(UInt8(c >> 24))
      }
      while opacities.last == 255 { opacities.removeLast() }
    }
    return unsafe colors.withUnsafeBufferPointer { colors in
      unsafe opacities.withUnsafeBufferPointer { opacities in
        unsafe layout.palette = colors.baseAddress
        unsafe layout.palette_count = Int32(colors.count)
        unsafe layout.palette_alpha = opacities.baseAddress
        unsafe layout.palette_alpha_count = Int32(opacities.count)
        return unsafe bytes.withUnsafeBufferPointer { rows in
          unsafe ctext_png_write(&layout, rows.baseAddress, rowBytes, &packed)
        }
      }
    }
  }
}
