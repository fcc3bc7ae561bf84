// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import BrowserHost
import FuzzSupport
import HostViews

/// The bytes are messages of a viewer's page, one a line; events have numbers within bounds.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: bytes, count: count)
  for line in input.split(separator: 10, omittingEmptySubsequences: false) {
    guard let event = BrowserEvent(message: Array(line)) else { continue }
    check(line.count <= 4096, "a message of \(line.count) bytes")
    check(event)
  }
  return 0
}

private func check(_ event: BrowserEvent) {
  switch event {
  case .input(.pointer(let event)):
    check(event.location)
    check(abs(event.pointerID) <= 2_000_000_000, "pointer \(event.pointerID)")
  case .input(.wheel(let event)):
    check(event.location)
    check(Point(x: event.delta.width, y: event.delta.height))
  case .input(.key(let event)):
    check((1...64).contains(event.key.utf8.count), "key \(event.key)")
  case .input(.resized(let size, let scale)):
    let (width, height) = (size.width * scale, size.height * scale)
    check(
      size.width >= 1 && size.height >= 1 && width <= 16_384 && height <= 16_384
        && width * height <= 67_108_864, "size \(size) at \(scale)")
  case .action(let name, let value):
    check((1...64).contains(name.utf8.count), "action \(name)")
    switch value {
    case .number(let number)?: check(number.isFinite, "value \(number)")
    case .text(let text)?: check(text.utf8.count <= 1024, "text of \(text.utf8.count) bytes")
    case .bool?, nil: break
    }
  case .input(.closed), .opened, .closed: check(false, "\(event) from a page")
  }
}

private func check(_ point: Point) {
  check(abs(point.x) <= 1e6 && abs(point.y) <= 1e6, "\(point)")
}
