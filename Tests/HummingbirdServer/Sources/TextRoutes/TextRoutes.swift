// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Hummingbird
import NIOCore
import TextService

/// Routes that draw text: labels by a renderer, and all that `TextService` draws.
public struct TextRoutes: Sendable {
  public var renderer: TextRenderer
  public var service: TextService
  /// The most requests that are worked on or wait for a lane.
  public var requestLimit = 64
  /// The most bytes of a body.
  public var bodyLimit = 1 << 20
  /// The most pixels of a label.
  public var pixelLimit = 16.0 * 1024 * 1024
  public let counters = RequestCounters()

  public init(renderer: TextRenderer, service: TextService) {
    (self.renderer, self.service) = (renderer, service)
  }

  /// The server: the routes, and the handler that each connection needs.
  public func application(
    configuration: ApplicationConfiguration = ApplicationConfiguration(),
    onServerRunning: @escaping @Sendable (any Channel) async -> Void = { _ in }
  ) -> some ApplicationProtocol {
    let router = Router(context: TextRequestContext.self)
    router.get("health") { _, _ in HTTPResponse.Status.ok }
    let texts = router.group().add(
      middleware: RequestLimit(limit: requestLimit, counters: counters))
    addLabels(to: texts)
    addService(to: texts)
    return Application(
      router: router,
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [ClientWatch()], idleTimeout: .seconds(60))),
      configuration: configuration, onServerRunning: onServerRunning)
  }

  // MARK: Labels

  /// `GET /label?text=…&width=…`, and `POST /label?width=…` with a longer text as its body.
  private func addLabels(to group: RouterGroup<TextRequestContext>) {
    group.get("label") { request, context in
      let text = try request.uri.queryParameters.require("text")
      return try await label(text, request, context)
    }
    group.post("label") { request, context in
      let body = try await request.body.collect(upTo: bodyLimit)
      let text = String(decoding: body.readableBytesView, as: UTF8.self)
      return try await label(text, request, context)
    }
  }

  private func label(
    _ text: String, _ request: Request, _ context: TextRequestContext
  ) async throws -> Response {
    let width = request.uri.queryParameters.get("width", as: Double.self) ?? 320
    guard 1...4096 ~= width else { throw HTTPError(.badRequest, message: "width: 1 to 4096") }
    let png = try await context.whileClientWaits { try await labelPNG(text, width: width) }
    return Response(
      status: .ok, headers: [.contentType: "image/png"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: png)))
  }

  /// Draws a label, unless it is too large; cancelled with its task.
  func labelPNG(_ text: String, width: Double) async throws -> [UInt8] {
    let text = AttributedText(text, style: TextStyle(size: 16))
    let layout = try await renderer.layout(text, in: TextContainer(width: width))
    // The layout is small; the picture takes four bytes a pixel.
    guard layout.size.width * layout.size.height <= pixelLimit else {
      throw HTTPError(.contentTooLarge)
    }
    let picture = try await renderer.render(layout, options: RenderOptions(background: .white))
    return try await picture.image.pngData(on: renderer.lanes)
  }
}
