// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The address of a ``BrowserServer``, its security and its limits.
public struct BrowserConfiguration: Hashable, Sendable {
  /// The encoding of pictures that are sent to viewers.
  public enum Encoding: String, Hashable, Sendable, CaseIterable {
    /// The rectangles that differ, as they are: the least work and the most bytes.
    case raw
    /// The whole picture as PNG: for slow networks.
    case png
  }

  /// The address to listen on; `127.0.0.1` by default. Any other than a loopback address needs a
  /// ``token``.
  public var address = "127.0.0.1"
  /// The port; 0, the default, for any that is free.
  public var port = 0
  /// The secret that the page's address must have as `?token=`; see ``randomToken()``.
  public var token: String?
  /// Names of the machine that viewers may use, beside its addresses and `localhost`.
  public var hostNames: [String] = []
  /// The encoding of pictures that are sent to viewers.
  public var encoding = Encoding.raw

  /// The most pictures a second that a viewer is sent, 1 to 1,000; of frames that come faster the
  /// newest is sent. 60 by default, as many as most screens show.
  public var picturesPerSecond = 60
  /// The most connections at a time; further ones are answered with status 503 and closed.
  ///
  /// Each connection takes a descriptor of the process. ``BrowserServer/start()`` raises the soft
  /// limit of descriptors (`RLIMIT_NOFILE`) to this number and 128 more, as far as the hard limit
  /// allows. The server takes only as many connections as leave 128 descriptors for files.
  public var connectionLimit = 1024
  /// The most bytes of all pictures that are being sent, to viewers and as files. Beyond that, the
  /// connection that has been slow for the longest time is closed to make room for a viewer's
  /// picture, and a file is refused with 503. A viewer is disconnected if its picture alone has
  /// more bytes.
  public var memoryLimit = 256 << 20
  /// The most messages a second that a viewer may send, on average of two seconds.
  public var messageRateLimit = 1000
  /// The longest time for a request, in seconds.
  public var requestTimeLimit = 10.0
  /// The longest time without a message or an answer from a viewer, in seconds. The viewer is sent
  /// up to three pings in that time.
  public var idleTimeLimit = 45.0

  /// Creates a configuration for viewers on the same machine.
  public init() {}

  /// A token that cannot be guessed: 128 bits from the system, as hexadecimal digits.
  public static func randomToken() -> String {
    var random = SystemRandomNumberGenerator()
    let digits = Array("0123456789abcdef".utf8)
    let bytes = (0..<32).map { _ in digits[Int.random(in: 0..<16, using: &random)] }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The address at which a server listens.
public struct BrowserAddress: Hashable, Sendable {
  /// The address that the server is bound to.
  public let address: String
  /// The port.
  public let port: Int
  /// The address of the page, with the token if there is one.
  public let page: String
}

/// Counters of a server.
package struct BrowserStatistics: Hashable, Sendable {
  /// The connections that are open.
  package internal(set) var connections = 0
  /// The connections that were refused because there were too many.
  package internal(set) var refusedConnections = 0
  /// The viewers among the connections.
  package internal(set) var viewers = 0
  /// The frames that the source gave.
  package internal(set) var frames = 0
  /// The pictures that were packed; viewers with the same need share one.
  package internal(set) var encodedPictures = 0
  /// The pictures that were sent to viewers.
  package internal(set) var sentPictures = 0
  /// The bytes of all pictures that were sent.
  package internal(set) var sentBytes = 0
  /// The bytes of pictures that are being sent, to viewers and as files.
  package internal(set) var pendingBytes = 0
  /// The viewers that were closed because they were slow or silent, the memory was short, or their
  /// picture was too large.
  package internal(set) var closedViewers = 0
  /// The messages of viewers that were refused, each with the end of its connection.
  package internal(set) var refusedMessages = 0
}
