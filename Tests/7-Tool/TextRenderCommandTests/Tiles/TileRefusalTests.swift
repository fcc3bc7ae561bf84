// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TextTestSupport

@testable import TextRenderCommand

/// Command lines and files of which no tiles, or only some, can be made.
struct TileRefusalTests {
  @Test(arguments: [
    (["--tile-size", "0"], "--tile-size: 0 is not from 1 to 4096"),
    (["--tile-size", "1000000"], "--tile-size: 1000000 is not from 1 to 4096"),
    (["--tile-size", "-1"], "--tile-size"), (["--tile-size", "2.5"], "--tile-size"),
    (["--tile-size", "9999999999999999999999"], "--tile-size"),
    (["--levels", "0"], "--levels: 0 is not from 1 to 32"),
    (["--levels", "99"], "--levels: 99 is not from 1 to 32"),
    (["--quality", "0"], "--quality: 0 is not from 1 to 100"),
    (["--quality", "101"], "--quality: 101 is not from 1 to 100"),
    (["--quality", "x"], "--quality"),
    (["--effort", "7"], "--effort: 7 is not from 0 to 6"),
    (["--format", "gif"], "--format: 'gif' is none of png"),
    (["--format", "rgba"], "--format: 'rgba' is none of png"),
    (["--out", ""], "--out: the name is empty"), (["--manifest", ""], "--manifest"),
    (["other.png"], "one word too many"), (["-o", "x"], "-o"),
  ])
  func s177_wrongOptions(_ options: [String], _ message: String) throws {
    let run = ToolRun(["tiles", "a.png"] + options)
    #expect(run.status == 2 && run.errors.contains(message), "\(run.errors)")
  }

  /// Runs `tiles` in a folder with a file `a.png`.
  private func cut(
    _ file: [UInt8]?, _ options: [String] = [], _ body: (TileFolder, ToolRun) throws -> Void
  ) throws {
    try ToolRun.withFolder { folder in
      let path = folder + "/a.png"
      if let file { try file.write(to: path) }
      let options = options.map { $0.replacing("DIR", with: folder) }
      let run = ToolRun(["tiles", path, "--format", "png", "--tile-size", "16"] + options)
      try body(TileFolder(path: folder), run)
    }
  }

  @Test func filesThatAreNoPictures() throws {
    for file in [nil, [], Array("<svg/>".utf8), Array("GIF89a".utf8), [0x89, 0x50]] as [[UInt8]?] {
      try cut(file) { (folder, run) throws in
        #expect(run.status == 1 && run.errors.contains("a.png: "), "\(run.errors)")
        #expect(try folder.names == (file == nil ? [] : ["a.png"]))
      }
    }
    try ToolRun.withFolder { folder in
      let run = ToolRun("tiles", folder, "--format", "png")
      #expect(run.status == 1 && run.errors.contains("\(folder): is a folder"), "\(run.errors)")
    }
  }

  /// Of a file that is cut short, the complete rows of tiles are there, each of them whole, and no
  /// manifest.
  @Test func truncatedFiles() throws {
    let picture = TiledPicture(width: 60, height: 90)
    var file = PNGFile(width: 60, height: 90)
    file.colorType = 6
    let bytes = file.bytes { Int(picture.pixels[($1 * 60 + $0) * 4 + $2]) }
    var counts: Set<Int> = []
    for length in stride(from: 0, to: bytes.count - 20, by: 701) {
      try cut(Array(bytes[..<length]), ["--manifest", "DIR/m.json"]) { (folder, run) throws in
        #expect(run.status == 1 && run.errors.contains("a.png: "), "\(length): \(run.errors)")
        let tiles = try folder.names.filter { $0 != "a.png" }
        #expect(tiles.count % 4 == 0 && !tiles.contains("m.json"))
        counts.insert(tiles.count)
        for name in tiles {
          let number = try #require(Int(name.dropLast(4).suffix(2)))
          let column = try #require(Int(name.dropLast(7).suffix(2)))
          #expect(
            try folder.png(name)
              == picture.part(
                column * 16..<min(60, column * 16 + 16), number * 16..<min(90, number * 16 + 16)))
        }
      }
    }
    #expect(counts.count >= 3)
  }

  @Test func damagedFiles() throws {
    let file = try TiledPicture(width: 60, height: 90).png()
    var random = SeededGenerator(seed: 3)
    var refused = 0
    for _ in 0..<60 {
      var changed = file
      changed[Int.random(in: 0..<file.count, using: &random)] ^= UInt8.random(
        in: 1...255, using: &random)
      try cut(changed) { (_, run) throws in
        #expect(run.status == 0 || run.status == 1 && run.errors.contains("a.png: "))
        if run.status == 1 { refused += 1 }
      }
    }
    #expect(refused > 30)
  }

  @Test func foldersThatCannotBeWritten() throws {
    let file = try TiledPicture(width: 60, height: 20).png()
    try cut(file, ["--out", "/proc/nothing"]) { (_, run) throws in
      #expect(run.status == 1 && run.errors.contains("/proc/nothing"), "\(run.errors)")
    }
    // A file where the folder should be.
    try cut(file, ["--out", "DIR/a.png"]) { (folder, run) throws in
      #expect(run.status == 1 && run.errors.contains("a.png"), "\(run.errors)")
      #expect(try folder.bytes("a.png") == file)
    }
    try cut(file, ["--manifest", "DIR/no/m.json"]) { (_, run) throws in
      #expect(run.status == 1 && run.errors.contains("no/m.json"), "\(run.errors)")
    }
  }

  /// A folder that has the name of a tile stays.
  @Test func aTileThatIsAFolder() throws {
    try ToolRun.withFolder { folder in
      try FileManager.default.createDirectory(
        atPath: folder + "/a_01_00.png", withIntermediateDirectories: true)
      try TiledPicture(width: 60, height: 20).png().write(to: folder + "/a.png")
      let run = ToolRun("tiles", folder + "/a.png", "--format", "png", "--tile-size", "16")
      #expect(run.status == 1 && run.errors.contains("a_01_00.png: is a folder"), "\(run.errors)")
    }
  }

  @Test func largeDeclaredSizesTakeNoMemory() throws {
    for (size, message) in [
      (1_000_001, "cannot be read as PNG"), (1_000_000, "give a larger --tile-size"),
    ] {
      let file = PNGFile(width: size, height: size).header + [0, 0, 0, 1] + Array("IDAT".utf8)
      try cut(file) { (folder, run) throws in
        #expect(run.status == 1 && run.errors.contains(message), "\(run.errors)")
        #expect(try folder.names == ["a.png"])
      }
    }
    let file = PNGFile(width: 1_000_000, height: 9000).header + [0, 0, 0, 1] + Array("IDAT".utf8)
    try cut(file, ["--tile-size", "4096"]) { (_, run) throws in
      #expect(run.status == 1 && run.errors.contains("give a smaller --tile-size"), "\(run.errors)")
    }
  }
}
