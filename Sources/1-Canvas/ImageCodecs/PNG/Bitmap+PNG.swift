// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CImagePNG
public import CanvasDrawing
package import SystemConcurrency
import SystemFiles

extension Bitmap {
  /// Reads a PNG image of any kind as 8-bit premultiplied RGBA.
  ///
  /// - Parameters:
  ///   - png: The bytes of the file.
  ///   - pool: The pool that the memory comes from.
  /// - Throws: `badPNG`, `tooLarge` or `allocationFailed`.
  public init(png: [UInt8], pool: BitmapPool = .shared) throws(GraphicsError) {
    try self.init(png: png.span, pool: pool)
  }

  /// Reads a PNG image of any kind as 8-bit premultiplied RGBA.
  ///
  /// - Parameters:
  ///   - png: The bytes of the file; not kept.
  ///   - pool: The pool that the memory comes from.
  /// - Throws: `badPNG`, `tooLarge` or `allocationFailed`.
  public init(png: Span<UInt8>, pool: BitmapPool = .shared) throws(GraphicsError) {
    // `decode` returns `nil` only if cancelled, which this call never is.
    guard let bitmap = try PNGDecoder().decode(png, pool: pool) else {
      throw GraphicsError(.badPNG, "The picture was not read.")
    }
    self = bitmap
  }

  /// Reads a PNG image of any kind as 8-bit premultiplied RGBA, and polls a cancellation.
  ///
  /// - Parameters:
  ///   - png: The bytes of the file; not kept.
  ///   - pool: The pool that the memory comes from.
  ///   - cancellation: Polled every 32,768 pixels.
  /// - Returns: `nil` if the reading was cancelled.
  /// - Throws: `badPNG`, `tooLarge` or `allocationFailed`.
  package static func png(
    _ png: Span<UInt8>, pool: BitmapPool, cancellation: Cancellation
  ) throws(GraphicsError) -> Bitmap? {
    try PNGDecoder().decode(png, pool: pool, cancellation: cancellation)
  }

  /// Reads a PNG file of any kind as 8-bit premultiplied RGBA.
  ///
  /// - Parameters:
  ///   - path: A regular file.
  ///   - pool: The pool that the memory comes from.
  /// - Throws: `readFailed` with the system's error number, `badPNG`, `tooLarge` or
  ///   `allocationFailed`.
  public init(pngFile path: String, pool: BitmapPool = .shared) throws(GraphicsError) {
    let bytes = try Self.bytes(ofFile: path)
    do throws(GraphicsError) {
      self = try Bitmap(png: bytes, pool: pool)
    } catch {
      throw GraphicsError(error.code, error.message, path: path)
    }
  }

  /// The bytes of a regular file of up to 1 GiB.
  private static func bytes(ofFile path: String) throws(GraphicsError) -> [UInt8] {
    do throws(FileError) {
      return try InputFile(path: path).contents(limit: 1 << 30) ?? []
    } catch {
      if case .tooLarge = error {
        throw GraphicsError(.tooLarge, "The file is over \(1 << 30) bytes.", path: path)
      }
      throw GraphicsError(
        .readFailed, "The file cannot be read: \(error.message).", path: path,
        errno: error.number)
    }
  }

  /// The libraries that read and pack PNG, for example libpng 1.6.39, libdeflate 1.14.
  package static var pngLibraries: String {
    let number = png_access_version_number()
    return
      "libpng \(number / 10000).\(number / 100 % 100).\(number % 100), \(DeflateStream.library)"
  }

  /// The image as the bytes of a PNG file: 8 bits a channel, straight (not premultiplied) alpha.
  /// An `alpha8` bitmap is stored as grey.
  ///
  /// It takes 2 to 25 ms for an image of a million pixels with libdeflate, on the calling thread. A
  /// program that awaits packs on a render lane instead (`pngData(options:on:priority:)`).
  ///
  /// - Throws: `allocationFailed`.
  public func pngData(options: PNGOptions = PNGOptions()) throws(GraphicsError) -> [UInt8] {
    // `pngData` returns `nil` only if cancelled, which this call never is.
    guard let bytes = try pngData(options: options, cancellation: .never) else {
      throw Self.noMemoryToPack
    }
    return bytes
  }

  /// The image as the bytes of a PNG file, packed while a cancellation is polled.
  ///
  /// - Parameter cancellation: Polled every 96 KiB of rows: about every 2 ms with libdeflate up to
  ///   level 6, above it several times that.
  /// - Returns: `nil` if the packing was cancelled.
  /// - Throws: `allocationFailed`.
  package func pngData(
    options: PNGOptions, cancellation: Cancellation
  ) throws(GraphicsError) -> [UInt8]? {
    if cancellation.isCancelled { return nil }
    let area = PixelRect(width: width, height: height)
    if let bytes = encodedPNG(
      in: area, choice: options.reducesColor ? .reduced : .kept, level: options.level,
      cancellation: cancellation)
    {
      return bytes
    }
    if cancellation.isCancelled { return nil }
    throw Self.noMemoryToPack
  }

  private static var noMemoryToPack: GraphicsError {
    GraphicsError(.allocationFailed, "No memory to pack a picture as PNG.")
  }

  /// Writes the image as a PNG file: to a temporary file in the same folder, which is then renamed,
  /// so that no half-written file is ever seen. A file that is not regular (a pipe, a device) is
  /// written to directly.
  ///
  /// - Throws: `unsupportedFormat` if the name ends like that of another format, as `.jpg` or
  ///   `.svg`; `writeFailed` with the system's error number, `allocationFailed`.
  public func write(
    to path: String, options: PNGOptions = PNGOptions()
  ) throws(GraphicsError) {
    try Self.checkEnding(of: path)
    try Self.write(pngData(options: options), to: path)
  }

  /// Refuses file names with the endings of other formats.
  package static func checkEnding(of path: String) throws(GraphicsError) {
    guard let ending = PictureFormat.ending(of: path),
      PictureFormat.isForeign(ending) || PictureFormat(ending: ending) ?? .png != .png
    else { return }
    throw GraphicsError(
      .unsupportedFormat,
      "Bitmaps are written as PNG, and the name ends in .\(ending); name a .png file.", path: path)
  }
}

/// Options of PNG compression.
public struct PNGOptions: Hashable, Sendable {
  /// The level of compression, 0 (store) to 9; values outside are clamped.
  public var level: Int
  /// Whether the image is stored as grey, with a palette or without opacity where the pixels stay
  /// the same.
  public var reducesColor: Bool

  /// Creates options.
  ///
  /// On text images level 5 gives files no larger than libpng's default for the same pixel form, in
  /// a quarter of the time with libdeflate; grey or a palette takes a third of the time of RGBA.
  public init(level: Int = 5, reducesColor: Bool = true) {
    self.level = level
    self.reducesColor = reducesColor
  }
}

extension Bitmap {
  /// Writes the bytes of a whole file.
  package static func write(_ bytes: [UInt8], to path: String) throws(GraphicsError) {
    do {
      try OutputFile.write(bytes, to: path)
    } catch {
      let message =
        error == .noName
        ? "The name of the file is empty." : "The file cannot be written: \(error.message)."
      throw GraphicsError(.writeFailed, message, path: path, errno: error.number)
    }
  }
}
