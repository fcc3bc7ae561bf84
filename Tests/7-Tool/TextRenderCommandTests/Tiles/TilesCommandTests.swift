// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import ImageCodecs
import SystemConcurrency
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import TextRenderCommand

struct TilesCommandTests {
  /// Runs a test in a folder with a picture.
  private func withPicture(
    _ picture: TiledPicture, named name: String = "Snowman.png",
    _ body: (TileFolder, String) throws -> Void
  ) throws {
    try ToolRun.withFolder { folder in
      let path = "\(folder)/\(name)"
      try picture.png().write(to: path)
      try body(TileFolder(path: folder), path)
    }
  }

  private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  @Test func s177_usage() throws {
    for words in [[], ["a.png", "b.png"], [""]] {
      let run = ToolRun(["tiles"] + words)
      #expect(run.status == 2 && run.output.isEmpty && run.errors.hasPrefix("textrender: "))
    }
  }

  /// The resolution that a file states changes no pixel and no name.
  @Test func s178_pixelsOfTheFile() throws {
    let picture = TiledPicture(width: 40, height: 30)
    try withPicture(picture) { (folder, path) throws in
      var file = try folder.bytes("Snowman.png")
      // 72 pixels an inch by 300: 2,835 and 11,811 a metre.
      let resolution = PNGFile.chunk("pHYs", [0, 0, 0x0B, 0x13, 0, 0, 0x2E, 0x23, 1])
      file.insert(contentsOf: resolution, at: 33)
      try file.write(to: path)
      let run = ToolRun("tiles", path, "--format", "png", "--tile-size", "32")
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      #expect(
        try folder.names == [
          "Snowman.png", "Snowman_00_00.png", "Snowman_01_00.png",
        ])
      #expect(try folder.png("Snowman_01_00.png") == picture.part(32..<40, 0..<30))
    }
  }

  /// A PNG is turned as its Exif orientation says: by half a turn, and by a quarter.
  @Test func pngsAreTurned() throws {
    let picture = TiledPicture(width: 40, height: 30)
    for (orientation, names) in [
      (UInt8(3), ["Snowman_00_00.png", "Snowman_01_00.png"]),
      (6, ["Snowman_00_00.png", "Snowman_00_01.png"]),
    ] {
      try withPicture(picture) { (folder, path) throws in
        var file = try folder.bytes("Snowman.png")
        let exif =
          Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1]
          + [1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
        file.insert(contentsOf: PNGFile.chunk("eXIf", exif), at: 33)
        try file.write(to: path)
        let run = ToolRun("tiles", path, "--format", "png", "--tile-size", "32")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(try folder.names == ["Snowman.png"] + names)
        let first = try folder.png("Snowman_00_00.png")
        // The first pixel shown is the last one of the last row, or of the first column.
        let place = orientation == 3 ? 4 * (29 * 40 + 39) : 4 * 29 * 40
        #expect(
          first.pixels.prefix(4).elementsEqual(picture.pixels[place..<place + 4]), "\(orientation)")
      }
    }
  }

  /// What stands behind the pixels comes too late for tiles that are written, and is noted.
  @Test func anOrientationBehindThePixelsIsNoted() throws {
    let picture = TiledPicture(width: 40, height: 30)
    try withPicture(picture) { (folder, path) throws in
      var file = try folder.bytes("Snowman.png")
      let exif =
        Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1]
        + [1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
      file.insert(contentsOf: PNGFile.chunk("eXIf", exif), at: file.count - 12)
      try file.write(to: path)
      let run = ToolRun("tiles", path, "--format", "png", "--tile-size", "64")
      #expect(run.status == 0 && run.errors.contains("Exif orientation 6, behind the pixels"))
      #expect(try folder.png("Snowman_00_00.png") == picture.part(0..<40, 0..<30))
    }
  }

  @Test func s179_tilesAreCutAtTheEdges() throws {
    let picture = TiledPicture(width: 2049, height: 2049)
    try withPicture(picture) { (folder, path) throws in
      let run = ToolRun("tiles", path, "--format", "png")
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      #expect(try folder.names.count == 1 + 81)
      #expect(try folder.png("Snowman_08_03.png") == picture.part(2048..<2049, 768..<1024))
      #expect(try folder.png("Snowman_03_08.png") == picture.part(768..<1024, 2048..<2049))
      #expect(try folder.png("Snowman_08_08.png") == picture.part(2048..<2049, 2048..<2049))
    }
    for (width, height, columns, rows) in [(1, 1, 1, 1), (1, 700, 1, 3), (700, 1, 3, 1)] {
      let picture = TiledPicture(width: width, height: height)
      try withPicture(picture) { (folder, path) throws in
        #expect(ToolRun("tiles", path, "--format", "png").status == 0)
        #expect(try folder.names.count == 1 + columns * rows)
        let last = "Snowman_\(twoDigits(columns - 1))_\(twoDigits(rows - 1)).png"
        #expect(
          try folder.png(last)
            == picture.part((columns - 1) * 256..<width, (rows - 1) * 256..<height))
      }
    }
  }

  @Test func s180_names() throws {
    try withPicture(TiledPicture(width: 101, height: 2), named: "a.b%c.png") {
      (folder, path) throws in
      let run = ToolRun("tiles", path, "--format", "png", "--tile-size", "1")
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      let names = try folder.names.filter { $0.hasSuffix("_01.png") }
      #expect(names.count == 101 && names.contains("a.b%c_07_01.png"))
      #expect(names.contains("a.b%c_99_01.png") && names.contains("a.b%c_100_01.png"))
    }
    #expect(TileFileNames.parts(of: "x/.png").name == ".png")
    #expect(
      TileFileNames.parts(of: "x.y/z").name == "z"
        && TileFileNames.parts(of: "x.y/z").folder == "x.y/")
    #expect(TileFileNames.parts(of: "Snowman.tar.png").name == "Snowman.tar")
  }

  @Test func s181_aMosaicOfPNGsIsTheSource() throws {
    let picture = TiledPicture(width: 2048, height: 2048)
    try withPicture(picture) { (folder, path) throws in
      let run = ToolRun("tiles", path, "--format", "png")
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      var expected = ["Snowman.png"]
      for x in 0..<8 {
        for y in 0..<8 {
          let name = "Snowman_0\(x)_0\(y).png"
          expected.append(name)
          #expect(
            try folder.png(name)
              == picture.part(x * 256..<(x + 1) * 256, y * 256..<(y + 1) * 256), "\(name)")
        }
      }
      #expect(try folder.names == expected.sorted())
    }
  }

  /// The colours of transparent pixels are those of the source, too.
  @Test func s181_opacityIsKept() throws {
    let picture = TiledPicture(width: 300, height: 100, isOpaque: false)
    try withPicture(picture) { (folder, path) throws in
      #expect(ToolRun("tiles", path, "--format", "png").status == 0)
      #expect(try folder.png("Snowman_00_00.png") == picture.part(0..<256, 0..<100))
      #expect(try folder.png("Snowman_01_00.png") == picture.part(256..<300, 0..<100))
    }
  }

  @Test func s182_sizesFoldersAndStandardInput() throws {
    let picture = TiledPicture(width: 100, height: 90)
    try withPicture(picture) { (folder, path) throws in
      let out = folder.path + "/out"
      let run = ToolRun(
        ["tiles", "-", "--format", "png", "--tile-size", "64", "--out", out],
        input: try folder.bytes("Snowman.png"))
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      #expect(try folder.png("out/picture_01_01.png") == picture.part(64..<100, 64..<90))
      let again = ToolRun(
        "tiles", path, "--format", "png", "--quality", "7", "--tile-size", "64", "--out", out + "/")
      #expect(again.status == 0 && again.errors.contains("--quality: it has no effect on PNG"))
      #expect(try TileFolder(path: out).names.count == 8)
    }
  }

  @Test func s183_256PixelsUnlessTold() throws {
    try withPicture(TiledPicture(width: 257, height: 256)) { (folder, path) throws in
      #expect(ToolRun("tiles", path, "--format", "png").status == 0)
      #expect(
        try folder.names == ["Snowman.png", "Snowman_00_00.png", "Snowman_01_00.png"])
      #expect(try folder.png("Snowman_00_00.png").width == 256)
    }
  }

  /// A manifest is read back, and each tile that it names is there.
  @Test func aManifestTellsAllThatAViewerNeeds() throws {
    let picture = TiledPicture(width: 500, height: 130)
    try withPicture(picture, named: "50%.png") { (folder, path) throws in
      for (out, manifest) in [
        ("tiles", "m.json"), ("tiles/deep", "tiles/m.json"), ("x", "tiles/n.json"),
      ] {
        let run = ToolRun(
          "tiles", path, "--format", "png", "--levels", "3", "--out", "\(folder.path)/\(out)",
          "--manifest", "\(folder.path)/\(manifest)")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let value = try UntypedJSON.value(try folder.bytes(manifest))
        let json = try #require(value as? [String: Any])
        #expect(json["width"] as? Int == 500 && json["height"] as? Int == 130)
        #expect(json["tileSize"] as? Int == 256 && json["overlap"] as? Int == 0)
        #expect(json["format"] as? String == "png" && json["layout"] as? String == "grid")
        let levels = try #require(json["levels"] as? [[String: Any]])
        #expect(levels.count == 3)
        var expected = picture
        for (number, level) in levels.enumerated() {
          #expect(level["level"] as? Int == number)
          #expect(level["width"] as? Int == expected.width)
          #expect(level["height"] as? Int == expected.height)
          let columns = level["columns"] as? Int ?? 0
          #expect(columns == (expected.width + 255) / 256)
          #expect(level["rows"] as? Int == 1)
          let pattern = try #require(level["tiles"] as? String)
          let base = manifest.hasPrefix("tiles/") ? "tiles/" : ""
          for column in 0..<columns {
            let name = pattern.replacing("_%02d_%02d.", with: "_0\(column)_00.")
              .replacing("%%", with: "%")
            #expect(
              try folder.png(base + name)
                == expected.part(
                  column * 256..<min(expected.width, column * 256 + 256), 0..<expected.height))
          }
          expected = expected.half
        }
      }
      let printed = ToolRun(
        "tiles", path, "--format", "png", "--manifest", "-", "--out", folder.path + "/tiles")
      #expect(printed.status == 0 && printed.text.hasPrefix(#"{"width":500,"height":130,"#))
    }
  }

  @Test func aBatchCutsToo() throws {
    try withPicture(TiledPicture(width: 300, height: 20)) { (folder, path) throws in
      let run = ToolRun(
        "batch", "--jobs", "2",
        input: #"{"id":1,"args":["tiles","\#(path)","--format","png"]}"# + "\n"
          + #"{"id":2,"args":["tiles","nothing.png","--format","png"]}"# + "\n")
      #expect(run.status == 0)
      let replies = try run.jsonLines()
      #expect(replies.map { $0["exit"] as? Int } == [0, 1])
      #expect(try folder.names.count == 3)
    }
  }

  /// A bar on a terminal, and nothing anywhere else.
  @Test func progressIsShownOnATerminal() throws {
    try withPicture(TiledPicture(width: 600, height: 600)) { (_, path) throws in
      let shown = Mutex("")
      var console = CommandConsole(report: { text in shown.withLock { $0 += text } })
      let arguments = try Arguments(["tiles", path, "--format", "png"])
      try TilesCommand(arguments).run(console)
      #expect(shown.withLock { $0 }.isEmpty)
      console.errorIsTerminal = true
      try TilesCommand(arguments).run(console)
      let text = shown.withLock { $0 }
      #expect(text.contains("0/9 tiles, 0 %") && text.contains("9/9 tiles, 100 %"))
      #expect(text.hasSuffix("\r\u{1B}[K"))
    }
  }

  #if JPEG
    @Test func s181_aMosaicOfJPEGsIsTheSourceWithin35Decibels() throws {
      let picture = TiledPicture(width: 2048, height: 2048)
      try withPicture(picture) { (folder, path) throws in
        let run = ToolRun("tiles", path)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let tiles = try folder.names.filter { $0 != "Snowman.png" }
        #expect(tiles.count == 64 && tiles.first == "Snowman_00_00.jpg")
        #expect(tiles.last == "Snowman_07_07.jpg")
        var mosaic = picture
        for x in 0..<8 {
          for y in 0..<8 {
            let file = try folder.bytes("Snowman_0\(x)_0\(y).jpg")
            let bitmap = try #require(try ImageDecoders.withCodecs.bitmap(of: file))
            #expect(bitmap.pixelSize == PixelSize(width: 256, height: 256))
            let tile = TiledPicture(of: bitmap)
            for row in 0..<256 {
              let start = ((y * 256 + row) * 2048 + x * 256) * 4
              mosaic.pixels.replaceSubrange(
                start..<start + 1024, with: tile.pixels[row * 1024..<(row + 1) * 1024])
            }
          }
        }
        let ratio = picture.noiseRatio(of: mosaic)
        #expect(ratio > 35, "\(ratio) dB")
      }
    }

    @Test func s182_formatsAndQuality() throws {
      let picture = TiledPicture(width: 300, height: 300)
      try withPicture(picture) { (folder, path) throws in
        var sizes: [Int] = []
        for quality in ["20", "95"] {
          #expect(ToolRun("tiles", path, "--quality", quality, "--format", "jpg").status == 0)
          sizes.append(try folder.bytes("Snowman_00_00.jpg").count)
        }
        #expect(sizes[1] > 2 * sizes[0])
        // Tiles of a tile, from JPEG to PNG.
        let tile = folder.path + "/Snowman_00_00.jpg"
        #expect(ToolRun("tiles", tile, "--format", "png", "--tile-size", "100").status == 0)
        let whole = try #require(
          try ImageDecoders.withCodecs.bitmap(of: folder.bytes("Snowman_00_00.jpg")))
        #expect(
          try folder.png("Snowman_00_00_02_01.png")
            == TiledPicture(of: whole).part(200..<256, 100..<200))
      }
    }
  #else
    @Test func withoutJPEGThatIsSaid() throws {
      try withPicture(TiledPicture(width: 3, height: 3)) { (folder, path) throws in
        let run = ToolRun("tiles", path)
        #expect(run.status == 1 && run.errors.contains("--format: this build writes png"))
        #expect(run.errors.contains(", not JPEG"))
        try [0xFF, 0xD8, 0xFF, 0xE0].write(to: folder.path + "/a.jpg")
        let other = ToolRun("tiles", folder.path + "/a.jpg", "--format", "png")
        #expect(other.status == 1 && other.errors.contains("is a JPEG, which this build cannot"))
      }
    }
  #endif

  #if WebP
    @Test func s182_webP() throws {
      let picture = TiledPicture(width: 300, height: 300)
      try withPicture(picture) { (folder, path) throws in
        #expect(ToolRun("tiles", path, "--format", "webp").status == 0)
        let file = try folder.bytes("Snowman_01_01.webp")
        let bitmap = try #require(try ImageDecoders.withCodecs.bitmap(of: file))
        #expect(bitmap.pixelSize == PixelSize(width: 44, height: 44))
        #expect(
          picture.part(256..<300, 256..<300).noiseRatio(of: TiledPicture(of: bitmap)) > 30)
        #expect(ToolRun("tiles", path, "--format", "webp", "--effort", "0").status == 0)
        #expect(try folder.bytes("Snowman_01_01.webp") != file)
      }
    }
  #endif
}
