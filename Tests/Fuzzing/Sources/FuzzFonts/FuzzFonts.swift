// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport

/// The bytes are a font file.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  if var probe = FontProbe(Array(UnsafeBufferPointer(start: bytes, count: count))) { probe.use() }
  return 0
}
