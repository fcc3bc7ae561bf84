// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The layers and modules of the package, as Package.swift lists them, beside what the files
/// import.
struct Architecture {
  /// A row of the table in Package.swift.
  struct Module {
    let name: String
    /// The folder below `Sources`.
    let layer: String
    /// What the row declares.
    let uses: [String]
    /// What the row declares for its tests besides; `nil` if it has none.
    let tests: [String]?
    /// Whether its imports are seen here: C files and module maps have none.
    let isSwift: Bool
  }

  /// An import of one file.
  struct Import {
    let file: String
    /// The module whose source or test the file is.
    let module: String
    let isTest: Bool
    let imported: String
  }

  /// What comes with the toolchain.
  static let system: Set = [
    "Dispatch", "FoundationEssentials", "Glibc", "Musl", "Darwin", "Synchronization", "XCTest",
  ]

  /// What all tests may import.
  static let ofTests = ["Foundation", "Testing", "TextTestSupport"]

  var modules: [Module]
  var imports: [Import]

  /// Reads the rows of Package.swift.
  ///
  /// - Parameter package: The text of the file, formatted by `swift format`.
  static func modules(ofPackage package: String) -> [Module] {
    var modules: [Module] = []
    var layer = ""
    // A row ends where the next begins; the loop over the table is behind the last one.
    let rows =
      package.components(separatedBy: "let traits").first?
      .components(separatedBy: "Module(") ?? []
    for (index, row) in rows.enumerated() {
      if index > 0, let name = quoted(row).first {
        let first = row.drop { $0.isWhitespace }
        let isSwift = !first.hasPrefix("c:") && !first.hasPrefix("library:")
        modules.append(
          Module(
            name: name, layer: layer, uses: list("uses: [", in: row) ?? [],
            tests: list("tests: [", in: row), isSwift: isSwift))
      }
      if let start = row.range(of: "ModuleLayer("),
        let name = quoted(row[start.upperBound...]).first
      {
        layer = name
      }
    }
    return modules
  }

  private static func quoted(_ text: some StringProtocol) -> [String] {
    text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  private static func list(_ label: String, in row: String) -> [String]? {
    guard let start = row.range(of: label),
      let end = row[start.upperBound...].firstIndex(of: "]")
    else { return nil }
    return quoted(row[start.upperBound..<end])
  }

  /// The modules that a Swift file imports.
  static func imports(of text: String) -> [String] {
    // Bytes, since splitting a text by characters takes seven times as long in debug builds.
    text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { bytes in
      let line = Substring(bytes)
      guard line.contains("import ") else { return nil }
      var words = line.split(separator: " ").drop { $0.first == "@" || modifiers.contains($0) }
      guard words.popFirst() == "import" else { return nil }
      return words.drop { kinds.contains($0) }.first.map {
        String($0.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
      }
    }
  }

  private static let modifiers: Set<Substring> = ["public", "package", "internal", "private"]
  private static let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var"]

  /// What is against the rules, one sentence each.
  var violations: [String] {
    var found: [String] = []
    let rank = Dictionary(
      modules.enumerated().map { ($0.element.name, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    var used: [String: Set<String>] = [:]
    let rows = Dictionary(modules.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    if rows.count < modules.count { found.append("a module is in the table twice") }
    for item in imports where !Self.system.contains(item.imported) && item.imported != item.module {
      guard let row = rows[item.module] else {
        found.append("\(item.file): no module \(item.module) is in the table")
        continue
      }
      if item.isTest {
        used["\(row.name)Tests", default: []].insert(item.imported)
        // (A manifest is quoted in a test.)
        let allowed =
          row.uses + (row.tests ?? []) + Self.ofTests + ["PackageDescription"]
        if !allowed.contains(item.imported) {
          found.append("\(item.file): \(item.imported) is not declared")
        }
      } else {
        used[row.name, default: []].insert(item.imported)
        if !row.uses.contains(item.imported) {
          found.append("\(item.file): \(item.imported) is not declared")
        }
      }
    }
    for (place, row) in modules.enumerated() {
      for name in row.uses {
        if let other = rank[name], other >= place {
          found.append("\(row.name) imports \(name), which is not below it")
        }
        if row.isSwift, used[row.name]?.contains(name) != true {
          found.append("\(row.name) declares \(name) and does not import it")
        }
      }
      for name in row.tests ?? [] where used["\(row.name)Tests"]?.contains(name) != true {
        found.append("the tests of \(row.name) declare \(name) and do not import it")
      }
    }
    return found
  }
}
