// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Markup
import StyleSheets
import SystemConcurrency
import Testing

@Suite struct LengthPercentageTests {
  @Test func lengthsAreResolved() {
    #expect(LengthPercentage.sum(points: 8, percent: 50).points(of: 100) == 58)
    #expect(LengthPercentage.least([.percent(50), .points(20)]).points(of: 100) == 20)
    #expect(LengthPercentage.greatest([.percent(50), .points(20)]).points(of: 100) == 50)
  }
}
