// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import FuzzSupport
import ImageCodecs
import TextRenderCommand

/// The bytes are a JPEG, a WebP, a GIF or a PNG.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  use(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private func use(_ bytes: [UInt8]) {
  let decoders: [any ImageDecoder] = [
    JPEGImageDecoder(), WebPImageDecoder(), GIFImageDecoder(), PNGImageDecoder(),
  ]
  guard let decoder = decoders.first(where: { $0.recognizes(bytes) }),
    let header = try? decoder.header(of: bytes, maximumSize: nil)
  else { return }
  check(header.size.width > 0 && header.size.height > 0, "\(header)")
  check(header.decodingByteCount > 0, "\(header)")
  // What a picture within the limits takes is a matter of its size alone.
  if header.size.width * header.size.height > 1 << 18 { return }
  let tiles = TextRenderTool().run(
    ["tiles", "-", "--format", "png", "--tile-size", "512", "--levels", "3"],
    on: CommandConsole(read: Pieces(bytes).next))
  check(tiles == 0 || tiles == 1, "a picture is no usage error")
  for scale in JPEGScale.allCases where decoder is JPEGImageDecoder {
    _ = try? JPEGImageDecoder().bitmap(of: bytes, scale: scale)
  }
  guard let picture = try? ImageDecoders.withCodecs.bitmap(of: bytes) else { return }
  let (size, turned) = (
    header.size, PixelSize(width: header.size.height, height: header.size.width)
  )
  check(picture.pixelSize == size || picture.pixelSize == turned, "another size than its header's")
  let files = [
    try? JPEGWriter(quality: bytes.count % 100).data(of: picture),
    try? WebPWriter(quality: bytes.count % 100).data(of: picture),
  ]
  for file in files {
    guard let file, let again = try? ImageDecoders.withCodecs.bitmap(of: file) else {
      check(false, "a picture that was read is not written")
      return
    }
    check(again.pixelSize == picture.pixelSize, "a picture of another size after writing")
  }
}

/// Bytes in one piece. One thread reads them.
private final class Pieces: @unchecked Sendable {
  private var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  @Sendable func next() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }
}
