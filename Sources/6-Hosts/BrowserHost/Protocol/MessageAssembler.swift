// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The reason for closing a connection, with a number of RFC 6455.
package struct CloseReason: Error, Hashable, Sendable {
  package let code: UInt16
  /// A short sentence.
  package let message: String

  package init(_ code: UInt16, _ message: String) { (self.code, self.message) = (code, message) }

  package static let goingAway = CloseReason(1001, "the server stops")
  /// The other side breaks the rules of WebSocket.
  package static func brokenProtocol(_ message: String) -> CloseReason {
    CloseReason(1002, message)
  }
  /// A message of bytes.
  package static let notText = CloseReason(1003, "only text is taken")
  /// A message that is no event.
  package static func malformed(_ message: String) -> CloseReason { CloseReason(1007, message) }
  /// More messages than the server takes.
  package static let tooMany = CloseReason(1008, "too many messages")
  /// A message of more bytes than the server takes.
  package static let tooLarge = CloseReason(1009, "the message is too large")
  /// A picture that has more bytes than may be sent at a time, or that cannot be packed.
  package static let noPicture = CloseReason(1013, "the picture is too large; try a smaller window")
}

/// Puts the frames of WebSocket together to messages of text, within bounds.
package struct MessageAssembler: Sendable {
  /// The most bytes of a message.
  package static let byteLimit = 4096
  /// The most frames of a message.
  package static let frameLimit = 16

  private var bytes: [UInt8] = []
  /// The frames of the message so far; 0 between messages.
  private var frames = 0

  package init() {}

  /// Takes a data frame.
  ///
  /// - Parameters:
  ///   - opcode: 0 for a further part, 1 for text, 2 for bytes.
  ///   - isLast: Whether the message ends.
  ///   - payload: The bytes.
  /// - Returns: The bytes of a message that has ended.
  package mutating func take(
    opcode: UInt8, isLast: Bool, payload: [UInt8]
  ) throws(CloseReason) -> [UInt8]? {
    switch opcode {
    case 0 where frames == 0: throw .brokenProtocol("a part without a beginning")
    case 0: break
    case 1 where frames > 0: throw .brokenProtocol("a message within another")
    case 1: break
    case 2: throw .notText
    default: throw .brokenProtocol("an unknown kind of frame")
    }
    guard bytes.count + payload.count <= Self.byteLimit, frames < Self.frameLimit else {
      throw .tooLarge
    }
    if isLast, frames == 0 { return payload }
    bytes += payload
    frames += 1
    if !isLast { return nil }
    defer { (bytes, frames) = ([], 0) }
    return bytes
  }
}

/// A bound of messages a second, by a token bucket: it is filled at a constant rate, and holds the
/// tokens of two seconds at most.
package struct RateLimit: Sendable {
  private let rate: Double
  private var tokens: Double
  private var last: Double

  /// Creates a bound.
  ///
  /// - Parameters:
  ///   - rate: The messages a second, at least 1.
  ///   - now: The time, in seconds.
  package init(rate: Int, now: Double) {
    self.rate = Double(max(1, rate))
    (tokens, last) = (2 * self.rate, now)
  }

  /// Counts a message.
  ///
  /// - Returns: Whether the message is within the bound.
  package mutating func take(now: Double) -> Bool {
    tokens = min(2 * rate, tokens + max(0, now - last) * rate)
    last = max(last, now)
    if tokens < 1 { return false }
    tokens -= 1
    return true
  }
}
