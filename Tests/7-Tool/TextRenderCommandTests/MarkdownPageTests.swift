// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import FoundationEssentials
import ImageCodecs
import Testing

@testable import TextRenderCommand

/// `textrender render README.md`.
struct MarkdownPageTests {
  private func command(_ words: String...) throws -> CommandName { try Arguments(words).command }

  /// The name of a file that is there is a page; other texts are texts.
  @Test func aFileOfMarkdownIsAPage() throws {
    try ToolRun.withFolder { folder in
      let file = folder + "/a.b.MD"
      try Array("# a".utf8).write(to: file)
      #expect(try command("render", file, "-o", "x.png") == .html)
      #expect(try command("render", "--css", "c", file, "--paper", "a5", "-o", "x.pdf") == .html)
      #expect(try command(file, "-o", "x.png") == .html)
      #expect(try command("render", folder + "/none.md", "-o", "x.png") == .render)
      #expect(try command("render", "see " + file, "-o", "x.png") == .render)
      #expect(try command("render", "a", "-o", file) == .render)
      #expect(try command("render", "--text-file", file, "-o", "x.png") == .render)
      #expect(try command("layout", file) == .layout)
      #expect(throws: CommandError.self) {
        try command("render", file, "--font-size", "3") == .html
      }
    }
  }

  #if Markdown
    @Test func thePageIsDrawn() throws {
      try ToolRun.withFolder { folder in
        let file = folder + "/readme.md"
        let fonts = ["--no-system-fonts", "--default-fonts"]
        #expect(ToolRun(["render", "p", "-o", folder + "/p.png"] + fonts).status == 0)
        try Array("# Title\n\n![p](p.png)\n\n- [x] ~~done~~\n".utf8).write(to: file)
        for picture in ["png", "pdf"] {
          let run = ToolRun(["render", file, "-o", "\(folder)/a.\(picture)"] + fonts)
          #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        }
        let png = try Bitmap(pngFile: folder + "/a.png")
        #expect(png.width == 800 && (150...250).contains(png.height))
        #expect(
          try Data(contentsOf: URL(filePath: folder + "/a.pdf")).starts(with: Array("%PDF".utf8)))
        // The same through a pipe, whose name says nothing.
        let piped = ToolRun(
          ["html", "-", "--markdown", "-o", folder + "/b.png"] + fonts,
          input: Array("# Title".utf8))
        let named = folder + "/b.md"
        try Array("# Title".utf8).write(to: named)
        #expect(piped.status == 0)
        #expect(ToolRun(["html", named, "-o", folder + "/c.png"] + fonts).status == 0)
        #expect(try Bitmap(pngFile: folder + "/b.png") == Bitmap(pngFile: folder + "/c.png"))
        // A style sheet of one's own.
        try Array("h1 { color: red }".utf8).write(to: folder + "/mine.css")
        #expect(
          ToolRun(["html", named, "--css", folder + "/mine.css", "-o", folder + "/d.png"] + fonts)
            .status == 0)
        #expect(try Bitmap(pngFile: folder + "/d.png") != Bitmap(pngFile: folder + "/c.png"))
      }
    }

    @Test func whatIsTooLongIsRefused() throws {
      try ToolRun.withFolder { folder in
        let file = folder + "/long.md"
        try Array(repeating: UInt8(ascii: "a"), count: 17 << 20).write(to: file)
        let run = ToolRun("render", file, "-o", folder + "/x.png")
        #expect(run.status != 0 && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
        #expect(run.errors.contains("at most 16777216 are read"), "\(run.errors)")
      }
    }
  #endif
}
