// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SDLHost

@Suite struct SDLSupportTests {
  @Test func traitIsTold() {
    #if SDL
      #expect(SDLSupport.isBuilt)
    #else
      #expect(!SDLSupport.isBuilt)
    #endif
  }
}
