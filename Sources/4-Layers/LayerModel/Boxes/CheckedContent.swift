// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import BoxTrees

/// Contents of a box that count as empty if measuring them fails, and keep the error.
// @unchecked Sendable: `error` is only used on the main actor, on which layouts with such contents
// run.
final class CheckedContent: BoxContent, @unchecked Sendable {
  private let content: any BoxContent
  private(set) var error: (any Error)?

  init(_ content: any BoxContent) { self.content = content }

  private func checked<Value>(_ fallback: Value, _ body: () throws -> Value) -> Value {
    do {
      return try body()
    } catch {
      self.error = error
      return fallback
    }
  }

  var minContentWidth: Double { checked(0) { try content.minContentWidth } }
  var maxContentWidth: Double { checked(0) { try content.maxContentWidth } }
  var hasNaturalSize: Bool { content.hasNaturalSize }
  func measure(width: Double) -> BoxContentSize {
    checked(BoxContentSize(height: 0)) { try content.measure(width: width) }
  }
}
