// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import HostViews
import Testing

@Suite struct HostEventTests {
  @Test func modifiersAreASet() {
    let both: KeyModifiers = [.shift, .meta]
    #expect(both.contains(.shift) && both.contains(.meta) && !both.contains(.alt))
    #expect(both.rawValue == 9)
  }
}
