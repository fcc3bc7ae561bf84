// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

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
  /// - Parameter name: The name in small letters.
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
    } else if !Self.isLoopback(address) {
      throw BrowserError(
        .tokenNeeded,
        "Whoever reaches \(configuration.address) could look in: a token is needed there.")
    }
    names = Set(configuration.hostNames.map { $0.lowercased() } + [address])
    takesAddresses = address == "0.0.0.0" || address == "::"
    takesLoopback = takesAddresses || Self.isLoopback(address)
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
    if given.contains(where: { Self.isSame($0, token) }) { return nil }
    return .refused(401, "Open the page by its whole address, with the token.")
  }

  /// Compares a given token with the right one. The time depends on the length of `given` alone, so
  /// it tells an attacker nothing about the token.
  static func isSame(_ given: String, _ token: String) -> Bool {
    let (given, token) = (Array(given.utf8), Array(token.utf8))
    var difference = given.count ^ token.count
    for i in given.indices { difference |= Int(given[i] ^ token[i % token.count]) }
    return difference == 0
  }
}

// MARK: - Names of the server

extension RequestCheck {
  /// Whether the host of a request is a name of this server. Other names are refused, because a
  /// foreign site may point its own name at this machine (DNS rebinding). Any port is accepted, as
  /// ports may be forwarded.
  private func accepts(host: String) -> Bool {
    guard let name = Self.name(ofHost: host) else { return false }
    if names.contains(name) { return true }
    if takesLoopback, Self.isLoopback(name) { return true }
    return takesAddresses && Self.isAddress(name)
  }

  /// The host name or address without the port, in lower case; `nil` if it is malformed.
  static func name(ofHost host: String) -> String? {
    // Only printable ASCII: other letters may be mapped to ASCII, and the host is written into the
    // page's policy.
    guard host.utf8.allSatisfy({ 33...126 ~= $0 }) else { return nil }
    var name = Substring(host.lowercased())
    var port: Substring = ""
    if name.first == "[" {
      guard let end = name.firstIndex(of: "]") else { return nil }
      port = name[name.index(after: end)...]
      name = name[..<end].dropFirst()
      guard name.contains(":") else { return nil }
    } else if let colon = name.firstIndex(of: ":") {
      (name, port) = (name[..<colon], name[colon...])
    }
    guard !name.isEmpty, port.isEmpty || port.first == ":",
      port.dropFirst().utf8.allSatisfy({ 48...57 ~= $0 }), port.count <= 6
    else { return nil }
    return String(name)
  }

  /// Whether a name or an address always means this machine.
  static func isLoopback(_ name: String) -> Bool {
    if name == "localhost" || name == "::1" { return true }
    if name.hasSuffix(".localhost") { return name.utf8.allSatisfy(isHostNameByte) }
    return name.hasPrefix("127.") && isAddress(name)
  }

  /// Whether a name is written as an IPv4 or IPv6 address.
  static func isAddress(_ name: String) -> Bool {
    if name.contains(":") {
      return name.utf8.allSatisfy { 48...58 ~= $0 || 97...102 ~= $0 || $0 == 46 }
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        (1...3).contains(part.count) && part.utf8.allSatisfy { 48...57 ~= $0 }
      }
  }

  /// Whether a byte may be part of a host name: a lower case letter, a digit, `-` or `.`.
  private static func isHostNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 45, 46, 48...57, 97...122: true
    default: false
    }
  }

  /// Whether a byte is unreserved in URIs (RFC 3986): it needs no escape.
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122: true
    default: [45, 46, 95, 126].contains(byte)
    }
  }
}
