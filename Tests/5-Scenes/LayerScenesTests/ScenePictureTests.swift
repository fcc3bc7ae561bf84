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

  /// A9: ten squares in a ring, from white to red.
  @Test func a9s161TheRingOfCopies() throws {
    let image = try SceneText.image(file: "replicator-ring.json")
    let centers = [
      (350, 150), (584, 129), (786, 249), (879, 465), (827, 695), (650, 850), (416, 871),
      (214, 751), (121, 535), (173, 305),
    ]
    for (k, (x, y)) in centers.enumerated() {
      let pixel = image.rgba(x, y)
      #expect(pixel[0] == 255)
      for channel in [1, 2] {
        #expect(abs(Double(pixel[channel]) - 25.5 * Double(10 - k)) <= 1, "copy \(k): \(pixel)")
      }
      // The centre of the ink: each square has 10,000 pixels, in a colour of its own.
      var (sum, sumX, sumY) = (0.0, 0.0, 0.0)
      for py in y - 80...y + 80 {
        for px in x - 80...x + 80 where image.rgba(px, py) == pixel {
          (sum, sumX, sumY) = (sum + 1, sumX + Double(px) + 0.5, sumY + Double(py) + 0.5)
        }
      }
      let (sine, cosine) = Angle.sineAndCosine(.pi / 5 * Double(k))
      let expected = Point(
        x: 500 - 150 * cosine + 350 * sine, y: 500 - 150 * sine - 350 * cosine)
      #expect(abs(sumX / sum - expected.x) < 0.5 && abs(sumY / sum - expected.y) < 0.5)
      #expect(sum > 9500)
    }
  }

  @Test func s163TheReflectionIsTwoPointsBelowAndFaded() throws {
    let image = try SceneText.image(file: "reflection.json")
    for y in 0..<150 {
      let (above, below) = (image.rgba(100, 20 + y), image.rgba(100, 171 + 150 - y))
      for channel in 0..<3 {
        let mixed = 255 + (Double(above[channel]) - 255) * 0.4
        #expect(abs(Double(below[channel]) - mixed) <= 1, "row \(y)")
      }
    }
    for y in [170, 171, 322] { #expect(image.rgba(100, y) == [255, 255, 255, 255]) }
  }

  /// Copies of copies multiply both colours; dots fade with the squares that they lie in.
  @Test func s159ReplicatorsInReplicators() throws {
    let image = try SceneText.image(file: "replicator-grid.json")
    for row in 0..<5 {
      for column in 0..<8 {
        let (green, blue) = (1 - 0.12 * Double(column), 1 - 0.22 * Double(row))
        let alpha = 1 - 0.1 * Double(row)
        let factors = [1, max(0, green), max(0, blue)].map { $0 * alpha }
        for (dx, color) in [(4, [255.0, 255, 255]), (15, [51.0, 102, 204])] {
          let pixel = image.rgba(20 + 40 * column + dx, 35 + 42 * row)
          for channel in 0..<3 {
            let expected = color[channel] * factors[channel] + 34 * (1 - alpha)
            #expect(abs(Double(pixel[channel]) - expected) <= 2, "\(row), \(column): \(pixel)")
          }
        }
      }
    }
  }

  /// A10: justified lines end at one edge, at both scales; one word is red and underlined.
  @Test(arguments: [1, 2]) func a10s131s136TextOfTheArticle(_ scale: Int) throws {
    let image = try SceneText.image(file: "lorem.json", scale: Double(scale))
    // The last inked column of each line of 20.4 points, and the red pixels.
    var ends: [Int] = []
    for line in 0..<6 {
      let top = Int((10 + 20.4 * Double(line)) * Double(scale))
      let rows = top..<top + 20 * scale
      let inked = (0..<image.width).last { x in rows.contains { image.rgba(x, $0)[0] < 160 } }
      ends.append(inked ?? 0)
    }
    for end in ends { #expect(abs(end + 1 - 250 * scale) <= 2 * scale, "\(ends)") }
    var red = PixelRect(width: 0, height: 0)
    for y in 0..<image.height {
      for x in 0..<image.width where Int(image.rgba(x, y)[0]) > Int(image.rgba(x, y)[1]) + 100 {
        red = red.union(PixelRect(x: x, y: y, width: 1, height: 1))
      }
    }
    #expect(red.x > 50 * scale && red.maxX < 110 * scale)
    #expect(red.y > 220 * scale && red.maxY < 245 * scale && red.width > 35 * scale)
  }

  @Test func s124TheStickFigureHasItsInk() throws {
    let image = try SceneText.image(file: "stick-figure.json")
    var ink = 0.0
    var (left, top, right, bottom) = (300, 300, 0, 0)
    for y in 0..<300 {
      for x in 0..<300 {
        let pixel = image.rgba(x, y)
        #expect(pixel[0] == 255 && pixel[1] == pixel[2])
        ink += Double(255 - pixel[1]) / 255
        if pixel[1] == 255 { continue }
        (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x), max(bottom, y))
      }
    }
    #expect(abs(ink - 2082) < 2082 * 0.005, "\(ink)")
    #expect([left, top, right, bottom] == [97, 72, 202, 227])
  }

  @Test func lanesGiveTheSameBytes() async throws {
    let text =
      #"{"size":[300,700],"background":"white","layers":[{"type":"text","position":[150,300],"#
      + #""string":"Grüße","fontSize":64},{"frame":[10,10,280,680],"borderWidth":3,"cornerRadius":40}]}"#
    let scene = try SceneText.read(text)
    let whole = try TreeRenderer().renderNow(scene.tree).image
    let lanes = RenderLanes(count: 3)
    let image = try await TreeRenderer(lanes: lanes).render(scene.tree).image
    #expect(image == whole)
  }
}
