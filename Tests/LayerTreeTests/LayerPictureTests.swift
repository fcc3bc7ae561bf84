// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import LayerTree
import Testing
import TextGraphics
import TextModel
import TextTestSupport

@Suite("Layer: pictures of trees")
@MainActor
struct LayerPictureTests {
  @Test("S-042, S-043: the four layers, unmasked and masked")
  func s042_fourLayers() throws {
    let lay2 = Layer(
      Rect(x: 41, y: 56, width: 132, height: 194), Color(red: 0.5, green: 1, blue: 0))
    let lay1 = Layer(
      Rect(x: 113, y: 111, width: 132, height: 194), Color(red: 1, green: 0.4, blue: 1), [lay2])
    let lay3 = Layer(Rect(x: 43, y: 197, width: 160, height: 230), .red)
    let lay4 = Layer(Rect(x: 180, y: 180, width: 48, height: 48))
    lay4.contents = try .filled(48, 48, .blue)
    let root = Layer(Rect(width: 400, height: 460), nil, [lay1, lay4, lay3])
    let picture = try root.picture()
    #expect(picture.rgba(120, 120) == [255, 102, 255, 255])
    #expect(picture.rgba(260, 300) == [128, 255, 0, 255])
    #expect(picture.rgba(170, 250) == [255, 0, 0, 255])
    #expect(picture.rgba(100, 300) == [255, 0, 0, 255])
    #expect(picture.rgba(210, 190) == [0, 0, 255, 255])
    #expect(picture.rgba(260, 350) == [128, 255, 0, 255])
    lay1.masksToBounds = true
    #expect(try root.picture().rgba(260, 350) == [255, 255, 255, 255])
  }

  @Test("S-081: opacity is that of the layer and its sublayers as one")
  func s081_groupOpacity() throws {
    let group = Layer(
      Rect(width: 20, height: 20), nil,
      [
        Layer(Rect(width: 12, height: 20), .red), Layer(Rect(x: 8, width: 12, height: 20), .red),
      ])
    let root = Layer(Rect(width: 20, height: 20), nil, [group])
    group.opacity = 0.5
    let picture = try root.picture()
    #expect(
      picture.rgba(2, 2) == [255, 128, 128, 255] || picture.rgba(2, 2) == [255, 127, 127, 255])
    #expect(picture.rgba(10, 2) == picture.rgba(2, 2))
  }
}
