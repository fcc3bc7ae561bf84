// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Testing
import TextTestSupport

@testable import LayerScenes

/// Animations of scenes.
struct SceneAnimationTests {
  /// The properties of a shape with animations, at a time.
  private func shape(_ animations: String, at time: Double) throws -> LayerProperties {
    let node = try SceneText.layer(
      #"{"type":"shape","position":[5,6],"animations":["# + animations + "]}")
    return node.presented(at: time).properties
  }

  /// The listing of the guide: there and back, twice.
  @Test func listing() throws {
    let animation =
      #"{"key":"position.x","from":0,"to":240,"duration":1,"curve":"easeInEaseOut","#
      + #""autoreverses":true,"repeat":2}"#
    func x(_ time: Double) throws -> Double { try shape(animation, at: time).position.x }
    #expect(try x(0) == 0 && x(0.5) == 120 && x(1) == 240 && x(1.5) == 120 && x(2.5) == 120)
    #expect(try x(3.999) < 1 && x(4) == 5)
  }

  @Test(
    arguments: [
      (#"{"key":"position","to":[15,6],"curve":"linear","duration":1}"#, 0.5, "position.x", 10.0),
      (#"{"key":"position.x","by":10,"curve":"linear","duration":1}"#, 0.5, "position.x", 10),
      (
        #"{"key":"opacity","values":[0,1,0.5],"keyTimes":[0,0.2,1],"curve":"linear","duration":1}"#,
        0.1, "opacity", 0.5
      ),
      (
        #"{"key":"opacity","values":[0,1],"calculationMode":"discrete","duration":1,"curve":"linear"}"#,
        0.4, "opacity", 0
      ),
      (
        #"{"key":"transform.rotation.z","to":90,"duration":1,"curve":"linear"}"#, 0.5,
        "transform.rotation.z", .pi / 4
      ),
      (
        #"{"key":"lineWidth","from":0,"to":8,"duration":2,"begin":1,"speed":2,"timeOffset":0.5,"curve":"linear"}"#,
        1.25, "lineWidth", 4
      ),
      (#"{"key":"lineWidth","to":3,"duration":1,"fill":"both"}"#, 9, "lineWidth", 3),
      (
        #"{"key":"lineWidth","to":3,"additive":true,"from":1,"duration":1,"curve":"linear"}"#, 0.5,
        "lineWidth", 3
      ),
      (
        #"{"key":"lineWidth","from":0,"to":2,"cumulative":true,"repeat":"infinite","duration":1,"curve":"linear"}"#,
        3.5, "lineWidth", 7
      ),
      (
        #"{"key":"lineWidth","from":0,"to":2,"repeat":"infinite","duration":1,"curve":"linear"}"#,
        3.5, "lineWidth", 1
      ),
      (#"{"key":"strokeEnd","from":0,"curve":{"steps":4},"duration":1}"#, 0.6, "strokeEnd", 0.5),
      (
        #"{"key":"strokeEnd","from":0,"curve":{"steps":4,"jump":"start"},"duration":1}"#, 0.6,
        "strokeEnd", 0.75
      ),
      (#"{"key":"strokeEnd","from":0,"curve":[0,0,1,1],"duration":1}"#, 0.25, "strokeEnd", 0.25),
      (
        #"{"key":"position","path":"M0 0L10 0L10 10","duration":1,"curve":"linear"}"#, 0.25,
        "position.x", 5
      ),
      (
        #"{"key":"shadowOffset","to":[10,0],"duration":1,"curve":"linear"}"#, 0.5,
        "shadowOffset.width", 5
      ),
    ] as [(String, Double, String, Double)])
  func members(_ animation: String, _ time: Double, _ keyPath: String, _ value: Double) throws {
    guard case .number(let number) = try shape(animation, at: time).value(forKeyPath: keyPath)
    else {
      Issue.record("no number")
      return
    }
    #expect(abs(number - value) < 1e-9, "\(number)")
  }

  /// A spring without a duration takes the time until it rests.
  @Test func spring() throws {
    let animation = #"{"key":"position.x","to":15,"curve":{"spring":{"damping":8}}}"#
    #expect(try shape(animation, at: 0.4).position.x > 15)
    #expect(try shape(animation, at: Spring(damping: 8).settlingDuration + 0.01).position.x == 5)
  }

  @Test func colorsOfText() throws {
    let node = try SceneText.layer(
      #"{"type":"text","string":"HHHH","fontSize":40,"foregroundColor":"black","animations":["#
        + #"{"key":"foregroundColor","to":"red","duration":1,"fill":"forwards"}]}"#)
    func most(_ time: Double) throws -> [UInt8] {
      let root = RenderNode(
        properties: {
          var properties = LayerProperties()
          properties.bounds = Rect(width: 200, height: 60)
          properties.position = Point(x: 100, y: 30)
          return properties
        }(), sublayers: [node])
      let tree = RenderTree(
        root: root, size: Size(width: 200, height: 60), background: .white, time: time)
      let image = try TreeRenderer().renderNow(tree).image
      return (0..<200).map { image.rgba($0, 15) }.min { $0[1] < $1[1] } ?? []
    }
    #expect(try most(0) == [0, 0, 0, 255])
    #expect(try most(1) == [255, 0, 0, 255])
  }

  /// A11 as a scene, in the middle of its time.
  @Test func a11_dots() throws {
    let image = try SceneText.image(file: "dots.json")
    for (row, way) in [0.5, 0.3154, 0.6846, 0.5, 0.8024].enumerated() {
      let y = 20 + 20 * row
      let blue = (0..<440).filter { image.rgba($0, y) == [0, 102, 204, 255] }
      let middle = Double(try #require(blue.first) + #require(blue.last) + 1) / 2
      #expect(abs(middle - (20 + 400 * way)) <= 0.5)
    }
  }

  /// All kinds of motion in one scene: each frame is its own, in any order.
  @Test func motion() throws {
    let times = (0..<8).map { Double($0) / 4 }
    let forwards = try times.map { try SceneText.image(file: "motion.json", time: $0) }
    let backwards = try times.reversed().map { try SceneText.image(file: "motion.json", time: $0) }
    #expect(forwards == backwards.reversed())
    for (a, b) in zip(forwards, forwards.dropFirst()) { #expect(a != b) }
  }

  @Test(arguments: [
    (#"[{"from":1}]"#, "layers[0].animations[0]", "key is missing"),
    (#"[{"key":"position.x"}]"#, "layers[0].animations[0]", "values are missing"),
    (#"[{"key":"position.z","to":1}]"#, "layers[0].animations[0].key", "no property"),
    (#"[{"key":"fillColor","to":"red"}]"#, "layers[0].animations[0].key", "no property"),
    (#"[{"key":"foregroundColor","to":"red"}]"#, "layers[0].animations[0].key", "type text"),
    (#"[{"key":"position.x","to":[1,2]}]"#, "layers[0].animations[0].to", "a number"),
    (#"[{"key":"position","values":[[1,2],3]}]"#, "layers[0].animations[0].values[1]", "a list"),
    (#"[{"key":"opacity","path":"M0 0"}]"#, "layers[0].animations[0].path", "only points"),
    (#"[{"key":"opacity","to":1,"curve":"ease"}]"#, "layers[0].animations[0].curve", "none of"),
    (#"[{"key":"opacity","to":1,"curve":[2,0,0,1]}]"#, "layers[0].animations[0].curve", "0 to 1"),
    (#"[{"key":"opacity","to":1,"curve":{}}]"#, "layers[0].animations[0].curve", "one of"),
    (
      #"[{"key":"opacity","to":1,"curve":{"steps":0}}]"#, "layers[0].animations[0].curve.steps",
      "a step"
    ),
    (
      #"[{"key":"opacity","to":1,"curve":{"spring":{"mass":0}}}]"#,
      "layers[0].animations[0].curve.spring", "above 0"
    ),
    (#"[{"key":"opacity","to":1,"repeat":"ever"}]"#, "layers[0].animations[0].repeat", "infinite"),
    (#"[{"key":"opacity","to":1,"repeat":-1}]"#, "layers[0].animations[0].repeat", "below"),
    (#"[{"key":"opacity","to":1,"fill":"none"}]"#, "layers[0].animations[0].fill", "none of"),
    (#"[{"key":"blendMode","to":"darker"}]"#, "layers[0].animations[0].to", "name"),
    (#"[7]"#, "layers[0].animations[0]", "an object"),
  ])
  func errors(_ animations: String, _ keyPath: String, _ message: String) throws {
    let json = #"{"size":[9,9],"layers":[{"animations":"# + animations + "}]}"
    do {
      _ = try Scene(json: Array(json.utf8))
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.keyPath == keyPath && error.message.contains(message), "\(error)")
    }
  }

  /// Members without a meaning beside the others are noted.
  @Test(arguments: [
    (#"{"key":"opacity","from":0,"to":1,"by":1}"#, "by", "from and to"),
    (#"{"key":"opacity","values":[0,1],"to":1}"#, "to", "there is values"),
    (#"{"key":"position","path":{"circle":[0,0,9]},"values":[[0,0]]}"#, "values", "there is path"),
    (#"{"key":"position","path":{"circle":[0,0,9]},"from":[0,0]}"#, "from", "there is path"),
    (#"{"key":"opacity","to":1,"keyTimes":[0,1]}"#, "keyTimes", "values and path"),
    (
      #"{"key":"opacity","values":[0,1,0],"keyTimes":[0,1]}"#, "keyTimes",
      "3 times are wanted, not 2"
    ),
    (
      #"{"key":"opacity","values":[0,1],"keyTimes":[0,1],"calculationMode":"paced"}"#, "keyTimes",
      "lengths"
    ),
    (
      #"{"key":"opacity","to":1,"curve":{"spring":{},"jump":"start"}}"#, "curve.jump", "only steps"
    ),
  ])
  func unused(_ animation: String, _ member: String, _ reason: String) throws {
    let json = #"{"size":[9,9],"layers":[{"animations":["# + animation + "]}]}"
    let notes = try Scene(json: Array(json.utf8)).notes
    #expect(notes.count == 1)
    #expect(notes.first?.hasPrefix("layers[0].animations[0].\(member): is not used: ") == true)
    #expect(notes.first?.contains(reason) == true, "\(notes)")
  }

  /// Those with a meaning are not.
  @Test(arguments: [
    #"{"key":"opacity","from":0,"by":1}"#,
    #"{"key":"opacity","values":[0,1,0],"keyTimes":[0,0.1,1]}"#,
    #"{"key":"opacity","values":[0,1],"keyTimes":[0,0.5,1],"calculationMode":"discrete"}"#,
    #"{"key":"position","path":"M0 0L1 0L2 0","keyTimes":[0,0.1,1],"calculationMode":"linear"}"#,
    #"{"key":"opacity","to":1,"curve":{"steps":3,"jump":"start"}}"#,
  ])
  func used(_ animation: String) throws {
    let json = #"{"size":[9,9],"layers":[{"animations":["# + animation + "]}]}"
    #expect(try Scene(json: Array(json.utf8)).notes.isEmpty)
  }

  /// Odd numbers are drawn somehow.
  @Test func oddNumbers() throws {
    for numbers in [
      #""duration":0"#, #""duration":-1"#, #""duration":1e300"#, #""speed":0"#, #""speed":-1"#,
      #""begin":-1e300"#, #""timeOffset":1e300"#, #""repeat":0"#, #""repeat":1e300"#,
      #""autoreverses":true,"fill":"both","duration":0"#,
    ] {
      for values in [#""from":0,"to":1e300"#, #""values":[1,2,3]"#, #""values":[]"#] {
        let animation = #"{"key":"position.x","# + values + "," + numbers + "}"
        for time in [0, 0.1, 1e9, -5] { _ = try shape(animation, at: time) }
      }
    }
    for times in ["[1,0.5,0]", "[-1,1e300,0.5]"] {
      let animation =
        #"{"key":"position.x","values":[1,2,3],"duration":1,"keyTimes":"# + times + "}"
      for time in [0, 0.1, 1e9, -5] { _ = try shape(animation, at: time) }
    }
  }
}
