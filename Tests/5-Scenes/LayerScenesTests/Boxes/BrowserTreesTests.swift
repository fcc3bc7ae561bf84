// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import FoundationEssentials
import Testing
import TextTestSupport

@testable import LayerCompositing
@testable import LayerScenes

/// Random trees of boxes, and random scenes about one matter each, with the frames that Chromium 156
/// measures, which `Scripts/compare/boxes` made with `--write` and `--write-kinds`. Browsers cut
/// lengths to 1/64 point, so frames differ by some of those.
@Suite struct BrowserTreesTests {
  private static let files = Checkout.path + "/Tests/Conformance/files"

  private struct Tree: Decodable {
    let frames: [[Double]]
  }

  /// The scene of a line, as it is written there.
  private func scene(of line: Substring) throws -> Scene {
    let start = try #require(line.firstRange(of: #","scene":"#)).upperBound
    return try Scene(
      json: Array(line[start...].dropLast().utf8),
      options: SceneOptions(folder: Self.files))
  }

  @Test(arguments: [("browser-trees", 516), ("browser-kinds", 399)])
  func frames(name: String, number: Int) throws {
    let text = try String(
      contentsOf: URL(filePath: SceneText.folder).appending(path: name + ".ndjson"),
      encoding: .utf8)
    var count = 0
    for line in text.split(separator: "\n") {
      count += 1
      let found = SceneText.frames(of: try scene(of: line))
      let expected = try JSONDecoder().decode(Tree.self, from: Data(line.utf8)).frames
      #expect(found.count == expected.count, "\(line)")
      for (frame, other) in zip(found, expected) {
        let distance = zip(frame, other).map { abs($0 - $1) }.max() ?? 0
        if distance > 0.11 {
          Issue.record("\(frame), not \(other), in \(line)")
          break
        }
      }
    }
    #expect(count == number)
  }
}
