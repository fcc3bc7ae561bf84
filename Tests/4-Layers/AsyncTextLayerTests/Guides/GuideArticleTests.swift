// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The code of the guides is the code of this folder, which is compiled and run.
@Suite("Guides: the articles")
struct GuideArticleTests {
  static let names = [
    "LabelInAList", "RenderingOnAServer", "FontsAndFallback", "CancellationAndPriorities",
    "MeasuringAndHitTesting", "LongDocuments", "LabelsOfLayers", "LayersAsBoxes",
    "PicturesAndLinks", "SwiftByExample",
  ]

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private static let catalog = folder.appending(
    path: "../../../../Sources/4-Layers/TextLayers/TextLayers.docc"
  ).standardized

  private static func lines(of url: URL) throws -> [Substring] {
    try String(contentsOf: url, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
  }

  /// Removes the indentation that all lines share.
  private static func dedented(_ lines: some Sequence<Substring>) -> [Substring] {
    let lines = lines.map { $0.allSatisfy(\.isWhitespace) ? "" : $0 }
    let indentation =
      lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { $0.dropFirst(indentation) }
  }

  /// The code blocks of an article in a language, without indentation.
  private static func blocks(
    of article: [Substring], language: Substring? = nil
  ) -> [[Substring]] {
    var blocks: [[Substring]] = []
    var block: [Substring]?
    var isWanted = true
    for line in article {
      if line.hasPrefix("```") {
        if let finished = block, isWanted { blocks.append(dedented(finished)) }
        if block == nil { isWanted = language == nil || line.dropFirst(3) == language }
        block = block == nil ? [] : nil
      } else {
        block?.append(line)
      }
    }
    return blocks
  }

  private static func contains(_ block: [Substring], in file: [Substring]) -> Bool {
    guard block.count <= file.count else { return false }
    return (0...file.count - block.count).contains { start in
      dedented(file[start..<start + block.count]) == block
    }
  }

  @Test("Each code block stands in the Swift file of its guide", arguments: names)
  func code(name: String) throws {
    let (article, _) = Self.parted(
      try Self.lines(of: Self.catalog.appending(path: name + ".md")))
    let file = try Self.lines(of: Self.folder.appending(path: name + ".swift"))
    let blocks = Self.blocks(of: article)
    #expect(blocks.count >= 3)
    for block in blocks {
      // The imports of a program are no code of a function.
      let code = Array(block.drop { $0.hasPrefix("import ") || $0.isEmpty })
      #expect(Self.contains(code, in: file), "\(code.joined(separator: "\n"))")
    }
  }

  /// The lines of an article without the section about Hummingbird, and those of that section.
  private static func parted(
    _ article: [Substring]
  ) -> (rest: [Substring], section: [Substring]) {
    var rest: [Substring] = []
    var section: [Substring] = []
    var isInside = false
    for line in article {
      if line.hasPrefix("## ") { isInside = line == "## In a route of Hummingbird" }
      if isInside { section.append(line) } else { rest.append(line) }
    }
    return (rest, section)
  }

  @Test("Each code block about Hummingbird stands in the example, a package of its own")
  func hummingbird() throws {
    let (_, section) = Self.parted(
      try Self.lines(of: Self.catalog.appending(path: "RenderingOnAServer.md")))
    let sources = Self.folder.appending(
      path: "../../../HummingbirdServer/Sources/TextRoutes"
    ).standardized
    let files = try FileManager.default.contentsOfDirectory(
      at: sources, includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "swift" }.map(Self.lines)
    let blocks = Self.blocks(of: section)
    #expect(blocks.count == 5)
    for block in blocks {
      #expect(
        files.contains { Self.contains(block, in: $0) }, "\(block.joined(separator: "\n"))")
    }
  }

  @Test("The program of the README is that of Swift by example")
  func readme() throws {
    let article = try Self.lines(
      of: Self.folder.appending(path: "../../../../README.md").standardized)
    // The manifest is tested by `ReadmePackageTests`.
    let programs = Self.blocks(of: article, language: "swift").filter {
      $0.first != "dependencies: ["
    }
    #expect(programs.count == 1)
    let guide = try Self.lines(of: Self.catalog.appending(path: "SwiftByExample.md"))
    #expect(programs.first == Self.blocks(of: guide, language: "swift").first)
  }

  @Test("Each guide is listed on the page of the module")
  func topics() throws {
    let page = try Self.lines(of: Self.catalog.appending(path: "TextLayers.md"))
    for name in Self.names { #expect(page.contains("- <doc:\(name)>")) }
  }
}
