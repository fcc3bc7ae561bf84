// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Testing
import TextModel

@testable import LayerScenes
@testable import StyledDocuments

struct SceneReaderTests {
  // MARK: Every key

  @Test(arguments: [
    ("anchorPoint", "[0,1]", LayerValue.point(Point(x: 0, y: 1))),
    ("anchorPointZ", "4", .number(4)), ("zPosition", "-2", .number(-2)),
    ("frame", "[1,2,3,4]", .rect(Rect(x: 1, y: 2, width: 3, height: 4))),
    ("bounds", "[1,2,3,4]", .rect(Rect(x: 1, y: 2, width: 3, height: 4))),
    ("bounds", "[3,4]", .rect(Rect(width: 3, height: 4))),
    ("position", "[7,8]", .point(Point(x: 7, y: 8))),
    ("transform", #"{"m34":-0.002}"#, .transform(Self.perspective)),
    ("sublayerTransform", "[2,0,0,0,0,2,0,0,0,0,1,0,5,6,0,1]", .transform(Self.scaled)),
    ("hidden", "true", .boolean(true)), ("opaque", "true", .boolean(true)),
    ("doubleSided", "false", .boolean(false)), ("geometryFlipped", "true", .boolean(true)),
    ("masksToBounds", "true", .boolean(true)), ("shouldRasterize", "true", .boolean(true)),
    ("opacity", "0.25", .number(0.25)), ("backgroundColor", #""red""#, .color(Color(hex: "#f00"))),
    ("backgroundColor", "null", .color(nil)), ("cornerRadius", "5", .number(5)),
    ("cornerCurve", #""continuous""#, .string("continuous")),
    ("rasterizationScale", "2", .number(2)), ("allowsGroupOpacity", "false", .boolean(false)),
    ("borderWidth", "2", .number(2)),
    ("borderColor", #""rgb(0 0 255)""#, .color(Color(hex: "#00f"))),
    ("borderColor", "null", .color(nil)), ("shadowColor", #""lime""#, .color(Color(hex: "#0f0"))),
    ("shadowColor", "null", .color(nil)), ("shadowOpacity", "0.5", .number(0.5)),
    ("shadowOffset", "[1,2]", .size(Size(width: 1, height: 2))), ("shadowRadius", "4", .number(4)),
    (
      "shadowPath", #"{"rect":[0,0,5,6]}"#,
      .path(Path(rect: Rect(width: 5, height: 6)))
    ), ("contentsGravity", #""topLeft""#, .string("topLeft")),
    ("contentsScale", "2", .number(2)),
    ("contentsRect", "[0,0,0.5,1]", .rect(Rect(width: 0.5, height: 1))),
    (
      "contentsCenter", "[0.25,0.25,0.5,0.5]",
      .rect(Rect(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
    ),
    ("magnificationFilter", #""nearest""#, .string("nearest")),
    ("minificationFilter", #""trilinear""#, .string("trilinear")),
  ])
  func property(_ name: String, _ json: String, _ value: LayerValue) throws {
    let node = try SceneText.layer("{\"\(name)\":\(json)}")
    #expect(try node.properties.value(forKeyPath: name) == value)
  }

  private static var perspective: Transform3D {
    var transform = Transform3D.identity
    transform.m34 = -0.002
    return transform
  }

  private static var scaled: Transform3D {
    Transform3D.scale(x: 2, y: 2).concatenating(.translation(x: 5, y: 6))
  }

  /// Every key of the table is read by one of these tests.
  @Test func theTableIsCovered() {
    let read: Set<String> = [
      "type", "name", "maskedCorners", "blendMode", "shadow", "contents", "document", "string",
      "font", "fontSize", "foregroundColor", "alignmentMode", "wrapped", "truncationMode", "mask",
      "sublayers", "animations", "boundsOrigin", "scrollMode",
      "tiles", "tileSize", "levelsOfDetail", "levelsOfDetailBias",
      // Has suites of its own.
      "layout",
    ]
    let properties = Set(LayerKey.all.map(\.name))
    // Those of emitters, tiles, OpenGL and films have suites of their own.
    for member in LayerMember.allCases
    where Set(member.kinds).isDisjoint(with: [.emitter, .tiled, .gl, .player]) {
      #expect(read.contains(member.rawValue) || properties.contains(member.rawValue))
    }
    for key in LayerKey.all {
      #expect(LayerMember(rawValue: key.name) != nil, "\(key.name)")
    }
  }

  @Test func tiledLayers() throws {
    let node = try SceneText.layer(
      #"{"type":"tiled","frame":[5,6,400,300],"contentsScale":2,"tiles":"a_%02d_%02d.png","#
        + #""tileSize":[128,64],"levelsOfDetail":4,"levelsOfDetailBias":1}"#)
    guard case .vector(let contents) = node.contents else {
      Issue.record("no contents")
      return
    }
    let grid = TileGrid(
      bounds: Rect(width: 400, height: 300), tileSize: PixelSize(width: 128, height: 64),
      contentsScale: 2, levelsOfDetail: 4, levelsOfDetailBias: 1)
    #expect((contents as? TileContents)?.grid == grid && grid.levels == -1..<3)
  }

  @Test func scrollLayers() throws {
    let node = try SceneText.layer(
      #"{"type":"scroll","frame":[5,6,40,30],"boundsOrigin":[-7,8],"scrollMode":"vertically"}"#)
    #expect(node.properties.bounds == Rect(x: -7, y: 8, width: 40, height: 30))
    #expect(node.properties.frame == Rect(x: 5, y: 6, width: 40, height: 30))
    #expect(node.properties.masksToBounds)
    let open = try SceneText.layer(#"{"type":"scroll","masksToBounds":false}"#)
    #expect(!open.properties.masksToBounds)
  }

  @Test func namesMasksAndSublayers() throws {
    let node = try SceneText.layer(
      #"{"name":"a","mask":{"frame":[0,0,1,1]},"sublayers":[{"name":"b"},{"name":"c"}]}"#)
    #expect(node.name == "a" && node.sublayers.map(\.name) == ["b", "c"])
    #expect(node.mask?.properties.bounds.size == Size(width: 1, height: 1))
  }

  @Test func cornersBlendModesAndShadows() throws {
    let node = try SceneText.layer(
      #"{"maskedCorners":["topLeft","bottomRight"],"blendMode":"color-dodge","#
        + #""shadow":{"color":"lime","opacity":0.5,"offset":[1,2],"radius":4,"path":{"rect":[0,0,5,6]}}}"#
    )
    #expect(node.properties.maskedCorners == [.topLeft, .bottomRight])
    #expect(node.properties.blendMode == .colorDodge)
    #expect(
      node.properties.shadow
        == Shadow(
          color: Color(hex: "#0f0"), opacity: 0.5, offset: Size(width: 1, height: 2), radius: 4,
          path: Path(rect: Rect(width: 5, height: 6))))
    // Core Animation's names count beside the object, whatever the order.
    let mixed = try SceneText.layer(#"{"shadowRadius":4,"shadow":{"opacity":1,"radius":9}}"#)
    #expect(mixed.properties.shadow == Shadow(opacity: 1, radius: 4))
    let bare = try SceneText.layer(#"{"shadow":{"opacity":1}}"#).properties.shadow
    #expect(bare == Shadow(opacity: 1))
  }

  @Test func blendModesAreDistinct() {
    #expect(Set(BlendKeyword.allCases.map(\.mode)).count == BlendKeyword.allCases.count)
    #expect(Set(BlendKeyword.words).count == 26)
  }

  @Test func shapesOfPaths() throws {
    func path(_ json: String) throws -> Path? {
      try SceneText.layer(#"{"shadow":{"path":"# + json + "}}").properties.shadow.path
    }
    #expect(
      try path(#"{"circle":[5,6,2]}"#) == Path(ellipseIn: Rect(x: 3, y: 4, width: 4, height: 4)))
    #expect(
      try path(#"{"ellipse":[1,2,3,4]}"#) == Path(ellipseIn: Rect(x: 1, y: 2, width: 3, height: 4)))
    #expect(
      try path(#"{"corners":["topLeft"],"roundedRect":[0,0,30,40,5]}"#)
        == Path(
          roundedRect: Rect(width: 30, height: 40), cornerRadius: 5, corners: .topLeft))
    #expect(try path(#""M0 0H5V6H0Z""#) == Path(rect: Rect(width: 5, height: 6)))
  }

  @Test func pathDataThatGoesWrongIsNoted() throws {
    let scene = try SceneText.read(
      #"{"size":[9,9],"layers":[{"type":"shape","path":"M0 0H5V6H!L1 1"}]}"#)
    // The byte of the exclamation mark.
    #expect(scene.notes.count == 1)
    #expect(
      scene.notes.first?.hasPrefix(
        "layers[0].path: the path data ends at its byte 9, where it goes wrong") == true,
      "\(scene.notes)")
    var path = Path()
    path.move(to: .zero)
    path.addLine(to: Point(x: 5, y: 0))
    path.addLine(to: Point(x: 5, y: 6))
    #expect(scene.tree.root.sublayers[0].properties.shape.path == path)
  }

  @Test func transformsAreStepsInTheSpaceMadeBefore() throws {
    let node = try SceneText.layer(
      #"{"transform":[{"translate":[10,0,0]},{"rotate":[90,0,0,1]},{"scale":[2,3,1]},"#
        + #"{"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}]}"#)
    let expected = Transform3D.identity.translated(x: 10, y: 0).rotated(.pi / 2).scaled(x: 2, y: 3)
    #expect(node.properties.transform == expected)
    // Turned clockwise as seen, and moved along x.
    #expect(node.properties.transform.apply(Point(x: 1, y: 0)) == Point(x: 10, y: 2))
  }

  @Test func theAnchorPointCountsForTheFrameInAnyOrder() throws {
    let node = try SceneText.layer(#"{"frame":[10,20,30,40],"anchorPoint":[0,0]}"#)
    #expect(node.properties.position == Point(x: 10, y: 20))
    #expect(node.properties.frame == Rect(x: 10, y: 20, width: 30, height: 40))
  }

  @Test func imagesAreReadOnce() throws {
    let scene = try SceneText.read(
      #"{"size":[9,9],"layers":[{"contents":{"image":"smiley.png"}},"#
        + #"{"contents":{"image":"smiley.png"}}]}"#)
    let bitmaps = scene.tree.root.sublayers.compactMap { node -> Bitmap? in
      guard case .image(let image) = node.contents else { return nil }
      return image.bitmap
    }
    #expect(bitmaps.count == 2 && bitmaps[0] === bitmaps[1] && bitmaps[0].width == 32)
  }

  @Test func texts() throws {
    func text(_ json: String) throws -> (RenderNode, TextLayout) {
      let node = try SceneText.layer(json)
      guard case .vector(let vector as TextContents) = node.contents else {
        throw DocumentError(.failed, nil, "no text")
      }
      return (node, vector.layout)
    }
    let (free, layout) = try text(
      #"{"type":"text","string":"ab","font":"Noto Serif","fontSize":40,"#
        + #""foregroundColor":"red","alignmentMode":"right"}"#)
    #expect(free.properties.bounds.size == layout.size)
    let style = layout.text
    #expect(style.shaping.value(at: 0).size == 40)
    #expect(style.shaping.value(at: 0).font.families == ["Noto Serif"])
    #expect(style.paint.value(at: 0).color == Color(hex: "#f00"))
    #expect(style.paragraphs.value(at: 0).alignment == .right)
    let words = #""string":"one two three four","frame":[0,0,60,400]"#
    #expect(try text("{\"type\":\"text\",\(words)}").1.lines.count > 1)
    #expect(try text("{\"type\":\"text\",\(words),\"wrapped\":false}").1.lines.count == 1)
    let short = #""string":"one two three four","frame":[0,0,60,24]"#
    #expect(try text("{\"type\":\"text\",\(short)}").1.isTruncated)
    func image(_ more: String) throws -> Bitmap {
      let json = #"{"size":[60,20],"layers":[{"type":"text","# + short + more + "}]}"
      return try TreeRenderer().renderNow(SceneText.read(json).tree).image
    }
    // Without an ellipsis there is another picture.
    #expect(try image(#","truncationMode":"none""#) != image(""))
    #expect(try image(#","truncationMode":"end""#) == image(""))
    let (_, document) = try text(
      #"{"type":"text","frame":[0,0,60,20],"document":{"text":"one two three"}}"#)
    #expect(document.lines.count > 1)
    #expect(
      try text(#"{"type":"text","frame":[0,0,60,20],"document":{"text":"one two","width":500}}"#)
        .1.lines.count == 1)
  }

  @Test func charactersThatNoFontHasAreNoted() throws {
    let json =
      #"{"size":[9,9],"layers":[{"type":"text","document":{"text":"a\uE123\uE124","#
      + #""systemFonts":false}}]}"#
    let notes = try SceneText.read(json).notes
    #expect(notes == ["layers[0]: no font has U+E123, U+E124 (byte 24)"])
  }

  @Test func theScene() throws {
    let json = #"{"size":[10.5,20],"scale":2,"background":"blue","time":3,"duration":4}"#
    let scene = try SceneText.read(json)
    #expect(scene.tree.size == Size(width: 10.5, height: 20) && scene.tree.scale == 2)
    #expect(scene.tree.background == Color(hex: "#00f") && scene.tree.time == 3)
    #expect(scene.duration == 4)
    var options = SceneOptions()
    (options.scale, options.time) = (3, 7)
    let other = try SceneText.read(json, options)
    #expect(other.tree.scale == 3 && other.tree.time == 7)
    let image = try TreeRenderer().renderNow(other.tree).image
    #expect(image.width == 32 && image.height == 60)
  }

  @Test func ofEqualKeysTheLastCounts() throws {
    let scene = try SceneText.read(#"{"size":[9,9],"layers":[{"opacity":"x","opacity":0.5}]}"#)
    #expect(scene.tree.root.sublayers.first?.properties.opacity == 0.5)
    #expect(scene.notes.count == 1)
  }
}
