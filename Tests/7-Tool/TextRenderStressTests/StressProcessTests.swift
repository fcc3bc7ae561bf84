// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextTestSupport

/// The `stress` command in a process of its own, so that its threads can be counted.
@Suite(
  .enabled(if: ToolBinary.path != nil, "no textrender beside the tests"), .timeLimit(.minutes(30)))
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

  @Test func latePicturesViolateNoInvariant() throws {
    let (status, object) = try stress(
      "--images", "--layers", "120", "--requests", "2500", "--lanes", "2", "--seed", "3")
    #expect(object["violations"] as? [String: Int] == [:], "\(object["examples"] ?? "")")
    #expect(status == 0)
    #expect(object["requests"] as? Int == 2500 && object["commits"] as? Int ?? 0 > 120)
    let figures = try #require(object["figures"] as? [[String: Any]])
    for name in ["imageLoads", "imageHits", "imageFailures", "imagesCalledOff", "imagePeakStore"] {
      let value = try #require(figures.first { $0["name"] as? String == name }?["value"])
      #expect(value as? Int ?? 0 > 0 || value as? Double ?? 0 > 0, "\(name)")
    }
    let few = ["--images", "--layers", "20", "--requests", "300"]
    let (_, first) = try stress(few[0], few[1], few[2], few[3], few[4])
    let (_, again) = try stress(few[0], few[1], few[2], few[3], few[4])
    #expect(first["stream"] as? String == again["stream"] as? String)
    #expect(first["stream"] as? String != object["stream"] as? String)
  }

  @Test func tilesViolateNoInvariant() throws {
    let (status, object) = try stress(
      "--tiles", "--layers", "30", "--requests", "6000", "--lanes", "2", "--seed", "3")
    #expect(object["violations"] as? [String: Int] == [:], "\(object["examples"] ?? "")")
    #expect(status == 0 && object["requests"] as? Int == 6000)
    let figures = try #require(object["figures"] as? [[String: Any]])
    for name in ["tilesAsked", "tilesDrawn", "tilesCalledOff", "tilesFailed", "tileFrames"] {
      let value = try #require(figures.first { $0["name"] as? String == name }?["value"])
      #expect(value as? Int ?? 0 > 0 || value as? Double ?? 0 > 0, "\(name)")
    }
  }

  @Test func aBlockedMainQueueLosesNothing() throws {
    let (status, object) = try stress("--scenario", "blocked,progressive", "--requests", "1000")
    #expect(object["violations"] as? [String: Int] == [:], "\(object["examples"] ?? "")")
    #expect(status == 0)
    let figures = try #require(object["figures"] as? [[String: Any]])
    let committed = try #require(figures.first { $0["name"] as? String == "blockedCommitted" })
    #expect(committed["met"] as? Bool == true)
  }

  /// What the rest of a program has beside each load, which does its work meanwhile. How late it
  /// comes is measured, and not a test.
  @Test func neighboursBeginBesideEachLoad() throws {
    let (status, object) = try stress(
      "--scenario", "neighbours", "--requests", "1000", "--lanes", "2")
    #expect(object["violations"] as? [String: Int] == [:], "\(object["examples"] ?? "")")
    #expect(status == 0)
    let figures = try #require(object["figures"] as? [[String: Any]])
    let names = figures.compactMap { $0["name"] as? String }
    let loads = [
      "displays", "renders", "frames", "tiles", "films", "images", "packing", "batches",
    ]
    for load in loads {
      let rate = try #require(figures.first { $0["name"] as? String == "\(load).perSecond" })
      #expect(rate["value"] as? Double ?? 0 > 0, "\(load)")
      for kind in ["detachedTask", "ticker", "globalQueue", "mainQueue"] {
        #expect(names.contains("\(load).\(kind)P99"), "\(load), \(kind)")
      }
    }
  }
}
