// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The tables of rows and pictures name tests that exist.
struct RowsAndTestsTests {
  @Test func everyTestExists() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = tests.deletingLastPathComponent().appendingPathComponent(
      "Sources/LayerRendering/LayerRendering.docc/RowsAndTests.md")
    let lines = try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
    let rows = lines.filter { $0.hasPrefix("| S-") || $0.hasPrefix("| A") }
    #expect(rows.count == 182 + 16)
    var files: [String: URL] = [:]
    for case let file as URL in try #require(
      FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
    where file.lastPathComponent.hasSuffix("Tests.swift") && !file.path.contains("/.build") {
      files[file.lastPathComponent] = file
    }
    for row in rows {
      let names = row.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }
        .map(\.element).filter { $0.contains("Tests.") }
      #expect(!names.isEmpty, "\(row)")
      for name in names {
        let parts = name.split(separator: ".").map(String.init)
        let file = files[parts[0] + ".swift"]
        let text = try String(contentsOf: try #require(file, "\(name)"), encoding: .utf8)
        #expect(text.contains("func \(parts[1])("), "\(name)")
      }
    }
  }
}
