// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel
import TextTestSupport

@testable import TextFonts

@Suite struct FontSlotsTests {
  /// A host may have thousands of fonts, and a text may ask for every one.
  @Test func eachOfManyFontsHasASlotOfItsOwn() throws {
    let face = try BundledFonts.testFace("ColorPaints.ttf")
    let weight = try #require(FontTag("wght"))
    let slots = FontSlots()
    let fonts = (0..<5000).map {
      face.font(variations: [FontVariation(tag: weight, value: 400 + Double($0) / 10)])
    }
    let numbers = fonts.map(slots.slot(of:))
    #expect(numbers == Array(0..<5000))
    #expect(fonts.map(slots.slot(of:)) == numbers)
    #expect(numbers.map { slots.font(at: $0).id } == fonts.map(\.id))
  }
}
