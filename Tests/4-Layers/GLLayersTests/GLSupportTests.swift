// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GLLayers

@Suite struct GLSupportTests {
  @Test func traitIsTold() {
    #if GL
      #expect(GLSupport.isBuilt)
    #else
      #expect(!GLSupport.isBuilt)
    #endif
  }
}
