// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency

/// The parts of bytes that are no UTF-8, each of which is read as one U+FFFD: maximal subparts, as
/// Unicode defines them.
package struct IllFormedUTF8: Hashable, Sendable {
  /// The number of ill-formed parts.
  package private(set) var count = 0
  /// The offset of the first one, in bytes.
  package private(set) var first = 0

  /// The bytes that are looked at between two polls.
  private static let piece = 1 << 16

  /// Looks for ill-formed parts.
  ///
  /// - Parameter cancellation: Polled every 64 KiB.
  /// - Throws: `CancellationError`.
  package init(in bytes: [UInt8], _ cancellation: Cancellation = .never) throws {
    var start = 0
    while start < bytes.count {
      try cancellation.check()
      let end =
        bytes.count - start > Self.piece
        ? JSONReader.boundary(before: start + Self.piece, in: bytes) : bytes.count
      // Almost all texts are well-formed, and validating is much faster than counting flaws.
      if (try? UTF8Span(validating: bytes.span.extracting(start..<end))) == nil {
        count(bytes[start..<end])
      }
      start = end
    }
  }

  private mutating func count(_ bytes: ArraySlice<UInt8>) {
    var parser = UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var offset = bytes.startIndex
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar): offset += scalar.count
      case .error(let length):
        if count == 0 { first = offset }
        count += 1
        offset += length
      case .emptyInput: return
      }
    }
  }

  /// The note about the parts; `nil` if there are none.
  package var note: String? { Self.note(count, first: first) }

  /// The note about a number of ill-formed parts of any encoding; `nil` if there are none.
  package static func note(_ count: Int, first: Int) -> String? {
    if count == 0 { return nil }
    let what = count == 1 ? "1 ill-formed sequence was" : "\(count) ill-formed sequences were"
    return "\(what) read as U+FFFD, the first at byte \(first)"
  }
}
