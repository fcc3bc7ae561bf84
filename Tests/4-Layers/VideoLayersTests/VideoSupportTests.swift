// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import VideoLayers

@Suite struct VideoSupportTests {
  @Test func traitIsTold() {
    #if Video
      #expect(VideoSupport.isBuilt)
    #else
      #expect(!VideoSupport.isBuilt)
    #endif
  }
}
