// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The refusal of a request that cannot be read: a status code and a sentence for the client.
package struct HTTPRefusal: Error, Hashable, Sendable {
  /// The status code of HTTP.
  package let status: Int
  /// A word for programs.
  package let code: String
  /// A sentence for the user.
  package let message: String

  init(_ status: Int, _ code: String, _ message: String) {
    (self.status, self.code, self.message) = (status, code, message)
  }

  static func malformed(_ reason: String) -> HTTPRefusal {
    HTTPRefusal(400, "malformed", "The request is no well-formed HTTP: \(reason).")
  }

  static func targetTooLong(_ bounds: HTTPBounds) -> HTTPRefusal {
    HTTPRefusal(
      414, "targetTooLong", "The target of a request has \(bounds.targetSize) bytes at most.")
  }

  static func fieldsTooLarge(_ bounds: HTTPBounds) -> HTTPRefusal {
    HTTPRefusal(
      431, "fieldsTooLarge",
      "A request has \(bounds.fieldCount) header fields at most, of \(bounds.fieldSize) bytes "
        + "each and \(bounds.headSize) with the target.")
  }

  /// Source: RFC 9110, section 15.6.2.
  static let unknownMethod = HTTPRefusal(
    501, "unknownMethod", "The method of the request is not known.")
  static let unknownVersion = HTTPRefusal(
    505, "unknownVersion", "The request is not one of HTTP/1.0 or HTTP/1.1.")
  static let tooManyWaiting = HTTPRefusal(
    429, "tooManyRequests", "Too many requests wait on one connection.")
}

#if Server
  internal import NIOHTTP1

  extension HTTPRefusal {
    /// The refusal for an error of the parser.
    init(_ error: HTTPParserError, _ bounds: HTTPBounds) {
      switch error {
      case .headerOverflow: self = .fieldsTooLarge(bounds)
      case .invalidVersion: self = .unknownVersion
      default: self = .malformed("\(error)")
      }
    }
  }

  /// Why no more requests of a connection are read: set once, by the handler that finds it first.
  ///
  /// The handlers between the parser and the answer keep the order only of the parser's own errors;
  /// hence the reason is stored beside the error.
  final class RequestFault {
    private(set) var refusal: HTTPRefusal?

    func note(_ refusal: HTTPRefusal) {
      if self.refusal == nil { self.refusal = refusal }
    }
  }
#endif
