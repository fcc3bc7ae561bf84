// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing

@testable import CanvasGeometry
@testable import LayerCompositing

/// The tables of the article "What is not shown": what a row says of a frame is provoked by a small
/// tree, and the other rows have the tests that are named here.
struct WhatIsNotShownTests {
  // MARK: The article

  /// A row of a table.
  private struct Row {
    let condition: String
    let said: String

    /// The codes of the frame's notes, but not that of the note which counts others.
    var codes: [String] {
      said.split(separator: "``").filter { $0.hasPrefix("FrameNote/Code/") }
        .map { String($0.dropFirst("FrameNote/Code/".count)) }
    }
  }

  /// The rows of a table.
  private func rows(of section: String) throws -> [Row] {
    let lines = try NamedTests.article("WhatIsNotShown", of: "LayerCompositing")
      .split(separator: "\n")
    let start = try #require(lines.firstIndex(of: "## \(section)"))
    let rows = lines[(start + 1)...].prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("| ") }
    // The first row has the titles, and the one below it begins with `|--`.
    return try rows.dropFirst().map { row in
      let cells = row.split(separator: "|").map { $0.drop { $0 == " " } }
      try #require(cells.count == 3, "\(row)")
      return Row(condition: String(cells[0]), said: String(cells[2]))
    }
  }

  /// Pairs rows with what belongs to them; each begins with the start of one row's condition.
  private func paired<Value>(
    _ rows: [Row], _ given: [(start: String, value: Value)]
  ) throws -> [(row: Row, value: Value)] {
    for row in rows {
      let count = given.filter { row.condition.hasPrefix($0.start) }.count
      #expect(count == 1, "\(count) tests of the row \(row.condition)")
    }
    return try given.map { start, value in
      (try #require(rows.first { $0.condition.hasPrefix(start) }, "no row \(start)"), value)
    }
  }

  // MARK: Layers in a frame

  private let square = Rect(x: 10, y: 10, width: 20, height: 20)

  private func picture() throws -> NodeContents {
    let size = Size(width: 4, height: 4)
    return .image(ImageContents(try GraphicsContext(size: size, background: .blue).makeBitmap()))
  }

  /// A red square.
  private func red(
    _ frame: Rect? = nil, sublayers: [RenderNode] = [],
    _ change: (inout LayerProperties) -> Void = { _ in }
  ) -> RenderNode { RenderNode(frame ?? square, .red, sublayers: sublayers, change) }

  /// Layers of each row, which have no note but that of the row; every condition that it lists.
  private func layers() throws -> [(start: String, value: [RenderNode])] {
    let none = Rect(x: 10, y: 10, width: 0, height: 20)
    let behind = RenderNode(
      Rect(width: 100, height: 100), sublayers: [red { $0.zPosition = 600 }]
    ) { $0.sublayerTransform.m34 = -1.0 / 500 }
    let copies = RenderNode(square, sublayers: [red(Rect(width: 9, height: 9))]) {
      $0.replicator.instanceCount = 5
      $0.replicator.instanceTransform = .scale(x: 1e200, y: 1e200, z: 1e200)
    }
    func gradient(_ change: (inout GradientProperties) -> Void = { _ in }) -> GradientProperties {
      var gradient = GradientProperties()
      gradient.colors = [.red, .blue]
      change(&gradient)
      return gradient
    }
    func space(
      _ contents: NodeContents = .none, _ change: (inout LayerProperties) -> Void
    ) -> RenderNode {
      RenderNode(square, contents: contents, sublayers: [red(Rect(width: 9, height: 9))], change)
    }
    var deep = red()
    for _ in 0..<LayerLimits.depth { deep = RenderNode(square, sublayers: [deep]) }
    let blue = try GraphicsContext(size: Size(width: 1, height: 1), background: .blue).makeBitmap()
    let unseen = EmitterCell { ($0.birthRate, $0.lifetime) = (10, 5) }
    let crowd = EmitterCell {
      ($0.birthRate, $0.lifetime) = (2 * Double(LayerLimits.particles), 5)
      $0.contents = blue
    }
    var tiles = TileContents(TileGrid(bounds: square, tileSize: PixelSize(width: 8, height: 8)))
    tiles.lacksSource = true
    return [
      ("The map of the layer has no inverse", [red { $0.transform = .scale(x: 1, y: 0) }]),
      (
        "A number of the size, the place or the transform",
        [
          red { $0.bounds.size.width = .infinity }, red { $0.position.x = .nan },
          red { $0.transform = .scale(x: .nan, y: 1) },
        ]
      ),
      ("The transform of a replicator's next copy", [copies]),
      ("The origin of the layer's space", [red { $0.bounds.origin.x = 2e9 }]),
      ("All of the bounds lie behind the eye", [behind]),
      (
        "Bounds without extent of a layer with a background",
        [
          red(none), RenderNode(none) { $0.borderWidth = 2 },
          RenderNode(none) { $0.gradient = gradient() }, RenderNode(none, contents: try picture()),
        ]
      ),
      (
        "Bounds without extent of a layer with `masksToBounds`",
        [RenderNode(none, sublayers: [red()]) { $0.masksToBounds = true }]
      ),
      (
        "`contentsRect` or `contentsScale`",
        [
          RenderNode(square, contents: try picture()) { $0.contentsRect = .zero },
          RenderNode(square, contents: try picture()) {
            $0.contentsGravity = .center
            $0.contentsScale = .infinity
          },
        ]
      ),
      (
        "A mask without any content",
        [RenderNode(square, .red, mask: RenderNode(Rect(width: 20, height: 20)))]
      ),
      (
        "Another number of a gradient's places",
        [
          RenderNode(square) { $0.gradient = gradient { $0.locations = [0, 0.5, 1] } },
          RenderNode(square) {
            $0.gradient = gradient {
              $0.type = .conic
              $0.endPoint = $0.startPoint
            }
          },
        ]
      ),
      (
        "Contents of a gradient layer",
        [RenderNode(square, contents: try picture()) { $0.gradient = gradient() }]
      ),
      (
        "Background, border, contents of a transform layer",
        [
          space {
            $0.kind = .transform
            $0.backgroundColor = .red
          },
          space {
            $0.kind = .transform
            $0.borderWidth = 1
          },
          space(try picture()) { $0.kind = .transform },
          space {
            $0.replicator.preservesDepth = true
            $0.backgroundColor = .red
          },
        ]
      ),
      ("A layer below level", [deep]),
      ("A cell with births, without contents", [ParticleSystem(ParticleEmitter([unseen])).node()]),
      ("More births than", [ParticleSystem(ParticleEmitter([crowd])).node()]),
      (
        "The bitmaps of layers with `shouldRasterize`",
        [
          // 2,000 × 2,000 pixels; the limit is 4 · 100 · 100 + 2^20 = 1,088,576.
          red(Rect(width: 100, height: 100)) {
            $0.shouldRasterize = true
            $0.rasterizationScale = 20
          }
        ]
      ),
      ("A `TiledLayer` of which nothing draws", [RenderNode(square, contents: .vector(tiles))]),
    ]
  }

  @Test("Each note of the table is provoked by a layer")
  func notes() throws {
    let rows = try rows(of: "Layers in a frame").filter { !$0.codes.isEmpty }
    #expect(rows.count == 17)
    var provoked: Set<String> = []
    for (row, nodes) in try paired(rows, layers()) {
      for (index, node) in nodes.enumerated() {
        var tree = RenderTree(100, 100, [node])
        tree.time = 1
        let found = try Compositor.frame(of: tree).notes
        // Of copies the layer inside may have the same.
        #expect(
          Set(found.map(\.code.description)) == Set(row.codes),
          "\(row.condition), layer \(index): \(found)")
        provoked.formUnion(found.map(\.code.description))
      }
    }
    // And the note that counts others, of which the article speaks below the table.
    let flat = try layers()[0].value[0]
    let many = (0..<33).map { _ in RenderNode(properties: flat.properties) }
    let notes = try Compositor.frame(of: RenderTree(100, 100, many)).notes
    #expect(notes.count == 33 && notes.last?.code == .more)
    #expect(notes.last?.description == "1 more layers are not shown as a whole")
    #expect(provoked.count == 15)
  }

  @Test("Where there is no frame there is an error")
  func errors() throws {
    let last = try #require(try rows(of: "Layers in a frame").last)
    #expect(last.condition.hasPrefix("More than `LayerLimits.instances` layers in copies;"))
    let copies = RenderNode(square, sublayers: [red()]) {
      $0.replicator.instanceCount = LayerLimits.instances + 2
    }
    #expect {
      try Compositor.frame(of: RenderTree(100, 100, [copies]))
    } throws: {
      ($0 as? GraphicsError)?.code == .tooLarge
    }
    let throwing = RenderNode(square, contents: .vector(ThrowingContents()))
    #expect(throws: ThrowingContents.Failure.self) {
      try Compositor.frame(of: RenderTree(100, 100, [throwing]))
    }
  }

  // MARK: The other tables

  @Test("Contents of layers, and scenes and documents, have tests")
  func otherTables() throws {
    let tests = try NamedTests()
    let given: [(section: String, tests: [(start: String, value: [String])])] = [
      (
        "Contents of layers",
        [
          ("An `AsyncLayer` of less than a pixel", ["DisplayOutcomeTests.committed"]),
          (
            "An `AsyncLayer` of a size that is negative",
            [
              "DisplayOutcomeTests.badSizeLater", "DisplayOutcomeTests.badFontSize",
              "DisplayOutcomeTests.deadline",
            ]
          ),
          ("A `Layer` with a drawing", ["LayerDrawingTests.failures"]),
          ("A `Layer` of a size that is too large", ["LayerDrawingTests.failures"]),
          ("A `GLLayer`", ["GLLayerTests.errorsLeaveTheOldContents"]),
          (
            "A tile that cannot be fetched",
            ["TiledLayerTests.failures", "TiledSceneTests.missingAndDamagedTilesAreNoted"]
          ),
          (
            "A text whose first line",
            ["LowContainerTests.theFirstLineIsSetAndCutOff", "NotShownNoteTests.aTextInALowBox"]
          ),
          ("Text that does not fit", ["TruncatorTests.theLastLineTakesAnEllipsis"]),
          (
            "A character that no font has",
            [
              "SceneReaderTests.charactersThatNoFontHasAreNoted",
              "LayoutCommandTests.missingCharactersAreANote",
            ]
          ),
          (
            "A picture in a text",
            [
              "LabelImageTests.aFailedPictureKeepsItsPlaceAndIsTold", "LabelImageTests.data",
              "DocumentElementTests.picturesThatCannotBeShown",
            ]
          ),
          ("A frame of a film that is damaged", ["PlayerSceneTests.s226_damagedFramesAreNoted"]),
        ]
      ),
      (
        "Scenes and documents",
        [
          (
            "A picture, a film or a font",
            [
              "SceneErrorTests.missingPicturesAreNamed", "PlayerSceneTests.s226_whatCannotBeRead",
              "SceneErrorTests.missingFontsAreNamed",
            ]
          ),
          ("A picture of a document", ["DocumentElementTests.picturesThatCannotBeShown"]),
          ("A layer of OpenGL", ["GLSceneTests.aLayerOfLessThanAPixelIsNoted"]),
          ("Path data that goes wrong", ["SceneReaderTests.pathDataThatGoesWrongIsNoted"]),
          (
            "Layers that lie too deep",
            [
              "SceneErrorTests.layersBeyondTheLimitAreLeftOutAndNoted", "SceneEmitterTests.limits",
            ]
          ),
          (
            "A type of layer whose package trait",
            ["SceneErrorTests.typesOfMissingTraitsAreRefused"]
          ),
        ]
      ),
    ]
    for (section, cases) in given {
      for (_, names) in try paired(rows(of: section), cases) {
        for name in names { try tests.expect(name) }
      }
    }
  }
}

/// Contents that cannot be drawn.
private struct ThrowingContents: VectorContents {
  struct Failure: Error {}

  func extent(in layerBounds: Rect) -> Rect { layerBounds }

  func draw(in context: inout GraphicsContext, layerBounds: Rect) throws { throw Failure() }

  func isEqual(to other: any VectorContents) -> Bool { other is ThrowingContents }
}
