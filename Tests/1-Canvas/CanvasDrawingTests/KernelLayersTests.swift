// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TextTestSupport

/// The C files of the pixel loops call and include only what lies below them.
@Suite struct KernelLayersTests {
  /// The files without comments, by name.
  private static func files() throws -> [String: String] {
    let sources = URL(filePath: Checkout.path).appending(path: "Sources")
    var files: [String: String] = [:]
    for case let file as URL in FileManager.default.enumerator(
      at: sources, includingPropertiesForKeys: nil) ?? .init()
    where ["c", "h"].contains(file.pathExtension)
      && file.pathComponents.contains("CCanvasKernels")
    {
      let text = try String(contentsOf: file, encoding: .utf8)
      files[file.lastPathComponent] = text.replacing(/\/\/.*/, with: "")
    }
    return files
  }

  /// The file that defines each function which other files may call.
  private static func owners(_ files: [String: String]) -> [String: String] {
    var owner: [String: String] = [:]
    for (name, text) in files where name.hasSuffix(".c") {
      // A definition that is not static begins its line, and has a body.
      for found in text.matches(of: /(?m)^(?!static)[A-Za-z_][\w *]*?\b(ctk_\w+)\([^;{]*\{/) {
        owner[String(found.1)] = name
      }
    }
    return owner
  }

  /// The functions that a file calls or declares.
  private static func functions(_ text: String, _ files: [String: String]) -> Set<String> {
    var named = Set(text.matches(of: /\b(ctk_\w+)\(/).map { String($0.1) })
    // The macro that chooses a variant, and those that declare a set of them.
    for found in text.matches(of: /\bRUN\((\w+)/) {
      for variant in ["ctk_scalar_", "ctk_sse2_", "ctk_avx2_"] { named.insert(variant + found.1) }
    }
    for set in text.matches(of: /(CTK_\w*VARIANTS)\((ctk_\w+)\)/) {
      let macros = files["variants.h"]?.components(separatedBy: "#define ") ?? []
      for macro in macros where macro.hasPrefix(set.1 + "(") {
        named.formUnion(macro.matches(of: /prefix##(_\w+)\(/).map { set.2 + String($0.1) })
      }
    }
    return named
  }

  /// The files whose functions each file calls.
  private static func calls(in files: [String: String]) -> [String: Set<String>] {
    let owner = owners(files)
    return files.filter { $0.key.hasSuffix(".c") }.mapValues { text in
      Set(functions(text, files).compactMap { owner[$0] })
    }
  }

  /// The functions that the headers of a file declare.
  private static func declared(
    for text: String, _ files: [String: String], interface: String? = nil
  ) -> Set<String> {
    headers(text, files).filter { $0 != interface }
      .reduce(into: []) { $0.formUnion(functions(files[$1] ?? "", files)) }
  }

  /// The files that define what the headers of each file declare, but for the interface of the
  /// module, which declares functions of all files.
  private static func included(in files: [String: String]) -> [String: Set<String>] {
    let owner = owners(files)
    return files.filter { $0.key.hasSuffix(".c") }.mapValues { text in
      Set(declared(for: text, files, interface: "CCanvasKernels.h").compactMap { owner[$0] })
    }
  }

  /// The headers of the module that a file includes, and those that they include.
  private static func headers(_ text: String, _ files: [String: String]) -> Set<String> {
    var found: Set<String> = []
    var left = [text]
    while let text = left.popLast() {
      for name in text.matches(of: /#include "(\w+\.h)"/).map({ String($0.1) })
      where found.insert(name).inserted {
        if let text = files[name] { left.append(text) }
      }
    }
    return found
  }

  /// The files from the lowest on; what is left lies in a circle.
  private static func layers(
    _ calls: [String: Set<String>]
  ) -> (layers: [[String]], circle: Set<String>) {
    var layers: [[String]] = []
    var left = Set(calls.keys)
    while true {
      let next = left.filter { name in
        (calls[name] ?? []).allSatisfy { $0 == name || !left.contains($0) }
      }
      if next.isEmpty { return (layers, left) }
      layers.append(next.sorted())
      left.subtract(next)
    }
  }

  @Test func noFileIsInACircle() throws {
    let files = try Self.files()
    let calls = Self.calls(in: files)
    let (layers, circle) = Self.layers(calls)
    #expect(circle.isEmpty)
    // What is read is what there is: the rasteriser is on top, its memory below.
    #expect(layers.count >= 5 && layers.joined().count > 20)
    #expect(layers.last == ["raster.c"] && layers.first?.contains("raster_memory.c") == true)
    #expect(calls["kernels_sse2.c"]?.contains("kernels_scalar.c") == true)
  }

  /// A file that includes a header depends on the files that define what it declares.
  @Test func noFileIsInACircleThroughHeaders() throws {
    let files = try Self.files()
    let included = Self.included(in: files)
    let (layers, circle) = Self.layers(included)
    #expect(circle.isEmpty)
    #expect(layers.last == ["raster.c"] && layers.first?.contains("raster_memory.c") == true)
    #expect(included["arcs.c"]?.contains("raster_memory.c") == true)
  }

  /// What a file calls of another is declared in a header that it includes.
  @Test func eachFileIncludesWhatItCalls() throws {
    let files = try Self.files()
    let owner = Self.owners(files)
    #expect(owner.count > 60)
    for (name, text) in files where name.hasSuffix(".c") {
      let called = Self.functions(text, files).filter { owner[$0].map { $0 != name } ?? false }
      let missing = called.subtracting(Self.declared(for: text, files))
      #expect(missing.isEmpty, "\(name)")
    }
  }

  @Test func aCircleIsSeen() {
    let calls = Self.calls(in: [
      "a.c": "void ctk_a(int x) {\n  ctk_b(x);\n}\n", "b.c": "int ctk_b(int x) {\n  ctk_c();\n}\n",
      "c.c": "static void d(void) {\n  ctk_a(1);\n}\nvoid ctk_c(void) {\n}\n",
      "d.c": "void ctk_d(void);\nvoid ctk_e(void) { ctk_a(2); }\n",
    ])
    #expect(Self.layers(calls).circle == ["a.c", "b.c", "c.c", "d.c"])
    let included = Self.included(in: [
      "a.h": "#include \"b.h\"\nvoid ctk_a(void);\n", "b.h": "void ctk_b(void);\n",
      "a.c": "#include \"a.h\"\nvoid ctk_a(void) {\n}\n",
      "b.c": "#include \"a.h\"\nvoid ctk_b(void) {\n}\n",
      "c.c": "#include \"b.h\"\nvoid ctk_c(void) {\n}\n",
    ])
    #expect(Self.layers(included).circle == ["a.c", "b.c", "c.c"])
  }
}
