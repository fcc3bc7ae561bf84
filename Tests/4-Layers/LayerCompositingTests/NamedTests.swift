// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TextTestSupport

/// The tests that articles name: a suite is in the file of its name.
struct NamedTests {
  private let files: [String: URL]

  init() throws {
    let tests = URL(fileURLWithPath: Checkout.path).appendingPathComponent("Tests")
    var files: [String: URL] = [:]
    for case let file as URL in try #require(
      FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
    where file.lastPathComponent.hasSuffix("Tests.swift") && !file.path.contains("/.build") {
      files[file.lastPathComponent] = file
    }
    self.files = files
  }

  /// Expects a test, named as `Suite.function`.
  func expect(_ name: String) throws {
    let parts = name.split(separator: ".").map(String.init)
    try #require(parts.count == 2, "\(name)")
    let file = files[parts[0] + ".swift"]
    let text = try String(contentsOf: try #require(file, "\(name)"), encoding: .utf8)
    #expect(text.contains("func \(parts[1])("), "\(name)")
  }

  /// An article of a module.
  static func article(_ name: String, of module: String) throws -> String {
    let sources = URL(fileURLWithPath: Checkout.path).appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    for case let file as URL in files ?? .init()
    where file.path.hasSuffix("/\(module).docc/\(name).md") {
      return try String(contentsOf: file, encoding: .utf8)
    }
    throw CocoaError(.fileNoSuchFile)
  }
}
