// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import DocumentJSON
import Testing
import TextTestSupport

@testable import TextService

/// What is not shown as it was sent is noted, whichever way it came.
@Suite("Notes")
struct ServiceNoteTests {
  private static func card(_ text: String) -> String {
    #"{"size":[60,60],"layers":[{"type":"text","name":"title","frame":[0,0,60,60],\#(text)}]}"#
  }

  /// The notes of a body, by each way in.
  private func notes(_ body: [UInt8]) async throws -> [(way: String, notes: String)] {
    let client = try ServiceClient()
    let isScene = String(decoding: body, as: UTF8.self).contains("layers")
    var found: [(way: String, notes: String)] = []
    for target in ["/v1/render", "/v1/layout"] {
      let head = ServiceHead("POST", target, fields: [ServiceClient.json])
      let answer = try await client.service.answer(to: head, body: body)
      #expect(answer.status == 200, "\(target): \(answer.text.prefix(200))")
      found.append((target, answer["Render-Notes"] ?? ""))
    }
    let address = "/v1/render?d=" + Base64.encode(url: body)
    found.append(("address", try await client.get(address)["Render-Notes"] ?? ""))
    let line = Array(#"{"id":1,"\#(isScene ? "scene" : "document")":"#.utf8) + body + [0x7D]
    let batch = try await client.service.answer(
      to: ServiceHead("POST", "/v1/batch", fields: [ServiceClient.lines]), body: line)
    let reply = batch.text
    #expect(reply.contains(#""status":200"#), "\(reply.prefix(300))")
    let value = try #require(try UntypedJSON.value(reply.utf8) as? [String: Any])
    let list = try #require(value["notes"] as? [String])
    found.append(("batch", list.joined(separator: "; ")))
    return found
  }

  private func notes(_ body: String) async throws -> [(way: String, notes: String)] {
    try await notes(Array(body.utf8))
  }

  @Test("Ill-formed text is noted by every way, in texts and in layers")
  func illFormed() async throws {
    for escapes in [#"a\ud800b"#, #"\udfff\udbff"#, #"\udc00"#] {
      for body in [#"{"text":"\#(escapes)"}"#, Self.card(#""string":"\#(escapes)""#)] {
        for (way, notes) in try await notes(body) {
          #expect(notes.contains("U+FFFD"), "\(way): \(body)")
        }
      }
    }
    for text in [[0xFF], [0xC3], [0xED, 0xA0, 0x80]] as [[UInt8]] {
      let bytes = Array(#"{"text":"a"#.utf8) + text + Array(#"b"}"#.utf8)
      for (way, notes) in try await notes(bytes) {
        #expect(notes.contains("ill-formed"), "\(way): \(text)")
      }
    }
    // U+FFFD itself is a character like others.
    for text in [#"a\ufffdb"#, "a\u{FFFD}b", #"\ud83d\ude00"#] {
      for (way, notes) in try await notes(#"{"text":"\#(text)"}"#) {
        #expect(!notes.contains("U+FFFD, "), "\(way): \(notes)")
        #expect(!notes.contains("ill-formed"), "\(way): \(notes)")
      }
    }
  }

  @Test("Parameters and templates that are no UTF-8 are noted")
  func parameters() async throws {
    let folders = try ServiceFolders()
    try folders.write("templates/card.json", Self.card(#""string":"a""#))
    try folders.write("templates/odd.json", Self.card(#""string":"\ud800""#))
    let client = try ServiceClient(folders.configuration)
    let odd = try await client.get("/v1/templates/card?title=a%FFb")
    #expect(odd.status == 200 && odd["Render-Notes"]?.contains("title: 1 ill-formed") == true)
    #expect(try await client.get("/v1/templates/card?title=%C3%A4")["Render-Notes"] == nil)
    #expect(try await client.get("/v1/templates/odd")["Render-Notes"]?.contains("U+FFFD") == true)
  }

  @Test("Text that is cut off is noted with what it is cut by")
  func cutText() async throws {
    // 16 characters; a line has one word.
    let text = #""text":"word word word 👩","width":40"#
    for (body, mark) in [
      (#"{\#(text),"height":25}"#, "height: the text is cut"),
      (#"{\#(text),"maxLines":1}"#, "maxLines: the text is cut after line 1; 11 of 16"),
      (
        #"{"text":"word word word","writingMode":"vertical-rl","width":25,"height":40}"#,
        "width: the text is cut"
      ),
    ] {
      for (way, notes) in try await notes(body) {
        #expect(notes.contains(mark), "\(way): \(body) \(notes)")
      }
      for (way, notes) in try await notes(Self.card(#""document":\#(body)"#)) {
        #expect(notes.contains("the text is cut"), "\(way): \(body) \(notes)")
      }
    }
    for body in [#"{\#(text),"height":400}"#, #"{\#(text),"maxLines":40}"#] {
      for (way, notes) in try await notes(body) {
        #expect(!notes.contains("cut"), "\(way): \(notes)")
      }
    }
    // An ellipsis says it in the picture.
    for (way, notes) in try await notes(#"{\#(text),"maxLines":1,"truncation":{"mode":"end"}}"#) {
      #expect(!notes.contains("cut"), "\(way): \(notes)")
    }
  }

  @Test("Rubies and marks beyond the box of lines of a fixed height are noted")
  func annotations() async throws {
    func body(_ height: String, _ span: String, _ rest: String = "") -> String {
      #"{"text":"漢字","style":{"size":20,"language":"ja"\#(height)},"#
        + #""spans":[{"start":0,"end":2,\#(span)}]\#(rest)}"#
    }
    let fixed = #","lineHeight":"20px""#
    let ruby = #""ruby":"かんじ""#
    let cases = [
      (ruby, "", "a ruby", "upper", "top"),
      (#""ruby":{"text":"かんじ","position":"under"}"#, "", "a ruby", "lower", "bottom"),
      (#""style":{"emphasis":"dot"}"#, "", "an emphasis mark", "upper", "top"),
      (ruby, #","writingMode":"vertical-rl","height":60"#, "a ruby", "right", "right"),
    ]
    for (span, rest, name, edge, side) in cases {
      for (way, notes) in try await notes(body(fixed, span, rest)) {
        // Pictures note the ink that is cut off; layouts, which have no edge, how far it reaches.
        let isLayout = way == "/v1/layout"
        #expect(
          notes.contains(isLayout ? "\(name) reaches" : "ink is cut off at the \(side)"),
          "\(way): \(span) \(notes)")
        #expect(!isLayout || notes.contains("px beyond the \(edge) edge"), "\(way): \(notes)")
      }
      for (way, notes) in try await notes(Self.card(#""document":\#(body(fixed, span, rest))"#)) {
        #expect(notes.contains("\(name) reaches"), "\(way): \(span) \(notes)")
        #expect(notes.contains("px beyond the \(edge) edge"), "\(way): \(notes)")
      }
      // Lines that grow, or are high enough, hold them.
      for height in ["", #","lineHeight":"60px""#] {
        for (way, notes) in try await notes(body(height, span, rest)) {
          #expect(notes.isEmpty, "\(way): \(span) \(notes)")
        }
      }
    }
  }

  @Test("Features and axes that no font has are noted")
  func fontRequests() async throws {
    for (style, mark) in [
      (#""features":"zzzz""#, "features: no font has zzzz"),
      (#""variations":"zzzz=1""#, "variations: no font has the axis zzzz"),
    ] {
      let document = #"{"text":"ab","style":{\#(style)}}"#
      for body in [document, Self.card(#""document":\#(document)"#)] {
        for (way, notes) in try await notes(body) {
          #expect(notes.contains(mark), "\(way): \(body) \(notes)")
        }
      }
    }
    for (way, notes) in try await notes(#"{"text":"ab","style":{"features":"kern"}}"#) {
      #expect(notes.isEmpty, "\(way): \(notes)")
    }
  }
}
