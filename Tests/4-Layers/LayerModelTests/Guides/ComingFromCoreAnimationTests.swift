// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Foundation
import LayerCompositing
import LayerModel
import Testing
import TextTestSupport

/// The listings of the article for those who know Core Animation, compiled and run.
@Suite("Guides: coming from Core Animation", .timeLimit(.minutes(30)))
@MainActor
struct ComingFromCoreAnimationTests {
  private let root = Layer()
  private let clock = ManualClock(now: 100)

  private func host() -> LayerHost {
    LayerHost(root: root, size: Size(width: 200, height: 200), clock: clock)
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: true).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  @Test("Each listing stands in the Swift file, line for line, but for the indentation")
  func listings() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let article = try String(
      contentsOf: folder.appending(
        path: "../../../../Sources/4-Layers/LayerModel/LayerModel.docc/ComingFromCoreAnimation.md"
      ).standardized, encoding: .utf8)
    let file = Self.lines(
      of: try String(
        contentsOf: folder.appending(path: "ComingFromCoreAnimation.swift"), encoding: .utf8))
    let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
      Self.lines(of: String($0.components(separatedBy: "```")[0]))
    }
    #expect(blocks.count == 3)
    for block in blocks {
      #expect(
        file.indices.contains { file[$0...].starts(with: block) },
        "\(block.joined(separator: "\n"))")
    }
  }

  @Test("The hand turns once a minute")
  func hand() async throws {
    let hand = try makeHand()
    root.addSublayer(hand)
    let host = host()
    _ = try await host.settledFrame()
    // A quarter of a turn, also in the second minute.
    for time in [115.0, 175.0] {
      let shown = try #require(hand.presentation(at: time)?.transform)
      #expect(abs(shown.m11) < 1e-9 && abs(shown.m12 - 1) < 1e-9)
    }
    host.close()
  }

  @Test("The group runs for two seconds, and its layer leaves at the end")
  func group() async throws {
    let layer = Layer()
    root.addSublayer(layer)
    let host = host()
    _ = try await host.settledFrame()
    try leave(layer)
    _ = try await host.settledFrame()
    #expect(layer.animationKeys == ["leave"])
    clock.set(to: 102)
    try await until { layer.superlayer == nil }
    host.close()
  }

  @Test("A layer that was paused goes on where it stopped")
  func pauses() async throws {
    let layer = Layer()
    root.addSublayer(layer)
    let host = host()
    _ = try await host.settledFrame()
    Pauses().pause(layer, now: 103)
    #expect(layer.localTime(at: 103) == 103)
    #expect(layer.localTime(at: 110) == 103)
    Pauses().resume(layer, now: 110)
    #expect(layer.localTime(at: 110) == 103)
    #expect(layer.localTime(at: 112) == 105)
    host.close()
  }
}
