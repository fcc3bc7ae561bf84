// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if HTML
  import Testing
  import TextTestSupport

  @testable import TextService

  /// Pages of HTML as bodies and as templates.
  @Suite("Pages of HTML")
  struct ServicePageTests {
    private static let card = """
      <!DOCTYPE html><link rel=stylesheet href=card.css><body><h1 id=title>Title</h1>\
      <img id=picture src=red.png width=20 height=20><p id=more>more <b>bold</b></p>
      """

    private static func folders() throws -> ServiceFolders {
      let folders = try ServiceFolders()
      try folders.write("images/red.png", ServiceFolders.png())
      try folders.write("images/green.png", ServiceFolders.png([0, 255, 0]))
      try folders.write("images/card.css", "body { margin: 4px; font: 16px 'Noto Sans' }")
      try folders.write("templates/card.html", Self.card)
      return folders
    }

    private func post(
      _ client: ServiceClient, _ target: String, _ body: String
    ) async throws -> ServiceAnswer {
      try await client.service.answer(
        to: ServiceHead("POST", target, fields: [("Content-Type", "text/html; charset=utf-8")]),
        body: Array(body.utf8))
    }

    @Test func aBodyOfHTMLIsAPage() async throws {
      let folders = try Self.folders()
      defer { withExtendedLifetime(folders) {} }
      let client = try ServiceClient(folders.configuration)
      let answer = try await post(client, "/v1/render?format=rgba&width=120&height=80", Self.card)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(answer["Picture-Size"] == "120x80" && answer["Render-Notes"] == nil)
      // The same bytes as JSON are no document, and are not taken from a cache.
      let json = try await client.post("/v1/render?format=rgba&width=120&height=80", Self.card)
      #expect(json.status == 400)
      let frames = try await post(client, "/v1/layout?width=120", Self.card)
      #expect(frames.text.contains(#""id":"title""#) && frames.text.contains(#""text":"bold""#))
    }

    #if Markdown
      /// The same bytes as HTML are another page, and have another tag.
      @Test func aBodyOfMarkdownIsAPage() async throws {
        let folders = try Self.folders()
        defer { withExtendedLifetime(folders) {} }
        let client = try ServiceClient(folders.configuration)
        let body = Array("# Title\n\n![picture](red.png)\n\n<video src=a></video>\n".utf8)
        func answer(_ type: String, _ target: String) async throws -> ServiceAnswer {
          try await client.service.answer(
            to: ServiceHead("POST", target, fields: [("Content-Type", type)]), body: body)
        }
        let markdown = try await answer("text/markdown", "/v1/render?format=rgba&width=120")
        let html = try await answer("text/html", "/v1/render?format=rgba&width=120")
        #expect(markdown.status == 200 && html.status == 200, "\(markdown.text)")
        #expect(markdown["ETag"] != html["ETag"] && markdown.body != html.body)
        #expect(markdown["Render-Notes"]?.contains("red.png") != true)
        let layout = try await answer("text/markdown; charset=utf-8", "/v1/layout?width=300")
        #expect(layout.text.contains(#""text":"Title""#))
      }
    #endif

    @Test func aTemplateHasTheIDsOfItsElements() async throws {
      let folders = try Self.folders()
      defer { withExtendedLifetime(folders) {} }
      let client = try ServiceClient(folders.configuration)
      let list = try await client.get("/v1/templates").text
      #expect(list == #"{"templates":[{"name":"card","layers":["picture","title"]}]}"# + "\n")
      var bodies: Set<[UInt8]> = []
      for (query, page) in [
        ("", Self.card), ("&title=Other", Self.card.replacing("Title", with: "Other")),
        ("&picture=green.png", Self.card.replacing("red.png", with: "green.png")),
        ("&title=%3Cb%3E", Self.card.replacing("Title", with: "&lt;b>")),
      ] {
        let got = try await client.get("/v1/templates/card?format=rgba&width=90" + query)
        let posted = try await post(client, "/v1/render?format=rgba&width=90", page)
        #expect(got.status == 200, "\(got.text)")
        #expect(got.body == posted.body)
        bodies.insert(got.body)
      }
      #expect(bodies.count == 4)
      let unknown = try await client.get("/v1/templates/card?titel=x")
      #expect(unknown.status == 400 && unknown.text.contains("did you mean title?"))
    }

    /// Nothing beyond the folder of pictures is read, and its place is not told.
    @Test(arguments: [
      "../keys.txt", "/etc/passwd", "file:///etc/passwd", "http://127.0.0.1/a.png", "data:,x",
    ])
    func nothingElseIsRead(_ reference: String) async throws {
      let folders = try Self.folders()
      defer { withExtendedLifetime(folders) {} }
      let client = try ServiceClient(folders.configuration)
      for page in ["<img src='\(reference)'>x", "<link rel=stylesheet href='\(reference)'>x"] {
        let answer = try await post(client, "/v1/render?width=50", page)
        #expect(answer.status == 200 && answer["Render-Notes"] != nil, "\(answer.text)")
        #expect(answer["Render-Notes"]?.contains("images") != true)
        let strict = try await post(client, "/v1/render?width=50&strict", page)
        #expect(strict.status == 400 && strict.text.contains("\"error\""), "\(strict.text)")
      }
    }

    @Test func refusalsAreJSON() async throws {
      let folders = try Self.folders()
      defer { withExtendedLifetime(folders) {} }
      let client = try ServiceClient(folders.configuration)
      for (target, status) in [
        ("/v1/render?width=0", 400), ("/v1/render?media=film", 400), ("/v1/render?canvas=4x4", 400),
        ("/v1/render?format=svg-outlines", 400), ("/v1/render?height=99999&scale=9", 413),
      ] {
        let answer = try await post(client, target, "<p>x")
        #expect(answer.status == status && answer.text.hasPrefix("{\"error\":"), "\(answer.text)")
      }
      let answer = try await client.service.answer(
        to: ServiceHead("POST", "/v1/render", fields: [("Content-Type", "text/css")]),
        body: Array("x".utf8))
      #expect(
        answer.status == 415
          && answer.text.contains("application/json or text/html or text/markdown"))
    }
  }
#endif
