// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import TextRenderCommand

/// The layout of Deep Zoom: a description, and a folder for each level from a single pixel up.
///
/// Source: Deep Zoom file format overview, Microsoft, 2012.
struct DeepZoomTests {
  @Test(arguments: [0, 1, 8]) func levelsTilesAndDescription(_ overlap: Int) throws {
    try ToolRun.withFolder { path in
      let picture = TiledPicture(width: 300, height: 201)
      try picture.png().write(to: path + "/map.png")
      let folder = TileFolder(path: path)
      let run = ToolRun(
        "tiles", path + "/map.png", "--format", "png", "--layout", "deepzoom", "--tile-size", "64",
        "--overlap", "\(overlap)", "--manifest", path + "/m.json")
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      #expect(
        String(decoding: try folder.bytes("map.dzi"), as: UTF8.self) == """
          <?xml version="1.0" encoding="UTF-8"?>
          <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="png" \
          Overlap="\(overlap)" TileSize="64">
            <Size Width="300" Height="201"/>
          </Image>

          """)
      // ⌈log₂ 300⌉ = 9: levels 0 to 9.
      var expected = picture
      var files: Set<String> = ["map.png", "map.dzi", "m.json"]
      for level in (0...9).reversed() {
        let sides = (
          (300 + (1 << (9 - level)) - 1) >> (9 - level),
          (201 + (1 << (9 - level)) - 1) >> (9 - level)
        )
        #expect((expected.width, expected.height) == sides)
        for x in 0..<(expected.width + 63) / 64 {
          for y in 0..<(expected.height + 63) / 64 {
            let name = "map_files/\(level)/\(x)_\(y).png"
            files.insert(name)
            let columns = max(0, x * 64 - overlap)..<min(expected.width, (x + 1) * 64 + overlap)
            let rows = max(0, y * 64 - overlap)..<min(expected.height, (y + 1) * 64 + overlap)
            #expect(try folder.png(name) == expected.part(columns, rows), "\(name)")
          }
        }
        expected = expected.half
      }
      #expect(try Set(folder.names) == files)
      let value = try UntypedJSON.value(try folder.bytes("m.json"))
      let json = try #require(value as? [String: Any])
      #expect(json["overlap"] as? Int == overlap)
      let levels = try #require(json["levels"] as? [[String: Any]])
      #expect(levels.map { $0["level"] as? Int } == Array((0...9).reversed()))
      #expect(levels[0]["tiles"] as? String == "map_files/9/%d_%d.png")
    }
  }

  @Test(arguments: [
    (["--levels", "3", "--layout", "deepzoom"], "--levels: does not go with --layout deepzoom"),
    (["--overlap", "1"], "--overlap: only tiles of --layout deepzoom overlap"),
    (["--overlap", "129", "--layout", "deepzoom"], "--overlap: 129 is not from 0 to 128"),
    (["--overlap", "-1", "--layout", "deepzoom"], "--overlap: -1 is not from 0 to 128"),
    (["--layout", "zoomify"], "--layout"),
  ])
  func refusals(_ options: [String], _ message: String) throws {
    let run = ToolRun(["tiles", "map.png", "--format", "png"] + options)
    #expect(run.status == 2 && run.errors.contains(message), "\(run.errors)")
  }
}
