// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TextTestSupport

@testable import TextRenderCommand

struct BatchTallyTests {
  @Test func limits() {
    #expect(FailureLimit("0") == .count(0) && FailureLimit("12") == .count(12))
    #expect(FailureLimit("2.5%") == .percent(2.5) && FailureLimit("100%") == .percent(100))
    for text in ["", "-1", "x", "%", "101%", "-1%", "1e9%", "nan%", "1.5", "1 %%"] {
      #expect(FailureLimit(text) == nil, "\(text)")
    }
  }

  @Test func counts() {
    var tally = BatchTally()
    tally.count(.done)
    tally.count(.reused)
    #expect(!tally.exceeds(.count(0), isFinal: true) && !tally.exceeds(.percent(0), isFinal: true))
    for code in [.usage, .notWritten, .usage] as [CommandError.Code] { tally.count(.failed(code)) }
    #expect(
      tally.summary(seconds: 2)
        == #"{"done":2,"reused":1,"failed":{"notWritten":1,"usage":2},"seconds":2,"textsPerSecond":2.5}"#
        + "\n")
    #expect(tally.exceeds(.count(2), isFinal: false) && !tally.exceeds(.count(3), isFinal: true))
    #expect(!tally.exceeds(nil, isFinal: true))
    // A share of few is none, unless these are all.
    #expect(!tally.exceeds(.percent(59), isFinal: false))
    #expect(
      tally.exceeds(.percent(59), isFinal: true) && !tally.exceeds(.percent(60), isFinal: true))
    for _ in 0..<995 { tally.count(.done) }
    #expect(
      tally.exceeds(.percent(0.2), isFinal: false) && !tally.exceeds(.percent(0.4), isFinal: true))
  }

  /// The status, how much is answered, and the summary as the last line.
  @Test func failAfter() throws {
    let good = #"{"id":1,"args":["versions"]}"# + "\n"
    let input = good + "x\n" + good + "{}\n" + good + good
    for (limit, status, answers) in [
      (nil, 0, 6), ("2", 0, 6), ("1", 3, 4), ("0", 3, 2), ("33%", 3, 6), ("34%", 0, 6),
    ] as [(String?, Int32, Int)] {
      let run = ToolRun(
        ["batch", "--jobs", "1"] + (limit.map { ["--fail-after", $0] } ?? []),
        input: Array(input.utf8))
      #expect(run.status == status, "\(limit ?? "none")")
      #expect(try run.jsonLines().count == answers, "\(limit ?? "none")")
      let last = try #require(run.errors.split(separator: "\n").last)
      let summary = try #require(try UntypedJSON.value(last.utf8) as? [String: Any])
      #expect(summary["failed"] as? [String: Int] == ["usage": limit == "0" ? 1 : 2])
    }
    #expect(ToolRun("batch", "--fail", input: good).status == 0)
    let all = ToolRun("batch", "--fail", "--jobs", "1", input: input)
    #expect(try all.status == 3 && all.jsonLines().count == 6)
    for value in ["", "x", "-1", "200%"] {
      #expect(ToolRun("batch", "--fail-after", value, input: good).status == 2)
    }
  }

  /// Replies in a file are there also after a failure.
  @Test func repliesInAFile() throws {
    try ToolRun.withFolder { folder throws in
      let path = folder + "/replies"
      let run = ToolRun("batch", "--fail", "--output", path, input: "x\n")
      #expect(run.status == 3 && run.output.isEmpty)
      #expect(FileManager.default.contents(atPath: path)?.isEmpty == false)
    }
  }

  /// Empty lines are no requests; members without effect are noted.
  @Test func emptyLinesAndIdleMembers() throws {
    let input = "\n" + #"{"id":1,"args":["versions"],"into":"x","options":{}}"# + "\r\n\r\n\n"
    let run = ToolRun("batch", "--fail", input: input)
    let replies = try run.jsonLines()
    #expect(run.status == 0 && replies.count == 1)
    let notes = replies[0]["stderr"] as? String ?? ""
    #expect(notes.contains("into has no effect") && notes.contains("options has no effect"))
  }
}
