// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The files that tell others about the package name modules and versions that there are.
@Suite struct PapersTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private static func words(_ text: some StringProtocol) -> [String] {
    text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map { String($0) }
  }

  /// The modules of the Swift Package Index are those with documentation, but for those that need
  /// a package trait.
  @Test func theIndexBuildsTheDocumentation() throws {
    let list = try #require(try Self.text(".spi.yml").split(separator: "[").last)
    let script = try Self.text("Scripts/documentation")
    let start = try #require(script.range(of: "modules=\"")).upperBound
    let documented = Self.words(try #require(script[start...].split(separator: "\"").first))
    let modules = Architecture.modules(ofPackage: try Self.text("Package.swift"))
    let withTrait = ["GLLayers", "VideoLayers", "BrowserHost", "TextServer", "SDLHost"]
    #expect(Self.words(list) == documented.filter { !withTrait.contains($0) })
    #expect(documented.count > 20 && Set(documented).isSubset(of: modules.map(\.name)))
  }

  /// The newest version of CHANGELOG is the one of the tool, of the README and of the API.
  @Test func theVersionsAgree() throws {
    let changes = try Self.text("CHANGELOG.md")
    #expect(changes.contains("\n## Unreleased\n"))
    let heading = try #require(changes.firstMatch(of: /\n## (\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d\n/))
    let version = String(heading.1)
    let tool = try Self.text("Sources/5-Scenes/Pictures/Drawing/RenderingVersions.swift")
    #expect(tool.contains("static let project = \"\(version)\""))
    #expect(try Self.text("README.md").contains(".upToNextMinor(from: \"\(version)\")"))
    #expect(
      FileManager.default.fileExists(
        atPath: Self.root.appending(path: "Tests/API/\(version).json.xz").path))
  }
}
