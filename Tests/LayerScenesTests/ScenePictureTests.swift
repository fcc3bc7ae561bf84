// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Testing
import TextTestSupport

@testable import LayerScenes

/// The pictures of the scenes in files.
struct ScenePictureTests {
  @Test func s042FourLayers() throws {
    let image = try SceneText.image(file: "four-layers.json")
    #expect(image.width == 400 && image.height == 460)
    #expect(image.rgba(120, 120) == [255, 102, 255, 255])
    #expect(image.rgba(260, 300) == [128, 255, 0, 255])
    #expect(image.rgba(170, 250) == [255, 0, 0, 255])
    #expect(image.rgba(100, 300) == [255, 0, 0, 255])
    #expect(image.rgba(260, 350) == [128, 255, 0, 255])
    // The face above lay2, and white where nothing is.
    #expect(image.rgba(196, 184) == [255, 210, 0, 255])
    #expect(image.rgba(10, 10) == [255, 255, 255, 255])
  }

  @Test func s043MaskedLayerCutsItsSublayersOff() throws {
    let image = try SceneText.image(file: "four-layers-masked.json")
    #expect(image.rgba(120, 120) == [255, 102, 255, 255])
    #expect(image.rgba(240, 300) == [128, 255, 0, 255])
    #expect(image.rgba(260, 350) == [255, 255, 255, 255])
  }

  @Test func s074TheRingHasItsInkAndNoneOutside() throws {
    let image = try SceneText.image(file: "red-ring.json")
    var ink = 0.0
    for y in 0..<200 {
      for x in 0..<200 {
        let pixel = image.rgba(x, y)
        if (50..<150).contains(x), (50..<150).contains(y) {
          // Red on blue: what red there is comes from the ring.
          ink += Double(pixel[0]) / 255
        } else {
          #expect(pixel == [255, 255, 255, 255])
        }
      }
    }
    #expect(abs(ink - 2524.8) < 5, "\(ink)")
    #expect(image.rgba(100, 100) == [0, 0, 255, 255])
  }

  @Test("S-145, S-146, A8: two cubes") func a8_s146_cubes() throws {
    let image = try SceneText.image(file: "cubes.json")
    // The front of the left cube from (33.33, 94.44) to (144.44, 205.56), its right side to 154.55.
    #expect(image.rgba(34, 95) == [255, 0, 0, 255] && image.rgba(143, 204) == [255, 0, 0, 255])
    #expect(image.rgba(32, 150) == [0, 0, 0, 0] && image.rgba(88, 93) == [0, 0, 0, 0])
    #expect(image.rgba(153, 150) == [0, 255, 0, 255] && image.rgba(155, 150) == [0, 0, 0, 0])
    #expect(image.rgba(153, 106) == [0, 255, 0, 255] && image.rgba(153, 102) == [0, 0, 0, 0])
    // Front, top and right of the right one.
    #expect(image.rgba(270, 170) == [255, 0, 0, 255])
    #expect(image.rgba(300, 105) == [0, 0, 255, 255])
    #expect(image.rgba(345, 165) == [0, 255, 0, 255])
  }

  @Test func theCardOfTheGuide() throws {
    let image = try SceneText.image(file: "card.json")
    #expect(image.width == 800 && image.height == 920)
    // Half of the green over violet.
    #expect(image.rgba(400, 400) == [191, 178, 128, 255] || image.rgba(400, 400)[3] == 255)
    let mixed = image.rgba(450, 500)
    #expect(abs(Int(mixed[0]) - 191) <= 1 && abs(Int(mixed[1]) - 178) <= 1)
    #expect(abs(Int(mixed[2]) - 128) <= 1)
    // The text is black on white, the shadow darkens below the card, the corner is round.
    let inked = (40..<320).contains { image.rgba($0, 80)[0] < 40 }
    #expect(inked)
    let shadow = image.rgba(240, 862)[0]
    #expect(shadow < 250 && shadow > 100)
    #expect(image.rgba(87, 395)[1] > 100)
    #expect(image.rgba(240, 410) == [255, 0, 0, 255])
    #expect(image.rgba(240, 550) == [255, 210, 0, 255])
  }

  @Test func lanesGiveTheSameBytes() async throws {
    let text =
      #"{"size":[300,700],"background":"white","layers":[{"type":"text","position":[150,300],"#
      + #""string":"Grüße","fontSize":64},{"frame":[10,10,280,680],"borderWidth":3,"cornerRadius":40}]}"#
    let scene = try SceneText.read(text)
    let whole = try SceneRenderer().renderNow(scene.tree).image
    let lanes = RenderLanes(count: 3)
    let image = try await SceneRenderer(lanes: lanes).render(scene.tree).image
    #expect(image == whole)
  }
}
