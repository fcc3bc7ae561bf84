// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TextTestSupport

/// The C files of the pixel loops call only what lies below them.
@Suite struct KernelLayersTests {
  /// The files without comments, by name.
  private static func files() throws -> [String: String] {
    let sources = URL(filePath: Checkout.path).appending(path: "Sources")
    var files: [String: String] = [:]
    for case let file as URL in FileManager.default.enumerator(
      at: sources, includingPropertiesForKeys: nil) ?? .init()
    where file.pathExtension == "c" && file.pathComponents.contains("CCanvasKernels") {
      let text = try String(contentsOf: file, encoding: .utf8)
      files[file.lastPathComponent] = text.replacing(/\/\/.*/, with: "")
    }
    return files
  }

  /// The files whose functions each file calls.
  private static func calls(in files: [String: String]) -> [String: Set<String>] {
    var owner: [String: String] = [:]
    for (name, text) in files {
      // A definition that is not static begins its line, and has a body.
      for found in text.matches(of: /(?m)^(?!static)[a-z_][\w *]*?\b(ctk_\w+)\([^;{]*\{/) {
        owner[String(found.1)] = name
      }
    }
    return files.mapValues { text in
      var called = Set(text.matches(of: /\b(ctk_\w+)\(/).map { String($0.1) })
      // The macro that chooses a variant.
      for found in text.matches(of: /\bRUN\((\w+)/) {
        for variant in ["ctk_scalar_", "ctk_sse2_", "ctk_avx2_"] {
          called.insert(variant + found.1)
        }
      }
      return Set(called.compactMap { owner[$0] })
    }
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

  @Test func aCircleIsSeen() {
    let calls = Self.calls(in: [
      "a.c": "void ctk_a(int x) {\n  ctk_b(x);\n}\n", "b.c": "int ctk_b(int x) {\n  ctk_c();\n}\n",
      "c.c": "static void d(void) {\n  ctk_a(1);\n}\nvoid ctk_c(void) {\n}\n",
      "d.c": "void ctk_d(void);\nvoid ctk_e(void) { ctk_a(2); }\n",
    ])
    #expect(Self.layers(calls).circle == ["a.c", "b.c", "c.c", "d.c"])
  }
}
