// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import DocumentJSON
import ImageCodecs
import Testing
import TextTestSupport

@testable import TextService

/// What is wrong with a request is told in JSON, with the member that it is about.
@Suite("Refusals")
struct ServiceRefusalTests {
  private static let document = #"{"text":"a"}"#

  @Test(
    "A body has a type",
    arguments: [
      nil, "", "text/json", "text/plain", "application/jsonx", "application/x-ndjson",
      "multipart/x",
    ])
  func types(type: String?) async throws {
    let client = try ServiceClient()
    let fields = type.map { [("Content-Type", $0)] } ?? []
    for (method, path) in [
      ("POST", "/v1/render"), ("POST", "/v1/layout"), ("PUT", "/v1/documents/a"),
    ] {
      let answer = try await client.service.answer(to: ServiceHead(method, path, fields: fields))
      answer.expectRefusal(415, "unsupportedType", "application/json")
    }
    if type != "application/x-ndjson" {
      let batch = try await client.service.answer(
        to: ServiceHead("POST", "/v1/batch", fields: fields))
      batch.expectRefusal(415, "unsupportedType", "application/x-ndjson")
    }
    #expect(client.service.statistics.begun == 0 && client.isIdle)
  }

  @Test("Bodies in a content coding are refused with the one that is read")
  func contentCodings() async throws {
    let client = try ServiceClient()
    for coding in ["gzip", "GZIP", "br", "identity, gzip", "deflate,identity", "x"] {
      for (method, path) in [
        ("POST", "/v1/render"), ("POST", "/v1/layout"), ("PUT", "/v1/documents/a"),
        ("POST", "/v1/batch"),
      ] {
        let answer = try await client.service.answer(
          to: ServiceHead(
            method, path, fields: [ServiceClient.json, ("Content-Encoding", coding)]))
        answer.expectRefusal(415, "unsupportedCoding")
        #expect(answer["Accept-Encoding"] == "identity")
      }
    }
    #expect(client.service.statistics.begun == 0 && client.isIdle)
    for coding in ["identity", "Identity", ""] {
      let answer = try await client.post(
        "/v1/render", Self.document, ("Content-Encoding", coding))
      #expect(answer.status == 200, "\(coding)")
    }
  }

