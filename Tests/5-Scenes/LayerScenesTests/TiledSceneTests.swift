// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import FoundationEssentials
import LayerCompositing
import Testing
import TextTestSupport

@testable import LayerScenes
@testable import StyledDocuments

/// Scenes with layers of tiles.
struct TiledSceneTests {
  /// The picture of the articles: 2048 × 2048, in 64 tiles.
  private static let picture = try? TestTiles.snowman(side: 2048)

  private func withTiles(
    leavingOut: Set<[Int]> = [], _ body: (_ picture: Bitmap, _ folder: String) async throws -> Void
  ) async throws {
    let picture = try #require(Self.picture)
    try await TestTiles.withFolder { folder in
      try TestTiles.cut(picture, to: folder) { x, y in
        leavingOut.contains([x, y]) ? nil : TestTiles.name(x, y)
      }
      try await body(picture, folder)
    }
  }

  private func scene(
    _ name: String, in folder: String, scale: Double? = nil, time: Double? = nil
  ) throws -> Scene {
    let url = URL(filePath: SceneText.folder).appending(path: name)
    return try Scene(
      json: Array(Data(contentsOf: url)),
      options: SceneOptions(
        folder: folder, imageRoot: folder, scale: scale, time: time, isStrict: true))
  }

  private func layer(_ members: String, in folder: String, size: String = "[256,256]") throws
    -> Scene
  {
    try SceneText.read(
      #"{"size":\#(size),"layers":[{"type":"tiled","frame":[0,0,2048,2048],\#(members)}]}"#,
      SceneOptions(folder: folder))
  }

  private static func reduced(_ picture: Bitmap, to side: Int) throws -> Bitmap {
    var context = try GraphicsContext(pixels: PixelSize(width: side, height: side))
    try context.draw(picture, in: Rect(width: Double(side), height: Double(side)))
    return context.makeBitmap()
  }

