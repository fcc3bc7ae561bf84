// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import ImageCodecs
import Testing

@testable import TextService

/// The format that a header field `Accept` chooses.
@Suite("The field Accept")
struct FormatNegotiationTests {
  private static func format(_ accept: String?) -> PictureFormat? {
    try? PictureFormat.accepted(accept)
  }

  @Test("Without a field, or with an empty one, it is PNG")
  func none() {
    #expect(Self.format(nil) == .png && Self.format("") == .png && Self.format(" , ") == .png)
  }

  @Test(
    "The highest quality wins; of equal ones PNG",
    arguments: [
      ("image/png", PictureFormat.png), ("image/svg+xml", .svg), ("IMAGE/PNG", .png), ("*/*", .png),
      ("image/*", .png), ("image/svg+xml, image/png", .png),
      ("image/png;q=0.5,image/svg+xml", .svg),
      ("image/png;q=0.9,image/svg+xml;q=0.8", .png), ("image/svg+xml;q=0.001", .svg),
      (
        "image/png;q=0,*/*",
        PictureFormat.jpeg.isBuilt ? .jpeg : PictureFormat.webp.isBuilt ? .webp : .svg
      ),
      ("text/html,image/svg+xml;q=0.3", .svg), ("image/*;q=0.2,image/svg+xml;q=0.3", .svg),
      // The most specific range counts, wherever it stands.
      (
        "*/*,image/*;q=0.9,image/png;q=0.1,image/svg+xml;q=0.95,image/jpeg;q=0,image/webp;q=0", .svg
      ),
      ("image/png;q=0.1,image/*;q=0.05,*/*;q=1", .png),
      // Raw pixels only for who names them.
      ("application/octet-stream", .rgba), ("application/octet-stream,image/png;q=0.9", .rgba),
      ("image/png,application/octet-stream", .png), ("application/*,image/svg+xml;q=0.1", .svg),
      ("image/png ; q=0.1 , image/svg+xml\t;\tQ=0.2", .svg),
      ("image/png;level=1;q=0.1,image/svg+xml", .svg),
      // Qualities are from 0 to 1.
      ("image/png,image/svg+xml;q=5", .png), ("image/png,image/svg+xml;q=inf", .png),
    ])
  func qualities(accept: String, type: PictureFormat) {
    #expect(Self.format(accept) == type)
  }

  @Test(
    "What nobody takes is refused",
    arguments: [
      "text/html", "image/gif", "image/png;q=0", "image/*;q=0", "*/*;q=0.000", "image", "image/pn",
      "video/*", "image/png;q=-1", "image/png;q=0,image/svg+xml;q=0",
    ])
  func refused(accept: String) throws {
    let error = try #require(throws: ServiceRefusal.self) { try PictureFormat.accepted(accept) }
    #expect(error.status == 406 && error.message.contains("png"))
  }

  @Test(
    "What browsers send",
    arguments: [
      // Chromium and Safari for an image, Firefox for an image, old Safari.
      ("image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", PictureFormat.png),
      ("image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5", .png),
      (
        "image/webp,image/avif,image/jxl,image/heic,image/heic-sequence,video/*;q=0.8,image/png,"
          + "image/svg+xml,image/*;q=0.8,*/*;q=0.5", .png
      ),
      ("*/*", .png),
      // A page; it shows WebP as well as PNG, but names only the former.
      (
        "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,"
          + "*/*;q=0.8,application/signed-exchange;v=b3;q=0.7",
        PictureFormat.webp.isBuilt ? .webp : .png
      ),
      ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", .png),
      // curl; Python's requests.
      ("*/*", .png),
    ])
  func browsers(accept: String, type: PictureFormat) {
    #expect(Self.format(accept) == type)
  }

  @Test("Names of formats")
  func names() throws {
    func named(_ name: String) throws -> PictureFormat? {
      var parameters = ServiceParameters()
      try parameters.set("format", name)
      return parameters.options.format
    }
    for type in PictureFormat.allCases where type.isBuilt {
      #expect(try named(type.rawValue) == type)
    }
    for type in PictureFormat.allCases where !type.isBuilt {
      let error = try #require(throws: ServiceRefusal.self) { try named(type.rawValue) }
      #expect(error.code == "unsupported" && error.member == "format" && error.status == 400)
    }
    for name in ["", "PNG", "gif", "jpe g"] {
      let error = try #require(throws: ServiceRefusal.self) { try named(name) }
      #expect(error.code == "malformed" && error.member == "format")
    }
  }

  @Test("A field that is sent in parts is one list")
  func parts() async throws {
    let client = try ServiceClient()
    let answer = try await client.post(
      "/v1/render", #"{"text":"a"}"#, ("Accept", "text/html"), ("accept", "image/svg+xml"))
    #expect(answer["Content-Type"] == "image/svg+xml" && answer["Vary"] == "Accept")
    let named = try await client.post("/v1/render?format=png", #"{"text":"a"}"#, ("Accept", "x/y"))
    #expect(named.status == 200 && named["Vary"] == nil)
  }
}
