// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import HTTPServing

/// The names by which clients may call a server.
struct HostNames: Sendable {
  /// The names; `nil` for any name, if the server does not listen at a loopback address.
  private let names: Set<String>?

  init(_ configuration: TextServerConfiguration) {
    let address = configuration.address.lowercased()
    names =
      HostName.isLoopback(address)
      ? Set(configuration.hostNames.map { $0.lowercased() } + [address]) : nil
  }

  /// Whether the field `Host` of a request is a name of this server.
  func contain(_ host: String) -> Bool {
    guard let names else { return true }
    guard let name = HostName.name(ofHost: host) else { return false }
    return names.contains(name) || HostName.isLoopback(name)
  }
}
