// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The origins of web pages whose scripts may use the answers of a service.
///
/// Source: Fetch Standard, section 3.3 (CORS protocol).
struct OriginSharing: Sendable {
  private let origins: Set<String>
  private let allowsAll: Bool

  /// - Parameter origins: The origins, as `https://example.com`; `*` for all.
  init(_ origins: [String]) {
    self.origins = Set(origins.map { $0.lowercased() })
    allowsAll = origins.contains("*")
  }

  /// The header fields of the answer to a request.
  func fields(for head: ServiceHead) -> [(name: String, value: String)] {
    if origins.isEmpty { return [] }
    var fields = [("Access-Control-Expose-Headers", Self.exposed)]
    if allowsAll {
      fields.append(("Access-Control-Allow-Origin", "*"))
    } else {
      // `Vary` keeps caches from giving the answer for one origin to another.
      let vary = ("Vary", "Origin")
      guard let origin = head.value("origin"), origins.contains(origin.lowercased()) else {
        return [vary]
      }
      fields += [("Access-Control-Allow-Origin", origin), vary]
    }
    return fields
  }

  /// The answer to `OPTIONS`: the methods of the address and, for a CORS preflight request, the
  /// header fields that a request may have.
  ///
  /// - Throws: ``ServiceRefusal`` with 404 if there is nothing at the address.
  func options(of head: ServiceHead) throws(ServiceRefusal) -> ServiceAnswer {
    let methods =
      head.target == "*"
      ? Self.allMethods : try ServiceRoute.allowedMethods(try ServiceQuery(head.target).path)
    var fields = [("Allow", methods), ("Cache-Control", "no-store")]
    if !origins.isEmpty, head.value("access-control-request-method") != nil {
      fields += [
        ("Access-Control-Allow-Methods", methods), ("Access-Control-Allow-Headers", Self.allowed),
        ("Access-Control-Max-Age", "86400"),
      ]
    }
    return ServiceAnswer(status: 204, fields: fields)
  }

  private static let allMethods = "GET, HEAD, POST, PUT, OPTIONS"
  private static let exposed =
    "ETag, Picture-Size, Render-Notes, Retry-After, Location, traceparent"
  private static let allowed =
    "Authorization, Content-Type, If-Match, If-None-Match, Priority, traceparent"
}
