// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

/// The tables of rows and pictures name tests that exist.
struct RowsAndTestsTests {
  @Test func everyTestExists() throws {
    let lines = try NamedTests.article("RowsAndTests", of: "LayerCompositing").split(
      separator: "\n")
    let rows = lines.filter { $0.hasPrefix("| S-") || $0.hasPrefix("| A") }
    #expect(rows.count == 182 + 16)
    let tests = try NamedTests()
    for row in rows {
      let names = row.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }
        .map(\.element).filter { $0.contains("Tests.") }
      #expect(!names.isEmpty, "\(row)")
      for name in names { try tests.expect(String(name)) }
    }
  }
}
