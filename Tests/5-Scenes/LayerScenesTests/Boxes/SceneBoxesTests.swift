// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import FoundationEssentials
import Testing
import TextTestSupport

@testable import LayerCompositing
@testable import LayerScenes
@testable import StyledDocuments

/// Scenes whose layers are laid out by what they hold. Expected frames are computed by hand.
struct SceneBoxesTests {
  /// A font of squares: at size 10 each letter is 10 × 10, 8 above the baseline.
  private static let squares = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Conformance/files/boxes.ttf").standardizedFileURL.path

  /// A text of squares, of size 10.
  private static func text(_ string: String, more: String = "", layer: String = "") -> String {
    #"{"type":"text","document":{"text":"\#(string)","fonts":[{"file":"\#(squares)"}],"#
      + #""systemFonts":false\#(more),"style":{"size":10}}\#(layer)}"#
  }

  private func scene(_ layers: String, size: String = "[100,100]", more: String = "") throws
    -> Scene
  {
    let scene = try SceneText.read(#"{"size":\#(size)\#(more),"layers":[\#(layers)]}"#)
    #expect(scene.notes.isEmpty)
    return scene
  }

  private func layout(of node: RenderNode) throws -> TextLayout {
    guard case .vector(let vector) = node.contents else { throw SkippedText() }
    return try #require(vector as? TextContents).layout
  }

  private struct SkippedText: Error {}

  @Test func aCardWithoutCoordinates() throws {
    let scene = try scene(
      #"{"layout":{"flexDirection":"column","gap":4,"padding":[5,10]},"sublayers":["#
        + Self.text("HH HH HHHHH HH") + ","
        + #"{"layout":{"gap":6,"alignItems":"center"},"sublayers":["#
        + #"{"layout":{"width":20,"height":20}},"#
        + Self.text("HHH", layer: #","layout":{"flex":1}"#)
        + "]}]}")
    // 80 points hold HH HH and HHHHH HH.
    #expect(
      SceneText.frames(of: scene) == [
        [0, 0, 100, 100], [10, 5, 80, 20], [10, 29, 80, 20], [0, 0, 20, 20], [26, 5, 54, 10],
      ])
  }

  @Test func aTextIsDrawnInTheRoomThatPaddingLeaves() throws {
    let scene = try scene(
      #"{"layout":{"alignItems":"start"},"sublayers":["#
        + Self.text("HH HH", layer: #","layout":{"width":40,"padding":[1,2,3,4]}"#) + "]}")
    // 34 points hold one word a line.
    #expect(SceneText.frames(of: scene)[1] == [0, 0, 40, 24])
    let image = try TreeRenderer().renderNow(scene.tree).image
    var box: (left: Int, top: Int, right: Int, bottom: Int) = (99, 99, 0, 0)
    for y in 0..<image.height {
      for x in 0..<image.width where image.pixel(x: x, y: y) >> 24 != 0 {
        box = (min(box.left, x), min(box.top, y), max(box.right, x), max(box.bottom, y))
      }
    }
    #expect(box == (4, 1, 23, 20))
  }

  @Test func aSideThatIsNullIsThatOfTheLayers() throws {
    let column = #"{"layout":{"flexDirection":"column"},"sublayers":["#
    let high = try scene(
      column + Self.text("HH HH") + "]},"
        + #"{"layout":{},"backgroundColor":"red"}"#, size: "[30,null]")
    #expect(high.tree.size == Size(width: 30, height: 20))
    // Another container fills the picture, too.
    #expect(SceneText.frames(of: high) == [[0, 0, 30, 20], [0, 0, 30, 20], [0, 0, 30, 20]])
    let wide = try scene(column + Self.text("HH HH") + "]}", size: "[null,null]")
    #expect(wide.tree.size == Size(width: 50, height: 10))
    // Rounded up to whole pixels, which the container fills.
    let odd = try scene(
      #"{"layout":{},"sublayers":[{"layout":{"height":10.3}}]}"#, size: "[30,null]",
      more: #","scale":2"#)
    #expect(odd.tree.size == Size(width: 30, height: 10.5))
    #expect(SceneText.frames(of: odd)[0] == [0, 0, 30, 10.5])
    #expect(throws: DocumentError.self) { try scene("", size: "[30,null]") }
    let kept = try scene(#"{"frame":[5,5,20,30]}"#, size: "[null,null]")
    #expect(kept.tree.size == Size(width: 25, height: 35))
  }

  @Test func layersThatHaveAFrameKeepIt() throws {
    let scene = try scene(
      #"{"layout":{"direction":"rtl","padding":5},"sublayers":[{"frame":[70,5,20,30]},"#
        + #"{"layout":{"width":10,"height":10}},"#
        + #"{"frame":[1,2,30,40],"layout":{},"sublayers":[{"layout":{"width":7}}]}]}"#)
    // The container in the kept frame is right to left, too.
    #expect(
      SceneText.frames(of: scene) == [
        [0, 0, 100, 100], [70, 5, 20, 30], [85, 5, 10, 10], [1, 2, 30, 40], [23, 0, 7, 40],
      ])
    // Bounds without a position are a size.
    let sized = try self.scene(
      #"{"layout":{"alignItems":"center"},"sublayers":[{"bounds":[20,30]},{"bounds":[9,9]}]}"#)
    #expect(SceneText.frames(of: sized).dropFirst() == [[0, 35, 20, 30], [20, 45.5, 9, 9]])
  }

  @Test func theOutermostContainer() throws {
    let own = try scene(
      #"{"layout":{"width":40,"height":"50%","margin":"auto"},"sublayers":[{"layout":{"flex":1}}]}"#
    )
    #expect(SceneText.frames(of: own) == [[30, 25, 40, 50], [0, 0, 40, 50]])
    let framed = try scene(
      #"{"frame":[10,20,50,30],"layout":{},"sublayers":[{"layout":{"flexGrow":1}}]}"#)
    #expect(SceneText.frames(of: framed) == [[10, 20, 50, 30], [0, 0, 50, 30]])
    // One within a layer that is no container has the scene's size.
    let inner = try scene(#"{"sublayers":[{"layout":{}}]}"#)
    #expect(SceneText.frames(of: inner) == [[0, 0, 0, 0], [0, 0, 100, 100]])
  }

  @Test func displayNoneTakesNoRoomAndIsNotDrawn() throws {
    let scene = try scene(
      #"{"layout":{"gap":10},"sublayers":[{"layout":{"width":10}},"#
        + #"{"layout":{"display":"none"},"backgroundColor":"red","sublayers":["#
        + #"{"frame":[0,0,50,50],"backgroundColor":"red"},{"layout":{"width":9,"height":9}}]},"#
        + #"{"layout":{"width":10}}]}"#)
    let zero = [0.0, 0, 0, 0]
    #expect(
      SceneText.frames(of: scene) == [
        [0, 0, 100, 100], [0, 0, 10, 100], zero, zero, zero, [20, 0, 10, 100],
      ])
    let image = try TreeRenderer().renderNow(scene.tree).image
    #expect((0..<100).allSatisfy { image.pixel(x: $0, y: 20) == 0 })
  }

  @Test func picturesHaveTheirSizeAndKeepTheirRatio() throws {
    let file = SceneText.folder + "/boxes-40x20.png"
    try #require(try Bitmap(pngFile: file).pixelSize == PixelSize(width: 40, height: 20))
    func picture(_ more: String) -> String {
      #"{"contents":{"image":"boxes-40x20.png"}\#(more)}"#
    }
    let scene = try scene(
      #"{"layout":{"alignItems":"start"},"sublayers":["# + picture("") + ","
        + picture(#","contentsScale":2"#) + ","
        + picture(#","layout":{"width":30},"contentsGravity":"resizeAspect""#) + ","
        + picture(#","layout":{"width":30,"flexShrink":0,"padding":9}"#) + "]}")
    #expect(
      SceneText.frames(of: scene).dropFirst() == [
        [0, 0, 40, 20], [40, 0, 20, 10], [60, 0, 30, 15], [90, 0, 30, 15],
      ])
  }

  @Test func textThatDoesNotFitIsTruncatedInItsBox() throws {
    let long = "HH HH HH HH"
    let low = try scene(
      #"{"layout":{"alignItems":"start"},"sublayers":["#
        + Self.text(long, layer: #","layout":{"width":20,"height":25}"#) + "]}")
    let layout = try layout(of: low.tree.root.sublayers[0].sublayers[0])
    #expect(layout.lines.count == 2 && layout.isTruncated)
    #expect(layout.container.truncation == .end)
    let lines = try scene(
      #"{"layout":{"alignItems":"start"},"sublayers":["#
        + Self.text(long, more: #","maxLines":3"#, layer: #","layout":{"width":20}"#) + "]}")
    #expect(SceneText.frames(of: lines)[1] == [0, 0, 20, 30])
    let small = try scene(
      #"{"layout":{"alignItems":"start"},"sublayers":["#
        + Self.text(
          long, more: #","maxLines":1,"minimumScale":0.25"#, layer: #","layout":{"width":55}"#)
        + "]}")
    let scaled = try self.layout(of: small.tree.root.sublayers[0].sublayers[0])
    #expect(scaled.scale == 0.5 && !scaled.isTruncated)
  }

  @Test func rightToLeft() throws {
    let scene = try scene(
      #"{"layout":{"direction":"rtl","gap":5,"alignItems":"start"},"sublayers":["#
        + Self.text("HH") + "," + Self.text("H") + "]}")
    #expect(SceneText.frames(of: scene).dropFirst() == [[80, 0, 20, 10], [65, 0, 10, 10]])
    let arabic = try self.scene(
      #"{"layout":{},"sublayers":[{"type":"text","string":"مرحبا","layout":{"width":90}}]}"#)
    let line = try #require(try layout(of: arabic.tree.root.sublayers[0].sublayers[0]).lines.first)
    #expect(abs(line.frame.maxX - 90) < 1e-6 && line.frame.minX > 10)
  }

  @Test func edgesAreMovedToWholePixels() throws {
    let boxes =
      #"{"layout":{"padding":0.3},"sublayers":[{"layout":{"flex":1}},{"layout":{"flex":1},"#
      + #""sublayers":[{"layout":{"width":1.4}}]},{"layout":{"flex":1}}]}"#
    let exact = try scene(boxes)
    #expect(abs(SceneText.frames(of: exact)[2][0] - (0.3 + 99.4 / 3)) < 1e-9)
    let rounded = try scene(boxes, more: #","round":true"#)
    // Edges at 0.3, 33.43, 66.57 and 99.7; the inner one at 33.43 and 34.83.
    #expect(
      SceneText.frames(of: rounded) == [
        [0, 0, 100, 100], [0, 0, 33, 100], [33, 0, 34, 100], [0, 0, 2, 100], [67, 0, 33, 100],
      ])
    let fine = try scene(boxes, more: #","round":true,"scale":2"#)
    #expect(SceneText.frames(of: fine)[1] == [0.5, 0.5, 33, 99])
  }

  @Test func namesAndNotesOfLayersStay() throws {
    let scene = try SceneText.read(
      #"{"size":[100,100],"layers":[{"layout":{"colour":1},"sublayers":["#
        + Self.text("H\u{E000}", layer: #","name":"a""#) + #"]}],"zoom":2}"#)
    #expect(scene.tree.root.sublayers[0].sublayers[0].name == "a")
    #expect(scene.notes.contains { $0.contains("layers[0].layout.colour") })
    #expect(scene.notes.contains { $0.contains("layers[0].sublayers[0]: no font has U+E000") })
    #expect(scene.missing == ["\u{E000}"])
  }

  /// A mask is read, and laid out, before the container around it.
  @Test func notesOfTextsStayBesideLayersThatAreReadBefore() throws {
    let scene = try SceneText.read(
      #"{"size":[60,20],"layers":[{"layout":{},"sublayers":["# + Self.text("H\u{E000}")
        + #",{"mask":{"frame":[0,0,5,5]}}]}]}"#)
    #expect(scene.missing == ["\u{E000}"] && scene.notes.count == 1)
  }

  @Test func aPictureEndsBehindAContainerThatHasAPosition() throws {
    let scene = try scene(
      #"{"position":[30,40],"anchorPoint":[0,0],"layout":{},"sublayers":["#
        + #"{"layout":{"width":20,"height":10}}]}"#, size: "[null,null]")
    #expect(scene.tree.size == Size(width: 50, height: 50))
    #expect(SceneText.frames(of: scene)[0] == [30, 40, 20, 10])
  }

  @Test func theTracksOfASceneAreBounded() throws {
    let grid = #"{"layout":{"display":"grid","gridTemplateColumns":"repeat(10000, 1px)"}}"#
    func scene(_ count: Int) -> String {
      #"{"size":[9,9],"layers":["# + Array(repeating: grid, count: count).joined(separator: ",")
        + "]}"
    }
    do {
      _ = try SceneText.read(scene(101))
      Issue.record("nothing was thrown")
    } catch let error as DocumentError {
      #expect(error.code == .tooLarge && error.keyPath == "layers[100].layout", "\(error)")
    }
  }

  @Test func animationsActAfterTheLayout() throws {
    let scene = try scene(
      #"{"layout":{"padding":10},"sublayers":[{"layout":{"width":20,"height":20},"animations":["#
        + #"{"key":"position.x","by":40,"duration":1,"curve":"linear"}]}]}"#, more: #","time":0.5"#)
    #expect(SceneText.frames(of: scene)[1] == [10, 10, 20, 20])
    let presented = scene.tree.presented.root.sublayers[0].sublayers[0]
    #expect(presented.properties.position == Point(x: 40, y: 20))
  }

  @Test func layersWithinATextAreLaidOutToo() throws {
    let scene = try scene(
      Self.text(
        "H\u{FFFC}",
        more: #","attachments":[{"at":1,"size":[30,10],"scene":{"layout":{"gap":2},"#
          + #""sublayers":[{"layout":{"flex":1}},{"layout":{"flex":1}}]}}]"#))
    let layout = try layout(of: scene.tree.root.sublayers[0])
    let attachment = try #require(layout.attachments.first).attachment.content
    let tree = try #require(attachment as? TreeAttachment).tree
    #expect(
      tree.root.sublayers[0].sublayers.map(\.properties.frame) == [
        Rect(width: 14, height: 10), Rect(x: 16, y: 0, width: 14, height: 10),
      ])
  }
}
