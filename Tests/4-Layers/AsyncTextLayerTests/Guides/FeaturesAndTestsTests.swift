// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TextTestSupport

/// The table of features names tests that exist.
@Suite struct FeaturesAndTestsTests {
  @Test func everyTestExists() throws {
    let root = URL(filePath: Checkout.path)
    let article = root.appending(
      path: "Sources/4-Layers/TextLayers/TextLayers.docc/FeaturesAndTests.md")
    let rows = try String(contentsOf: article, encoding: .utf8).split(separator: "\n").filter {
      $0.hasPrefix("| ") && $0.contains("Tests.")
    }
    #expect(rows.count == 40)
    let tests = root.appending(path: "Tests")
    let layers = try FileManager.default.contentsOfDirectory(atPath: tests.path)
      .filter { $0.first?.isNumber == true }.map { tests.appending(path: $0) }
    let folders = try layers.flatMap { layer in
      try FileManager.default.contentsOfDirectory(atPath: layer.path)
        .map { layer.appending(path: $0) }
    }
    for row in rows {
      let names = row.split(separator: "`").filter { $0.contains("Tests.") }
      #expect(!names.isEmpty, "\(row)")
      for name in names {
        let parts = name.split(separator: ".").map(String.init)
        let file = folders.lazy.map { $0.appending(path: "\(parts[0]).swift") }
          .first { FileManager.default.fileExists(atPath: $0.path) }
        let text = try String(contentsOf: try #require(file, "\(name)"), encoding: .utf8)
        #expect(text.contains("func \(parts[1])("), "\(name)")
      }
    }
  }
}
