// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SystemLanes
import Testing
import TextTestSupport

@testable import TextService

/// Entity tags: what changes them, and answers without work to clients that have them.
@Suite("Entity tags")
struct EntityTagTests {
  private static let document = #"{"text":"a"}"#

  @Test("What changes a picture changes its tag; who asks, and how long it may take, does not")
  func parameters() async throws {
    let client = try ServiceClient()
    let plain = ServiceClient.address(Self.document)
    var tags = Set([try #require(try await client.get(plain)["ETag"])])
    for query in [
      "&scale=2", "&padding=1", "&background=red", "&canvas=9,9", "&canvas=9,9&origin=1,2",
      "&canvas=9,9&origin=1,2&anchor=end", "&fitInk=1", "&gridFitting=none", "&format=rgba",
      "&format=svg", "&quality=5", "&effort=2", "&strict=1",
    ] {
      let got = try #require(try await client.get(plain + query)["ETag"])
      #expect(tags.insert(got).inserted, "\(query)")
      let posted = try await client.post("/v1/render?" + query.dropFirst(), Self.document)
      #expect(tags.insert(try #require(posted["ETag"])).inserted, "\(query)")
    }
    let other = try await client.get(ServiceClient.address(#"{"text":"b"}"#))
    #expect(tags.insert(try #require(other["ETag"])).inserted)
    let svg = try await client.get(plain, ("Accept", "image/svg+xml"))
    #expect(tags.insert(try #require(svg["ETag"])).inserted)
    let same = try await client.get(plain + "&scale=2&padding=1")
    for query in [
      "&padding=1&scale=2", "&scale=2&timeout=5&padding=1", "&cancel=false&padding=1&scale=2",
      "&padding=1&scale=2&key=a&exp=5",
    ] {
      #expect(try await client.get(plain + query)["ETag"] == same["ETag"], "\(query)")
    }
  }

  @Test("A client that has the picture gets 304, without work where there is no body")
  func notModified() async throws {
    let client = try ServiceClient()
    let target = ServiceClient.address(Self.document)
    let tag = try #require(try await client.get(target)["ETag"])
    let begun = client.service.statistics.begun
    for field in [
      tag, "W/\(tag)", "\"x\", \(tag)", "\"x\",W/\(tag) ,\"y\"", "\"x\"\t,\t\(tag)",
    ] {
      let answer = try await client.get(target, ("If-None-Match", field))
      #expect(answer.status == 304 && answer.body.isEmpty && answer["ETag"] == tag, "\(field)")
      #expect(answer["Cache-Control"]?.hasPrefix("public, max-age=") == true)
    }
    let parts = try await client.get(target, ("If-None-Match", "\"x\""), ("If-None-Match", tag))
    #expect(parts.status == 304 && client.service.statistics.begun == begun)
    for field in ["\"x\"", "", String(tag.dropFirst().dropLast()), String(tag.dropLast())] {
      #expect(try await client.get(target, ("If-None-Match", field)).status == 200, "\(field)")
    }
    let posted = try #require(try await client.post("/v1/render", Self.document)["ETag"])
    let again = try await client.post("/v1/render", Self.document, ("If-None-Match", posted))
    #expect(again.status == 304 && again.body.isEmpty && again["Cache-Control"] == "no-cache")
    #expect(client.service.statistics.notModified == 7)
  }

  @Test("Fonts, templates and pictures change all tags, each by its content and its name")
  func folders() async throws {
    let folders = try ServiceFolders()
    let client = try ServiceClient(folders.configuration)
    let target = ServiceClient.address(Self.document)
    var tags: Set<String> = []
    func expectOther(_ what: String) async throws {
      try client.service.reload()
      let tag = try #require(try await client.get(target)["ETag"])
      #expect(tags.insert(tag).inserted, "\(what)")
    }
    try await expectOther("empty folders")
    try folders.write("fonts/a.ttf", try PatchedFont("NotoSans-Regular.ttf").bytes)
    try await expectOther("a font")
    var bold = try PatchedFont("NotoSans-Regular.ttf")
    bold.makeBold()
    try folders.write("fonts/a.ttf", bold.bytes)
    try await expectOther("another font of the same name")
    try folders.write("images/a.png", ServiceFolders.png())
    try await expectOther("a picture")
    try folders.write("images/a.png", ServiceFolders.png([0, 255, 0]))
    try await expectOther("another picture of the same name")
    try folders.write("templates/a.json", #"{"size":[1,1],"layers":[]}"#)
    try await expectOther("a template")
    try folders.write("templates/a.json", #"{"size":[1,1],"layers":[{}]}"#)
    try await expectOther("another template of the same name")
  }

  @Test("A kept picture says who may keep it by how it is asked for")
  func kept() async throws {
    var configuration = ServiceConfiguration()
    configuration.cacheLimit = 1 << 20
    let client = try ServiceClient(configuration)
    let target = ServiceClient.address(Self.document)
    let first = try await client.get(target)
    let second = try await client.get(target, ("Authorization", "Bearer x"))
    #expect(second.body == first.body && client.service.statistics.cacheHits == 1)
    #expect(first["Cache-Control"] == "public, max-age=3600")
    #expect(second["Cache-Control"] == "private, max-age=3600" && second["Vary"] == "Accept")
    let posted = try await client.post("/v1/render", Self.document)
    let again = try await client.post("/v1/render", Self.document)
    #expect(posted.body == again.body && client.service.statistics.cacheHits == 2)
  }
}
