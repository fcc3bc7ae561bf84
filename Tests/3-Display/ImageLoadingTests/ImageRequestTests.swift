// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing

@testable import CanvasGeometry
@testable import ImageLoading

@Suite struct ImageRequestTests {
  @Test func sharesAKeyWithoutThePriority() {
    let visible = ImageRequest("a/b.png", scale: 2, priority: .visible)
    let idle = ImageRequest("a/b.png", scale: 2, priority: .idle)
    #expect(visible != idle)
    #expect(visible.key == idle.key)
    #expect(visible.key != ImageRequest("a/b.png").key)
    #expect(visible.key != ImageRequest("a/c.png", scale: 2).key)
  }

  @Test func keysOfNoNumbersEqualThemselves() {
    let bad = ImageRequest("a", scale: .nan, maximumSize: PixelSize(width: -3, height: 0))
    #expect(bad.key == bad.key)
    #expect(bad.key.maximumSize == PixelSize(width: 1, height: 1))
    #expect(bad.size(ofPixels: PixelSize(width: 4, height: 2)) == Size(width: 4, height: 2))
    let sharp = ImageRequest("a", scale: 2)
    #expect(sharp.size(ofPixels: PixelSize(width: 4, height: 2)) == Size(width: 2, height: 1))
  }

  @Test func isCodable() throws {
    let requests: [ImageRequest] = [
      "a.png",
      ImageRequest(
        "b", scale: 1.5, maximumSize: PixelSize(width: 3, height: 4), priority: .near),
    ]
    let data = try JSONEncoder().encode(requests)
    #expect(try JSONDecoder().decode([ImageRequest].self, from: data) == requests)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        ImageRequest.self, from: Data(#"{"name":"a","priority":7}"#.utf8))
    }
  }
}
