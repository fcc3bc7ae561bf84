// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import ImageCodecs
import Testing

@testable import TextRenderStress

struct ImageStormTests {
  /// The pixels of a picture tell its number, and no picture has those of the placeholder.
  @Test func picturesTellTheirNumbers() throws {
    var pixels: Set<UInt32> = [StormImage.placeholderPixel]
    for number in [0, 1, 2, 255, 256, 4097, StormImage.count - 1] {
      let image = StormImage(number)
      #expect(StormImage(image.request) == image)
      let bitmap = try Bitmap(png: image.png())
      #expect(image.request.size(ofPixels: bitmap.pixelSize) == image.size)
      #expect(bitmap.pixel(x: bitmap.width / 2, y: bitmap.height / 2) == image.pixel)
      #expect(pixels.insert(image.pixel).inserted)
    }
    #expect(StormImage("picture") == nil && StormImage("65536") == nil)
  }

  /// Places are the offsets of the pictures' characters.
  @Test func textsKnowTheirPictures() {
    var random = StressRandom(seed: 5)
    for _ in 0..<50 {
      let text = StormText(&random, imageCount: 1000)
      let found = text.text.elements
      for (offset, place) in text.places {
        let attachment = found.value(at: offset).attachment
        #expect(attachment?.size == place.size && attachment != nil)
      }
      #expect((1...3).contains(text.places.count) && text.imageCount <= text.places.count)
    }
  }
}
