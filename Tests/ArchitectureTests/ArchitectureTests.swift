// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The folders, the table of Package.swift and the imports of all files say the same.
@Suite struct ArchitectureTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func folders(_ path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: path).path)
      .filter { $0.first != "." }.sorted()
  }

  private static func architecture() throws -> Architecture {
    let package = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    var architecture = Architecture(modules: Architecture.modules(ofPackage: package), imports: [])
    for module in architecture.modules {
      for (folder, isTest) in [
        ("Sources/\(module.layer)/\(module.name)", false),
        ("Tests/\(module.layer)/\(module.name)Tests", true),
      ] {
        let place = root.appending(path: folder)
        let files = FileManager.default.enumerator(at: place, includingPropertiesForKeys: nil)
        for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
          let text = try String(contentsOf: file, encoding: .utf8)
          architecture.imports += Architecture.imports(of: text).map {
            Architecture.Import(
              file: "\(folder)/\(file.lastPathComponent)", module: module.name, isTest: isTest,
              imported: $0)
          }
        }
      }
    }
    return architecture
  }

  @Test func importsOnlyGoDownAndAreDeclared() throws {
    let architecture = try Self.architecture()
    #expect(architecture.modules.count > 30 && architecture.imports.count > 3000)
    #expect(architecture.violations == [])
  }

  /// Files that call the system themselves, and why.
  private static let filesThatCall: [String: Set<String>] = [
    // FFmpeg calls these functions with the descriptor of a file that `SystemFiles` has opened.
    "4-Layers/CLayerVideo/shim.h": ["pread", "pwrite", "fstat"],
    // The terminal, and /dev/null in place of closed standard streams.
    "7-Tool/TextRenderCommand/Streams/SystemCalls.swift": ["open"],
  ]

  @Test func filesAreOpenedBySystemFilesAlone() throws {
    let sources = Self.root.appending(path: "Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var found: [String: Set<String>] = [:]
    for case let file as URL in files ?? .init()
    where ["swift", "c", "h"].contains(file.pathExtension) {
      let path = String(file.path.dropFirst(sources.path.count + 1))
      if path.hasPrefix("0-System/SystemFiles/") { continue }
      let calls = FileCalls.names(in: try String(contentsOf: file, encoding: .utf8))
      if !calls.isEmpty { found[path] = calls }
    }
    #expect(found == Self.filesThatCall)
  }

  @Test func callsAreTold() {
    let source = """
      internal import Glibc
      // open(path, 0)
      let a = unsafe open(path, O_RDONLY), b = "stat(path)"
      func write(_ bytes: [UInt8]) { write(bytes, 3) }
      let c = file.read(buffer, 3) + read(at: 3) + read(3, depth: 4) + unsafe Glibc.write(1, b, 2)
      var d = stat()
      """
    #expect(FileCalls.names(in: source) == ["open", "write"])
    #expect(FileCalls.names(in: source.replacing("Glibc\n", with: "SystemFiles\n")) == [])
    #expect(FileCalls.names(in: "import func Glibc.mkfifo\nmkfifo(name, 0o600)") == ["mkfifo"])
    #expect(FileCalls.names(in: "#include <unistd.h>\n n = pread(f, b, 1, 0);") == ["pread"])
  }

  /// Folders that are no modules of the package: the package of Python over the C library, and its
  /// tests. `Scripts/build-wheel` and `Scripts/tests/python` know them.
  private static let otherFolders: Set<String> = ["6-Hosts/Python", "6-Hosts/PythonTests"]

  @Test func foldersAreTheRowsOfTheTable() throws {
    let modules = try Self.architecture().modules
    let layers = try Self.folders("Sources")
    #expect(layers.count <= 9)
    #expect(layers.enumerated().allSatisfy { $0.element.hasPrefix("\($0.offset)-") })
    func moduleFolders(_ parent: String, _ layer: String) throws -> [String] {
      try Self.folders("\(parent)/\(layer)").filter {
        !Self.otherFolders.contains("\(layer)/\($0)")
      }
    }
    for layer in layers {
      let rows = modules.filter { $0.layer == layer }.map(\.name).sorted()
      // The embedded fonts lie beside `Sources`.
      #expect(try moduleFolders("Sources", layer) == rows.filter { $0 != "CTextDefaultFonts" })
      let tested = modules.filter { $0.layer == layer && $0.tests != nil }.map {
        "\($0.name)Tests"
      }
      let folders = FileManager.default.fileExists(
        atPath: Self.root.appending(path: "Tests/\(layer)").path)
      #expect(try (folders ? moduleFolders("Tests", layer) : []) == tested.sorted())
    }
    #expect(Set(modules.map(\.layer)) == Set(layers))
  }

  /// Each way to break the rules is found.
  @Test func whatIsAgainstTheRulesIsSaid() {
    let table = """
      ModuleLayer("0-Low", [Module("A", uses: ["B"], tests: ["C"]), Module("B", tests: [])]),
      ModuleLayer("1-High", [Module(
            c: "C"), Module("D", uses: ["A", "C"])])
      let traits = 1
      """
    let modules = Architecture.modules(ofPackage: table)
    #expect(modules.map(\.name) == ["A", "B", "C", "D"])
    #expect(modules.map(\.layer) == ["0-Low", "0-Low", "1-High", "1-High"])
    #expect(modules.map(\.isSwift) == [true, true, false, true])
    func item(_ module: String, _ imported: String, isTest: Bool = false) -> Architecture.Import {
      Architecture.Import(file: "f.swift", module: module, isTest: isTest, imported: imported)
    }
    var architecture = Architecture(
      modules: modules, imports: [item("A", "B"), item("A", "C", isTest: true)])
    architecture.imports += [item("D", "A"), item("D", "C"), item("D", "Glibc")]
    #expect(architecture.violations == ["A imports B, which is not below it"])
    architecture.imports += [item("D", "B"), item("B", "Foundation"), item("B", "D", isTest: true)]
    architecture.imports.removeFirst(2)
    #expect(
      Set(architecture.violations) == [
        "A imports B, which is not below it", "A declares B and does not import it",
        "the tests of A declare C and do not import it", "f.swift: B is not declared",
        "f.swift: Foundation is not declared", "f.swift: D is not declared",
      ])
  }

  @Test func importsAreRead() {
    let text = """
      // import Comment
      @testable import A
      @_exported public import B
        internal import struct C.D
      import func E.f
      let x = "import G"
      """
    #expect(Architecture.imports(of: text) == ["A", "B", "C", "E"])
  }
}
