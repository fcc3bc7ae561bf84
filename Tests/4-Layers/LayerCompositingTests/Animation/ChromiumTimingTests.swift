// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import LayerCompositing

/// Timing beside Chromium's Web Animations, of which `Timing/chromium-timings.json` has samples.
struct ChromiumTimingTests {
  private struct Fixture: Decodable {
    let timings: [Record]
  }

  private struct Record: Decodable {
    let begin: Double
    let duration: Double
    let iterations: Iterations
    let alternate: Bool
    let fill: String
    let easing: String
    let rate: Double
    let samples: [[Double?]]
  }

  /// A number, or a word for an infinite one.
  private struct Iterations: Decodable {
    let value: Double

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      value = (try? container.decode(Double.self)) ?? .infinity
    }
  }

  private func curve(_ easing: String) throws -> TimingCurve {
    func numbers() throws -> [String] {
      let start = try #require(easing.firstIndex(of: "(")),
        end = try #require(easing.lastIndex(of: ")"))
      return easing[easing.index(after: start)..<end].split(separator: ",").map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    }
    switch easing {
    case "linear": return .linear
    case "ease": return .default
    case "ease-in": return .easeIn
    case "ease-out": return .easeOut
    case "ease-in-out": return .easeInEaseOut
    case _ where easing.hasPrefix("cubic"):
      let n = try numbers().compactMap(Double.init)
      try #require(n.count == 4)
      return .cubic(x1: n[0], y1: n[1], x2: n[2], y2: n[3])
    default:
      let parts = try numbers()
      let word = parts.count > 1 ? parts[1].replacingOccurrences(of: "jump-", with: "") : "end"
      return .steps(
        try #require(Int(parts[0])), jump: try #require(TimingCurve.StepJump(rawValue: word)))
    }
  }

  @Test func sameAsChromium() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Timing/chromium-timings.json")
    let fixture = try JSONDecoder().decode(Fixture.self, from: Data(contentsOf: file))
    #expect(fixture.timings.count == 200)
    var checked = 0
    for record in fixture.timings {
      let curve = try curve(record.easing)
      let timing = MediaTiming(
        begin: record.begin, duration: record.duration, speed: record.rate,
        repeatCount: record.iterations.value / (record.alternate ? 2 : 1),
        autoreverses: record.alternate,
        fill: record.fill == "none" ? .removed : try #require(FillMode(rawValue: record.fill)))
      let node = RenderNode(
        motion: LayerMotion(animations: [
          (
            key: "",
            animation: LayerAnimation(
              .values(keyPath: "position.x", from: .number(0), to: .number(1000), by: nil),
              timing: timing, curve: curve)
          )
        ]))
      for sample in record.samples {
        let time = try #require(sample[0])
        let moment = timing.moment(at: time)
        let progress = moment.map {
          curve.progress(at: $0.progress, duration: record.duration, isBefore: $0.isBefore)
        }
        let label = "\(record) at \(time): \(String(describing: progress))"
        #expect((progress == nil) == (sample[1] == nil), "\(label)")
        if let progress, let wanted = sample[1] {
          #expect(abs(progress - wanted) < 1e-6, "\(label)")
          if let iteration = sample[2] { #expect(moment?.iteration == iteration, "\(label)") }
          let x = node.presented(at: time).properties.position.x
          if let value = sample[3] { #expect(abs(x - value) < 0.01, "\(label): \(x)") }
        }
        checked += 1
      }
    }
    #expect(checked > 1000)
  }
}
