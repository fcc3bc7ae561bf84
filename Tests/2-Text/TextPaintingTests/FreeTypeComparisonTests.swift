// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextFonts
import TextModel
import TextTestSupport
import TextTypesetting

@testable import TextPainting

@Suite("Pixels beside FreeType's smooth rasteriser")
struct FreeTypeComparisonTests {
  @Test(
    "Plain text agrees but for what FreeType rounds: points to 1/64 pixel, curves to 1/16",
    arguments: [9.0, 12, 16, 24.5, 48, 200], [1.0, 2.0])
  func plainText(size: Double, scale: Double) throws {
    let name = "NotoSerif-Italic.ttf"
    let layout = try TextLayout(
      AttributedText("Hamburgefonstiv, Øresund & Ωμέγα; щука № 47", style: TextStyle(size: size)),
      in: TextContainer(width: size * 14), fonts: BundledFonts.collection(of: [name]))
    #expect(layout.missing.isEmpty)
    let picture = try PaintingSample.draw(layout, scale: scale, options: .exact)
    let oracle = try #require(
      FreeTypeOracle(
        fontPath: BundledFonts.path(name), width: picture.width, height: picture.height))
    oracle.draw(layout, scale: scale)
    var most = 0
    var sum = 0
    let coverage = oracle.coverage
    for (index, pixel) in picture.allPixels.enumerated() {
      let difference = abs(Int(pixel >> 24) - Int(coverage[index]))
      if difference > most { most = difference }
      sum += difference
    }
    #expect(picture.hasInk)
    #expect(most <= 32, "the greatest difference at one pixel")
    #expect(Double(sum) / Double(picture.inkCount) < 3.5, "the mean difference of pixels with ink")
  }
}
