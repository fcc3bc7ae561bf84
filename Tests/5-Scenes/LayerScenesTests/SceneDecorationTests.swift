// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Testing
import TextTestSupport

@testable import LayerScenes

/// The decorations of boxes in scenes.
struct SceneDecorationTests {
  private static let red = Color(red: 1, green: 0, blue: 0)

  @Test(arguments: [
    ("cornerRadii", "[8]", BoxValue.cornerRadii(CornerRadii(8))),
    (
      "cornerRadii", "[1,2,3,4,5,6,7,8]",
      .cornerRadii(
        CornerRadii(
          topLeft: Size(width: 1, height: 2), topRight: Size(width: 3, height: 4),
          bottomRight: Size(width: 5, height: 6), bottomLeft: Size(width: 7, height: 8)))
    ),
    (
      "borders", #"{"width":2,"left":{"style":"dashed","color":"red"}}"#,
      .borders(
        BoxBorders(
          top: BoxBorder(width: 2, style: .solid), right: BoxBorder(width: 2, style: .solid),
          bottom: BoxBorder(width: 2, style: .solid),
          left: BoxBorder(width: 2, style: .dashed, color: red)))
    ),
    ("backgroundClip", "[1,2,3,4]", .insets(BoxInsets(top: 1, right: 2, bottom: 3, left: 4))),
    (
      "boxShadows", #"[{"color":"red","offset":[1,2],"blur":3,"spread":4,"inset":true}]"#,
      .shadows([
        BoxShadow(
          color: red, offset: Size(width: 1, height: 2), blur: 3, spread: 4, isInset: true)
      ])
    ),
    (
      "outline", #"{"width":3,"style":"dotted","color":"red","offset":-2}"#,
      .outline(BoxOutline(width: 3, style: .dotted, color: red, offset: -2))
    ),
    (
      "filters", #"[{"blur":2},{"dropShadow":{"offset":[1,2],"blur":3}},{"sepia":0.5}]"#,
      .filters([.blur(2), .dropShadow(.black, Size(width: 1, height: 2), 3), .sepia(0.5)])
    ),
    ("backdropFilters", #"[{"invert":1}]"#, .filters([.invert(1)])),
    (
      "clipPath", #"{"rect":[0,0,3,4]}"#, .clipPath(ClipPath(Path(rect: Rect(width: 3, height: 4))))
    ),
  ])
  func property(_ name: String, _ json: String, _ value: BoxValue) throws {
    let node = try SceneText.layer("{\"\(name)\":\(json)}")
    #expect(try node.properties.value(forKeyPath: name) == .box(value))
  }

  @Test func backgroundsAndPicturesOfBorders() throws {
    let gradient = #""gradient":{"type":"radial","colors":["red",null],"startPoint":[0.5,0.5]}"#
    let node = try SceneText.layer(
      "{\"backgrounds\":[{\(gradient),\"position\":[1,2],\"size\":[3,4],"
        + "\"repeat\":[\"round\",\"no-repeat\"],\"clip\":[1,1,1,1],\"blendMode\":\"multiply\"}],"
        + "\"borderImage\":{\(gradient),\"slice\":[1,2,3,4],\"fill\":true,\"repeat\":\"space\"}}")
    var properties = GradientProperties()
    properties.type = .radial
    properties.colors = [Self.red, nil]
    properties.startPoint = Point(x: 0.5, y: 0.5)
    #expect(
      node.properties.backgrounds == [
        BoxBackground(
          .unitGradient(properties), position: Point(x: 1, y: 2),
          size: Size(width: 3, height: 4), repeatX: .round, repeatY: .noRepeat, clip: BoxInsets(1),
          blendMode: .multiply)
      ])
    #expect(
      node.properties.borderImage
        == BorderImage(
          .unitGradient(properties), slice: BoxInsets(top: 1, right: 2, bottom: 3, left: 4),
          fills: true, repeatX: .space, repeatY: .space))
  }

  @Test(arguments: [
    (#"{"cornerRadii":[1,2]}"#, "cornerRadii"),
    (#"{"borders":{"width":-1}}"#, "borders.width"),
    (#"{"borders":{"top":{"style":"wavy"}}}"#, "borders.top.style"),
    (#"{"filters":[{"blur":1,"sepia":1}]}"#, "filters[0]"),
    (#"{"backgrounds":[{"size":[1,2]}]}"#, "backgrounds[0]"),
    (#"{"backdropFilters":[{}]}"#, "backdropFilters[0]"),
  ])
  func errorsHaveTheirPlace(_ json: String, _ path: String) throws {
    let error = try #require(throws: DocumentError.self) { try SceneText.layer(json) }
    #expect(error.keyPath == "layers[0].\(path)", "\(error)")
  }
}
