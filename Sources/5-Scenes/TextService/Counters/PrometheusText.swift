// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Counters in the text format of Prometheus, version 0.0.4.
struct PrometheusText {
  private(set) var text = ""

  /// Appends a metric with one value.
  mutating func add(_ name: String, _ type: String, _ help: String, _ value: Double) {
    add(name, type, help, [("", value)])
  }

  mutating func add(_ name: String, _ type: String, _ help: String, _ value: Int) {
    add(name, type, help, Double(value))
  }

  /// Appends a metric with labels.
  ///
  /// - Parameter values: The labels, as written between the braces, and the values.
  mutating func add(
    _ name: String, _ type: String, _ help: String, _ values: [(labels: String, value: Double)]
  ) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    for (labels, value) in values {
      text += labels.isEmpty ? name : "\(name){\(labels)}"
      text += " \(Self.number(value))\n"
    }
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }
}

extension ServiceStatistics {
  /// The statistics in the text format of Prometheus.
  var prometheus: String {
    var text = PrometheusText()
    text.add("textrender_requests_total", "counter", "Requests whose heads were read.", requests)
    text.add(
      "textrender_answers_total", "counter", "Answers by status.",
      answers.sorted { $0.key < $1.key }.map { ("status=\"\($0.key)\"", Double($0.value)) })
    text.add(
      "textrender_route_answers_total", "counter", "Answers by route.",
      routes.sorted { $0.key < $1.key }.map { ("route=\"\($0.key)\"", Double($0.value)) })
    text.add(
      "textrender_hang_ups_total", "counter", "Requests whose clients went before the answer.",
      hangUps)
    text.add(
      "textrender_undelivered_answers_total", "counter",
      "Answers whose clients went before they had all of them.", undelivered)
    text.add("textrender_work_begun_total", "counter", "Work that lanes have begun.", begun)
    text.add(
      "textrender_work_ended_total", "counter", "Work by its end.",
      [
        ("end=\"finished\"", Double(finished)), ("end=\"failed\"", Double(failed)),
        ("end=\"called_off\"", Double(calledOff)), ("end=\"never_begun\"", Double(neverBegun)),
      ])
    text.add(
      "textrender_lane_seconds_total", "counter", "Processor time of lanes.", laneSeconds)
    text.add(
      "textrender_wasted_lane_seconds_total", "counter",
      "Processor time of lanes for what nobody got.", wastedSeconds)
    text.add(
      "textrender_cache_hits_total", "counter", "Answers taken from the cache.", cacheHits)
    text.add("textrender_body_bytes_total", "counter", "Bytes of bodies of answers.", bodyBytes)
    text.add(
      "textrender_admitted_requests", "gauge", "Requests that are worked on or wait.",
      admittedRequests)
    text.add(
      "textrender_admitted_bytes", "gauge", "Memory that admitted requests have taken.",
      admittedBytes)
    text.add(
      "textrender_admitted_bytes_max", "gauge", "The most memory of admitted requests so far.",
      mostAdmittedBytes)
    text.add("textrender_bulk_running", "gauge", "Bulk work that runs.", bulkRunning)
    var (sum, buckets) = (0, [(labels: String, value: Double)]())
    for (bound, count) in zip(Self.timeBounds, times) {
      sum += count
      buckets.append(("le=\"\(bound)\"", Double(sum)))
    }
    buckets.append(("le=\"+Inf\"", Double(times.reduce(0, +))))
    return text.text + Self.histogram(buckets, sum: timeSum, count: times.reduce(0, +))
  }

  private static func histogram(
    _ buckets: [(labels: String, value: Double)], sum: Double, count: Int
  ) -> String {
    let name = "textrender_request_seconds"
    var text = "# HELP \(name) Seconds from the head of a request to its answer.\n"
    text += "# TYPE \(name) histogram\n"
    for (labels, value) in buckets { text += "\(name)_bucket{\(labels)} \(Int(value))\n" }
    return text + "\(name)_sum \(sum)\n\(name)_count \(count)\n"
  }
}
