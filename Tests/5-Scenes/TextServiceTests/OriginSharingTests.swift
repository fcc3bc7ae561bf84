// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TextService

/// Pages of other sites: Fetch Standard, section 3.3.
@Suite("Origins")
struct OriginSharingTests {
  private static let target = ServiceClient.address(#"{"text":"a"}"#)
  private static let origin = ("Origin", "https://a.example")

  private func client(_ origins: String...) throws -> ServiceClient {
    var configuration = ServiceConfiguration()
    configuration.allowedOrigins = origins
    return try ServiceClient(configuration)
  }

  private func fields(_ answer: ServiceAnswer, _ name: String) -> [String] {
    answer.fields.filter { $0.name == name }.map(\.value)
  }

  @Test("Answers and refusals name the origin that is allowed, and no other")
  func named() async throws {
    let client = try client("https://a.example", "https://b.example:8443")
    for (target, status) in [(Self.target, 200), ("/v1/nothing", 404), ("/v1/render", 400)] {
      let answer = try await client.get(target, Self.origin)
      #expect(answer.status == status)
      #expect(answer["Access-Control-Allow-Origin"] == "https://a.example")
      #expect(answer["Access-Control-Expose-Headers"]?.contains("Render-Notes") == true)
      #expect(fields(answer, "Vary").contains("Origin"))
      let other = try await client.get(target, ("Origin", "https://a.example.evil.example"))
      #expect(other.status == status && other["Access-Control-Allow-Origin"] == nil)
      // A cache that has this answer does not give it to the page above.
      #expect(fields(other, "Vary").contains("Origin"))
      let none = try await client.get(target)
      #expect(fields(none, "Vary").contains("Origin"))
    }
    let tag = try #require(try await client.get(Self.target)["ETag"])
    let same = try await client.get(Self.target, Self.origin, ("If-None-Match", tag))
    #expect(same.status == 304 && same["Access-Control-Allow-Origin"] == "https://a.example")
  }

  @Test("A star allows all; without origins there are no fields")
  func all() async throws {
    let any = try await client("*").get(Self.target, Self.origin)
    #expect(any["Access-Control-Allow-Origin"] == "*" && !fields(any, "Vary").contains("Origin"))
    let none = try await client().get(Self.target, Self.origin)
    #expect(none["Access-Control-Allow-Origin"] == nil && !fields(none, "Vary").contains("Origin"))
  }

  @Test("OPTIONS lists the methods, and for pages the fields of requests, without a key")
  func options() async throws {
    let folders = try ServiceFolders()
    var configuration = try folders.keys(
      #"{"keys":[{"id":"site","secret":"0123456789abcdef"}]}"#)
    configuration.allowedOrigins = ["https://a.example"]
    let client = try ServiceClient(configuration)
    func ask(_ target: String, _ fields: (String, String)...) async throws -> ServiceAnswer {
      try await client.service.answer(to: ServiceHead("OPTIONS", target, fields: fields))
    }
    for (target, methods) in [
      ("/v1/render?scale=2", "GET, POST, HEAD, OPTIONS"), ("/v1/batch", "POST, OPTIONS"),
      ("/v1/documents/a", "GET, PUT, HEAD, OPTIONS"), ("*", "GET, HEAD, POST, PUT, OPTIONS"),
    ] {
      let answer = try await ask(target)
      #expect(answer.status == 204 && answer["Allow"] == methods && answer.body.isEmpty)
      #expect(answer["Access-Control-Allow-Methods"] == nil)
      let page = try await ask(
        target, Self.origin, ("Access-Control-Request-Method", "POST"),
        ("Access-Control-Request-Headers", "authorization,content-type"))
      #expect(page.status == 204 && page["Access-Control-Allow-Methods"] == methods)
      #expect(page["Access-Control-Allow-Headers"]?.contains("Authorization, Content-Type") == true)
      #expect(page["Access-Control-Allow-Origin"] == "https://a.example")
    }
    #expect(try await ask("/v1/nothing").status == 404)
    #expect(client.service.statistics.begun == 0 && client.isIdle)
  }
}
