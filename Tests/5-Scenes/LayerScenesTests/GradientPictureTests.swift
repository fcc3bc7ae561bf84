// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Testing

@testable import LayerScenes

/// The pictures of scenes with gradients and scroll layers.
struct GradientPictureTests {
  @Test func s149RedToBlue() throws {
    let image = try SceneText.image(file: "gradient-corners.json")
    #expect(image.rgba(0, 0) == [254, 0, 1, 255])
    #expect(image.rgba(100, 100) == [127, 0, 128, 255])
    #expect(image.rgba(199, 199) == [1, 0, 254, 255])
  }

  @Test func s152RedYellowGreen() throws {
    let image = try SceneText.image(file: "gradient-places.json")
    #expect(image.rgba(25, 25) == [255, 130, 0, 255])
    #expect(image.rgba(49, 50) == [255, 255, 0, 255])
    #expect(image.rgba(100, 100) == [0, 255, 0, 255])
    #expect(image.rgba(199, 3) == [0, 255, 0, 255])
  }

  @Test func gradientSheet() throws {
    let image = try SceneText.image(file: "gradient-sheet.json")
    // Black to red: S-154's background, turned into a gradient.
    #expect(image.rgba(60, 10)[0] <= 2 && image.rgba(60, 109)[0] >= 253)
    // Seven colours from left to right: the fourth one is in the middle.
    let middle = image.rgba(169, 50)
    #expect(middle[0] <= 8 && middle[1] == 255 && middle[2] <= 8)
    // S-151: the background alone.
    #expect(image.rgba(280, 60) == [221, 221, 221, 255])
    // S-155: white from corner to corner.
    #expect(image.rgba(219, 120)[1] >= 252 && image.rgba(10, 169)[1] >= 252)
    #expect(image.rgba(10, 120)[1] <= 6 && image.rgba(219, 169)[1] <= 6)
    // Sudden changes between two pixels.
    #expect(image.rgba(262, 140) == [0, 51, 102, 255])
    #expect(image.rgba(263, 140) == [255, 255, 255, 255])
    #expect(image.rgba(296, 140) == [255, 255, 255, 255])
    #expect(image.rgba(297, 140) == [204, 0, 0, 255])
    // The conic one begins at the top and goes to the right.
    let right = image.rgba(325, 230)
    #expect(right[0] < 150 && right[1] > 250 && right[2] < 8)
    // The sublayer lies above, the border around.
    #expect(image.rgba(170, 315) == [204, 0, 0, 255])
    #expect(image.rgba(170, 295) == [0, 0, 0, 255])
  }

  @Test func s166ScrollStrip() throws {
    let image = try SceneText.image(file: "scroll-strip.json")
    // Frame k begins at x 10 + 110 k and shows what lies from (55 k, 5 k) on.
    for (k, color) in [
      [204, 51, 51], [221, 153, 51], [221, 187, 51], [51, 136, 204], [102, 51, 187],
    ].enumerated() {
      #expect(image.rgba(11 + 110 * k, 11) == color.map(UInt8.init) + [255], "\(k)")
      // The content is 60 high.
      let below = image.rgba(13 + 110 * k, 69 - 5 * k)
      #expect(below == color.map(UInt8.init) + [255])
      if k > 0 { #expect(image.rgba(13 + 110 * k, 70 - 5 * k) == [238, 238, 238, 255]) }
      // S-167: nothing outside.
      #expect(image.rgba(9 + 110 * k, 30) == [255, 255, 255, 255])
      #expect(image.rgba(110 + 110 * k, 30) == [255, 255, 255, 255])
    }
  }
}
