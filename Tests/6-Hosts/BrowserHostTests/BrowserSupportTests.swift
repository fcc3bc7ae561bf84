// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BrowserHost

@Suite struct BrowserSupportTests {
  @Test func traitIsTold() {
    #if Browser
      #expect(BrowserSupport.isBuilt)
    #else
      #expect(!BrowserSupport.isBuilt)
    #endif
  }
}
