// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport

/// The bytes choose a container, a text and its styles, and points and ranges in it.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  if var probe = LayoutProbe(UnsafeBufferPointer(start: bytes, count: count)) { try? probe.use() }
  return 0
}
