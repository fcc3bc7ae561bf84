// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import FuzzSupport
import Glibc
import VideoLayers

/// The bytes are a film. FFmpeg itself is not instrumented: what is looked for are inputs that
/// crash it, that never end, and that break what the reader promises.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // In the empty folder that the program works in.
  let file = open("film", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  guard file >= 0 else { fatalError("no file can be written") }
  let written = write(file, start, count)
  close(file)
  if written == count { use("film") }
  return 0
}

private func use(_ path: String) {
  guard let reader = try? VideoReader(path: path) else { return }
  let size = reader.info.pixelSize
  check(size.width > 0 && size.height > 0, "\(size)")
  check(size.width * size.height <= VideoLimits.pixels, "\(size)")
  check(reader.info.duration >= 0 && reader.info.duration.isFinite, "\(reader.info.duration)")
  // What a picture within the limits takes is a matter of its size alone.
  if size.width * size.height > 1 << 16 { return }
  for time in [0, 0.1, 0.05, 1e9, 0.3, -1] {
    guard let frame = try? reader.frame(at: time) else { continue }
    check(frame.image.pixelSize == size, "a picture of another size than the film's")
    check(frame.end > frame.start, "\(frame.start) to \(frame.end)")
    check(frame.start >= 0 && frame.start <= max(0, time + 0.001), "\(frame.start) at \(time)")
  }
}
