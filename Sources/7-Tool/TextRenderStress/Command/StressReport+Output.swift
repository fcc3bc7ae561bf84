// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import DocumentJSON

// MARK: - Table

extension StressReport {
  /// The report as a table of names and values, one per line.
  var table: String {
    var rows: [(String, String)] = [
      ("seed", "\(seed), request stream \(String(stream, radix: 16))"),
      ("layers, lanes", "\(layers), \(lanes)"),
      ("requests", "\(requests) in \(DecimalNumber.text(rounded(seconds))) s"),
      ("displays accepted", "\(outcomes.accepted)"),
      ("commits", "\(outcomes.committed)"),
      ("cleared", "\(outcomes.cleared)"),
      ("superseded", "\(outcomes.superseded)"),
      ("cancelled", "\(outcomes.cancelled)"),
      ("failed", "\(outcomes.failed)"),
      ("violations", violationCount == 0 ? "0" : violationText),
      (
        "peak threads",
        "\(peakThreads); in the storm, base \(baseThreads) + lanes \(lanes) + 2 allowed"
      ),
      ("peak memory", "\(peakMemory >> 20) MiB"),
      (
        "peak uncommitted", "\(peakUncommitted >> 10) KiB of \(uncommittedLimit >> 10) KiB"
      ),
      (
        "buffers",
        "created \(created) = freed \(freed) + pooled \(pooled) + live \(live); reused \(reused)"
      ),
    ]
    rows += stages.filter { $0.histogram.count > 0 }.map { ($0.name, text(of: $0.histogram)) }
    rows += figures.map { ($0.name, text(of: $0)) }
    let width = rows.map(\.0.count).max() ?? 0
    var page = ""
    for (name, value) in rows {
      page += name + String(repeating: " ", count: width + 2 - name.count) + value + "\n"
    }
    for example in examples { page += "  \(example)\n" }
    return page
  }

  private func text(of histogram: LatencyHistogram) -> String {
    let percentiles = [("p50", 0.5), ("p95", 0.95), ("p99", 0.99)]
      .map { "\($0) \(time(histogram.percentile($1)))" }
    return "\(percentiles.joined(separator: ", ")), most \(time(histogram.maximum))"
  }

  private func text(of figure: Figure) -> String {
    let value = "\(DecimalNumber.text(rounded(figure.value))) \(figure.unit)"
    guard let limit = figure.limit else { return value }
    let bound = "(at \(figure.isFloor ? "least" : "most") \(DecimalNumber.text(limit)))"
    return "\(value) \(bound)\(figure.isMet == false ? "  NOT REACHED" : "")"
  }

  private var violationText: String {
    sortedViolations.map { "\($0.invariant.rawValue): \($0.count)" }.joined(separator: ", ")
  }

  /// Rounds to three decimals.
  private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

  private func time(_ nanoseconds: UInt64) -> String {
    let n = Double(nanoseconds)
    if n < 1e3 { return "\(nanoseconds) ns" }
    let (value, unit) = n < 1e6 ? (n / 1e3, "µs") : n < 1e9 ? (n / 1e6, "ms") : (n / 1e9, "s")
    return "\(DecimalNumber.text((value * 10).rounded() / 10)) \(unit)"
  }
}

// MARK: - JSON

extension StressReport {
  /// The report as one JSON object, followed by a line feed.
  var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("seed", String(seed))
    writer.member("stream", String(stream, radix: 16))
    writer.member("layers", layers)
    writer.member("lanes", lanes)
    writer.member("requests", requests)
    writer.member("seconds", seconds)
    writer.member("accepted", outcomes.accepted)
    writer.member("commits", outcomes.committed)
    writer.member("cleared", outcomes.cleared)
    writer.member("superseded", outcomes.superseded)
    writer.member("cancelled", outcomes.cancelled)
    writer.member("failed", outcomes.failed)
    writer.name("violations")
    writer.beginObject()
    for (invariant, count) in sortedViolations {
      writer.name(text: invariant.rawValue)
      writer.number(count)
    }
    writer.endObject()
    writer.name("examples")
    writer.beginArray()
    for example in examples { writer.string(example) }
    writer.endArray()
    writer.name("latencies")
    writer.beginObject()
    for stage in stages {
      writer.name(text: stage.name)
      writer.beginObject()
      writer.member("count", Int(stage.histogram.count))
      writer.member("p50", Int(stage.histogram.percentile(0.5)))
      writer.member("p95", Int(stage.histogram.percentile(0.95)))
      writer.member("p99", Int(stage.histogram.percentile(0.99)))
      writer.member("maximum", Int(stage.histogram.maximum))
      writer.endObject()
    }
    writer.endObject()
    writer.name("threads")
    writer.beginObject()
    writer.member("base", baseThreads)
    writer.member("peak", peakThreads)
    writer.member("limit", baseThreads + lanes + 2)
    writer.endObject()
    writer.name("memory")
    writer.beginObject()
    writer.member("peak", peakMemory)
    writer.member("peakUncommitted", peakUncommitted)
    writer.member("uncommittedLimit", uncommittedLimit)
    writer.endObject()
    writer.name("buffers")
    writer.beginObject()
    writer.member("created", created)
    writer.member("freed", freed)
    writer.member("pooled", pooled)
    writer.member("live", live)
    writer.member("reused", reused)
    writer.endObject()
    writer.name("figures")
    writer.beginArray()
    for figure in figures {
      writer.beginObject()
      writer.member("name", figure.name)
      writer.member("value", figure.value)
      writer.member("unit", figure.unit)
      if let limit = figure.limit {
        writer.member(figure.isFloor ? "atLeast" : "atMost", limit)
        writer.member("met", figure.isMet == true)
      }
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    writer.newline()
    return writer.takeBytes()
  }
}
