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

  /// The newest version of CHANGELOG is the one of the tool, of the API, and of the pages that tell
  /// how to depend on the package.
  @Test func theVersionsAgree() throws {
    let changes = try Self.text("CHANGELOG.md")
    #expect(changes.contains("\n## Unreleased\n"))
    let heading = try #require(changes.firstMatch(of: /\n## (\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d\n/))
    let version = String(heading.1)
    let tool = try Self.text("Sources/5-Scenes/Pictures/Drawing/RenderingVersions.swift")
    #expect(tool.contains("static let project = \"\(version)\""))
    for page in ["README.md", "Sources/4-Layers/TextLayers/TextLayers.docc/Installing.md"] {
      #expect(try Self.text(page).contains(".upToNextMinor(from: \"\(version)\")"), "\(page)")
    }
    #expect(
      FileManager.default.fileExists(
        atPath: Self.root.appending(path: "Tests/API/\(version).json.xz").path))
  }

  /// The pages in Markdown: those of the root, of Sources, Scripts and Tests.
  private static func pages() throws -> [String] {
    let files = FileManager.default
    var pages = try files.contentsOfDirectory(atPath: root.path)
    for folder in ["Sources", "Scripts", "Tests"] {
      let names = files.enumerator(atPath: root.appending(path: folder).path)
      while let name = names?.nextObject() as? String {
        if name.split(separator: "/").last?.hasPrefix(".") == true { names?.skipDescendants() }
        pages.append("\(folder)/\(name)")
      }
    }
    return pages.filter { $0.hasSuffix(".md") }
  }

  /// Each link to a file leads to one. Pictures of articles lie in the folder `Resources` beside.
  @Test func theLinksLeadToFiles() throws {
    let pages = try Self.pages()
    var links = 0
    for page in pages {
      let place = Self.root.appending(path: page).deletingLastPathComponent()
      let code = /```.*?\n```/.dotMatchesNewlines()
      for match in try Self.text(page).replacing(code, with: "")
        .matches(of: /\]\(([^()\s#:]+)(?:#[^()\s]*)?\)/)
      {
        links += 1
        let names = ["\(match.1)", "Resources/\(match.1)"]
        #expect(
          names.contains {
            FileManager.default.fileExists(atPath: place.appending(path: $0).path)
          }, "\(page): \(match.1)")
      }
    }
    #expect(pages.count > 60 && links > 70)
  }

  /// The walks through the code name files that there are, each by a name that only one file has.
  @Test func theWalksNameFiles() throws {
    var counts: [Substring: Int] = [:]
    let files = FileManager.default.enumerator(atPath: Self.root.appending(path: "Sources").path)
    while let name = files?.nextObject() as? String {
      counts[name.split(separator: "/").last ?? "", default: 0] += 1
    }
    let names = try Self.text("ARCHITECTURE.md").matches(of: /`([A-Z][\w+]*\.swift)`/).map(\.1)
    #expect(names.count > 40)
    for name in names { #expect(counts[name] == 1, "\(name)") }
  }
}
