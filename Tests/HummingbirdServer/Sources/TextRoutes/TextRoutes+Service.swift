// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore
import TextService

extension TextRoutes {
  /// All requests of a `TextService`: `/v1/render`, `/v1/layout`, `/v1/templates/…` and so on.
  func addService(to group: RouterGroup<TextRequestContext>) {
    for method: HTTPRequest.Method in [.get, .head, .post, .put] {
      group.on("v1/**", method: method) { request, context in
        let body = try await request.body.collect(upTo: bodyLimit)
        let head = ServiceHead(
          request.method.rawValue, request.head.path ?? "/",
          fields: request.headers.map { ($0.name.rawName, $0.value) })
        let answer = try await context.whileClientWaits {
          try await service.answer(to: head, body: Array(body.readableBytesView))
        }
        return Self.response(answer, to: request)
      }
    }
  }

  private static func response(_ answer: ServiceAnswer, to request: Request) -> Response {
    var fields = HTTPFields()
    for (name, value) in answer.fields {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    let response = Response(
      status: HTTPResponse.Status(code: answer.status), headers: fields,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    return request.method == .head ? response.createHeadResponse() : response
  }
}
