// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The address of a ``TextServer`` and its limits.
public struct TextServerConfiguration: Sendable {
  /// The address to listen on; `127.0.0.1` by default.
  public var address = "127.0.0.1"
  /// The port; 0 for any that is free.
  public var port = 0
  /// The names by which clients may call a server at a loopback address, besides its addresses and
  /// `localhost`. Other names are refused there, because a page of another site may point its own
  /// name at this machine (DNS rebinding).
  public var hostNames: [String] = []
  /// The threads for connections; pictures are made on lanes.
  public var threads = 1
  /// The most connections at a time. A few more are accepted for requests of `/health/` alone.
  public var connectionLimit = 16_384
  /// The longest time for the head of the first request of a connection, in seconds.
  public var headTimeLimit = 10.0
  /// The longest time between two requests of a connection, in seconds.
  public var idleTimeLimit = 75.0
  /// The longest time for a body, in seconds; of a batch, between two parts.
  public var bodyTimeLimit = 30.0
  /// The longest time for sending an answer, in seconds, besides a second for each
  /// ``slowestRate`` bytes; of a batch, between two parts.
  public var sendTimeLimit = 30.0
  /// The slowest rate at which a client may read, in bytes a second; see ``sendTimeLimit``.
  public var slowestRate = 32_768.0
  /// The seconds for which new work is still accepted after the end was requested, while
  /// `/health/ready` fails already: the time that a load balancer needs to notice it.
  public var drainDelay = 0.0
  /// The longest time for the work that is then under way, in seconds.
  public var drainTimeLimit = 30.0

  /// Creates a configuration for clients on the same machine.
  public init() {}
}

/// The address at which a ``TextServer`` listens.
public struct TextServerAddress: Hashable, Sendable {
  /// The address that the server is bound to.
  public let address: String
  /// The port.
  public let port: Int

  /// The address of the playground.
  public var page: String {
    var host = address
    if host == "0.0.0.0" { host = "127.0.0.1" }
    if host == "::" { host = "::1" }
    return "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/"
  }
}

/// An error of a ``TextServer``.
public struct TextServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure; more may be added.
  public struct Code: Hashable, Sendable {
    let name: String

    /// The build has no server: the package trait `Server` is off.
    public static let unsupported = Code(name: "unsupported")
    /// The address or port cannot be listened at; the sentence has the system's reason.
    public static let cannotListen = Code(name: "cannotListen")
    /// The server runs already, or has been stopped.
    public static let wrongState = Code(name: "wrongState")
  }

  /// The kind of failure.
  public let code: Code
  /// A sentence for the user.
  public let message: String

  package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

  /// The message.
  public var description: String { message }
}
