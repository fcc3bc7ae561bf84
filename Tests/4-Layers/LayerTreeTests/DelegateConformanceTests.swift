// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import LayerTree
import Testing
import TextTestSupport

private enum Compiler {
  static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/swiftc" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}

/// What the compiler says of delegates, asked with the modules that the tests were built with.
@Suite(.enabled(if: Compiler.path != nil, "no swiftc on the PATH"), .timeLimit(.minutes(30)))
struct DelegateConformanceTests {
  /// The folder of the test program, where the build is.
  private static let folder: String? = {
    let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return program.map { URL(filePath: $0).deletingLastPathComponent().path }
  }()

  /// Type-checks a declaration.
  private func check(_ declaration: String) throws -> ToolProcess {
    let files = FileManager.default
    let folder = try #require(Self.folder)
    let source = files.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).swift")
    defer { try? files.removeItem(at: source) }
    try Data("import AsyncDisplay\nimport LayerTree\n\(declaration)\n".utf8).write(to: source)
    // The C modules, of the system's libraries and of the package.
    var maps: [String] = []
    let sources = URL(filePath: Checkout.path).appending(path: "Sources").path
    for storey in try files.contentsOfDirectory(atPath: sources).sorted() {
      for name in try files.contentsOfDirectory(atPath: "\(sources)/\(storey)").sorted()
      where name.hasPrefix("C") {
        maps += map(of: name, in: "\(sources)/\(storey)/\(name)", built: folder)
      }
    }
    return try ToolProcess(
      try #require(Compiler.path),
      ["-typecheck", "-swift-version", "6", "-I", "\(folder)/Modules"] + maps + [source.path])
  }

  /// The option that names the map of a C module, if it has one.
  private func map(of name: String, in source: String, built folder: String) -> [String] {
    let places = [
      "\(source)/module.modulemap", "\(source)/include/module.modulemap",
      "\(folder)/\(name).build/module.modulemap",
    ]
    let map = places.first { FileManager.default.fileExists(atPath: $0) }
    return map.map { ["-Xcc", "-fmodule-map-file=\($0)"] } ?? []
  }

  @Test func aDelegateProvidesTasks() throws {
    let ended = try check(
      """
      @MainActor final class Chart: AsyncLayerDelegate {
        func displayTask(for layer: AsyncLayer) -> DisplayTask<Void>? { nil }
      }
      @MainActor final class Observer: AsyncLayerObserver {}
      """)
    #expect(ended.status == 0, "\(String(decoding: ended.errors.prefix(2000), as: UTF8.self))")
  }

  @Test func aMisspeltRequirementDoesNotCompile() throws {
    let ended = try check(
      """
      @MainActor final class Chart: AsyncLayerDelegate {
        func displayTask(of layer: AsyncLayer) -> DisplayTask<Void>? { nil }
      }
      """)
    let message = String(decoding: ended.errors, as: UTF8.self)
    #expect(ended.status != 0)
    #expect(message.contains("required by protocol 'AsyncLayerDelegate'"))
  }
}
