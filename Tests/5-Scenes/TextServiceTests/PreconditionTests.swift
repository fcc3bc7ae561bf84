// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemFiles
import Testing
import TextTestSupport

@testable import TextService

/// The conditions of RFC 9110, section 13.
@Suite("Preconditions")
struct PreconditionTests {
  private static let document = #"{"text":"a"}"#

  @Test("If-Match lets in those who name the tag, and a star")
  func matches() async throws {
    let client = try ServiceClient()
    let target = ServiceClient.address(Self.document)
    let tag = try #require(try await client.get(target)["ETag"])
    let begun = client.service.statistics.begun
    for field in ["\"x\"", "W/\(tag)", "", "\"x\", \"y\""] {
      let answer = try await client.get(target, ("If-Match", field))
      answer.expectRefusal(412, "preconditionFailed")
    }
    #expect(client.service.statistics.begun == begun)
    for field in [tag, "*", "\"x\", \(tag)"] {
      #expect(try await client.get(target, ("If-Match", field)).status == 200, "\(field)")
    }
    // If-Match is asked first: section 13.2.2.
    let both = try await client.get(target, ("If-Match", "\"x\""), ("If-None-Match", tag))
    #expect(both.status == 412)
    let other = try await client.get(target, ("If-Match", tag), ("If-None-Match", tag))
    #expect(other.status == 304)
    let posted = try await client.post("/v1/render", Self.document, ("If-Match", tag))
    posted.expectRefusal(412, "preconditionFailed")
    for page in ["/health/live", "/metrics", "/"] {
      #expect(try await client.get(page, ("If-Match", "\"x\"")).status == 412, "\(page)")
      #expect(try await client.get(page, ("If-Match", "*")).status == 200, "\(page)")
    }
    #expect(client.isIdle)
  }

  @Test("A document is stored over another one only if that is the one that is named")
  func stored() async throws {
    let client = try ServiceClient()
    let hash = SHA256.hexadecimal(SHA256.digest(of: Array(Self.document.utf8)))
    let target = "/v1/documents/\(hash)"
    func put(_ name: String, _ value: String) async throws -> Int {
      try await client.service.answer(
        to: ServiceHead("PUT", target, fields: [ServiceClient.json, (name, value)]),
        body: Array(Self.document.utf8)
      ).status
    }
    #expect(try await put("If-Match", "*") == 412)
    #expect(try await put("If-Match", "\"x\"") == 412)
    #expect(try await client.get(target).status == 404)
    #expect(try await put("If-None-Match", "*") == 201)
    #expect(try await put("If-None-Match", "*") == 201)
    #expect(try await put("If-Match", "*") == 201)
    let tag = try #require(try await client.get(target)["ETag"])
    #expect(try await put("If-Match", tag) == 201)
    #expect(try await put("If-Match", "\"x\"") == 412)
  }
}
