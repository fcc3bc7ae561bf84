// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BrowserHost

@Suite("RequestCheck")
struct RequestCheckTests {
  private static let token = "0123456789abcdef"

  private func answer(
    _ target: String = "/", method: String = "GET", host: String? = "127.0.0.1:80",
    fields: [(name: String, value: String)] = [], address: String = "127.0.0.1",
    names: [String] = [], token: String? = nil
  ) throws -> RequestCheck.Answer {
    var configuration = BrowserConfiguration()
    (configuration.address, configuration.hostNames) = (address, names)
    configuration.token = token
    let host = host.map { [(name: "Host", value: $0)] } ?? []
    let request = BrowserRequest(method, target, host + fields)
    let isUpgrade = fields.contains { $0.name == "Upgrade" }
    return try RequestCheck(configuration).answer(to: request, isUpgrade: isUpgrade)
  }

  private func status(_ answer: RequestCheck.Answer) -> Int {
    if case .refused(let status, _) = answer { status } else { 200 }
  }

  private func live(_ origin: String?, host: String = "127.0.0.1:80") throws -> Int {
    let origin = origin.map { [(name: "Origin", value: $0)] } ?? []
    return status(
      try answer("/live", host: host, fields: [(name: "Upgrade", value: "websocket")] + origin))
  }

  @Test("Three addresses are answered, by GET alone")
  func addresses() throws {
    #expect(try answer() == .page)
    #expect(try answer("/?x=1") == .page)
    #expect(try answer("/frame.png?token=none") == .picture)
    #expect(status(try answer("/other")) == 404)
    #expect(status(try answer("//")) == 404)
    #expect(status(try answer("http://127.0.0.1/")) == 404)
    for method in ["HEAD", "POST", "OPTIONS", "get"] {
      #expect(status(try answer(method: method)) == 405)
    }
    #expect(status(try answer("/live")) == 426)
  }

  @Test("A name that is not the server's is refused: its address may have been turned here")
  func hosts() throws {
    for host in ["localhost", "LOCALHOST:1", "127.0.0.1", "127.1.2.3:9", "[::1]:80", "a.localhost"]
    {
      #expect(try answer(host: host) == .page)
    }
    for host in [
      "example.org", "127.0.0.1.example.org", "localhost.example.org", "10.0.0.1", "", ":80",
      "[::1", "[localhost]", "127.0.0.1:80:80", "127.0.0.1:x", "[::2]", "127.0.0.1@x",
    ] { #expect(status(try answer(host: host)) == 403, "\(host)") }
    #expect(status(try answer(host: nil)) == 400)
    #expect(status(try answer(fields: [(name: "host", value: "localhost")])) == 400)
    #expect(try answer(host: "box.example", names: ["Box.Example"]) == .page)
    for (host, expected) in [("10.0.0.1:80", 200), ("box.example", 403), ("[fe80::1]", 200)] {
      let token = (name: "Cookie", value: "\(RequestCheck.cookieName(ofHost: host))=\(Self.token)")
      let answer = try answer(
        host: host, fields: [token], address: "0.0.0.0", token: Self.token)
      #expect(status(answer) == expected)
    }
  }

  @Test("What a host may be written with cannot end a directive of the page's policy")
  func hostileHosts() throws {
    for name in [
      "a;script-src *", "a; script-src *; x", "a script-src *", "a,b", "a\tb", "a\"b", "a'b", "a/b",
      "a%3b", "a*", "*", "a_b", "\u{212A}", "ä", "a\u{0}b", "a\r\nb", "a@b", "a?b", "a#b", "<a>",
    ] {
      for host in ["\(name).localhost", "\(name).localhost:80", "\(name)localhost"] {
        #expect(status(try answer(host: host)) == 403, "\(host)")
      }
    }
    // This letter becomes a k, and so the name is one of the server's unless letters are bounded.
    #expect(status(try answer(host: "des\u{212A}.example", names: ["desk.example"])) == 403)
    #expect(try answer(host: "A-1.b.localhost:80") == .page)
  }

  @Test("The cookie has the port that the browser sees in its name, for cookies have none")
  func cookieNames() throws {
    for (host, name) in [
      ("127.0.0.1:8080", "live-token-8080"), ("[::1]:9", "live-token-9"),
      ("localhost", "live-token"), ("127.0.0.1", "live-token"), ("[::1]", "live-token"),
      ("localhost:", "live-token"), ("", "live-token"), (":1", "live-token-1"),
    ] { #expect(RequestCheck.cookieName(ofHost: host) == name) }
    let cookie = (name: "Cookie", value: "live-token-81=\(Self.token)")
    #expect(
      status(try answer(host: "127.0.0.1:80", fields: [cookie], token: Self.token)) == 401)
    #expect(try answer(host: "127.0.0.1:81", fields: [cookie], token: Self.token) == .page)
  }

  @Test("A WebSocket is for pages of the same origin")
  func origins() throws {
    #expect(try live("http://127.0.0.1:80") == 200)
    #expect(try live("https://localhost:1", host: "localhost:1") == 200)
    for origin in [
      nil, "null", "http://127.0.0.1", "http://127.0.0.1:81", "http://localhost:80",
      "https://example.org", "http://127.0.0.1:80.example.org", "ws://127.0.0.1:80", "",
    ] { #expect(try live(origin) == 403) }
    #expect(
      status(
        try answer(
          "/live",
          fields: [
            (name: "Upgrade", value: "websocket"), (name: "Origin", value: "http://127.0.0.1:80"),
            (name: "Origin", value: "http://127.0.0.1:80"),
          ])) == 403)
    #expect(
      status(
        try answer("/frame.png", fields: [(name: "Sec-Fetch-Site", value: "cross-site")])) == 403)
  }

