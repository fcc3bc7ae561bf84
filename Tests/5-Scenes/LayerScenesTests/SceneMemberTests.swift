// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Testing
import TextTestSupport

@testable import LayerScenes

/// The members of layers: which of equal ones counts, and what many layers cost.
struct SceneMemberTests {
  /// The layer of a scene, whatever is noted.
  private func layer(_ json: String) throws -> RenderNode {
    let scene = try SceneText.read(#"{"size":[100,100],"layers":["# + json + "]}")
    return try #require(scene.tree.root.sublayers.first)
  }

  @Test func theLastOfEqualMembersCounts() throws {
    let node = try layer(
      #"{"opacity":0.25,"cornerRadius":3,"opacity":0.5,"name":"a","name":"b"}"#)
    #expect(node.properties.opacity == 0.5 && node.properties.cornerRadius == 3)
    #expect(node.name == "b")
  }

  /// As the last one, `null` takes the others away; for a colour it is a value.
  @Test func nullTakesEqualMembersAway() throws {
    let node = try layer(
      #"{"opacity":0.25,"opacity":null,"borderColor":"red","borderColor":null,"type":"text","#
        + #""type":null,"name":null,"name":"c"}"#)
    #expect(node.properties.opacity == 1 && node.properties.borderColor == nil)
    #expect(node.properties.kind == .plain && node.name == "c")
    guard case .none = node.contents else {
      Issue.record("a layer without a type shows something")
      return
    }
  }

  /// The order in the file does not matter: a frame is set about the anchor point after it.
  @Test func membersAreSetInTheOrderOfTheTable() throws {
    for json in [
      #"{"frame":[10,20,30,40],"anchorPoint":[0,1],"type":"shape","lineWidth":2}"#,
      #"{"lineWidth":2,"anchorPoint":[0,1],"frame":[10,20,30,40],"type":"shape"}"#,
    ] {
      let node = try layer(json)
      #expect(node.properties.frame == Rect(x: 10, y: 20, width: 30, height: 40))
      #expect(node.properties.position == Point(x: 10, y: 60))
      #expect(node.properties.shape.stroke.lineWidth == 2)
    }
  }

  private static func scene(_ count: Int, _ layer: String) -> [UInt8] {
    let layers = Array(repeating: layer, count: count).joined(separator: ",")
    return Array(#"{"size":[9,9],"layers":[\#(layers)]}"#.utf8)
  }

  /// Layers cost as much among many as among few, those with unknown keys too: ten times as many
  /// take less than thirty times as long, where each looking at all others would be a hundred.
  @Test(arguments: [
    ##"{"frame":[1,2,3,4],"backgroundColor":"#123456","cornerRadius":2}"##,
    #"{"frame":[1,2,3,4],"backgroundColour":"red","lineWidth":2}"#,
    #"{"sublayers":[{"frame":[1,2,3,4],"shadow":{"opacity":1}}]}"#,
  ])
  func readingIsLinear(_ layer: String) throws {
    func time(_ count: Int) throws -> Double {
      let json = Self.scene(count, layer)
      return try (0..<3).map { _ in
        try ThreadTime.measure {
          let scene = try Scene(json: json)
          #expect(scene.tree.root.sublayers.count == count)
        }
      }.min() ?? 0
    }
    _ = try time(10)
    #expect(try time(10_000) < 30 * time(1_000))
  }

  @Test func unknownKeysOfManyLayersAreCounted() throws {
    let scene = try Scene(json: Self.scene(10_000, #"{"opacitty":1}"#))
    #expect(scene.notes.count == 1)
    #expect(scene.notes[0].hasSuffix(" and 9995 more"))
    #expect(scene.notes[0].contains("layers[4].opacitty (did you mean opacity?) at byte "))
    #expect(!scene.notes[0].contains("layers[5]"))
  }
}
