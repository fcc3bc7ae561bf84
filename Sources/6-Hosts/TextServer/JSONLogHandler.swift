// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  internal import DocumentJSON
  internal import Glibc
  public import Logging
  internal import SystemFiles

  /// A handler that writes each entry of a log as one line of JSON to standard error.
  ///
  /// Members: `time` (ISO 8601, UTC), `level`, `label`, `message`, and the metadata by their names.
  public struct JSONLogHandler: LogHandler {
    private let label: String
    private let output: @Sendable ([UInt8]) -> Void
    public var metadata = Logger.Metadata()
    public var logLevel: Logger.Level

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - label: The label of the logger.
    ///   - level: The least level that is written.
    public init(label: String, level: Logger.Level = .notice) {
      self.init(label: label, level: level, output: StandardError.write)
    }

    package init(
      label: String, level: Logger.Level, output: @escaping @Sendable ([UInt8]) -> Void
    ) {
      (self.label, logLevel, self.output) = (label, level, output)
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
      var writer = JSONWriter()
      writer.beginObject()
      writer.member("time", Self.now())
      writer.member("level", event.level.rawValue)
      writer.member("label", label)
      writer.member("message", event.message.description)
      let all = metadata.merging(event.metadata ?? [:]) { $1 }
      for (name, value) in all.sorted(by: { $0.key < $1.key }) {
        writer.name(text: name)
        writer.string("\(value)")
      }
      writer.endObject()
      writer.newline()
      output(writer.takeBytes())
    }

    private static func now() -> String {
      var time = timespec()
      var parts = unsafe tm()
      // unsafe: C calls with structures that outlive the calls
      unsafe clock_gettime(CLOCK_REALTIME, &time)
      unsafe gmtime_r(&time.tv_sec, &parts)
      let numbers = unsafe [
        parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min,
        parts.tm_sec,
      ].map(Int.init)
      let texts = (numbers + [time.tv_nsec / 1_000_000]).map { number in
        number < 10 ? "0\(number)" : "\(number)"
      }
      let thousandths = String(repeating: "0", count: 3 - texts[6].count) + texts[6]
      return texts[..<3].joined(separator: "-") + "T" + texts[3..<6].joined(separator: ":")
        + ".\(thousandths)Z"
    }
  }
#endif
