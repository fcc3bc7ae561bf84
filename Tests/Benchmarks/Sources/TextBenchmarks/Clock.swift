// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a pass cost, in milliseconds.
enum Clock {
  /// Wall time since some moment.
  static func wall() -> Double { read(CLOCK_MONOTONIC) }
  /// Processor time of the whole process.
  static func processor() -> Double { read(CLOCK_PROCESS_CPUTIME_ID) }
  /// Processor time of the calling thread.
  static func thread() -> Double { read(CLOCK_THREAD_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Double {
    var t = timespec()
    clock_gettime(clock, &t)
    return Double(t.tv_sec) * 1e3 + Double(t.tv_nsec) / 1e6
  }

  /// Milliseconds during which this process's threads were ready and another one had their
  /// processor.
  static func runDelay() -> Double {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    var total = 0.0
    for task in tasks {
      guard
        let text = try? String(contentsOfFile: "/proc/self/task/\(task)/schedstat", encoding: .utf8)
      else { continue }
      let parts = text.split(separator: " ")
      if parts.count > 1, let ns = Double(parts[1]) { total += ns / 1e6 }
    }
    return total
  }

  /// The resident memory of this process, in KiB: its own, and pages of files.
  static func residence() -> (anonymous: Int, file: Int) {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    func field(_ name: String) -> Int {
      for line in text.split(separator: "\n") where line.hasPrefix(name) {
        return Int(line.split(separator: " ").dropLast().last ?? "0") ?? 0
      }
      return 0
    }
    return (field("RssAnon:"), field("RssFile:"))
  }

  /// The resident memory of this process now and at its peak, in KiB.
  static func memory() -> (now: Int, peak: Int) {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    func field(_ name: String) -> Int {
      for line in text.split(separator: "\n") where line.hasPrefix(name) {
        return Int(line.split(separator: " ").dropLast().last ?? "0") ?? 0
      }
      return 0
    }
    return (field("VmRSS:"), field("VmHWM:"))
  }
}

func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  if sorted.isEmpty { return 0 }
  let m = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[m] : (sorted[m - 1] + sorted[m]) / 2
}

/// Prints one result line, as `Workloads/README.md` describes them.
func report(
  peer: String, workload: String, metric: String, threads: Int, items: Int, ms: Double,
  cpu: Double? = nil, first: Double? = nil, dirty: Int = 0, kilobytes: Int? = nil,
  batch: Int? = nil
) {
  var line =
    "{\"peer\":\"\(peer)\",\"workload\":\"\(workload)\",\"metric\":\"\(metric)\",\"threads\":\(threads),\"items\":\(items)"
  if let kilobytes {
    line += ",\"kb\":\(kilobytes)"
  } else {
    line += String(format: ",\"ms\":%.4f", ms)
  }
  if let cpu { line += String(format: ",\"cpu_ms\":%.4f", cpu) }
  if let first { line += String(format: ",\"first_ms\":%.4f", first) }
  if let batch { line += ",\"batch\":\(batch)" }
  if dirty != 0 { line += ",\"dirty\":\(dirty)" }
  line += ",\"peak_kb\":\(Clock.memory().peak)}"
  print(line)
}
