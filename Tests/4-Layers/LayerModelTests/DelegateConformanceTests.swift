// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import LayerModel
import Testing
import TextTestSupport

/// What the compiler says of delegates, asked with the modules that the tests were built with.
@Suite(.enabled(if: SwiftCompiler.path != nil, "no swiftc on the PATH"), .timeLimit(.minutes(30)))
struct DelegateConformanceTests {
  /// Type-checks a declaration.
  private func check(_ declaration: String) throws -> ToolProcess {
    try SwiftCompiler.check(
      "import AsyncDisplay\nimport LayerModel\n\(declaration)\n", as: "Chart.swift")
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
