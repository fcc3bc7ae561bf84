// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ImageCodecs

/// The table of formats.
struct PictureFormatTests {
  @Test(arguments: PictureFormat.allCases)
  func filesHaveAnEnding(_ format: PictureFormat) throws {
    let ending = try #require(format.ending as String?)
    #expect(ending.allSatisfy { $0.isLowercase || $0.isNumber } && ending.count <= 4)
    let named = try #require(PictureFormat(ending: ending))
    #expect(named == (format == .outlines ? .svg : format))
    #expect(named.mediaType == format.mediaType && !PictureFormat.isForeign(ending))
    #expect(PictureFormat(word: format.rawValue) == format)
  }

  @Test func columns() {
    #expect(PictureFormat.allCases.filter(\.hasQuality) == [.jpeg, .webp])
    #expect(PictureFormat.allCases.filter(\.hasEffort) == [.webp])
    #expect(PictureFormat.allCases.filter(\.isRaw) == [.rgba, .a8])
    #expect(PictureFormat.allCases.filter(\.isOneBit) == [.pbm])
    #expect(PictureFormat.allCases.filter(\.isVector) == [.svg, .outlines, .pdf])
    #expect(PictureFormat.allCases.filter { !$0.drawsLayers } == [.outlines])
  }
}
