// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import Testing
import TextRenderCommand

@testable import TextRenderStress

struct StressCommandTests {
  /// Runs a command line.
  private func run(
    _ arguments: [String], input: [UInt8] = [],
    by tool: TextRenderTool = TextRenderTool(stress: StressCommand.run)
  ) -> (status: Int32, output: String, errors: String) {
    let input = Mutex(input)
    let output = Mutex("")
    let errors = Mutex("")
    let console = CommandConsole(
      read: { input.withLock { exchange(&$0, with: []) } },
      write: { bytes in output.withLock { $0 += String(decoding: bytes, as: UTF8.self) } },
      report: { message in errors.withLock { $0 += message } })
    let status = tool.run(arguments, on: console)
    return (status, output.withLock { $0 }, errors.withLock { $0 })
  }

  @Test func optionsAreChecked() {
    for wrong in [
      ["--layers", "0"], ["--requests", "many"], ["--lanes", "17"], ["--seed", "-1"],
      ["--seconds", "0"], ["--mix", "rain:3"], ["--mix", "cancel:1"], ["--mix", "display:x"],
      ["--scenario", "storm,calm"], ["--images", "--scenario", "storm"],
      ["--tiles", "--scenario", "storm"], ["--images", "--tiles"],
    ] {
      let run = run(["stress"] + wrong)
      #expect(run.status == 2 && run.output.isEmpty, "\(wrong): \(run.errors)")
      #expect(run.errors.contains(wrong[0]), "\(run.errors)")
    }
  }

  @Test func aToolWithoutStressSaysSo() {
    let run = run(["stress"], by: TextRenderTool())
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors == "textrender: stress: this program has no stress\n")
  }

  @Test func aBatchHasNoStress() {
    let line = #"{"id":1,"args":["stress","--layers","1"]}"#
    let run = run(["batch"], input: Array(line.utf8))
    #expect(run.output.contains(#""stderr":"textrender: stress: cannot stand in a batch\n""#))
  }

  @Test func optionsMakeTheConfiguration() throws {
    let arguments = try Arguments([
      "stress", "--layers", "7", "--lanes", "2", "--seconds", "1.5", "--seed", "9",
      "--mix", "display:3,cancel,drop:0", "--scenario", "polls,head-of-line",
    ])
    let configuration = try arguments.stressConfiguration()
    #expect(configuration.layers == 7 && configuration.lanes == 2 && configuration.seed == 9)
    #expect(configuration.seconds == 1.5 && configuration.requests == 1_000_000_000)
    #expect(configuration.scenarios == [.polls, .headOfLine])
    #expect(configuration.mix.entries.map(\.action) == [.display, .cancel, .drop])
    #expect(configuration.mix.entries.map(\.weight) == [3, 1, 0])
    let images = try Arguments(["stress", "--images"]).stressConfiguration()
    #expect(images.layers == 10_000 && images.requests == 100_000)
    #expect(images.scenarios == [.images])
    let tiles = try Arguments(["stress", "--tiles"]).stressConfiguration()
    #expect(tiles.layers == 100 && tiles.requests == 100_000 && tiles.scenarios == [.tiles])
    let few = try Arguments(["stress", "--images", "--layers", "50", "--requests", "9"])
    #expect(try few.stressConfiguration().layers == 50)
    #expect(try few.stressConfiguration().requests == 9)
    let limited = try Arguments(["stress", "--seconds", "1", "--requests", "5"])
    #expect(try limited.stressConfiguration().requests == 5)
  }

  @Test func violationsAreAnObject() {
    var report = StressReport()
    report.violations = [.settledContents: 3, .oneOutcome: 1]
    report.figures = [
      StressReport.Figure(name: "low", value: 2, unit: "ms", limit: 1),
      StressReport.Figure(name: "high", value: 2, unit: "ms", limit: 1, isFloor: true),
    ]
    let json = String(decoding: report.json, as: UTF8.self)
    #expect(json.contains(#""violations":{"I1":1,"I5":3}"#))
    #expect(json.contains(#""atMost":1,"met":false"#) && json.contains(#""atLeast":1,"met":true"#))
    #expect(report.table.contains("I1: 1, I5: 3") && report.table.contains("NOT REACHED"))
    #expect(report.table.contains("2 ms (at most 1)  NOT REACHED\n"))
    #expect(report.table.contains("2 ms (at least 1)\n"))
  }

  @Test("Each request of the batch that neighbours are measured beside is drawn")
  func theBatchOfNeighboursDraws() {
    let input = NeighbourLoad.requests + NeighbourLoad.requests
    let run = run(["batch", "--inline"], input: input)
    let replies = run.output.split(separator: "\n")
    #expect(run.status == 0 && replies.count == 4, "\(run.errors)")
    for reply in replies {
      // "iVBOR" are the first bytes of a PNG in Base64.
      #expect(reply.contains("iVBOR") && !reply.contains(#""error""#), "\(reply.prefix(200))")
    }
  }
}