  @Test(
    "A scale without a pixel is refused, a small one is not",
    arguments: ["1e-9", "1e-8", "1e-300", "0.00001", "1e-320", "0", "nan", "-1", "1e400"])
  func scales(scale: String) async throws {
    let client = try ServiceClient()
    let scene = #"{"size":[60,30],"layers":[]}"#
    for body in [Self.document, #"{"text":"a","width":300}"#, scene] {
      for more in body == scene
        ? [""] : ["", "&padding=1", "&canvas=20,20", "&fitInk=1", "&format=svg"]
      {
        let answer = try await client.post("/v1/render?scale=\(scale)\(more)", body)
        #expect(try answer.status == 400 && answer.refusal().member == "scale", "\(body) \(more)")
      }
    }
    let line = try await client.batch(
      #"{"id":1,"document":{"text":"a"},"options":{"scale":"\#(scale)"}}"#)
    #expect(line[0].contains("\"status\":400"))
    #expect(client.isIdle)
  }

  @Test("Of a picture that is lower than a pixel there is one row", arguments: 1...200)
  func lowPictures(parts: Int) async throws {
    let client = try ServiceClient()
    // A line of 20 points at most, 1,000 wide: from 20 parts a point on it is lower than a pixel.
    let answer = try await client.post(
      "/v1/render?scale=\(1 / Double(parts))", #"{"text":"a","width":1000,"style":{"align":"end"}}"#
    )
    #expect(answer.status == 200)
    let size = answer["Picture-Size"]?.split(separator: "x").compactMap { Int($0) }
    #expect((size?.last ?? 0) >= 1)
  }

  @Test("A byte order mark before JSON is no part of it")
  func byteOrderMark() async throws {
    let client = try ServiceClient()
    let mark = "\u{FEFF}"
    for path in ["/v1/render", "/v1/layout"] {
      #expect(try await client.post(path, mark + Self.document).status == 200)
      #expect(try await client.post(path, mark + mark + Self.document).status == 400)
      #expect(try await client.post(path, Self.document + mark).status == 400)
    }
    #expect(try await client.get(ServiceClient.address(mark + Self.document)).status == 200)
    let lines = try await client.batch(mark + #"{"id":7,"document":\#(Self.document)}"#)
    #expect(lines.count == 1 && lines[0].hasPrefix(#"{"id":7,"status":200"#))
  }

  @Test(
    "Types are taken in any case, and with parameters",
    arguments: [
      "application/json", "Application/JSON", "application/json; charset=utf-8",
      "application/json;charset=utf-8", "application/json ",
    ])
  func typesTaken(type: String) async throws {
    let head = ServiceHead("POST", "/v1/render", fields: [("content-TYPE", type)])
    let answer = try await ServiceClient().service.answer(to: head, body: Array(Self.document.utf8))
    #expect(answer.status == 200)
  }

  @Test("A body that is too long is refused by its head, and by its bytes")
  func lengths() async throws {
    var configuration = ServiceConfiguration()
    configuration.bodyLimit = 1000
    let client = try ServiceClient(configuration)
    func opened(_ length: String) -> ServiceExchange {
      client.service.open(
        ServiceHead(
          "POST", "/v1/render", fields: [ServiceClient.json, ("Content-Length", length)]))
    }
    for (length, status) in [
      ("1001", 413), ("9223372036854775807", 413), ("-1", 400), ("x", 400),
      ("99999999999999999999", 413), ("+5", 400), ("", 400), ("5,5", 400),
    ] {
      let exchange = opened(length)
      guard case .answer(let answer) = exchange.step else {
        Issue.record("Content-Length: \(length)")
        continue
      }
      answer.expectRefusal(
        status, status == 413 ? "tooLarge" : "malformed",
        member: status == 413 ? nil : "Content-Length")
      exchange.end(wasDelivered: true)
    }
    #expect(client.isIdle)
    // By its parts, whatever the head told.
    for length in ["1000", "10", nil] {
      let exchange =
        length.map(opened)
        ?? client.service.open(ServiceHead("POST", "/v1/render", fields: [ServiceClient.json]))
      #expect(exchange.receive(400) == nil && exchange.receive(600) == nil)
      #expect(client.service.statistics.admittedBytes == 1000)
      exchange.receive(1)?.expectRefusal(413, "tooLarge", "1000 bytes")
      exchange.end(wasDelivered: true)
      #expect(client.isIdle)
    }
    #expect(client.service.statistics.answers == [413: 6, 400: 5])
  }

  @Test("A format that nobody has is refused")
  func formats() async throws {
    let client = try ServiceClient()
    try await client.post("/v1/render", Self.document, ("Accept", "text/html"))
      .expectRefusal(406, "notAcceptable", "png")
    try await client.post("/v1/render?format=gif", Self.document)
      .expectRefusal(400, "malformed", member: "format", "png")
    let scene = #"{"size":[4,4],"layers":[]}"#
    try await client.post("/v1/render", scene, ("Accept", "image/tiff"))
      .expectRefusal(
        406, "notAcceptable",
        "Accept chooses among "
          + PictureFormat.allCases.filter { $0.isBuilt && $0.drawsLayers && $0 != .a8 }
          .map(\.rawValue).joined(separator: ", "))
    try await client.post("/v1/render?format=svg-outlines", scene)
      .expectRefusal(400, "unsupported", member: "format")
  }

  @Test(
    "Parameters that are unknown, wrong, or given twice",
    arguments: [
      ("scal=2", "scal", "did you mean scale"), ("paddin=1", "paddin", "did you mean padding"),
      ("fitink=1", "fitink", "fitInk"), ("zebra=1", "zebra", ""), ("=1", "", ""),
      ("scale=0", "scale", "150%"), ("scale=nan", "scale", ""), ("scale=-1", "scale", ""),
      ("scale=inf", "scale", ""), ("scale=", "scale", ""), ("padding=-1", "padding", ""),
      ("padding=NaN", "padding", ""), ("padding=1e400", "padding", ""),
      ("quality=0", "quality", "1 to 100"), ("quality=1.5", "quality", ""),
      ("effort=7", "effort", "0 to 6"),
      ("strict=maybe", "strict", "true or false"), ("timeout=0", "timeout", "above 0"),
      ("timeout=nan", "timeout", ""), ("background=notacolour", "background", "CSS"),
      ("canvas=10", "canvas", "600,400"), ("canvas=0,5", "canvas", ""),
      ("origin=1,2", "origin", ""),
      ("anchor=left", "anchor", "start, middle, end"), ("gridFitting=x", "gridFitting", "heights"),
      ("canvas=9,9&fitInk=1", "fitInk", ""), ("time=1", "time", "document"),
      ("scale=1&scale=1", "scale", "twice"), ("padding=1&%70adding=1", "padding", "twice"),
    ])
  func parameters(query: String, member: String, part: String) async throws {
    let client = try ServiceClient()
    let answer = try await client.post("/v1/render?" + query, Self.document)
    let refusal = try answer.refusal()
    #expect(answer.status == 400 && refusal.member == member, "\(refusal)")
    #expect(refusal.message.contains(part), "\(refusal)")
    #expect(client.isIdle)
  }

  @Test(
    "Escapes that are none, and steps that lead nowhere",
    arguments: [
      "/v1/render?d=%", "/v1/render?d=%4", "/v1/render?d=%zz", "/v1/render?%=1", "/v1/%2",
      "/v1/../v1/render", "/v1/%2e%2E/x", "/./feed", "/v1/templates/%2E", "/v1/templates/a%2Fb",
      "/v1/templates/a%00", "/..", "/v1/templates/..%2f..%2fetc",
    ])
  func escapes(target: String) async throws {
    let answer = try await ServiceClient().get(target)
    let refusal = try answer.refusal()
    #expect(answer.status == 400 && refusal.code == "malformed")
    if target.contains("d=") { #expect(refusal.member == "d") }
  }

  @Test("Percent signs are decoded once, plus signs in parameters are spaces")
  func decoding() throws {
    let query = try ServiceQuery("/a%20b/%41+c//?x=1+2%2B3&&y&%C3%A9=%25%34%31&z=%FF&w==a=b")
    #expect(query.path == ["a b", "A+c"])
    #expect(query.parameters.map(\.name) == ["x", "y", "é", "z", "w"])
    #expect(query.parameters.map(\.value) == ["1 2+3", "", "%41", "\u{FFFD}", "=a=b"])
    #expect(query["y"] == "" && query["q"] == nil)
    #expect(try ServiceQuery("/a?b?c=d").parameters.map(\.name) == ["b?c"])
  }

  @Test("The time for an address grows with its length, not with its square")
  func manyParameters() throws {
    func seconds(_ count: Int) throws -> Double {
      let target = "/?" + (0..<count).map { "p\($0)" }.joined(separator: "&")
      var read = 0
      let seconds = try ThreadTime.measure { read = try ServiceQuery(target).parameters.count }
      #expect(read == count)
      return seconds
    }
    _ = try seconds(100)
    let (few, many) = (try seconds(1000), try seconds(10_000))
    #expect(many < 40 * few, "\(few) s, \(many) s")
  }

  @Test(
    "A body that is no document",
    arguments: [
      ("", "malformed", nil), ("x", "malformed", nil), ("[]", "malformed", nil),
      ("1", "malformed", nil), ("null", "malformed", nil), ("{", "malformed", nil),
      (#"{"text":"a"}}"#, "malformed", nil), (#"{"text":NaN}"#, "malformed", nil),
      (#"{"text":"a","width":1e999}"#, "malformed", "width"), (#"{"text":5}"#, "malformed", "text"),
      (#"{"text":"a","style":{"size":-1}}"#, "malformed", "style.size"),
      (
        #"{"text":"a","spans":[{"start":0,"end":1,"style":{"weight":"x"}}]}"#, "malformed",
        "spans[0].style.weight"
      ),
      (#"{"size":[4],"layers":[]}"#, "malformed", "size"),
      (#"{"size":[4,4],"layers":[{"type":"nothing"}]}"#, "malformed", "layers[0].type"),
      (#"{"size":[4,4],"layers":5}"#, "malformed", "layers"),
    ])
  func bodies(body: String, code: String, member: String?) async throws {
    let client = try ServiceClient()
    for target in ["/v1/render", "/v1/layout"] {
      let answer = try await client.post(target, body)
      let refusal = try answer.refusal()
      #expect(answer.status == 400, "\(refusal)")
      if let member {
        #expect(refusal.member == member, "\(refusal)")
      } else {
        #expect(refusal.code == code && refusal.offset != nil, "\(refusal)")
      }
    }
    #expect(client.service.statistics.failed == 2 && client.isIdle)
  }

  @Test("JSON as deep as a scene may be is read, and no deeper")
  func depths() async throws {
    let client = try ServiceClient()
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    let limit = JSONLimits.sceneDepth
    // The lists of an unknown member are read, and noted.
    #expect(try await client.post("/v1/render", #"{"text":"a","x":\#(nested(130))}"#).status == 200)
    #expect(
      try await client.post("/v1/render", #"{"text":"a","x":\#(nested(10_000))}"#).status == 413)
    var scene = "{}"
    for _ in 0..<120 { scene = #"{"sublayers":[\#(scene)]}"# }
    let deep = try await client.post("/v1/render", #"{"size":[4,4],"layers":[\#(scene)]}"#)
    #expect(deep.status == 200, "\(deep.text)")
    for _ in 0..<limit { scene = #"{"sublayers":[\#(scene)]}"# }
    let deeper = try await client.post("/v1/render", #"{"size":[4,4],"layers":[\#(scene)]}"#)
    #expect(try deeper.refusal().status == 413, "\(deeper.text)")
    #expect(client.isIdle)
  }

  @Test("Halves of surrogate pairs and ill-formed UTF-8 are text")
  func surrogates() async throws {
    let client = try ServiceClient()
    let lone = try await client.post("/v1/render?format=rgba", #"{"text":"a\ud800b"}"#)
    let same = try await client.post("/v1/render?format=rgba", #"{"text":"a\ufffdb"}"#)
    #expect(lone.status == 200 && lone.body == same.body)
    let head = ServiceHead("POST", "/v1/render?format=rgba", fields: [ServiceClient.json])
    let bytes = Array(#"{"text":"a"#.utf8) + [0xFF] + Array(#"b"}"#.utf8)
    let ill = try await client.service.answer(to: head, body: bytes)
    #expect(ill.status == 200 && ill.body == same.body)
  }

  @Test("A picture that is too large is refused before its memory is taken")
  func sizes() async throws {
    var configuration = ServiceConfiguration()
    configuration.pixelLimit = 10_000
    let client = try ServiceClient(configuration)
    for target in ["/v1/render?canvas=101,100", "/v1/render?scale=100", "/v1/render?padding=1e6"] {
      try await client.post(target, Self.document).expectRefusal(413, "tooLarge")
    }
    let scene = #"{"size":[101,100],"layers":[]}"#
    try await client.post("/v1/render", scene).expectRefusal(413, "tooLarge", "101x100")
    #expect(client.service.statistics.mostAdmittedBytes < 40_000)
    #expect(try await client.post("/v1/render?canvas=100,100", Self.document).status == 200)
    #expect(client.isIdle)
  }

  @Test("A text that is too long is refused as too large")
  func longTexts() async throws {
    var configuration = ServiceConfiguration()
    configuration.memoryLimit = 1 << 20
    let client = try ServiceClient(configuration)
    let body = #"{"text":"\#(String(repeating: "a", count: 20_000))"}"#
    try await client.post("/v1/layout", body).expectRefusal(413, "tooLarge", "more memory")
    try await client.get(ServiceClient.address(body)).expectRefusal(413, "tooLarge", "more memory")
    #expect(client.isIdle)
  }
}
