// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import FoundationEssentials
import ImageCodecs
import SystemConcurrency
import Testing
import TextTestSupport

@testable import TextRenderCommand

struct AnimateCommandTests {
  private let scene =
    #"{"size":[40,30],"background":"red","duration":0.5,"layers":[{"frame":[5,5,9,9],"#
    + #""backgroundColor":"blue"}]}"#

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    Array(try #require(FileManager.default.contents(atPath: path)))
  }

  @Test func anAPNG() throws {
    try ToolRun.withFolder { folder in
      let run = ToolRun("animate", "-", "-o", folder + "/a.APNG", input: scene)
      #expect(run.status == 0 && run.errors.isEmpty && run.output.isEmpty, "\(run.errors)")
      let film = try APNGReader(try bytes(folder + "/a.APNG"))
      #expect(film.frames.count == 30 && film.colorType == 2 && film.loops == 0)
      let picture = FilmCanvas(try Bitmap(png: ToolRun("scene", "-", input: scene).output))
      #expect(film.frames.allSatisfy { $0.canvas == picture && $0.delay == (1, 60) })
      let doubled = ToolRun(
        "animate", "-", "--scale", "2", "--fps", "29.97", "--from", "0.1", "--to", "0.4",
        "--loops", "2", "-o", folder + "/b.apng", input: scene)
      #expect(doubled.status == 0 && doubled.errors.isEmpty)
      let second = try APNGReader(try bytes(folder + "/b.apng"))
      #expect(second.frames.count == 9 && second.loops == 2)
      #expect(second.frames[0].delay == (100, 2997) && second.frames[0].canvas.width == 80)
      #expect(try names(folder) == ["a.APNG", "b.apng"])
    }
  }

  @Test func aGIF() throws {
    try ToolRun.withFolder { folder in
      let run = ToolRun("animate", "-", "--fps", "20", "-o", folder + "/a.gif", input: scene)
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      let film = try GIFReader(try bytes(folder + "/a.gif"))
      #expect(film.frames.map(\.delay) == [Int](repeating: 5, count: 10))
      let picture = FilmCanvas(try Bitmap(png: ToolRun("scene", "-", input: scene).output))
      #expect(film.frames.allSatisfy { $0.canvas == picture })
      let fast = ToolRun("animate", "-", "-o", folder + "/b.gif", input: scene)
      #expect(fast.status == 0 && fast.errors.contains("--fps 50"))
      let rough = ToolRun(
        "animate", "-", "--fps", "3.14159265", "-o", folder + "/b.apng", input: scene)
      #expect(rough.status == 0 && rough.errors.contains("--fps: an APNG cannot tell"))
    }
  }

