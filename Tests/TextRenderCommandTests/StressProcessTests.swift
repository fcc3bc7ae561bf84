// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextTestSupport

/// The `stress` command in a process of its own, so that its threads can be counted.
@Suite(.enabled(if: ToolBinary.path != nil), .timeLimit(.minutes(5)))
struct StressProcessTests {
  private func stress(_ arguments: String...) throws -> (status: Int32, object: [String: Any]) {
    let ended = try ToolProcess(
      try #require(ToolBinary.path), ["stress", "--json"] + arguments)
    let object = try UntypedJSON.value(ended.output) as? [String: Any]
    return (ended.status, try #require(object))
  }

  @Test func aStormViolatesNoInvariant() throws {
    let storm = ["--scenario", "storm,superseded,groups", "--requests", "3000", "--layers", "100"]
    let (status, first) = try stress(storm[0], storm[1], storm[2], storm[3], storm[4], storm[5])
    #expect(first["violations"] as? [String: Int] == [:], "\(first["examples"] ?? "")")
    #expect(status == 0)
    #expect(first["requests"] as? Int == 3000)
    let ended = ["commits", "cleared", "superseded", "cancelled", "failed"]
      .reduce(0) { $0 + (first[$1] as? Int ?? 0) }
    #expect(first["accepted"] as? Int == ended)
    #expect(first["commits"] as? Int ?? 0 > 100)
    let buffers = try #require(first["buffers"] as? [String: Int])
    #expect(
      buffers["created"] == (buffers["freed"] ?? 0) + (buffers["pooled"] ?? 0)
        + (buffers["live"] ?? 0))
    let latencies = try #require(first["latencies"] as? [String: [String: Int]])
    for (stage, numbers) in latencies { #expect(numbers["count"] ?? 0 > 0, "\(stage)") }
    #expect(latencies.count == 8)
    // Equal seeds make equal requests.
    let (_, again) = try stress(storm[0], "storm", storm[2], storm[3], storm[4], storm[5])
    #expect(again["stream"] as? String == first["stream"] as? String)
    let (_, other) = try stress(
      storm[0], "storm", storm[2], storm[3], storm[4], storm[5], "--seed", "2")
    #expect(other["stream"] as? String != first["stream"] as? String)
  }

  @Test func aBlockedMainQueueLosesNothing() throws {
    let (status, object) = try stress("--scenario", "blocked,progressive", "--requests", "1000")
    #expect(object["violations"] as? [String: Int] == [:], "\(object["examples"] ?? "")")
    #expect(status == 0)
    let figures = try #require(object["figures"] as? [[String: Any]])
    let committed = try #require(figures.first { $0["name"] as? String == "blockedCommitted" })
    #expect(committed["met"] as? Bool == true)
  }
}
