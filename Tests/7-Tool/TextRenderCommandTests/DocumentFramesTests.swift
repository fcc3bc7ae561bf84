// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import FoundationEssentials
import ImageCodecs
import Testing
import TextTestSupport

@testable import TextRenderCommand

/// The places of a document's text that `render --frames` and `batch` tell.
struct DocumentFramesTests {
  private func quads(_ value: Any?, _ name: String) throws -> [(String, [Double])] {
    let text = try #require((value as? [String: Any])?["text"] as? [String: Any])
    return try (try #require(text[name] as? [[String: Any]])).map { item in
      let quad = item["quad"] ?? (item["quads"] as? [Any])?.first
      let numbers = try #require(quad as? [Any]).map { ($0 as? Double) ?? Double($0 as? Int ?? -1) }
      return (try #require(item["text"] as? String), numbers)
    }
  }

  @Test func wordsLieWhereTheirInkIs() throws {
    // Each word has a colour of its own, so that its pixels are known without the library.
    let document = """
      {"text":"red مرحبا blue","style":{"size":40},"spans":[{"start":0,"end":3,"style":{"color":"red"}},\
      {"start":4,"end":9,"style":{"color":"lime"}},{"start":10,"end":14,"style":{"color":"blue"}}]}
      """
    try ToolRun.withFolder { folder in
      let options = ["--document", "-", "--padding", "12", "--scale", "2", "--fit-ink"]
      let drawn = ToolRun(
        ["render"] + options + ["-o", folder + "/a.png"], input: Array(document.utf8))
      #expect(drawn.status == 0, "\(drawn.errors)")
      let told = ToolRun(["render", "--frames"] + options, input: Array(document.utf8))
      let words = try quads(try told.json(), "words")
      #expect(words.map(\.0) == ["red", "مرحبا", "blue"])
      let image = try Bitmap(pngFile: folder + "/a.png")
      for (channel, word) in words.enumerated() {
        let (xs, ys) = ([0, 2, 4, 6].map { word.1[$0] }, [1, 3, 5, 7].map { word.1[$0] })
        var count = 0
        for y in 0..<image.height {
          for x in 0..<image.width
          where image.pixel(x: x, y: y) >> (8 * UInt32(channel)) & 0xFF > 128 {
            count += 1
            // Letters may reach beyond their advances by some pixels.
            #expect(Double(x) > xs.min()! - 6 && Double(x) < xs.max()! + 6)
            #expect(Double(y) >= ys.min()! - 1 && Double(y) <= ys.max()! + 1)
          }
        }
        #expect(count > 300)
      }
    }
  }

  @Test func aBatchTellsThemAlsoOfPicturesThatAreThere() throws {
    try ToolRun.withFolder { folder in
      let line =
        #"{"id":1,"document":{"text":"ab cd"},"options":{"frames":true,"padding":3}}"# + "\n"
      let first = try ToolRun("batch", "--into", folder, input: line).jsonLines()
      let again = try ToolRun("batch", "--into", folder, "--resume", input: line).jsonLines()
      #expect(again[0]["reused"] as? Bool == true)
      for reply in [first[0], again[0]] {
        let words = try quads(reply["frames"], "words")
        #expect(words.map(\.0) == ["ab", "cd"] && words[0].1[0] == 3)
        #expect(try quads(reply["frames"], "clusters").count == 4)
      }
    }
  }

  @Test func whatDoesNotGoWithThemIsSaid() {
    for options in [["--preview"], ["--page-height", "100", "-o", "a-%d.png"]] {
      let run = ToolRun(["render", "a", "--frames"] + options, input: [])
      #expect(run.status == 2 && run.errors.contains("--frames"))
    }
  }
}
