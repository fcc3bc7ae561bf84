// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import FuzzSupport

/// The bytes are a picture: as they are, and with the checksums of PNG set right. They are a
/// pattern of the names of tiles, too.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var bytes = Array(UnsafeBufferPointer(start: start, count: count))
  useAsPattern(bytes)
  use(bytes)
  PNGChunks.correctChecksums(of: &bytes)
  use(bytes)
  return 0
}

private func use(_ bytes: [UInt8]) {
  let decoder = PNGImageDecoder()
  guard decoder.recognizes(bytes) else { return }
  for limit in [nil, PixelSize(width: 7, height: 7)] {
    guard let header = try? decoder.header(of: bytes, maximumSize: limit) else { return }
    check(header.size.width > 0 && header.size.height > 0, "\(header)")
    check(header.decodingByteCount > 0, "\(header)")
    // What a picture within the limits takes is a matter of its size alone.
    if header.size.width * header.size.height > 1 << 20 { return }
  }
  guard let picture = try? Bitmap(png: bytes) else { return }
  let header = try? decoder.header(of: bytes, maximumSize: nil)
  check(header?.size == picture.pixelSize, "a picture of another size than its header")
  guard let packed = try? picture.pngData(), let again = try? Bitmap(png: packed) else {
    check(false, "a picture that was read is not written")
    return
  }
  check(again.pixelSize == picture.pixelSize, "a picture of another size after writing")
}

/// A pattern is refused, or gives names without surprises.
private func useAsPattern(_ bytes: [UInt8]) {
  let pattern = String(decoding: bytes.prefix(5000), as: UTF8.self)
  guard let names = try? TileNames(pattern) else { return }
  for (column, level) in [(0, 0), (7, 1), (Int.max, 62), (-1, 0), (3, -1)] {
    guard let name = names.name(of: Tile(column: column, row: 3, level: level)) else { continue }
    check(column >= 0 && level >= 0, "a name of a place that has none")
    check(!name.split(separator: "/").contains(".."), "a name that leads to an outer folder")
    check(!name.utf8.contains(0), "a name with a zero byte")
    check(name.utf8.count <= pattern.utf8.count + 64, "a name longer than its pattern")
  }
}
