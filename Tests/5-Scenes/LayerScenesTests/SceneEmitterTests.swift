// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Testing
import TextTestSupport

@testable import LayerCompositing
@testable import LayerScenes
@testable import StyledDocuments

/// Emitters of scenes.
struct SceneEmitterTests {
  private func system(_ members: String) throws -> ParticleSystem {
    let node = try SceneText.layer(#"{"type":"emitter""# + members + "}")
    guard case .vector(let contents) = node.contents else { throw Missing() }
    return try #require(contents as? ParticleContents).system
  }

  private struct Missing: Error {}

  /// Every key reaches its property.
  @Test func everyKey() throws {
    let numbers = CellMember.allCases.filter { EmitterCell.number(named: $0.rawValue) != nil }
    #expect(numbers.count == EmitterCell.numbers.count)
    for (index, name) in numbers.enumerated() {
      let value = Double(index + 2)
      let cell = try system(#","cells":[{""# + name.rawValue + "\":\(value)}]").emitter.cells[0]
      let path = try #require(EmitterCell.number(named: name.rawValue))
      #expect(cell[keyPath: path] == value && cell != EmitterCell())
    }
    let cell = try system(
      #"""
      ,"cells":[{"name":"a","enabled":false,"contents":{"image":"ring.png"},
       "contentsRect":[0,0,0.5,0.5],"magnificationFilter":"nearest","minificationFilter":"nearest",
       "lifetime":"infinite","color":"#ff0000","emitterCells":[{"birthRate":4}]}]
      """#
    ).emitter.cells[0]
    #expect(cell.name == "a" && !cell.isEnabled && cell.contents?.width == 100)
    #expect(cell.contentsRect.width == 0.5 && cell.magnificationFilter == .nearest)
    #expect(cell.minificationFilter == .nearest && cell.lifetime == .infinity)
    #expect(cell.color == .red && cell.emitterCells[0].birthRate == 4)
    let all = try system(
      #"""
      ,"seed":9,"time":5,"ranges":"width","birthRate":2,"lifetime":3,"velocity":4,"scale":5,
      "spin":6,"emitterPosition":[7,8],"emitterZPosition":9,"emitterSize":[10,11],
      "emitterDepth":12,"emitterShape":"sphere","emitterMode":"points","renderMode":"additive",
      "emitsOutward":true,"cells":[{}],
      "changes":[{"at":3,"velocity":1},{"at":1,"birthRate":0},{"at":2,"emitterPosition":[1,2]}]
      """#)
    let emitter = all.emitter
    #expect(all.seed == 9 && all.beginTime == -5 && all.rangeMeaning == .width)
    #expect(emitter.birthRate == 2 && emitter.lifetime == 3 && emitter.velocity == 4)
    #expect(emitter.scale == 5 && emitter.spin == 6 && emitter.position == Point(x: 7, y: 8))
    #expect(emitter.zPosition == 9 && emitter.size == Size(width: 10, height: 11))
    #expect(emitter.depth == 12 && emitter.shape == .sphere && emitter.mode == .points)
    #expect(emitter.renderMode == .additive && emitter.emitsOutward && emitter.cells.count == 1)
    #expect(all.changes.map(\.time) == [1, 2, 3])
    #expect(all.changes[1].emitter.birthRate == 0 && all.changes[1].emitter.velocity == 4)
    #expect(all.changes[2].emitter.position.y == 2 && all.changes[2].emitter.velocity == 1)
  }

  /// Errors name the path of the key and the byte of its value.
  @Test(arguments: [
    (#""seed":-1"#, "layers[0].seed"), (#""seed":1.5"#, "layers[0].seed"),
    (#""emitterShape":"ring""#, "layers[0].emitterShape"),
    (#""emitterSize":[1]"#, "layers[0].emitterSize"), (#""birthRate":"x""#, "layers[0].birthRate"),
    (#""cells":{}"#, "layers[0].cells"), (#""cells":[{"spin":true}]"#, "layers[0].cells[0].spin"),
    (#""cells":[{"lifetime":"long"}]"#, "layers[0].cells[0].lifetime"),
    (#""cells":[{"emitterCells":[{"color":7}]}]"#, "layers[0].cells[0].emitterCells[0].color"),
    (#""changes":[{"birthRate":0}]"#, "layers[0].changes[0]"),
    (#""changes":[{"at":1,"emitterMode":3}]"#, "layers[0].changes[0].emitterMode"),
    (#""cells":[{"contents":{"image":"none.png"}}]"#, "layers[0].cells[0].contents.image"),
  ])
  func errors(_ member: String, _ path: String) throws {
    let json = #"{"size":[9,9],"layers":[{"type":"emitter","# + member + "}]}"
    let error = try #require(throws: DocumentError.self) { try SceneText.read(json) }
    #expect(error.keyPath == path, "\(error)")
    #expect(error.offset ?? 0 > 38)
  }

  /// Unknown keys are noted, also in cells and changes; keys of emitters mean nothing elsewhere.
  @Test func unknownKeys() throws {
    let json =
      #"{"size":[9,9],"layers":[{"type":"emitter","cells":[{"birthrate":1}],"#
      + #""changes":[{"at":1,"sped":2}]},{"birthRate":3}]}"#
    let note = try #require(try SceneText.read(json).notes.first)
    #expect(note.contains("layers[0].cells[0].birthrate (did you mean birthRate?)"))
    #expect(note.contains("layers[0].changes[0].sped"))
    #expect(
      note.contains("layers[1].birthRate (did you mean birthRate with \"type\":\"emitter\"?)"))
    #expect(throws: DocumentError.self) {
      try SceneText.read(json, SceneOptions(isStrict: true))
    }
  }

  /// Too many cells and changes.
  @Test func limits() throws {
    func layer(_ member: String) -> String {
      #"{"size":[9,9],"layers":[{"type":"emitter","# + member + "}]}"
    }
    let cells = [String](repeating: #"{"birthRate":1}"#, count: 100_000).joined(separator: ",")
    let wide = try SceneText.read(layer("\"cells\":[" + cells + "]"))
    #expect(wide.notes.first?.contains("cells beyond the first 1000 are left out") == true)
    var deep = "{}"
    for _ in 0..<40 { deep = "{\"emitterCells\":[" + deep + "]}" }
    let nested = try SceneText.read(layer("\"cells\":[" + deep + "]"))
    #expect(nested.notes.first?.contains("deeper than 8 levels") == true)
    let changes = [String](repeating: #"{"at":1}"#, count: 5_000).joined(separator: ",")
    let error = try #require(throws: DocumentError.self) {
      try SceneText.read(layer("\"changes\":[" + changes + "]"))
    }
    #expect(error.code == .tooLarge && error.keyPath == "layers[0].changes")
  }

  /// S-214, A13: the article's hearts at 1, 3, 5 and 10 seconds.
  @Test func a13_s214_hearts() throws {
    let images = try [1.0, 3, 5, 10].map { try SceneText.image(file: "hearts.json", time: $0) }
    let again = try [1.0, 3, 5, 10].map { try SceneText.image(file: "hearts.json", time: $0) }
    #expect(images == again)
    for (image, lowest) in zip(images, [340, 479, 479, 479]) {
      let rows = (0..<480).filter { y in
        (0..<320).contains { image.rgba($0, y) != [255, 255, 255, 255] }
      }
      // From the line downwards, as far as the oldest have fallen.
      #expect((210...240).contains(try #require(rows.first)))
      #expect(abs(try #require(rows.last) - lowest) < 25, "\(rows.last ?? 0)")
    }
  }

  /// A13: six shapes by four modes.
  @Test func a13_shapesAndModes() throws {
    let image = try SceneText.image(file: "emitter-shapes.json")
    func ink(_ column: Int, _ row: Int) -> Int {
      var count = 0
      for y in 0..<88 {
        for x in 0..<88 where image.rgba(column * 90 + x, row * 90 + y)[0] > 90 { count += 1 }
      }
      return count
    }
    let sheet = (0..<4).map { row in (0..<6).map { ink($0, row) } }
    // Points: one, two, four, four (of eight behind each other), four, five (of six).
    let dot = sheet[0][0]
    #expect((4...40).contains(dot))
    for (column, dots) in [1, 2, 4, 4, 4, 5].enumerated() {
      #expect(abs(sheet[0][column] - dots * dot) <= dots * 8, "\(sheet[0])")
    }
    // A point is one everywhere, a line is filled by all but its ends.
    #expect(sheet.allSatisfy { $0[0] == dot } && sheet[1][1] == sheet[3][1])
    for column in 2..<6 {
      #expect(sheet[1][column] > 6 * dot && sheet[2][column] > sheet[1][column])
    }
  }

  /// Snow and fire (S-216): the fire goes out when its rate becomes 0.
  @Test func s216_snowAndFire() throws {
    func lights(_ name: String, _ time: Double) throws -> Int {
      let image = try SceneText.image(file: name, time: time)
      let dark = image.rgba(0, 0)
      var count = 0
      for y in 0..<image.height {
        for x in 0..<image.width where image.rgba(x, y) != dark { count += 1 }
      }
      return count
    }
    #expect(try lights("snow.json", 0) > 15_000)
    #expect(try lights("fire.json", 2) > 8_000)
    #expect(try lights("fire.json", 5.5) < 300)
  }

  /// The example of the guide: a heart that rises, 5 seconds old at the beginning.
  @Test func age() throws {
    let young = try system(#","cells":[{"birthRate":1,"lifetime":100}]"#)
    let old = try system(#","time":5,"cells":[{"birthRate":1,"lifetime":100}]"#)
    #expect(ParticleContents(young).particles(at: 0.5).particles.count == 1)
    #expect(ParticleContents(old).particles(at: 0.5).particles.count == 6)
  }

  /// Animations of emitters: 10 births a second by a factor t / 2, hence 2.5 t²; an angle is in
  /// radians, as all of emitters.
  @Test func animations() throws {
    let node = try SceneText.layer(
      #"""
      {"type":"emitter","cells":[{"name":"rotation","birthRate":10,"lifetime":"infinite"}],
       "animations":[{"key":"birthRate","from":0,"to":2,"duration":4,"curve":"linear"},
       {"key":"emitterPosition","to":[8,9],"duration":4,"curve":"linear"},
       {"key":"emitterCells.rotation.spin","from":1,"to":1,"duration":4}]}
      """#)
    guard case .vector(let vector) = node.contents else { throw Missing() }
    let contents = try #require(vector as? ParticleContents)
    #expect(contents.particles(at: 3.1).particles.count == 25)
    let emitter = contents.emitter(at: 2)
    #expect(emitter.position == Point(x: 4, y: 4.5) && emitter.cells[0].spin == 1)
    for (key, value) in [
      ("emitterCells.none.spin", "1"), ("emitterCells.rotation.duration", "1"),
      ("birthRate", #""fast""#),
    ] {
      #expect(throws: DocumentError.self) {
        try SceneText.layer(
          #"{"type":"emitter","cells":[{"name":"rotation"}],"animations":[{"key":""# + key
            + "\",\"to\":" + value + "}]}")
      }
    }
    #expect(throws: DocumentError.self) {
      try SceneText.layer(#"{"animations":[{"key":"birthRate","to":1}]}"#)
    }
  }
}
