// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import StyledDocuments

/// Wrong values of documents, with the path of the key and the offset in bytes.
struct DocumentErrorTests {
  private func error(_ json: String) throws -> DocumentError {
    var reader = DocumentText.reader()
    do {
      _ = try reader.document(from: Array(json.utf8))
    } catch {
      return error
    }
    Issue.record("nothing was thrown for \(json)")
    return DocumentError(.failed, nil, "nothing")
  }

  /// A value of the wrong type for each key of each object within a document.
  @Test func everyKeyOfTheWrongType() throws {
    try check(AttachmentMember.self, #""attachments":[{"#, "attachments[0]", #""at":0,"#)
    try check(LinkMember.self, #""links":[{"#, "links[0]", #""start":0,"end":1,"url":"x","#)
    try check(
      HighlightMember.self, #""links":[{"start":0,"end":1,"url":"x","highlight":{"#,
      "links[0].highlight", "")
    try check(ShapeMember.self, #""shape":{"#, "shape", "")
    try check(ExclusionMember.self, #""exclusions":[{"#, "exclusions[0]", "")
    try check(ColumnsMember.self, #""columns":{"#, "columns", #""count":1,"#)
    try check(TextCombineMember.self, #""style":{"textCombine":{"#, "style.textCombine", "")
    try check(
      RubyMember.self, #""spans":[{"start":0,"end":1,"ruby":{"#, "spans[0].ruby", #""text":"x","#)
    try check(TruncationMember.self, #""truncation":{"#, "truncation", "")
    try check(TokenMember.self, #""truncation":{"token":{"#, "truncation.token", #""text":"x","#)
    try check(BackgroundMember.self, #""style":{"background":{"#, "style.background", "")
    try check(BorderMember.self, #""style":{"border":{"#, "style.border", "")
    try check(
      DecorationMember.self, #""style":{"decorations":[{"#, "style.decorations[0]",
      #""line":"underline","#)
    try check(TextShadowMember.self, #""style":{"shadows":[{"#, "style.shadows[0]", "")
    try check(StrokeMember.self, #""style":{"stroke":{"#, "style.stroke", #""width":1,"#)
    try check(FillMember.self, #""style":{"fill":{"#, "style.fill", "")
    try check(
      GradientMember.self, #""style":{"fill":{"gradient":{"#, "style.fill.gradient", "")
    try check(LineBreakingMember.self, #""lineBreaking":{"#, "lineBreaking", "")
    try check(JustificationMember.self, #""style":{"justify":{"#, "style.justify", "")
    try check(StrutMember.self, #""style":{"strut":{"#, "style.strut", "")
    try check(ListMember.self, #""style":{"list":{"#, "style.list", "")
    try check(LineHeightMember.self, #""style":{"lineHeight":{"#, "style.lineHeight", "")
    try check(BreakCostMember.self, #""lineBreaking":{"optimal":{"#, "lineBreaking.optimal", "")
  }

  @Test func costsOutOfRange() throws {
    for costs in [#""hyphen":10001"#, #""rivers":1e9"#, #""runtLength":1.5"#] {
      let error = try error(#"{"text":"a","lineBreaking":{"optimal":{\#(costs)}}}"#)
      #expect(error.code == .malformed && error.keyPath?.hasPrefix("lineBreaking.optimal.") == true)
    }
  }

  private func check<Member: DocumentObject & Hashable>(
    _ type: Member.Type, _ opening: String, _ path: String, _ required: String
  ) throws {
    // What a layer is, documents do not say.
    for member in Member.allCases where member.rawValue != "scene" {
      let takesTrue: [ValueForm.JSONType?] = [.boolean, .numberOrBoolean]
      let value = takesTrue.contains(member.form?.type) ? "[3]" : "true"
      // A background needs its colour, an attachment one kind of content.
      var others =
        type == BackgroundMember.self && member.rawValue != "color" ? #""color":"red","# : ""
      if type == AttachmentMember.self, !["image", "reserved", "scene"].contains(member.rawValue) {
        others = #""reserved":"x","#
      }
      let start = #"{"text":"\uFFFC", "# + opening + required + others
      let json = start + "\"\(member.rawValue)\": \(value)"
      let closing = opening.reversed().filter { $0 == "{" || $0 == "[" }
        .map { $0 == "{" ? "}" : "]" }.joined()
      let error = try error(json + closing + "}")
      #expect(error.code == .malformed, "\(path).\(member)")
      #expect(error.keyPath == "\(path).\(member.rawValue)", "\(error)")
      #expect(error.offset == json.utf8.count - value.utf8.count, "\(path).\(member)")
    }
  }

  /// Members that must be there.
  @Test(arguments: [
    (#"{"text":"a","links":[{"start":0,"end":1}]}"#, "links[0]", "url", 21),
    (#"{"text":"a","links":[{"start":0,"end":null,"url":"x"}]}"#, "links[0]", "end", 21),
    (#"{"text":"a","attachments":[{"reserved":"x"}]}"#, "attachments[0]", "at", 27),
    (#"{"text":"a","truncation":{"token":{}}}"#, "truncation.token", "text", 34),
    (#"{"text":"a","style":{"background":{}}}"#, "style.background", "color", 34),
    (#"{"text":"a","style":{"decorations":[{}]}}"#, "style.decorations[0]", "line", 36),
    (#"{"text":"a","style":{"stroke":{}}}"#, "style.stroke", "width", 30),
  ])
  func missingMembers(_ json: String, _ path: String, _ name: String, _ offset: Int) throws {
    let error = try error(json)
    #expect(error.keyPath == path && error.offset == offset, "\(error) \(error.offset ?? -1)")
    #expect(error.message.contains("its \(name) is missing"))
  }

  @Test(arguments: [
    (#"{"text":"a","height":-1}"#, "height", 21), (#"{"text":"a","insets":[1,2,3]}"#, "insets", 21),
    (#"{"text":"a","insets":[1,"x",3,4]}"#, "insets[1]", 24),
    (#"{"text":"a","verticalAlign":"centre"}"#, "verticalAlign", 28),
    (#"{"text":"a","minimumScale":0}"#, "minimumScale", 27),
    (#"{"text":"a","minimumScale":1.5}"#, "minimumScale", 27),
    (#"{"text":"a","truncation":"end"}"#, "truncation", 25),
    (#"{"text":"a","truncation":{"mode":"clip"}}"#, "truncation.mode", 33),
    (#"{"text":"a","attachments":{}}"#, "attachments", 26),
    (#"{"text":"a","links":[7]}"#, "links[0]", 21), (#"{"text":"a","detect":1}"#, "detect", 21),
    (#"{"text":"a","detect":["mail","web"]}"#, "detect[1]", 29),
    (#"{"text":"a","links":[{"start":1,"end":0,"url":""}]}"#, "links[0]", 21),
    (#"{"text":"a","style":{"background":7}}"#, "style.background", 34),
    (#"{"text":"a","style":{"shadows":[{"blur":-1}]}}"#, "style.shadows[0].blur", 40),
    (#"{"text":"a","style":{"border":{"width":1e999}}}"#, "style.border.width", 39),
    (#"{"text":"a","style":{"decorations":true}}"#, "style.decorations", 35),
    (
      #"{"text":"a","spans":[{"start":0,"end":1,"style":{"stroke":3}}]}"#, "spans[0].style.stroke",
      58
    ),
  ])
  func wrongValues(_ json: String, _ path: String, _ offset: Int) throws {
    let error = try error(json)
    #expect(error.keyPath == path && error.offset == offset, "\(error) \(error.offset ?? -1)")
    #expect(error.code == .malformed)
  }

  /// An attachment stands where the text has a U+FFFC that no other one has.
  @Test(arguments: [
    (#"{"text":"a\uFFFC","attachments":[{"at":0,"reserved":""}]}"#, "attachments[0].at", 39),
    (#"{"text":"\uFFFC","attachments":[{"reserved":"","at":1}]}"#, "attachments[0].at", 52),
    (
      #"{"text":"\uFFFC","attachments":[{"at":0,"reserved":""},{"at":0,"reserved":""}]}"#,
      "attachments[1].at", 61
    ),
    (#"{"text":"\uFFFC","attachments":[{"at":0}]}"#, "attachments[0]", 32),
    (
      #"{"text":"\uFFFC","attachments":[{"at":0,"reserved":"","image":"x"}]}"#, "attachments[0]", 32
    ),
    (
      #"{"text":"\uFFFC","attachments":[{"at":0,"reserved":"","scale":0}]}"#,
      "attachments[0].scale", 62
    ),
  ])
  func placesOfAttachments(_ json: String, _ path: String, _ offset: Int) throws {
    let error = try error(json)
    #expect(error.keyPath == path && error.offset == offset, "\(error) \(error.offset ?? -1)")
    #expect(error.code == .malformed)
  }

  @Test func unknownKeysOfObjectsAreNamedOrRefused() throws {
    let json = #"""
      {"text":"a\uFFFC","links":[{"start":0,"end":1,"url":"x","href":"y"}],
       "attachments":[{"at":1,"reserved":"x","align":"top"}],
       "style":{"shadows":[{"radius":2}],"border":{"colour":"red"}}}
      """#
    var reader = DocumentText.reader()
    _ = try reader.document(from: Array(json.utf8))
    #expect(
      reader.unknownKeys.map(\.path) == [
        "links[0].href", "attachments[0].align", "style.shadows[0].radius", "style.border.colour",
      ])
    #expect(reader.unknownKeys[0].hint == "url" && reader.unknownKeys[3].hint == "color")
    #expect(reader.unknownKeys.allSatisfy { $0.offset != nil })
    var strict = DocumentText.reader(isStrict: true)
    #expect {
      try strict.document(from: Array(json.utf8))
    } throws: {
      let error = $0 as? DocumentError
      return error?.code == .unknownKey && error?.keyPath == "links[0].href" && error?.offset == 63
    }
  }
}
