// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TextTestSupport

private enum PackageManager {
  static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/swift" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}

/// The lines of a `Package.swift` in the README and in *Installing* are read by the package manager,
/// with each of the two dependencies that they offer. `Scripts/tests/client` builds and runs a
/// package made from those of the README.
@Suite("README and Installing: the package", .timeLimit(.minutes(30)))
struct ReadmePackageTests {
  private static let root = URL(filePath: Checkout.path)

  private static func text(of name: String) throws -> String {
    try String(contentsOf: root.appending(path: name), encoding: .utf8)
  }

  private static let installing = "Sources/4-Layers/TextLayers/TextLayers.docc/Installing.md"

  private static func block(of page: String) throws -> String {
    let blocks = try text(of: page).components(separatedBy: "```swift\n").dropFirst()
    let block = try #require(blocks.first { $0.hasPrefix("dependencies: [") })
    return try #require(block.components(separatedBy: "```").first)
  }

  @Test(
    .enabled(if: PackageManager.path != nil, "no swift on the PATH"),
    arguments: ["README.md", installing])
  func theLinesAreAManifest(_ page: String) throws {
    let manager = try #require(PackageManager.path)
    let block = try Self.block(of: page)
    let url = "url: \"the URL of this repository\", .upToNextMinor(from: \"0.2.0\")"
    let path = "name: \"AsyncTextLayer\", path: \"../AsyncTextLayer\""
    try #require(block.contains(url) && block.contains(path))
    // Stands for the URL; it must end with the package's name.
    let example = url.replacing(
      "the URL of this repository", with: "https://example.org/AsyncTextLayer")
    for dependency in [example, path] {
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "readme-package-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let manifest = """
        // swift-tools-version:6.2
        import PackageDescription
        let package = Package(
          name: "Hello",
        \(block.replacing(url, with: dependency)))
        """
      try Data(manifest.utf8).write(to: folder.appending(path: "Package.swift"))
      let ended = try ToolProcess(
        manager, ["package", "--package-path", folder.path, "dump-package"])
      #expect(ended.status == 0, "\(String(decoding: ended.errors, as: UTF8.self))")
    }
  }

  /// The first example as the `main.swift` of a program, in which the compiler takes of two
  /// functions of one name the one that blocks, and warns of an `await` before it.
  @Test(.enabled(if: SwiftCompiler.path != nil, "no swiftc on the PATH"))
  func theExampleCompilesAsAProgramWithoutAWarning() throws {
    let blocks = try Self.text(of: "README.md").components(separatedBy: "```swift\n").dropFirst()
    let block = try #require(blocks.first { $0.hasPrefix("import AsyncTextLayer") })
    let example = try #require(block.components(separatedBy: "```").first)
    let ended = try SwiftCompiler.check(example, as: "main.swift")
    #expect(ended.status == 0, "\(String(decoding: ended.errors.prefix(2000), as: UTF8.self))")
    // What the test is for: without the lanes named, it is a warning.
    let blocking = try SwiftCompiler.check(
      example.replacing(", on: .shared", with: ""), as: "main.swift")
    #expect(blocking.status != 0)
    #expect(String(decoding: blocking.errors, as: UTF8.self).contains("no 'async' operations"))
  }

  @Test(arguments: ["README.md", installing])
  func theProductsExist(_ page: String) throws {
    let manifest = try Self.text(of: "Package.swift")
    let products = try Self.block(of: page).matches(of: /\.product\(name: "(\w+)"/).map(\.1)
    #expect(products.count == 2)
    for product in products {
      let row = try #require(
        manifest.split(separator: "Module(").first {
          $0.drop { $0.isWhitespace }.hasPrefix("\"\(product)\"")
        }, "\(product)")
      #expect(row.contains("isProduct: true"), "\(product)")
    }
  }

  /// *Installing* lists the traits of the package, and its example asks for some of them.
  @Test func theTraitsAreListed() throws {
    let list = try Self.text(of: "Package.swift").components(separatedBy: "\nlet traits")
    let rows = try #require(list.last?.components(separatedBy: "\nlet packages").first)
    let traits = Set(rows.matches(of: /\(\s*"(\w+)", "/).map { String($0.1) })
    #expect(traits.count == 10)
    let page = try Self.text(of: Self.installing)
    let listed = page.matches(of: /\n\| ((?:`\w+`(?:, )?)+) \| (?:`\w+`(?:, )?)+ \|/).flatMap {
      $0.1.matches(of: /\w+/).map { String($0.0) }
    }
    #expect(Set(listed) == traits && listed.count == traits.count)
    let wanted = try Self.block(of: Self.installing).matches(of: /traits: \[([^\]]+)\]/)
    #expect(wanted.count == 2)
    for list in wanted {
      #expect(traits.isSuperset(of: list.1.matches(of: /\w+/).map { String($0.0) }))
    }
  }
}
