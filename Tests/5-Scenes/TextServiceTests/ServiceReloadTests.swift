// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import SystemLanes
import Testing
import TextTestSupport

@testable import TextService

/// Folders that are read again while the service runs.
@Suite("Reloading")
struct ServiceReloadTests {
  private static let document = #"{"text":"Hello","fonts":["a.ttf"]}"#
  private static let target = ServiceClient.address(document, "&format=rgba")
  private static let secret = "0123456789abcdef"

  private static func template(_ text: String) -> String {
    #"{"size":[60,20],"layers":[{"type":"text","name":"a","string":"\#(text)","frame":[0,0,60,20]}]}"#
  }

  /// Folders with a font, a template and a key.
  private static func folders() throws -> (ServiceFolders, ServiceConfiguration) {
    let folders = try ServiceFolders()
    try folders.write("fonts/a.ttf", try PatchedFont("NotoSans-Regular.ttf").bytes)
    try folders.write("templates/a.json", template("old"))
    let configuration = try folders.keys(#"{"keys":[{"id":"a","secret":"\#(secret)"}]}"#)
    return (folders, configuration)
  }

  private struct Answers: Equatable {
    var picture: [UInt8]
    var card: [UInt8]
    var tags: [String?]
  }

  private static func answers(_ client: ServiceClient) async throws -> Answers {
    let field = ("Authorization", "Bearer \(secret)")
    let picture = try await client.get(target, field)
    let card = try await client.get("/v1/templates/a?format=rgba", field)
    #expect(picture.status == 200 && card.status == 200)
    return Answers(picture: picture.body, card: card.body, tags: [picture["ETag"], card["ETag"]])
  }

  @Test(
    "With one file that is broken, everything stays as it was",
    arguments: [
      ("fonts/b.ttf", "no font"), ("templates/b.json", "{"), ("keys.json", #"{"keys":[{}]}"#),
      ("fonts/a.ttf", ""),
    ])
  func broken(name: String, text: String) async throws {
    let (folders, configuration) = try Self.folders()
    let client = try ServiceClient(configuration)
    let old = try await Self.answers(client)
    // The other parts are good, and are not taken either.
    var bold = try PatchedFont("LiberationMono-Regular.ttf")
    bold.makeBold()
    try folders.write("fonts/a.ttf", bold.bytes)
    try folders.write("templates/a.json", Self.template("new"))
    try folders.write(name, text)
    let error = try #require(throws: ServiceError.self) { try client.service.reload() }
    #expect(error.code == .malformed && error.path.hasSuffix("/" + name))
    #expect(try await Self.answers(client) == old)

    if name == "keys.json" {
      try folders.write(name, #"{"keys":[{"id":"b","secret":"\#(Self.secret)"}]}"#)
    } else if name == "fonts/a.ttf" {
      try folders.write(name, bold.bytes)
    } else {
      try folders.remove(name)
    }
    try client.service.reload()
    let new = try await Self.answers(client)
    #expect(new.picture != old.picture && new.card != old.card)
    #expect(new.tags[0] != old.tags[0] && new.tags[1] != old.tags[1])
    #expect(client.isIdle)
  }

  @Test("A folder that is gone, or is a file, changes nothing", arguments: [false, true])
  func missing(isFile: Bool) async throws {
    let (folders, configuration) = try Self.folders()
    let client = try ServiceClient(configuration)
    let old = try await Self.answers(client)
    for name in ["fonts", "templates", "images"] {
      let (other, _) = try Self.folders()
      var moved = configuration
      try other.remove(name)
      if isFile { try other.write(name, "a file") }
      switch name {
      case "fonts": moved.fonts = "\(other.path)/\(name)"
      case "templates": moved.templates = "\(other.path)/\(name)"
      default: moved.images = "\(other.path)/\(name)"
      }
      let error = try #require(throws: ServiceError.self) { try TextService(moved) }
      #expect(error.code == .unreadable && error.path.contains("/\(name)"))
    }
    try folders.remove("images")
    #expect(throws: ServiceError.self) { try client.service.reload() }
    #expect(try await Self.answers(client) == old)
  }

  @Test("A request that has begun keeps the old fonts; the next one has the new ones")
  func underWay() throws {
    let (folders, configuration) = try Self.folders()
    let client = try ServiceClient(configuration, lanes: RenderLanes(count: 1, wake: { _ in }))
    let answers = Mutex<[ServiceAnswer?]>([])
    func begin() -> ServiceExchange {
      let exchange = client.service.open(
        ServiceHead("GET", Self.target, fields: [("Authorization", "Bearer \(Self.secret)")]))
      exchange.begin { answer in answers.withLock { $0.append(answer) } }
      return exchange
    }
    let first = begin()
    client.service.lanes.step()
    let early = begin()
    try folders.write("fonts/a.ttf", try PatchedFont("LiberationMono-Regular.ttf").bytes)
    try client.service.reload()
    let late = begin()
    try folders.remove("fonts/a.ttf")
    try client.service.reload()
    let none = begin()
    client.service.lanes.step()
    for exchange in [first, early, late, none] { exchange.end(wasDelivered: true) }
    let told = answers.withLock { $0 }.compactMap(\.self)
    try #require(told.count == 4)
    #expect(
      told[0].status == 200 && told[1].body == told[0].body && told[1]["ETag"] == told[0]["ETag"])
    #expect(told[2].status == 200 && told[2].body != told[0].body)
    #expect(told[2]["ETag"] != told[0]["ETag"])
    told[3].expectRefusal(400, "unreadable", member: "fonts", "a.ttf")
    #expect(client.isIdle)
  }

  @Test("A client that has the old picture gets the new one")
  func notModified() async throws {
    let (folders, configuration) = try Self.folders()
    var kept = configuration
    (kept.cacheLimit, kept.keys) = (1 << 20, nil)
    let client = try ServiceClient(kept)
    let old = try await client.get(Self.target)
    let tag = try #require(old["ETag"])
    #expect(try await client.get(Self.target, ("If-None-Match", tag)).status == 304)
    try folders.write("fonts/a.ttf", try PatchedFont("LiberationMono-Regular.ttf").bytes)
    try client.service.reload()
    let new = try await client.get(Self.target, ("If-None-Match", tag))
    #expect(new.status == 200 && new.body != old.body && new["ETag"] != tag)
    #expect(client.service.statistics.cacheHits == 0)
  }
}
