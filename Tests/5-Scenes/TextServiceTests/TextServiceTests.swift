// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import DocumentJSON
import ImageCodecs
import SystemLanes
import Testing
import TextTestSupport

@testable import TextService

/// Requests and their answers, without a network.
struct TextServiceTests {
  private let service: TextService

  init() throws {
    service = try TextService(lanes: RenderLanes(count: 2))
  }

  static let json = [(name: "Content-Type", value: "application/json")]

  private func post(_ target: String, _ body: String) async throws -> ServiceAnswer {
    try await service.answer(
      to: ServiceHead("POST", target, fields: Self.json), body: Array(body.utf8))
  }

  @Test func aDocumentBecomesAPicture() async throws {
    let answer = try await post("/v1/render?scale=2&padding=4", #"{"text":"Hello"}"#)
    #expect(answer.status == 200)
    #expect(answer["Content-Type"] == "image/png")
    let image = try Bitmap(png: answer.body)
    #expect(answer["Picture-Size"] == "\(image.width)x\(image.height)")
    #expect(image.width > 60 && image.height > 40)
    // A lane releases the memory of its work a moment after the answer.
    try await until { service.statistics.admittedBytes == 0 }
    let statistics = service.statistics
    #expect(statistics.begun == 1 && statistics.finished == 1 && statistics.requests == 1)
    #expect(statistics.admittedRequests == 0 && statistics.admittedBytes == 0)
  }

  @Test func aSceneAndAnAddressBecomePictures() async throws {
    let scene = #"{"size":[40,30],"background":"red","layers":[]}"#
    let posted = try await post("/v1/render", scene)
    let address = "/v1/render?d=" + Base64.encode(url: Array(scene.utf8))
    let got = try await service.answer(to: ServiceHead("GET", address))
    #expect(posted.status == 200 && posted.body == got.body)
    let tag = try #require(got["ETag"])
    let again = try await service.answer(
      to: ServiceHead("GET", address, fields: [("If-None-Match", tag)]))
    #expect(again.status == 304 && again.body.isEmpty && again["ETag"] == tag)
    #expect(service.statistics.begun == 2)
  }

  @Test func anErrorNamesTheMember() async throws {
    let answer = try await post("/v1/render", #"{"text":"a","style":{"size":"huge"}}"#)
    #expect(answer.status == 400)
    let body = String(decoding: answer.body, as: UTF8.self)
    #expect(body.contains(#""member":"style.size""#), "\(body)")
  }
}
