// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import ImageCodecs
import Testing
import TextTestSupport

@testable import TextRenderCommand

/// What lies in a layout besides glyphs: the reports of `layout`, and `hit`.
struct HitCommandTests {
  /// The rectangle of the attachment is that of its size: 36 to 60, beside 4 characters.
  private static let document = #"""
    {"text":"😀a \uFFFC link and so on, without an end","width":260,"maxLines":1,
     "systemFonts":false,"style":{"size":20,"family":["monospace"]},
     "attachments":[{"at":3,"reserved":"cat","size":[24,10]}],
     "links":[{"start":5,"end":9,"url":"https://example.org"},{"start":28,"end":30,"url":"b"}],
     "truncation":{"token":{"text":"… more","links":[{"start":2,"end":6,"url":"m"}]}}}
    """#

  private func run(_ arguments: String..., document: String = document) throws -> [String: Any] {
    let run = ToolRun(arguments + ["--document", "-"], input: Array(document.utf8))
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    return try run.json()
  }

  private func numbers(_ value: Any?) throws -> [Double] {
    try #require(value as? [Any]).map {
      try #require($0 as? Double ?? ($0 as? Int).map(Double.init))
    }
  }

  @Test func layoutReportsWhatLiesInTheText() throws {
    let layout = try run("layout")
    let attachment = try #require((layout["attachments"] as? [[String: Any]])?.first)
    #expect(attachment["at"] as? Int == 3 && attachment["line"] as? Int == 0)
    #expect(attachment["reserved"] as? String == "cat")
    let rect = try numbers(attachment["rect"])
    #expect(rect[2] == 24 && rect[3] == 10)
    let links = try #require(layout["links"] as? [[String: Any]])
    #expect(links.map { $0["start"] as? Int } == [5, 28] && links[0]["end"] as? Int == 9)
    #expect(links.map { $0["url"] as? String } == ["https://example.org", "b"])
    let linkRect = try numbers((links[0]["rects"] as? [Any])?.first)
    // Four letters of a monospaced font, a space behind the attachment.
    #expect(abs(linkRect[2] - 48) < 0.1 && abs(linkRect[0] - rect[0] - 36) < 0.1)
    // The second link is left out.
    #expect((links[1]["rects"] as? [Any])?.isEmpty == true)
    #expect(layout["truncated"] as? Bool == true)
    let ranges = try #require(layout["visibleRanges"] as? [[Int]])
    #expect(ranges.count == 1 && ranges[0][0] == 0 && ranges[0][1] < 28)
    let token = try numbers((layout["token"] as? [String: Any])?["rect"])
    #expect(abs(token[2] - 72) < 0.1 && token[0] + token[2] <= 260.001)
  }

  /// Plain texts that fit have no member more.
  @Test func plainTextsAreReportedAsEver() throws {
    let layout = try run("layout", document: #"{"text":"a b","systemFonts":false}"#)
    #expect(Set(layout.keys) == ["width", "height", "direction", "lines"])
    let scaled = try run(
      "layout",
      document: #"{"text":"a b c d","systemFonts":false,"maxLines":1,"width":20}"#.replacing(
        "\"maxLines\":1,", with: ""))
    #expect(Set(scaled.keys) == ["width", "height", "direction", "lines"])
  }

  @Test func partsAreFound() throws {
    let layout = try run("layout")
    func middle(_ rect: [Double]) -> String {
      "\(rect[0] + rect[2] / 2),\(rect[1] + rect[3] / 2)"
    }
    let attachment = try #require((layout["attachments"] as? [[String: Any]])?.first)
    let onAttachment = try run("hit", "--at", middle(try numbers(attachment["rect"])))
    #expect((onAttachment["attachment"] as? [String: Any])?["at"] as? Int == 3)
    #expect(onAttachment["link"] is [String: Any] == false)
    #expect([3, 4].contains(onAttachment["offset"] as? Int))
    let links = try #require(layout["links"] as? [[String: Any]])
    let linkRect = try numbers((links[0]["rects"] as? [Any])?.first)
    let onLink = try run("hit", "--at", middle(linkRect))
    let link = try #require(onLink["link"] as? [String: Any])
    #expect(link["url"] as? String == "https://example.org" && link["start"] as? Int == 5)
    #expect(onLink["offset"] as? Int == 7 && onLink["attachment"] is [String: Any] == false)
    let token = try numbers((layout["token"] as? [String: Any])?["rect"])
    let onToken = try run("hit", "--at", middle(token))
    let found = try #require(onToken["token"] as? [String: Any])
    #expect(try numbers(found["rect"]) == token)
    #expect((found["link"] as? [String: Any])?["url"] as? String == "m")
    // Above the line there is nothing, but within the slop.
    let above = "\(linkRect[0] + 3),-10"
    #expect(try run("hit", "--at", above)["link"] is [String: Any] == false)
    #expect(try run("hit", "--at", above, "--slop", "22")["link"] is [String: Any])
    #expect(try run("hit", "--at", above, "--slop", "9")["link"] is [String: Any] == false)
  }

  @Test func anAttachmentWithinALinkIsBoth() throws {
    let document = #"""
      {"text":"\uFFFC","systemFonts":false,"attachments":[{"at":0,"reserved":"x","size":[20,20]}],
       "links":[{"start":0,"end":1,"url":"u"}]}
      """#
    let both = try run("hit", "--at", "5,10", document: document)
    #expect((both["link"] as? [String: Any])?["url"] as? String == "u")
    #expect((both["attachment"] as? [String: Any])?["reserved"] as? String == "x")
  }

  /// Outlines say which attachments they lack; places that stay empty are none.
  @Test func attachmentsAreMissedInOutlines() {
    func errors(_ content: String, _ format: String) -> String {
      let document = #"""
        {"text":"\uFFFC\uFFFC","systemFonts":false,
         "attachments":[{"at":0,\#(content),"size":[9,9]},{"at":1,\#(content),"size":[9,9]}]}
        """#
      let run = ToolRun("render", "--document", "-", "--format", format, input: document)
      #expect(run.status == 0 && !run.output.isEmpty)
      return run.errors
    }
    let layer = #""scene":{"frame":[0,0,9,9],"backgroundColor":"red"}"#
    #expect(errors(layer, "svg-picture").isEmpty)
    #expect(errors(layer, "svg").contains("without attachments"))
    #expect(errors(#""reserved":"x""#, "svg-picture").isEmpty)
    #expect(!errors(#""reserved":"x""#, "svg").contains("attachments"))
  }

  @Test func affinityOfTheCaret() throws {
    let text = ["hit", "ab", "--no-system-fonts", "--font", ToolRun.sans]
    let start = try ToolRun(text + ["--at", "-5,3"]).json()
    #expect(start["offset"] as? Int == 0 && start["affinity"] as? String == "downstream")
    let end = try ToolRun(text + ["--at", "500,3"]).json()
    #expect(end["offset"] as? Int == 2 && end["affinity"] as? String == "upstream")
  }

  @Test func wrongPoints() {
    #expect(ToolRun("hit", "a").status == 2)
    #expect(ToolRun("hit", "a").errors.contains("--at"))
    #expect(ToolRun("hit", "a", "--at", "5").status == 2)
    #expect(ToolRun("hit", "a", "--at", "nan,1").status == 2)
    #expect(ToolRun("hit", "a", "--at", "1,1", "--slop", "-1").status == 2)
    #expect(ToolRun("layout", "a", "--at", "1,1").status == 2)
  }

  @Test func pointsInABatch() throws {
    let line =
      #"{"id":1,"args":["hit","--document","-","--at","1,1"],"stdin":"{\"text\":\"a\"}"}"#
      + "\n"
    let reply = try #require(try ToolRun("batch", input: line).jsonLines().first)
    #expect(reply["exit"] as? Int == 0)
    #expect((reply["stdout"] as? String)?.hasPrefix(#"{"offset":0,"#) == true)
  }

  /// Documents have `--strict` and `--image-root`; errors name key and byte.
  @Test func documentsAreBounded() throws {
    try ToolRun.withFolder { folder in
      let json = #"{"text":"\uFFFC","attachments":[{"at":0,"image":"../absent/x.png"}],"zoom":1}"#
      try Array(json.utf8).write(to: folder + "/a.json")
      let loose = ToolRun("layout", "--document", folder + "/a.json")
      #expect(loose.status == 0 && loose.errors.contains("x.png") && loose.errors.contains("zoom"))
      #expect(loose.errors.contains("(byte 48)"))
      let bounded = ToolRun("layout", "--document", folder + "/a.json", "--image-root", folder)
      #expect(bounded.status == 1 && bounded.output.isEmpty)
      #expect(bounded.errors.contains("outside the image root (byte 48)"))
      let strict = ToolRun("layout", "--document", folder + "/a.json", "--strict")
      #expect(strict.status == 1 && strict.errors.contains("x.png"))
      try Array(#"{"text":"a","zoom":1}"#.utf8).write(to: folder + "/b.json")
      let unknown = ToolRun("render", "--document", folder + "/b.json", "--strict", "-o", "x.png")
      #expect(
        unknown.status == 2 && unknown.errors.contains("zoom: the key is not known (byte 19)"))
      let wrong = ToolRun(
        "hit", "--at", "1,1", "--document", "-",
        input: #"{"text":"a","links":[{"start":"x","end":1,"url":"u"}]}"#)
      #expect(wrong.status == 2 && wrong.errors.contains("links[0].start: "))
      #expect(wrong.errors.contains("(byte 30)"))
    }
  }
}
