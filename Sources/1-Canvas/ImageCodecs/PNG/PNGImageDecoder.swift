// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry
public import SystemConcurrency
import SystemFiles

/// The decoder of PNG images.
public struct PNGImageDecoder: ImageDecoder {
  /// The eight bytes before the first chunk.
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The bytes of the signature and of the header chunk up to the colour type.
  private static let headerLength = 26
  /// The most bytes that one byte of a deflate stream unpacks to (RFC 1951: matches of 258 bytes in
  /// 2 bits).
  private static let maximumRatio = 1032

  /// Creates a decoder.
  public init() {}

  /// Whether the bytes begin with the signature of PNG.
  public func recognizes(_ bytes: [UInt8]) -> Bool { bytes.starts(with: Self.signature) }

  /// Reads the header chunk. An image that declares more rows than its bytes can hold is damaged.
  public func header(
    of bytes: [UInt8], maximumSize: PixelSize?
  ) throws(ImageError) -> ImageHeader {
    guard bytes.count >= Self.headerLength, bytes[12..<16].elementsEqual("IHDR".utf8),
      let width = bytes.span.bigEndian(16, bytes: 4),
      let height = bytes.span.bigEndian(20, bytes: 4)
    else { throw ImageError(.damaged, "The PNG picture has no header.") }
    guard width > 0, height > 0, width <= Int(Int32.max), height <= Int(Int32.max) else {
      throw ImageError(.damaged, "The PNG picture declares a size of \(width)×\(height).")
    }
    let samples = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][bytes[25]] ?? 1
    let bits = FileNumber(width) * FileNumber(samples) * FileNumber(Int(bytes[24]))
    let most = FileNumber(Self.maximumRatio) * FileNumber(bytes.count)
    guard (bits + 7) / 8 * FileNumber(height) <= most else {
      throw ImageError(
        .damaged, "The PNG picture declares \(width)×\(height) pixels, more than its bytes hold.")
    }
    let size = PixelSize(width: width, height: height)
    try ImageError.checkSides(of: size)
    let orientation = PNGExif(bytes.span)?.orientation ?? .upright
    let shown = orientation.size(of: size)
    var byteCount = ImageReduction.byteCount(of: shown, maximumSize: maximumSize)
    // The stored image is in memory beside the turned one.
    if orientation != .upright { byteCount += ImageReduction.byteCount(of: size) }
    return ImageHeader(size: size, decodingByteCount: byteCount)
  }

  /// Decodes an image of any kind of PNG, turned as its chunk `eXIf` says.
  public func bitmap(
    of bytes: [UInt8], maximumSize: PixelSize?, pool: BitmapPool, cancellation: Cancellation
  ) throws(ImageError) -> Bitmap? {
    do throws(GraphicsError) {
      return try Bitmap.png(bytes.span, pool: pool, cancellation: cancellation)
    } catch {
      throw ImageError(error)
    }
  }
}

extension ImageError {
  /// Checks the sides of a bitmap against the limit of the library.
  ///
  /// - Throws: `tooLarge`.
  package static func checkSides(of size: PixelSize) throws(ImageError) {
    let limit = CanvasLimits.bitmapSide
    guard max(size.width, size.height) <= limit else {
      throw ImageError(
        .tooLarge,
        "A picture of \(size.width)×\(size.height) pixels is over the limit of \(limit) a side.")
    }
  }

  /// Converts an error of the drawing module.
  package init(_ error: GraphicsError) {
    let code: Code =
      switch error.code {
      case .tooLarge, .badSize: .tooLarge
      case .allocationFailed: .allocationFailed
      default: .damaged
      }
    self.init(code, error.message)
  }
}
