// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  internal import Logging
  internal import NIOCore
  internal import NIOHTTP1
  internal import TextService

  /// The log entry of a request. The query is left out, since it holds texts and signatures.
  struct RequestLogEntry {
    private let method: String
    private let target: String
    private let start = NIODeadline.now()
    /// The field `traceparent`, if it is well-formed.
    let traceParent: String?
    private var status = 0
    /// The bytes of the body of the answer.
    var bytes = 0

    /// Begins an entry.
    ///
    /// - Parameter request: The head and the target in origin form; `nil` for a request that could
    ///   not be read.
    init(_ request: (head: HTTPRequestHead, target: String)?) {
      method = request?.head.method.rawValue ?? ""
      target = request?.target ?? ""
      let trace = request?.head.headers.first(name: "traceparent")
      traceParent = trace.flatMap { Self.isTraceParent($0) ? $0 : nil }
    }

    /// Whether a value is of the form `00-TRACE-PARENT-FLAGS`. Source: W3C Trace Context, section 3.2.
    static func isTraceParent(_ value: String) -> Bool {
      let parts = value.utf8.split(separator: 0x2D, omittingEmptySubsequences: false)
      guard parts.map(\.count) == [2, 32, 16, 2] else { return false }
      guard parts.allSatisfy({ $0.allSatisfy { 48...57 ~= $0 || 97...102 ~= $0 } }) else {
        return false
      }
      return !parts[0].elementsEqual("ff".utf8)
        && parts[1...2].allSatisfy { $0.contains { $0 != 48 } }
    }

    mutating func note(_ answer: ServiceAnswer) {
      (status, bytes) = (answer.status, answer.body.count)
    }

    /// Writes the entry: "answered", "hung up" if the client closed the connection before it had all
    /// of the answer, or "cut off" if the server did.
    ///
    /// - Parameter cause: Why the server closed the connection, where it did.
    func log(to logger: Logger, wasDelivered: Bool, cause: String?) {
      // A line that is not written needs no texts: they take longer than all else in this call.
      guard logger.logLevel <= (wasDelivered || cause == nil ? .info : .notice) else { return }
      let path = target.prefix { $0 != "?" }.prefix(200)
      var metadata: Logger.Metadata = [
        "method": "\(method)", "path": "\(path)", "status": "\(status)", "bytes": "\(bytes)",
        "ms": "\(Double((NIODeadline.now() - start).nanoseconds / 10_000) / 100)",
        "traceparent": traceParent.map { "\($0)" } ?? "",
      ]
      if wasDelivered { return logger.info("answered", metadata: metadata) }
      guard let cause else { return logger.info("hung up", metadata: metadata) }
      metadata["cause"] = "\(cause)"
      logger.notice("cut off", metadata: metadata)
    }
  }
#endif