  @Test("The first example: what the viewport shows of the picture")
  func s186_theViewportIsTheSource() async throws {
    try await withTiles { picture, folder in
      let scene = try scene("snowman.json", in: folder)
      let frame = try await TreeRenderer().render(scene.tree)
      #expect(
        frame.image == (try TestTiles.part(of: picture, x: 512, y: 768, width: 320, height: 480)))
      #expect(scene.notes.isEmpty && scene.tileNotes.isEmpty)
    }
  }

  @Test("S-185: the tiles that are asked for are those of the clip")
  func s185_askedTiles() async throws {
    // Only the files that the viewport shows are there: none of the others is asked for.
    let shown: Set<[Int]> = [[2, 3], [3, 3], [2, 4], [3, 4]]
    let all = Set((0..<8).flatMap { y in (0..<8).map { x in [x, y] } })
    try await withTiles(leavingOut: all.subtracting(shown)) { _, folder in
      let scene = try scene("snowman.json", in: folder)
      _ = try await TreeRenderer().render(scene.tree)
      #expect(scene.tileNotes.isEmpty)
      try TestTiles.remove(folder + "/Snowman_03_04.png")
      let other = try self.scene("snowman.json", in: folder)
      _ = try await TreeRenderer().render(other.tree)
      #expect(other.tileNotes.count == 1)
    }
  }

  @Test("S-188: the same bytes on any number of lanes, still and moving")
  func s188_lanes() async throws {
    try await withTiles(leavingOut: [[3, 4]]) { _, folder in
      var pictures: [[Bitmap]] = []
      for count in [1, 2, 4] {
        let renderer = TreeRenderer(lanes: RenderLanes(count: count))
        var images: [Bitmap] = []
        for scale in [1, 0.5, 0.3, 2] {
          let scene = try scene("snowman.json", in: folder, scale: scale)
          images.append(try await renderer.render(scene.tree).image)
          #expect(scene.tileNotes.count == 1)
        }
        let map = try scene("zoom-map.json", in: folder)
        for try await frame in renderer.frames(of: map.tree, at: (0..<8).map { Double($0) / 4 }) {
          images.append(frame.image)
        }
        pictures.append(images)
      }
      #expect(pictures[0].count == 12)
      #expect(pictures[1] == pictures[0] && pictures[2] == pictures[0])
    }
  }

  @Test("S-189, S-190, S-191: tiles are counted in pixels, not in points")
  func s189_s190_s191_contentsScale() async throws {
    try await withTiles { picture, folder in
      // The picture has half its size.
      let scene = try layer(
        #""contentsScale":2,"tiles":"Snowman_%02d_%02d.png""#, in: folder, size: "[1024,1024]")
      let grid = TileGrid(bounds: Rect(width: 2048, height: 2048), contentsScale: 2)
      #expect(grid.size(ofLevel: 0) == (columns: 16, rows: 16))
      let rect = Rect(x: 300, y: 400, width: 1, height: 1)
      #expect(grid.tiles(in: rect, level: 0).tiles == [Tile(column: 2, row: 3)])
      let image = try await TreeRenderer().render(
        RenderTree(root: scene.tree.root, size: Size(width: 1024, height: 1024), scale: 2)
      ).image
      #expect(image == picture)
      let beyond = try layer(
        #""contentsScale":2,"tiles":"Snowman_%02d_%02d.png""#, in: folder, size: "[1030,1030]")
      _ = try await TreeRenderer().render(beyond.tree)
      // Beyond it there are no files.
      #expect(beyond.tileNotes.contains { $0.contains("Snowman_08_00.png") })
    }
  }

  @Test("S-195: the zooming map is sharp at every step")
  func s195_zoomMap() async throws {
    try await withTiles { picture, folder in
      let scene = try scene("zoom-map.json", in: folder)
      // At the end, a pixel of the picture is one of the screen.
      let last = try await TreeRenderer().render(scene.tree.presentedAt(2)).image
      #expect(last == (try TestTiles.part(of: picture, x: 904, y: 904, width: 240, height: 240)))
      // At the start all of it shows, as if it were reduced at once.
      let first = try await TreeRenderer().render(scene.tree.presentedAt(0)).image
      let reduced = try Self.reduced(picture, to: 240)
      var (sum, greatest) = (0, 0)
      for y in 0..<240 {
        for x in 0..<240 {
          for (a, b) in zip(first.rgba(x, y), reduced.rgba(x, y)) {
            sum += abs(Int(a) - Int(b))
            greatest = max(greatest, abs(Int(a) - Int(b)))
          }
        }
      }
      #expect(Double(sum) / (240 * 240 * 4) < 2 && greatest < 96, "\(sum) \(greatest)")
      #expect(scene.tileNotes.isEmpty)
    }
  }

  @Test func missingAndDamagedTilesAreNoted() async throws {
    try await withTiles(leavingOut: [[2, 3]]) { picture, folder in
      try TestTiles.write(Array("?".utf8), to: folder + "/Snowman_03_04.png")
      let scene = try scene("snowman.json", in: folder)
      let image = try await TreeRenderer().render(scene.tree).image
      #expect(image.rgba(10, 10) == [0, 0, 0, 0])
      #expect(image.rgba(300, 10) == picture.rgba(812, 778))
      #expect(
        scene.tileNotes == [
          "layers[0].sublayers[0].tiles: a tile is missing: Snowman_02_03.png: "
            + "The file cannot be read: no such file or directory. (byte 193)",
          "layers[0].sublayers[0].tiles: a tile is missing: Snowman_03_04.png: "
            + "The format of the picture is not known. (byte 193)",
        ])
    }
  }

  @Test func manyMissingTilesAreCounted() async throws {
    try await TestTiles.withFolder { folder in
      let scene = try layer(#""tiles":"a_%d_%d.png""#, in: folder, size: "[2048,2048]")
      let image = try await TreeRenderer().render(scene.tree).image
      #expect(image.rgba(1000, 1000) == [0, 0, 0, 0])
      #expect(scene.tileNotes.count == 6 && scene.tileNotes[5].contains("59 more tiles"))
    }
  }

  @Test(arguments: [
    (#""tiles":5"#, "layers[0].tiles: a string is wanted, not a number"),
    (#""tiles":"a.png""#, "layers[0].tiles: A pattern has two numbers"),
    (#""tiles":"%s%n""#, "layers[0].tiles: A number of a tile is written"),
    (#""tiles":"../%d_%d""#, "layers[0].tiles: A pattern of names leads into no outer folder"),
    (#""opacity":1"#, "layers[0]: its tiles are missing"),
    (#""tiles":"%d_%d","tileSize":256"#, "layers[0].tileSize: a list is wanted"),
    (#""tiles":"%d_%d","tileSize":[1]"#, "layers[0].tileSize: 2 numbers are wanted"),
    (#""tiles":"%d_%d","levelsOfDetail":-1"#, "layers[0].levelsOfDetail: a whole number"),
    (#""tiles":"%d_%d","levelsOfDetailBias":0.5"#, "layers[0].levelsOfDetailBias: a whole number"),
  ])
  func errors(members: String, message: String) {
    let error = #expect(throws: DocumentError.self) { try layer(members, in: "") }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    #expect(error?.offset != nil)
  }

  @Test func theImageRootBoundsTiles() async throws {
    try await withTiles { _, folder in
      let json =
        #"{"size":[9,9],"layers":[{"type":"tiled","frame":[0,0,9,9],"tiles":"\#(folder)/%d_%d"}]}"#
      for (root, isRefused) in [(folder, false), (SceneText.folder, true)] {
        let options = SceneOptions(folder: SceneText.folder, imageRoot: root)
        do {
          _ = try SceneText.read(json, options)
          #expect(!isRefused)
        } catch let error as DocumentError {
          #expect(isRefused && error.code == .unreadable)
        }
      }
    }
  }

  @Test func sidesOfTilesHaveBounds() throws {
    for (size, used) in [
      ("[0,0]", "16×16"), ("[1e6,300]", "4096×300"), ("[20.5,1e300]", "21×4096"),
    ] {
      let scene = try layer(#""tiles":"%d_%d","tileSize":\#(size)"#, in: "")
      #expect(scene.notes.count == 1 && scene.notes[0].contains(used), "\(scene.notes)")
    }
    #expect(try layer(#""tiles":"%d_%d","tileSize":[16,4096]"#, in: "").notes.isEmpty)
    let levels = #""tiles":"%d_%d","levelsOfDetail":1000000,"levelsOfDetailBias":1000000"#
    _ = try TreeRenderer().renderNow(layer(levels, in: "/nowhere").tree)
  }

  @Test func keysOfTilesBelongToThem() throws {
    let scene = try SceneText.read(
      #"{"size":[9,9],"layers":[{"tiles":"%d_%d"},{"type":"tiled","tiles":"%d_%d","string":"a"}]}"#)
    #expect(scene.notes.count == 1)
    #expect(scene.notes[0].contains("tiles with \"type\":\"tiled\""))
    #expect(scene.notes[0].contains("string with \"type\":\"text\""))
  }
}

extension RenderTree {
  /// The tree at another time.
  fileprivate func presentedAt(_ time: Double) -> RenderTree {
    RenderTree(root: root, size: size, scale: scale, background: background, time: time)
  }
}
