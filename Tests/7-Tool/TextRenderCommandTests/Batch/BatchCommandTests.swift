// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TextTestSupport

@testable import TextRenderCommand

struct BatchCommandTests {
  private func request(_ id: Int, _ arguments: [String]) throws -> String {
    let words = try arguments.map { try UntypedJSON.literal($0) }
    return "{\"id\":\(id),\"args\":[\(words.joined(separator: ","))]}"
  }

  /// Requests of several commands, some of which fail.
  private func mixedRequests() throws -> String {
    let texts = ["Hello", "مرحبا بالعالم", "नमस्ते दुनिया", "日本語のテキスト", "👩‍🚀 ok", "", "\u{E000}?"]
    var lines: [String] = []
    for i in 0..<60 {
      let text = texts[i % texts.count]
      switch i % 6 {
      case 0:
        lines.append(
          try request(i, ["layout", "--no-system-fonts", "--text", text, "--width", "\(20 + i)"]))
      case 1: lines.append(try request(i, ["shape", "--font", ToolRun.sans, "--text", text]))
      case 2: lines.append(try request(i, ["shape", "--font", "missing.ttf", "--text", text]))
      case 3: lines.append(try request(i, ["segment", "--kind", "word", "--text", text]))
      case 4: lines.append("{\"id\":\(i),\"args\":7}")
      default:
        lines.append(
          try request(
            i, ["render", "--no-system-fonts", "--format", "svg", "--text", text]))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test func sameBytesForAnyNumberOfJobs() throws {
    let input = try mixedRequests()
    let one = ToolRun("batch", "--jobs", "1", input: input)
    #expect(one.status == 0)
    let replies = try one.jsonLines()
    #expect(replies.compactMap { $0["id"] as? Int } == Array(0..<60))
    #expect(Set(replies.compactMap { $0["exit"] as? Int }) == [0, 1, 2])
    for reply in replies where reply["exit"] as? Int != 0 {
      #expect(reply["stdout"] as? String == "" && reply["stderr"] as? String != "")
    }
    for jobs in ["2", "8"] {
      let many = ToolRun("batch", "--jobs", jobs, input: input)
      for (a, b) in zip(one.text.split(separator: "\n"), many.text.split(separator: "\n")) {
        #expect(a == b)
      }
      #expect(many.output.count == one.output.count)
    }
  }

  @Test func batchAndSingleGiveTheSame() throws {
    let arguments = ["layout", "--no-system-fonts", "--text", "Hello world", "--width", "50"]
    let reply = try #require(
      try ToolRun("batch", input: try request(1, arguments) + "\n").jsonLines().first)
    #expect(reply["stdout"] as? String == ToolRun(arguments).text)
  }

  @Test func requestsHaveTheirOwnInput() throws {
    let input =
      #"{"id":1,"args":["shape","--font","\#(ToolRun.sans)","--text-file","-"],"stdin":"ab"}"#
    let reply = try #require(try ToolRun("batch", input: input).jsonLines().first)
    #expect(reply["exit"] as? Int == 0)
    #expect((reply["stdout"] as? String)?.contains("\"cluster\":1") == true)
  }

  @Test func aPictureNeedsAFile() throws {
    let reply = try #require(
      try ToolRun("batch", input: try request(1, ["render", "--text", "a"]) + "\n").jsonLines()
        .first)
    #expect(reply["exit"] as? Int == 2 && reply["stdout"] as? String == "")
    #expect((reply["stderr"] as? String)?.contains("--output") == true)
  }

  @Test func badRequestsAreAnswered() throws {
    let input = """
      {"id":1,"args":["batch"]}
      []
      {"id":[2],"args":["layout","--text","x"]}
      {"args":["versions"]}
      {"id":5}
      """
    let replies = try ToolRun("batch", input: input).jsonLines()
    #expect(replies.map { $0["exit"] as? Int } == [2, 2, 0, 0, 2])
    #expect(ToolRun("batch", "--jobs", "0").status == 2)
    #expect(ToolRun("batch", "--jobs", "many").status == 2)
  }

  @Test func changedFontFileIsReadAgain() throws {
    try ToolRun.withFolder { folder throws in
      let font = folder + "/font.ttf"
      func glyphs() throws -> String {
        ToolRun("shape", "--font", font, "--text", "Hg", "--format", "hb").text
      }
      try FileManager.default.copyItem(atPath: ToolRun.sans, toPath: font)
      let sans = try glyphs()
      try FileManager.default.removeItem(atPath: font)
      try FileManager.default.copyItem(atPath: ToolRun.serif, toPath: font)
      let serif = try glyphs()
      #expect(sans != serif && !serif.isEmpty)
      #expect(
        serif == ToolRun("shape", "--font", ToolRun.serif, "--text", "Hg", "--format", "hb").text)
    }
  }
}
