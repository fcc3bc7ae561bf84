// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CImagePNG
import SystemFiles

/// The chunk `eXIf` of a PNG file in memory: the first one whose checksum is right.
///
/// The third edition of the specification demands the chunk before the pixels, and browsers ignore
/// it behind them, since they show an image while it arrives (CSS Images 3). Older editions allow
/// both, and ImageMagick wrote it behind the pixels, where Pillow and ImageIO obey it, as this
/// reader does.
package struct PNGExif {
  /// The orientation of the image.
  package let orientation: ImageOrientation
  /// The most chunks that are read: far more than an image has, in at most two milliseconds.
  private static let most = 1 << 18

  /// Looks for the chunk. O(chunks); nothing is unpacked.
  ///
  /// - Returns: `nil` if there is none.
  package init?(_ png: Span<UInt8>) {
    var at = FileNumber(PNGChunk.signature.count)
    for _ in 0..<Self.most {
      guard let length = png.bigEndian(at, bytes: 4), let type = png.bigEndian(at + 4, bytes: 4),
        let next = (at + FileNumber(length) + 12).value, next <= png.count
      else { return nil }
      if type == 0x4945_4E44 { return nil }  // IEND
      if type == 0x6558_4966, Self.isWhole(png, next - length - 8..<next) {  // eXIf
        let data = png.extracting(next - length - 4..<next - 4)
        orientation = ImageOrientation(exif: data)
        return
      }
      at = FileNumber(next)
    }
    return nil
  }

  /// Whether the checksum of a chunk, from its type on, is right.
  private static func isWhole(_ png: Span<UInt8>, _ chunk: Range<Int>) -> Bool {
    let end = chunk.upperBound - 4
    let sum = PNGChunk.checksum(png.extracting(chunk.lowerBound..<end))
    return png.bigEndian(FileNumber(end), bytes: 4) == Int(sum)
  }
}

extension ImageOrientation {
  /// The orientation of the Exif data of a PNG file, without `Exif` before it.
  fileprivate init(exif data: Span<UInt8>) {
    // C call on `count` bytes.
    self = unsafe data.withUnsafeBufferPointer {
      unsafe ImageOrientation(exif: cimage_exif_orientation($0.baseAddress, $0.count))
    }
  }
}
