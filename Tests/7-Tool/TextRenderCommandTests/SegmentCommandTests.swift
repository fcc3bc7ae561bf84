// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import TextRenderCommand

struct SegmentCommandTests {
  @Test func oneRequest() throws {
    let reply = ToolRun("segment", "--kind", "grapheme", "--text", "a👩‍🚀é")
    #expect(reply.status == 0)
    #expect(try reply.json()["breaks"] as? [Int] == [0, 1, 4, 5])
  }

  @Test func orientations() throws {
    let reply = try ToolRun("segment", "--kind", "orientation", "--text", "a縦、「😀").json()
    #expect(reply["orientations"] as? [String] == ["R", "U", "Tu", "Tr", "U"])
  }

  @Test func streamAnswersEachLineInOrder() throws {
    let input = """
      {"id":12345678901234567890123,"text":"ab cd"}
      no request

      {"id":"\\ud800","text":"a\\ud800"}
      {"id":{"x":[1, 2]},"text":""}
      {"text":5}
      {"id":9}
      {"id":7,"text":"x"}
      """
    let reply = ToolRun("segment", "--kind", "word", input: input)
    #expect(reply.status == 0)
    #expect(
      reply.text.split(separator: "\n").map { $0.prefix(37) }
        == [
          #"{"id":12345678901234567890123,"breaks"#, #"{"id":null,"error":"no valid JSON at "#,
          #"{"id":null,"error":"no valid JSON at "#, #"{"id":"\ud800","breaks":[0,1,2]}"#,
          #"{"id":{"x":[1, 2]},"breaks":[]}"#, #"{"id":null,"error":"text: a string is"#,
          #"{"id":null,"error":"text: is missing""#, #"{"id":7,"breaks":[0,1]}"#,
        ].map { $0.prefix(37) })
  }

  @Test func linesAndTheirForcedBreaks() throws {
    let reply = try ToolRun("segment", "--kind", "line", "--text", "a b\ncd").json()
    #expect(reply["breaks"] as? [Int] == [2, 4, 6])
    #expect(reply["mandatory"] as? [Int] == [4])
  }

  @Test func hyphens() throws {
    let path = "/tmp/hyphens-\(getpid()).dic"
    let file = try #require(fopen(path, "w"))
    fputs("UTF-8\nn1a\nschif1fahrt/ff=f,5,2\n", file)
    fclose(file)
    defer { unlink(path) }
    let reply = try ToolRun(
      "segment", "--kind", "hyphen", "--dictionary", path, "--text", "😀 hyphenation, Schiffahrt"
    ).json()
    #expect(reply["breaks"] as? [Int] == [8, 20])
    let changes = try #require(reply["changes"] as? [[String: Any]])
    #expect(changes.count == 1)
    #expect(changes[0]["at"] as? Int == 20)
    #expect(changes[0]["start"] as? Int == 19)
    #expect(changes[0]["end"] as? Int == 21)
    #expect(changes[0]["before"] as? String == "ff")
    #expect(changes[0]["after"] as? String == "f")
    // Embedded patterns, on every host: Duden's "Sil-ben-tren-nung".
    let german = try ToolRun(
      "segment", "--kind", "hyphen", "--locale", "de", "--text", "Silbentrennung"
    ).json()
    #expect(german["breaks"] as? [Int] == [3, 6, 10])
  }

  @Test func bidi() throws {
    let reply = try ToolRun("segment", "--kind", "bidi", "--text", "a😀אב", "--direction", "rtl")
      .json()
    #expect(reply["paragraphLevel"] as? Int == 1)
    #expect(reply["order"] as? [Int] == [3, 2, 0, 1] || reply["order"] as? [Int] == [3, 2, 1, 0])
    #expect((reply["levels"] as? [Int])?.count == 4)
  }

  @Test func usage() {
    #expect(ToolRun("segment", "--text", "a").status == 2)
    let absent = ToolRun("segment", "--kind", "hyphen", "--dictionary", "/none", "--text", "a")
    #expect(absent.status == 1)
    let none = ToolRun("segment", "--kind", "hyphen", "--locale", "tlh", "--text", "a")
    #expect(none.status == 1 && none.errors.contains("no patterns are embedded for it"))
    #expect(ToolRun("segment", "--kind", "haiku", "--text", "a").status == 2)
    #expect(ToolRun("segment", "--kind", "line", "--line-break", "x", "--text", "a").status == 2)
  }
}
