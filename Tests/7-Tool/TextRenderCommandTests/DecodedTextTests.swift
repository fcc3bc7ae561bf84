// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextTestSupport

@testable import TextRenderCommand

struct DecodedTextTests {
  @Test func byteOrderMarksAreObeyed() {
    let utf8: [UInt8] = [0xEF, 0xBB, 0xBF, 0x68, 0xC3, 0xA9]
    let little: [UInt8] = [0xFF, 0xFE, 0x68, 0, 0xE9, 0, 0x3D, 0xD8, 0x00, 0xDE]
    let big: [UInt8] = [0xFE, 0xFF, 0, 0x68, 0, 0xE9, 0xD8, 0x3D, 0xDE, 0x00]
    #expect(DecodedText(utf8).text == "hé")
    #expect(DecodedText(little).text == "hé😀")
    #expect(DecodedText(big).text == "hé😀")
    for bytes in [utf8, little, big] { #expect(DecodedText(bytes).illFormedCount == 0) }
  }

  @Test(arguments: [
    // Latin-1, a truncated sequence, an overlong one, and a surrogate.
    ([0x63, 0xE9, 0x20, 0xFF], 2, 1), ([0x61, 0xF0, 0x9F, 0x98], 1, 1), ([0xC0, 0x80], 2, 0),
    ([0x61, 0x62, 0xED, 0xA0, 0x80], 3, 2), ([0xEF, 0xBB, 0xBF, 0xFF], 1, 3),
    // UTF-16: a lone surrogate, and half a unit.
    ([0xFF, 0xFE, 0x61, 0, 0, 0xD8], 1, 4), ([0xFE, 0xFF, 0, 0x61, 0x62], 1, 4),
  ])
  func illFormedPartsAreCounted(_ bytes: [UInt8], _ count: Int, _ first: Int) {
    let decoded = DecodedText(bytes)
    #expect(decoded.illFormedCount == count && decoded.firstIllFormed == first)
    let replaced = decoded.text.unicodeScalars.filter { $0 == "\u{FFFD}" }
    #expect(replaced.count == count)
  }

  @Test func filesThatAreNotUTF8AreNoted() throws {
    try ToolRun.withFolder { folder in
      func layout(_ name: String, _ bytes: [UInt8]) throws -> ToolRun {
        try bytes.write(to: "\(folder)/\(name)")
        return ToolRun(
          "layout", "--no-system-fonts", "--font", ToolRun.sans, "--text-file", "\(folder)/\(name)")
      }
      let latin = try layout("latin.txt", Array("caf".utf8) + [0xE9, 0x0A])
      #expect(latin.status == 0)
      #expect(latin.errors.contains("latin.txt: 1 ill-formed sequence"))
      #expect(latin.errors.contains("at byte 3"))
      let unmarked = try layout("unmarked.txt", [0x61, 0, 0x62, 0])
      #expect(unmarked.errors.contains("byte order mark"))
      let marked = try layout("marked.txt", [0xFF, 0xFE, 0x61, 0])
      #expect(marked.errors.isEmpty)
      #expect(
        marked.output
          == ToolRun(
            "layout", "--no-system-fonts", "--font", ToolRun.sans, "--text", "a"
          ).output)
    }
  }

  @Test func documentsMayHaveAByteOrderMark() {
    let arguments = ["layout", "--no-system-fonts", "--document", "-"]
    let marked = ToolRun(arguments, input: [0xEF, 0xBB, 0xBF] + Array(#"{"text":"a"}"#.utf8))
    #expect(marked.status == 0 && marked.errors.isEmpty)
    let damaged = ToolRun(arguments, input: Array(#"{"text":""#.utf8) + [0xE9] + Array("\"}".utf8))
    #expect(damaged.status == 0 && damaged.errors.contains("1 ill-formed sequence"))
  }

  @Test func linesMayHaveAByteOrderMarkToo() throws {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let segment = ToolRun(
      ["segment", "--kind", "word"], input: mark + Array(#"{"id":1,"text":"a"}"#.utf8))
    #expect(segment.text == "{\"id\":1,\"breaks\":[0,1]}\n" && segment.errors.isEmpty)
    let batch = ToolRun(
      ["batch"], input: mark + Array(#"{"id":1,"args":["versions"]}"#.utf8) + [0x0A])
    #expect(try batch.jsonLines().first?["exit"] as? Int == 0)
    let damaged = ToolRun(
      ["segment", "--kind", "word"], input: Array(#"{"text":"a"#.utf8) + [0xE9] + Array("\"}".utf8))
    #expect(damaged.errors.contains("a line: 1 ill-formed sequence was read as U+FFFD"))
    let line = Array(#"{"args":["layout","--no-system-fonts","--text",""#.utf8) + [0xE9]
    let reply = try ToolRun(["batch"], input: line + Array("\"]}\n".utf8)).jsonLines().first
    #expect((reply?["stderr"] as? String)?.contains("1 ill-formed sequence") == true)
  }

  /// A file, standard input by name, and a pipe lose one line end alike.
  @Test(arguments: ["\n", "\r\n", "\r", ""])
  func theLastLineEndIsRemoved(_ end: String) throws {
    try ToolRun.withFolder { folder in
      try Array("one\ntwo\(end)".utf8).write(to: folder + "/poem.txt")
      let options = ["render", "--no-system-fonts"]
      let wanted = ToolRun(options + ["--text", "one\ntwo"]).output
      let input = Array("one\ntwo\(end)".utf8)
      #expect(ToolRun(options + ["--text-file", folder + "/poem.txt"]).output == wanted)
      #expect(ToolRun(options + ["--text-file", "-"], input: input).output == wanted)
      #expect(ToolRun(options, input: input).output == wanted)
    }
    var two = DecodedText(Array("a\n\n".utf8))
    two.removeFinalLineEnd()
    #expect(two.text == "a\n")
  }
}
