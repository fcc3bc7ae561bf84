// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import ImageCodecs
import SystemConcurrency
import Testing
import TextTestSupport

@testable import TextService

/// The same picture in each format.
@Suite("Formats of pictures")
struct PictureEncodingTests {
  /// Text, colours, opacity, emoji and a shadow.
  private static let document = #"""
    {"text":"Hello 😀 مرحبا","style":{"size":24,"color":"#cc330080"},"spans":[
      {"start":0,"end":3,"style":{"shadow":{"offset":[1,2],"blur":3,"color":"#0008"}}}]}
    """#
  private static let scene = #"""
    {"size":[33,21],"layers":[{"frame":[3,2,20,9],"backgroundColor":"#12345678",
      "cornerRadius":4},{"frame":[8,5,20,9],"backgroundColor":"rgb(250 100 0 / 30%)"}]}
    """#

  /// The pixels of a PNG, straight.
  private static func straight(_ image: Bitmap) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: image.width * image.height * 4)
    var span = bytes.mutableSpan
    let area = PixelRect(x: 0, y: 0, width: image.width, height: image.height)
    image.copyStraightPixels(in: area, to: &span, at: 0)
    return bytes
  }

  @Test(
    "RGBA and A8 are the pixels of the PNG",
    arguments: [
      (document, "?scale=2&padding=3"), (document, "?background=teal"), (document, "?canvas=31,17"),
      (scene, "?scale=1.5"), (scene, ""), (#"{"text":""}"#, ""),
    ])
  func pixels(body: String, query: String) async throws {
    let client = try ServiceClient()
    let joint = query.isEmpty ? "?" : "&"
    let png = try await client.post("/v1/render\(query)", body)
    let rgba = try await client.post("/v1/render\(query)\(joint)format=rgba", body)
    let a8 = try await client.post("/v1/render\(query)\(joint)format=a8", body)
    let image = try Bitmap(png: png.body)
    #expect(
      png["Content-Type"] == "image/png" && rgba["Content-Type"] == "application/octet-stream")
    for answer in [png, rgba, a8] {
      #expect(answer["Picture-Size"] == "\(image.width)x\(image.height)")
      #expect(answer["X-Content-Type-Options"] == "nosniff")
    }
    let expected = Self.straight(image)
    try #require(rgba.body.count == expected.count && a8.body.count == expected.count / 4)
    for i in a8.body.indices {
      let (told, wanted) = (rgba.body[4 * i..<4 * i + 4], expected[4 * i..<4 * i + 4])
      guard a8.body[i] == wanted[4 * i + 3], told.last == wanted.last else {
        Issue.record("pixel \(i): \(told), \(wanted), \(a8.body[i])")
        return
      }
      // Straight colours are rounded once more on their way through the memory of a bitmap.
      for (a, b) in zip(told, wanted) where abs(Int(a) - Int(b)) * Int(a8.body[i]) > 255 {
        Issue.record("pixel \(i): \(told), \(wanted)")
        return
      }
    }
    if body != #"{"text":""}"# { #expect(Set(a8.body).count > 3 || query.contains("teal")) }
    #expect(client.isIdle)
  }

  @Test("SVG is of the same size, and runs nothing where it is opened as a page")
  func svg() async throws {
    let client = try ServiceClient()
    let png = try await client.post("/v1/render?scale=2", Self.document)
    let svg = try await client.post("/v1/render?scale=2&format=svg", Self.document)
    let size = try #require(png["Picture-Size"]).split(separator: "x")
    #expect(svg["Content-Type"] == "image/svg+xml" && svg["Picture-Size"] == png["Picture-Size"])
    #expect(svg["Content-Security-Policy"]?.contains("sandbox") == true)
    #expect(svg.text.contains(#"width="\#(size[0])""#) && svg.text.hasSuffix("</svg>\n"))
    #expect(png["Content-Security-Policy"] == nil)
  }

  @Test("The formats that this build does not write are refused, the others are read again")
  func codecs() async throws {
    let client = try ServiceClient()
    for format in ["jpeg", "webp"] {
      let answer = try await client.post(
        "/v1/render?format=\(format)&background=white", Self.document)
      let type = try #require(PictureFormat(rawValue: format))
      guard type.isBuilt else {
        answer.expectRefusal(400, "unsupported", member: "format", "png")
        continue
      }
      #expect(answer.status == 200 && answer["Content-Type"] == type.mediaType)
      let signature: [UInt8] = format == "jpeg" ? [0xFF, 0xD8, 0xFF] : Array("RIFF".utf8)
      #expect(answer.body.starts(with: signature))
    }
  }

  @Test("Packing ends at each poll", arguments: [PictureFormat.png, .rgba, .a8])
  func polls(type: PictureFormat) throws {
    let image = try Bitmap(png: ServiceFolders.png(width: 700, height: 900))
    let whole = try type.data(of: image, PackingOptions())
    var cancelled = 0
    let count = try CancelledPoll.each { poll in
      do {
        let bytes = try type.data(of: image, PackingOptions(), cancellation: poll.cancellation)
        #expect(bytes == whole)
      } catch is CancellationError {
        cancelled += 1
      }
    }
    #expect(count == cancelled && count >= 2, "\(count)")
  }

  #if DEBUG
    private static let (side, limit) = (1000, 0.2)
  #else
    private static let (side, limit) = (2000, 0.002)
  #endif

  @Test("Polls of packing are not far from each other", arguments: [PictureFormat.rgba, .a8])
  func gaps(type: PictureFormat) throws {
    let image = try Bitmap(png: ServiceFolders.png(width: Self.side, height: Self.side))
    let lasting = try PollGaps.lasting(limit: Self.limit) {
      _ = try type.data(of: image, PackingOptions(), cancellation: $0)
    }
    #expect(lasting < Self.limit)
  }
}
