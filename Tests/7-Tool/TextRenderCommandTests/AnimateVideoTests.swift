// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import LayerScenes
import Testing
import TextTestSupport

@testable import SystemLanes
@testable import TextRenderCommand

/// Films that FFmpeg writes, and those that a scene shows again.
struct AnimateVideoTests {
  /// A white square on black that moves by 8 points in a tenth of a second.
  private let film = ##"""
    {"size":[96,32],"background":"#000","duration":1,"layers":[{"frame":[0,8,16,16],
    "backgroundColor":"#fff",
    "animations":[{"key":"position.x","from":8,"to":88,"duration":1,"curve":"linear"}]}]}
    """##

  #if Video
    /// The columns in which the middle row is white.
    private func white(_ image: Bitmap) -> [Int] {
      (0..<image.width).filter { image.pixel(x: $0, y: 16) & 255 > 128 }
    }

    @Test func a16_aFilmIsWrittenAndShown() throws {
      try ToolRun.withFolder { folder in
        let run = ToolRun(
          "animate", "-", "--fps", "10", "-o", folder + "/a.mp4", input: film)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let scene =
          #"{"size":[96,32],"layers":[{"type":"player","frame":[0,0,96,32],"video":"a.mp4"}]}"#
        try FileWriter.write(Array(scene.utf8), to: folder + "/s.json")
        for frame in 0..<10 {
          let picture = "\(folder)/p.png"
          let shown = ToolRun(
            "scene", folder + "/s.json", "--time", "\(Double(frame) / 10)", "-o", picture)
          #expect(shown.status == 0 && shown.errors.isEmpty, "\(shown.errors)")
          let columns = white(try Bitmap(pngFile: picture))
          // The edges are soft: lossy.
          #expect(abs((columns.first ?? -9) - 8 * frame) <= 1)
          #expect(abs((columns.last ?? -9) - (8 * frame + 15)) <= 1)
        }
      }
    }

    @Test func s226_theSameBytesOnAnyLanes() throws {
      try ToolRun.withFolder { folder in
        for ending in ["mp4", "webp"] {
          var files: [[UInt8]] = []
          for count in [1, 16] {
            let times = try #require(FrameTimes(from: 0, to: 1, framesPerSecond: 20))
            let tree = try Scene(json: Array(film.utf8)).tree
            let path = "\(folder)/\(count).\(ending)"
            let form = try #require(FFmpegOutput.Form(rawValue: ending))
            try FilmRecorder(
              frames: FrameSequence(times: times, of: tree), file: "test",
              console: CommandConsole(), lanes: RenderLanes(count: count)
            ).write(.ffmpeg(FFmpegOutput(path: path, form: form)), rate: 20, loops: 0)
            files.append(try FileReader.contents(of: path, limit: 1 << 24))
          }
          #expect(files[0] == files[1], "\(ending) \(files.map(\.count))")
          #expect(files[0].count > 500, "\(ending) \(files[0].count)")
        }
      }
    }

    @Test func s226_notesOnFilms() throws {
      try ToolRun.withFolder { folder in
        let clear = #"{"size":[33,17],"duration":0.1,"layers":[]}"#
        let run = ToolRun(
          "animate", "-", "--loops", "3", "-o", folder + "/a.mp4", input: clear)
        #expect(run.status == 0)
        for note in ["lies on white", "even number of pixels", "--loops: it has no effect"] {
          #expect(run.errors.contains(note), "\(run.errors)")
        }
        let webp = ToolRun(
          "animate", "-", "--fps", "200", "-o", folder + "/a.webp", input: clear)
        #expect(webp.status == 0 && webp.errors.contains("thousandths"), "\(webp.errors)")
        #expect(
          ToolRun("animate", "-", "-o", "/nowhere/a.mp4", input: clear).status == 1)
        let pattern = ToolRun("animate", "-", "-o", folder + "/%d.mp4", input: clear)
        #expect(pattern.status == 2 && pattern.errors.contains("a film is one file"))
      }
    }
  #else
    @Test(arguments: ["mp4", "webp"])
    func theTraitIsNamed(_ ending: String) {
      let run = ToolRun("animate", "-", "-o", "/nowhere/x.\(ending)", input: film)
      #expect(run.status == 2 && run.errors.contains("package trait Video"))
      let scene = ToolRun("scene", "-", input: #"{"size":[4,4],"layers":[{"type":"player"}]}"#)
      #expect(scene.status == 1 && scene.errors.contains("package trait Video"))
    }
  #endif
}
