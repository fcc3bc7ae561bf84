// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextTestSupport

@testable import TextService

/// Scenes by name, whose texts and pictures a request replaces.
@Suite("Templates")
struct ServiceTemplateTests {
  private static let spans = #","spans":[{"start":0,"end":4,"style":{"weight":700}}]"#

  /// The scene of the template, with other texts and another picture.
  private static func card(
    title: String = #""Title""#, picture: String = "red.png", body: String = #""bold""#,
    _ spans: String = spans
  ) -> String {
    #"""
    {"size":[120,60],"background":"white","layers":[
      {"type":"text","name":"title","string":\#(title),"frame":[4,4,112,24]},
      {"frame":[0,30,120,30],"sublayers":[
        {"name":"picture","frame":[4,0,20,20],"contents":{"image":"\#(picture)"}},
        {"type":"text","name":"body","frame":[30,0,80,24],
          "document":{"text":\#(body),"style":{"color":"teal"}\#(spans)}}]},
      {"name":"nothing","frame":[110,50,5,5],"backgroundColor":"navy"}]}
    """#
  }

  private static func folders() throws -> ServiceFolders {
    let folders = try ServiceFolders()
    try folders.write("images/red.png", ServiceFolders.png())
    try folders.write("images/green.png", ServiceFolders.png([0, 255, 0]))
    try folders.write("templates/card.json", Self.card())
    return folders
  }

  /// A value as it stands in a query, with all of its bytes escaped.
  private static func escaped(_ value: String) -> String {
    value.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test("Texts, documents and pictures are replaced by the names of their layers")
  func replaced() async throws {
    let folders = try Self.folders()
    let client = try ServiceClient(folders.configuration)
    var bodies: Set<[UInt8]> = []
    var tags: Set<String> = []
    for (query, scene) in [
      ("", Self.card()), ("&title=Other", Self.card(title: #""Other""#)),
      ("&picture=green.png", Self.card(picture: "green.png")),
      // The ranges of spans were those of the old text; the style stays.
      ("&body=new", Self.card(body: #""new""#, "")), ("&title=", Self.card(title: #""""#)),
      (
        "&body=b&picture=green.png&title=%C3%A9",
        Self.card(title: #""é""#, picture: "green.png", body: #""b""#, "")
      ),
    ] {
      let got = try await client.get("/v1/templates/card?format=rgba" + query)
      let posted = try await client.post("/v1/render?format=rgba", scene)
      #expect(got.status == 200)
      let isSame = got.body == posted.body
      #expect(isSame, "\(query)")
      #expect(got["Render-Notes"] == posted["Render-Notes"])
      let isNew = bodies.insert(got.body).inserted
      #expect(isNew, "\(query)")
      #expect(tags.insert(try #require(got["ETag"])).inserted, "\(query)")
    }
    let names = try await client.get("/v1/templates")
    let listed = try #require(try UntypedJSON.value(names.body) as? [String: [[String: Any]]])
    #expect(listed["templates"]?.first?["name"] as? String == "card")
    #expect(listed["templates"]?.first?["layers"] as? [String] == ["body", "picture", "title"])
    #expect(client.isIdle)
  }

  @Test(
    "A value is a text, whatever is in it",
    arguments: [
      #"say "hi""#, #"\" \\ \u0041"#, "a\nb\tc", "\u{1}\u{1F}\u{7F}\u{0}", "%41 %zz 100%",
      "a+b & c=d",
      #"","layers":[],"x":""#, "</script>", "مرحبا \u{202E}abc", "😀\u{2028}é", " ",
    ])
  func awkward(value: String) async throws {
    let folders = try Self.folders()
    let client = try ServiceClient(folders.configuration)
    let scene = Self.card(title: try UntypedJSON.literal(value))
    let got = try await client.get(
      "/v1/templates/card?format=rgba&title=" + Self.escaped(value))
    let posted = try await client.post("/v1/render?format=rgba", scene)
    let isSame = got.body == posted.body
    #expect(got.status == 200 && isSame)
    #expect(got["Render-Notes"] == posted["Render-Notes"])
  }

  @Test(
    "Names that there are not are told",
    arguments: [
      ("/v1/templates/cart", 404, "notFound", "name", "no template"),
      ("/v1/templates/card.json", 404, "notFound", "name", ""),
      ("/v1/templates/CARD", 404, "notFound", "name", ""),
      ("/v1/templates/card?titel=x", 400, "malformed", "titel", "did you mean title"),
      ("/v1/templates/card?zebra=x", 400, "malformed", "zebra", "body, picture, title"),
      // A layer without a text or a picture has nothing to replace.
      ("/v1/templates/card?nothing=x", 400, "malformed", "nothing", ""),
      ("/v1/templates/card?title=x&title=y", 400, "malformed", "title", "twice"),
      ("/v1/templates/card?d=x", 400, "malformed", "d", ""),
      ("/v1/templates/card?padding=1", 400, "malformed", "padding", "there are body, picture"),
      (
        "/v1/templates/card?strict=1&picture=none.png", 400, "unreadable",
        "layers[1].sublayers[0].contents.image", "none.png"
      ),
    ])
  func refused(target: String, status: Int, code: String, member: String, part: String)
    async throws
  {
    let folders = try Self.folders()
    let client = try ServiceClient(folders.configuration)
    try await client.get(target).expectRefusal(status, code, member: member, part)
    #expect(client.isIdle)
  }

  @Test(
    "A file that is no scene is told at the start",
    arguments: [
      "", "{", "[]", "null", #"{"size":[1,1]}"#, #"{"layers":5}"#, #"{"size":[1,1],"layers":[]}]"#,
      String(repeating: #"{"layers":["#, count: 400) + String(repeating: "]}", count: 400),
    ])
  func mistakes(text: String) throws {
    let folders = try Self.folders()
    try folders.write("templates/wrong.json", text)
    let error = try #require(throws: ServiceError.self) { try TextService(folders.configuration) }
    #expect(error.code == .malformed && error.path.hasSuffix("/templates/wrong.json"))
    #expect(!error.message.isEmpty && error.description.hasSuffix(error.message))
    // Other files, and hidden ones, are no templates.
    try folders.remove("templates/wrong.json")
    try folders.write("templates/.hidden.json", text)
    try folders.write("templates/readme.txt", text)
    #expect(throws: Never.self) { try TextService(folders.configuration) }
  }
}