  @Test("With a token nothing is answered without it; the page keeps it in a cookie")
  func tokens() throws {
    let token = Self.token
    let cookie = (name: "Cookie", value: "a=b; live-token-80=\(token); c=d")
    #expect(try answer("/?token=\(token)", token: token) == .keepToken)
    #expect(try answer("/frame.png?a=1&token=\(token)", token: token) == .picture)
    #expect(try answer(fields: [cookie], token: token) == .page)
    for target in ["/", "/?token=", "/?token=\(token)0", "/?token=1123456789abcdef", "/live"] {
      #expect(status(try answer(target, token: token)) == 401)
    }
    let wrong = (
      name: "Cookie", value: "live-token-80=\(token)x; xlive-token-80=\(token); live-token=\(token)"
    )
    #expect(status(try answer(fields: [wrong], token: token)) == 401)
    #expect(try answer("/?token=anything") == .page)
  }

  @Test("Any other address than a loopback one needs a token that is hard to guess")
  func tokenNeeded() throws {
    for (address, token) in [
      ("0.0.0.0", nil), ("10.0.0.1", nil), ("example.org", nil), ("::", nil),
      ("127.0.0.1.example.org", nil), ("0.0.0.0", "short"), ("127.0.0.1", "0123456789abcde;"),
      ("0.0.0.0", ""),
    ] as [(String, String?)] {
      let error = #expect(throws: BrowserError.self) {
        _ = try answer(address: address, token: token)
      }
      #expect(error?.code == .tokenNeeded)
    }
    for address in ["localhost", "::1", "127.0.0.2"] { _ = try answer(address: address) }
    let tokens = Set((0..<10).map { _ in BrowserConfiguration.randomToken() })
    #expect(tokens.count == 10 && tokens.allSatisfy { $0.utf8.count == 32 })
  }
}

@Suite("LivePage")
struct LivePageTests {
  private let page = String(decoding: LivePage.bytes(nonce: "N0NCE"), as: UTF8.self)

  @Test("Script and style bear the mark of the answer, and nothing is fetched from elsewhere")
  func ownParts() {
    #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>\n"))
    #expect(page.contains("<script nonce=\"N0NCE\">") && page.contains("<style nonce=\"N0NCE\">"))
    #expect(!page.contains("{nonce}"))
    for word in ["http://", "https://", "@import", "src=", "innerHTML", " style=", " onclick="] {
      #expect(!page.contains(word), "\(word)")
    }
    #expect(page.contains("tabindex=\"0\"") && page.contains("aria-live=\"polite\""))
  }

  @Test("The policy lets in the page's own parts alone")
  func policy() {
    let policy = LivePage.policy(nonce: "N", host: "localhost:1")
    #expect(policy.hasPrefix("default-src 'none'; script-src 'nonce-N'; style-src 'nonce-N';"))
    #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"))
    #expect(policy.contains("ws://localhost:1 "))
  }
}