  @Test func picturesOfAPattern() throws {
    try ToolRun.withFolder { folder in
      let run = ToolRun(
        "animate", "-", "--fps", "6", "-o", folder + "/f-%04d.png", input: scene)
      #expect(run.status == 0 && run.errors.isEmpty)
      let files = try names(folder)
      #expect(files == ["f-0000.png", "f-0001.png", "f-0002.png"])
      #expect(try bytes(folder + "/f-0002.png") == ToolRun("scene", "-", input: scene).output)
      #expect(
        ToolRun("animate", "-", "--fps", "2", "-o", folder + "/%d.png", input: scene).status == 0)
      #expect(try names(folder).contains("0.png"))
    }
  }

  @Test func onePicture() throws {
    let picture = ToolRun("scene", "-", input: scene).output
    let run = ToolRun("animate", "-", "--frame", "0.25", input: scene)
    #expect(run.status == 0 && run.errors.isEmpty && run.output == picture)
    let sheet = ToolRun("animate", "-", "--sheet", "3", input: scene)
    let image = try Bitmap(png: sheet.output)
    #expect(image.width == 84 && image.height == 64)
    #expect(image.pixel(x: 83, y: 0) == 0xFF00_00FF && image.pixel(x: 41, y: 0) == 0)
    let idle = ToolRun("animate", "-", "--frame", "0", "--loops", "2", input: scene)
    #expect(idle.status == 0 && idle.errors.contains("--loops: it has no effect with --frame"))
    #expect(ToolRun("animate", "-", "--sheet", "3", input: scene, terminal: true).status == 2)
    for (option, name) in [("--frame", "x.jpg"), ("--sheet", "x.svg"), ("--frame", "x.gif")] {
      let run = ToolRun("animate", "-", option, "1", "-o", name, input: scene)
      #expect(
        run.errors == "textrender: --output: '\(name)' names another format, but one picture of a "
          + "film is a PNG\n")
      #expect(run.status == 2)
    }
    let large = ToolRun("animate", "-", "--sheet", "999999", input: scene)
    #expect(large.status == 1 && large.errors.contains("--sheet"), "\(large.errors)")
  }

  @Test(arguments: [
    (["--fps", "0"], "--fps: 0 is not above 0"), (["--fps", "-5"], "--fps"),
    (["--fps", "nan"], "--fps"), (["--fps", "inf"], "--fps"), (["--fps", "fast"], "--fps"),
    (["--from", "1", "--to", "1"], "--to: there are no frames from 1 to 1 s"),
    (["--from", "2", "--to", "1"], "--to: there are no frames from 2 to 1 s"),
    (["--from", "0.5"], "--to: there are no frames"), (["--to", "x"], "--to"),
    (["--to", "100000"], "--fps: from 0 to 100000 s there are more than 1000000 frames"),
    // A thousand million frames.
    (["--fps", "2e9"], "--fps: from 0 to 0.5 s there are more than 1000000 frames"),
    (["--loops", "-1"], "--loops"), (["--sheet", "0"], "--sheet"),
    (["--from", "-1e308", "--to", "1e308"], "--to: there are no frames"),
    (["--frame", "0", "--sheet", "3"], "--sheet: does not go with --frame"),
    (["--frame", "0"], "--output"), (["other"], "one word too many"), (["--time", "1"], "--time"),
  ])
  func refusals(_ options: [String], _ message: String) throws {
    try ToolRun.withFolder { folder in
      let run = ToolRun(
        ["animate", "-"] + options + ["-o", folder + "/a.apng"], input: Array(scene.utf8))
      #expect(run.status == 2 && run.errors.contains(message), "\(run.errors)")
      let files = try names(folder)
      #expect(files.isEmpty)
    }
  }

  @Test(arguments: [
    ("a.png", "is one picture"), ("a.mkv", "names no format"), ("a", "names no format"),
    ("%s.png", "no other %"), ("%d-%d.png", "no other %"), ("100%-%03d.png", "no other %"),
    ("%3d.png", "no other %"), ("%x.png", "no other %"), ("%099d.png", "no other %"),
    ("%d.gif", "a film is one file"),
  ])
  func otherNames(_ name: String, _ message: String) throws {
    try ToolRun.withFolder { folder in
      let run = ToolRun("animate", "-", "-o", "\(folder)/\(name)", input: scene)
      #expect(run.status == 2 && run.errors.contains(message), "\(run.errors)")
      let files = try names(folder)
      #expect(files.isEmpty)
    }
  }

  @Test func refusalsOfScenes() throws {
    try ToolRun.withFolder { folder in
      let still = ToolRun("animate", "-", "-o", "\(folder)/x.apng", input: #"{"size":[4,4]}"#)
      #expect(still.status == 2 && still.errors.contains("the scene has no duration"))
      #expect(ToolRun("animate", "-", "-o", "\(folder)/x.apng", input: "{").status == 2)
      #expect(ToolRun("animate").status == 2 && ToolRun("animate", "-", input: scene).status == 2)
      #expect(ToolRun("animate", "/nowhere/s.json", "-o", "\(folder)/x.apng").status == 1)
      #expect(ToolRun("animate", "-", "-o", "/nowhere/x.apng", input: scene).status == 1)
      let pattern = ToolRun("animate", "-", "--frame", "0", "-o", "\(folder)/%d.png", input: scene)
      #expect(pattern.status == 2 && pattern.errors.contains("one picture has one name"))
      let strict = ToolRun(
        "animate", "-", "--strict", "-o", "\(folder)/x.apng", input: #"{"size":[4,4],"zoom":1}"#)
      #expect(strict.status == 2 && strict.errors.contains("zoom"))
      #expect(ToolRun("animate", "--schema").output == ToolRun("scene", "--schema").output)
      let files = try names(folder)
      #expect(files.isEmpty)
    }
  }

  @Test func inABatch() throws {
    try ToolRun.withFolder { folder in
      let json = scene.replacing("\"", with: "\\\"")
      let requests = [
        #"{"id":1,"args":["animate","-","-o","\#(folder)/a.gif","--fps","10"],"stdin":"\#(json)"}"#,
        #"{"id":2,"args":["animate","-","--frame","0"],"stdin":"\#(json)"}"#,
        #"{"id":3,"args":["animate","-","-o","\#(folder)/b.apng"],"stdin":"\#(json)"}"#,
      ]
      let run = ToolRun("batch", input: requests.joined(separator: "\n") + "\n")
      let exits = try run.jsonLines().map { $0["exit"] as? Int ?? Int($0["exit"] as? Double ?? -1) }
      #expect(exits == [0, 2, 0], "\(run.text)")
      #expect(try GIFReader(try bytes(folder + "/a.gif")).frames.count == 5)
      #expect(try APNGReader(try bytes(folder + "/b.apng")).frames.count == 30)
    }
  }

  @Test func progressOnATerminalAlone() throws {
    try ToolRun.withFolder { folder in
      for isTerminal in [true, false] {
        let errors = Mutex("")
        let input = Mutex(Array(scene.utf8))
        let console = CommandConsole(
          read: {
            input.withLock { bytes in
              defer { bytes = [] }
              return bytes
            }
          }, report: { message in errors.withLock { $0 += message } }, input: .pipe,
          errorIsTerminal: isTerminal)
        let status = TextRenderTool().run(["animate", "-", "-o", folder + "/a.apng"], on: console)
        let text = errors.withLock { $0 }
        #expect(status == 0)
        #expect(text.contains("] 15/30 frames, 50 %") == isTerminal, "\(text)")
        #expect(text.isEmpty != isTerminal)
        if isTerminal { #expect(text.hasSuffix("\r\u{1B}[K")) }
      }
    }
  }
}
