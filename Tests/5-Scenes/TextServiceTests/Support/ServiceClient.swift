// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import DocumentJSON
import SystemLanes
import Testing
import TextTestSupport

@testable import TextService

/// A service, and requests to it, without a network.
struct ServiceClient {
  let service: TextService

  static let json = ("Content-Type", "application/json")
  static let lines = ("Content-Type", ServiceBatch.type)

  init(
    _ configuration: ServiceConfiguration = ServiceConfiguration(),
    lanes: RenderLanes = RenderLanes(count: 2)
  ) throws {
    service = try TextService(configuration, lanes: lanes)
  }

  func get(_ target: String, _ fields: (String, String)...) async throws -> ServiceAnswer {
    try await service.answer(to: ServiceHead("GET", target, fields: fields))
  }

  func post(
    _ target: String, _ body: String, _ fields: (String, String)...
  ) async throws -> ServiceAnswer {
    try await service.answer(
      to: ServiceHead("POST", target, fields: [Self.json] + fields), body: Array(body.utf8))
  }

  func put(_ target: String, _ body: String) async throws -> ServiceAnswer {
    try await service.answer(
      to: ServiceHead("PUT", target, fields: [Self.json]), body: Array(body.utf8))
  }

  /// The replies to the lines of a batch.
  func batch(_ lines: String, _ fields: (String, String)...) async throws -> [String] {
    let head = ServiceHead("POST", "/v1/batch", fields: [Self.lines] + fields)
    let answer = try await service.answer(to: head, body: Array(lines.utf8))
    return answer.text.split(separator: "\n").map(String.init)
  }

  /// The target that draws a document or a scene in the address.
  static func address(_ json: String, _ more: String = "") -> String {
    "/v1/render?d=\(Base64.encode(url: Array(json.utf8)))\(more)"
  }

  /// Whether nothing is left of any request, after some turns: an answer comes a moment before its
  /// lane gives the memory back.
  var isIdle: Bool {
    let isReached: Void? = try? waitInTurns {
      let now = service.statistics
      return now.admittedRequests == 0 && now.admittedBytes == 0 && now.bulkRunning == 0
        && now.begun == now.finished + now.failed + now.calledOff
    }
    return isReached != nil
  }
}

extension ServiceAnswer {
  /// The body.
  var text: String { String(decoding: body, as: UTF8.self) }

  /// The error that the answer tells.
  func refusal() throws -> RefusalBody {
    #expect(self["Content-Type"] == "application/json")
    #expect(self["Cache-Control"] == "no-store")
    let refusal = try RefusalBody(body)
    #expect(refusal.status == status)
    return refusal
  }

  /// The answer is a refusal.
  func expectRefusal(
    _ status: Int, _ code: String, member: String? = nil, _ part: String = "",
    at location: SourceLocation = #_sourceLocation
  ) {
    let refusal = try? RefusalBody(body)
    #expect(
      self.status == status && refusal?.status == status && refusal?.code == code
        && refusal?.member == member && refusal?.message.contains(part) == true
        || part.isEmpty && self.status == status && refusal?.code == code
          && refusal?.member == member,
      "\(self.status) \(text.prefix(400))", sourceLocation: location)
  }
}

/// An error as JSON.
struct RefusalBody: Equatable {
  var status = 0
  var code = ""
  var member: String?
  var offset: Int?
  var message = ""

  init(_ bytes: some Sequence<UInt8>) throws {
    let value = try #require(try UntypedJSON.value(bytes) as? [String: Any])
    let error = try #require(value["error"] as? [String: Any])
    status = try #require(error["status"] as? Int)
    code = try #require(error["code"] as? String)
    member = error["member"] as? String
    offset = error["offset"] as? Int
    message = try #require(error["message"] as? String)
    #expect(Set(error.keys).isSubset(of: ["status", "code", "member", "offset", "message"]))
    #expect(!message.isEmpty)
  }
}
