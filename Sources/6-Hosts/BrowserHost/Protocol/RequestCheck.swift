// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPServing
internal import SystemFiles

/// The head of a request.
package struct BrowserRequest: Sendable {
  package var method: String
  /// The path with the query.
  package var target: String
  /// The fields, in their order.
  package var fields: [(name: String, value: String)]

  /// Creates the head of a request.
  package init(_ method: String, _ target: String, _ fields: [(name: String, value: String)]) {
    (self.method, self.target, self.fields) = (method, target, fields)
  }

  /// The values of a field.
  ///
  /// - Parameter name: The name in lower case.
  func values(_ name: String) -> [String] {
    fields.filter { $0.name.lowercased() == name }.map(\.value)
  }

  /// The path without the query.
  var path: String { String(target.prefix { $0 != "?" }) }

  /// The value of `token` in the query.
  var token: String? {
    target.split(separator: "?", maxSplits: 1).dropFirst().first?.split(separator: "&")
      .first { $0.hasPrefix("token=") }.map { String($0.dropFirst(6)) }
  }

  /// The values of a cookie.
  func cookies(_ name: String) -> [String] {
    values("cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
      let pair = pair.drop { $0 == " " }
      return pair.hasPrefix("\(name)=") ? String(pair.dropFirst(name.count + 1)) : nil
    }
  }
}

/// Decides how an HTTP request is answered, before anything else is done for it.
package struct RequestCheck: Sendable {
  /// The answer to a request.
  package enum Answer: Hashable, Sendable {
    case page
    /// The newest frame as PNG.
    case picture
    /// The connection of a viewer.
    case live
    /// A redirect to the page's address without the token, and a cookie that keeps the token.
    case keepToken
    /// An error: a status code of HTTP and a sentence for the user.
    case refused(Int, String)
  }

  /// The name of the cookie that keeps the token. It contains the port that the browser sees:
  /// browsers send a cookie to all ports of a host, so two servers on one machine would otherwise
  /// overwrite each other's token.
  ///
  /// - Parameter host: The host of the request, which has been checked.
  package static func cookieName(ofHost host: String) -> String {
    let port = host.utf8.reversed().prefix { 48...57 ~= $0 }
    guard !port.isEmpty, host.utf8.dropLast(port.count).last == 58 else { return "live-token" }
    return "live-token-" + String(decoding: port.reversed(), as: UTF8.self)
  }

  private let token: String?
  private let names: Set<String>
  private let takesLoopback: Bool
  private let takesAddresses: Bool

  /// Creates a check.
  ///
  /// - Parameter configuration: The address, host names and token of the server.
  /// - Throws: `tokenNeeded`.
  package init(_ configuration: BrowserConfiguration) throws(BrowserError) {
    let address = configuration.address.lowercased()
    token = configuration.token
    if let token {
      guard token.utf8.count >= 16, token.utf8.allSatisfy(Self.isUnreserved) else {
        throw BrowserError(
          .tokenNeeded,
          "A token has at least 16 characters, and none but letters, digits and - . _ ~.")
      }
    } else if !HostName.isLoopback(address) {
      throw BrowserError(
        .tokenNeeded,
        "Whoever reaches \(configuration.address) could look in: a token is needed there.")
    }
    names = Set(configuration.hostNames.map { $0.lowercased() } + [address])
    takesAddresses = address == "0.0.0.0" || address == "::"
    takesLoopback = takesAddresses || HostName.isLoopback(address)
  }

  /// Decides how a request is answered.
  ///
  /// - Parameters:
  ///   - request: The head of the request.
  ///   - isUpgrade: Whether it asks for a WebSocket.
  package func answer(to request: BrowserRequest, isUpgrade: Bool) -> Answer {
    let hosts = request.values("host")
    guard hosts.count == 1 else { return .refused(400, "One Host is wanted.") }
    guard accepts(host: hosts[0]) else {
      return .refused(403, "This server does not go by that name.")
    }
    guard request.method == "GET" else { return .refused(405, "Only GET is answered.") }
    guard ["/", "/frame.png", "/live"].contains(request.path) else {
      return .refused(404, "There is nothing at this address.")
    }
    if let refusal = refusalOfToken(request) { return refusal }
    switch request.path {
    case "/": return request.token == nil || token == nil ? .page : .keepToken
    case "/frame.png":
      if request.values("sec-fetch-site").contains(where: { $0 == "cross-site" }) {
        return .refused(403, "The picture is not for pages of others.")
      }
      return .picture
    default:
      guard isUpgrade else { return .refused(426, "A WebSocket is wanted here.") }
      let origins = request.values("origin").map { $0.lowercased() }
      let own = ["http://", "https://"].map { $0 + hosts[0].lowercased() }
      guard origins.count == 1, own.contains(origins[0]) else {
        return .refused(403, "Pages of others are not let in.")
      }
      return .live
    }
  }

  private func refusalOfToken(_ request: BrowserRequest) -> Answer? {
    guard let token else { return nil }
    let cookie = Self.cookieName(ofHost: request.values("host").first ?? "")
    let given = [request.token].compactMap(\.self) + request.cookies(cookie)
    if given.contains(where: { SecretComparison.isSame($0, token) }) { return nil }
    return .refused(401, "Open the page by its whole address, with the token.")
  }
}

// MARK: - Names of the server

extension RequestCheck {
  /// Whether the host of a request is a name of this server. Other names are refused, because a
  /// foreign site may point its own name at this machine (DNS rebinding). Any port is accepted, as
  /// ports may be forwarded.
  private func accepts(host: String) -> Bool {
    guard let name = HostName.name(ofHost: host) else { return false }
    if names.contains(name) { return true }
    if takesLoopback, HostName.isLoopback(name) { return true }
    return takesAddresses && HostName.isAddress(name)
  }

  /// Whether a byte is unreserved in URIs (RFC 3986): it needs no escape.
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122: true
    default: [45, 46, 95, 126].contains(byte)
    }
  }
}
