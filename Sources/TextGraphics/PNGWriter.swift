// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// How a PNG picture is packed.
public struct PNGOptions: Hashable, Sendable {
  /// How hard zlib tries, 0 (store) to 9.
  public var level: Int
  /// Whether the picture is stored as grey or with a palette where that loses nothing.
  public var reducesColor: Bool

  /// Creates options.
  public init(level: Int = 6, reducesColor: Bool = true) {
    self.level = level
    self.reducesColor = reducesColor
  }
}

extension Bitmap {
  /// The picture as the bytes of a PNG file: 8 bits a channel, not premultiplied.
  ///
  /// - Throws: `allocationFailed`.
  public func pngData(options: PNGOptions = PNGOptions()) throws(GraphicsError) -> [UInt8] { [] }

  /// Writes the picture as a PNG file: to a temporary file beside it which is then renamed, so that no torn
  /// file is ever seen. What is not a regular file (a pipe, a device) is written to directly.
  ///
  /// - Throws: `writeFailed` with the system's error number, `allocationFailed`.
  public func write(
    to path: String, options: PNGOptions = PNGOptions()
  ) throws(GraphicsError) {}
}
