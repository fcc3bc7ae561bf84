// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import ImageCodecs
import SystemFiles
import Testing
import TextTestSupport

@testable import TextService

/// Documents that are kept, and the tiles of their pictures.
@Suite("Tiles of documents")
struct DocumentTileTests {
  private static func document(_ lines: Int = 60, _ more: String = "") -> String {
    let text = (0..<lines).map { "Line \($0) of العربية and 漢字\\n" }.joined()
    return #"{"text":"\#(text)","style":{"color":"rgb(32 64 96 / 80%)"}\#(more)}"#
  }

  private static func hash(_ document: String) -> String {
    SHA256.hexadecimal(SHA256.digest(of: Array(document.utf8)))
  }

  private static func number(_ name: String, _ answer: ServiceAnswer) throws -> Int {
    let value = try #require(try UntypedJSON.value(answer.body) as? [String: Any])
    return try #require(value[name] as? Int)
  }

  @Test(
    "The tiles are the bands of the whole picture",
    arguments: [
      ("150", "1", ""), ("150", "1.5", "&background=linen"), ("90.5", "0.7", ""),
      ("101", "1.1", "&gridFitting=none"), ("33.3", "1.3", ""),
    ])
  func bands(width: String, scale: String, query: String) async throws {
    let client = try ServiceClient()
    let document = Self.document()
    let path = "/v1/documents/\(Self.hash(document))"
    #expect(try await client.put(path, document).status == 201)
    let parts = try await client.get("\(path)/tiles/\(width)/\(scale)")
    #expect(parts["Content-Type"] == "application/json")
    let whole = try Bitmap(
      png: try await client.post(
        "/v1/render?scale=\(scale)\(query)", Self.document(60, #","width":\#(width)"#)
      ).body)
    #expect(try Self.number("width", parts) == whole.width)
    #expect(try Self.number("height", parts) == whole.height)
    #expect(try Self.number("tileHeight", parts) == 512)
    let count = try Self.number("count", parts)
    #expect(count == (whole.height + 511) / 512 && count > 1)
    let pixels = whole.allPixels
    for number in 0..<count {
      let answer = try await client.get(
        "\(path)/tiles/\(width)/\(scale)/\(number)?\(query.dropFirst())")
      let tile = try Bitmap(png: answer.body)
      let height = min(512, whole.height - number * 512)
      #expect(answer["Picture-Size"] == "\(whole.width)x\(height)")
      try #require(tile.width == whole.width && tile.height == height)
      let start = number * 512 * whole.width
      let isSame = tile.allPixels.elementsEqual(pixels[start..<start + height * whole.width])
      #expect(isSame, "tile \(number)")
    }
    #expect(Set(pixels).count > 10 && client.isIdle)
  }

  @Test("A tile in another format, and its tag")
  func formats() async throws {
    let client = try ServiceClient()
    let document = Self.document(3)
    let path = "/v1/documents/\(Self.hash(document))/tiles/150/1/0"
    _ = try await client.put("/v1/documents/\(Self.hash(document))", document)
    let png = try await client.get(path)
    let rgba = try await client.get(path + "?format=rgba")
    let image = try Bitmap(png: png.body)
    #expect(rgba.body.count == image.width * image.height * 4 && rgba["ETag"] != png["ETag"])
    let tag = try #require(png["ETag"])
    #expect(try await client.get(path, ("If-None-Match", tag)).status == 304)
    // Tiles refuse formats of shapes as scenes do.
    try await client.get(path + "?format=svg").expectRefusal(400, "unsupported", member: "format")
    try await client.get(path, ("Accept", "image/svg+xml"))
      .expectRefusal(406, "notAcceptable", "Accept chooses among png")
  }

  @Test(
    "A place that a document has not is told by its part of the address",
    arguments: [
      ("150/1/1", 404, "n"), ("150/1/-1", 404, "n"), ("150/1/x", 404, "n"),
      ("150/1/99999999999999999999", 404, "n"), ("0/1/0", 400, "width"), ("-5/1/0", 400, "width"),
      ("nan/1/0", 400, "width"), ("x/1/0", 400, "width"), ("150/0/0", 400, "scale"),
      ("150/17/0", 400, "scale"), ("150/inf/0", 400, "scale"), ("150/1/0?scale=2", 400, "scale"),
      ("150/1/0?strict=1&padding=2", 400, "padding"), ("150/1?time=1", 400, "time"),
      ("150/1/0?paddin=2", 400, "paddin"), ("150/x/0", 400, "scale"),
    ])
  func places(place: String, status: Int, member: String) async throws {
    let client = try ServiceClient()
    let document = Self.document(2)
    _ = try await client.put("/v1/documents/\(Self.hash(document))", document)
    let answer = try await client.get("/v1/documents/\(Self.hash(document))/tiles/\(place)")
    let refusal = try answer.refusal()
    #expect(answer.status == status && refusal.member == member, "\(refusal)")
    #expect(client.isIdle)
  }

  @Test("A document is stored under its own hash only")
  func hashes() async throws {
    let client = try ServiceClient()
    let document = Self.document(1)
    let hash = Self.hash(document)
    for other in [Self.hash(document + " "), hash.uppercased(), String(hash.dropLast()), "a"] {
      try await client.put("/v1/documents/\(other)", document)
        .expectRefusal(400, "wrongHash", member: "sha256")
      try await client.get("/v1/documents/\(other)")
        .expectRefusal(404, "notFound", member: "sha256", "PUT")
    }
    let scene = #"{"size":[1,1],"layers":[]}"#
    try await client.put("/v1/documents/\(Self.hash(scene))", scene)
      .expectRefusal(400, "unsupported")
    let wrong = #"{"text":5}"#
    try await client.put("/v1/documents/\(Self.hash(wrong))", wrong)
      .expectRefusal(400, "malformed", member: "text")
    try await client.get("/v1/documents/\(Self.hash(wrong))").expectRefusal(
      404, "notFound", member: "sha256")
    #expect(client.isIdle)
  }

  @Test("A document that left for others is told to be sent again")
  func evicted() async throws {
    let documents = (0..<3).map { Self.document(1, #","x":\#($0)"#) }
    var configuration = ServiceConfiguration()
    // Room for two documents, and for no layout.
    configuration.documentLimit = 4 * (2 * (documents[0].utf8.count + 64) + 10)
    let client = try ServiceClient(configuration)
    let paths = documents.map { "/v1/documents/\(Self.hash($0))" }
    for (path, document) in zip(paths, documents).prefix(2) {
      #expect(try await client.put(path, document).status == 201)
    }
    // The first one is used, so that the second one leaves.
    #expect(try await client.get(paths[0] + "/tiles/150/1/0").status == 200)
    #expect(try await client.put(paths[2], documents[2]).status == 201)
    for more in ["", "/tiles/150/1", "/tiles/150/1/0"] {
      try await client.get(paths[1] + more)
        .expectRefusal(404, "notFound", member: "sha256", "PUT")
      #expect(try await client.get(paths[0] + more).status == 200)
    }
    #expect(try await client.put(paths[1], documents[1]).status == 201)
    #expect(try await client.get(paths[1]).text == documents[1])
    let long = Self.document(500)
    try await client.put("/v1/documents/\(Self.hash(long))", long).expectRefusal(413, "tooLarge")
    #expect(try await client.get(paths[1]).status == 200 && client.isIdle)
  }
}
