// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if HTML
  import AsyncTextLayer
  import Testing

  @testable import LayerCompositing
  @testable import LayerScenes

  /// Pictures of SVG in scenes.
  struct SVGSceneTests {
    /// The left half is red, the right half clear.
    private static let svg =
      "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'>"
      + "<path d='M0 0h4v8h-4z' fill='red'/></svg>"
    private static let red: UInt32 = 0xFF00_00FF

    private static func image(_ layer: String, scale: Double = 3) throws -> Bitmap {
      let scene = try SceneText.read(
        #"{"size":[40,40],"layers":["# + layer + "]}", SceneOptions(scale: scale))
      #expect(scene.notes.isEmpty)
      return try TreeRenderer().renderNow(scene.tree).image
    }

    /// Shapes are drawn at the scale of the frame: the edge between the halves has no other colours.
    @Test func contentsAreSharp() throws {
      let image = try Self.image(#"{"frame":[0,0,40,40],"contents":{"image":"\#(Self.svg)"}}"#)
      #expect(image.width == 120)
      for y in [0, 60, 119] {
        #expect(image.pixel(x: 59, y: y) == Self.red && image.pixel(x: 60, y: y) == 0)
      }
    }

    @Test(arguments: [
      ("topLeft", 0, 4, 7), ("bottomRight", 32, 36, 39), ("center", 16, 20, 20),
      ("resizeAspect", 0, 20, 39),
    ])
    func gravityPlacesThem(_ gravity: String, _ start: Int, _ end: Int, _ row: Int) throws {
      // The gravity stands before the contents as well as behind them.
      for members in [
        #""contentsGravity":"\#(gravity)","contents":{"image":"\#(Self.svg)"}"#,
        #""contents":{"image":"\#(Self.svg)"},"contentsGravity":"\#(gravity)""#,
      ] {
        let image = try Self.image(#"{"frame":[0,0,40,40],\#(members)}"#, scale: 1)
        let red = (0..<40).filter { image.pixel(x: $0, y: row) == Self.red }
        #expect(red == Array(start..<end), "\(gravity)")
      }
    }

    @Test func decorationsAndBoxesHaveThem() throws {
      // Tiles of the size of the picture.
      let tiled = try Self.image(
        #"{"frame":[0,0,40,40],"backgrounds":[{"image":"\#(Self.svg)"}]}"#, scale: 1)
      let red = (0..<40).filter { tiled.pixel(x: $0, y: 20) == Self.red }
      #expect(red == (0..<40).filter { $0 % 8 < 4 })
      // A box without a size has that of the picture.
      let scene = try SceneText.read(
        #"""
        {"size":[40,40],"layers":[{"frame":[0,0,40,40],"layout":{"display":"flex","alignItems":"start"},
        "sublayers":[{"contents":{"image":"\#(Self.svg)"}}]}]}
        """#)
      #expect(SceneText.frames(of: scene).last == [0, 0, 8, 8])
    }

    @Test func whatIsNotShownIsNoted() throws {
      let svg = "data:,<svg xmlns='http://www.w3.org/2000/svg'><filter/></svg>"
      let scene = try SceneText.read(
        #"{"size":[9,9],"layers":[{"contents":{"image":"\#(svg)"}}]}"#)
      #expect(scene.notes == ["data::1:41: The element 'filter' of SVG is not shown."])
    }
  }
#endif
