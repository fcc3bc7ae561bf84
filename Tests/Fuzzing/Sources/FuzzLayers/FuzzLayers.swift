// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport

/// The bytes choose calls on a tree of layers, which run on the main thread as the fuzzer does.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let choices = ByteSource(UnsafeBufferPointer(start: bytes, count: count))
  MainActor.assumeIsolated {
    var probe = LayerProbe(choices)
    probe.use()
  }
  return 0
}
