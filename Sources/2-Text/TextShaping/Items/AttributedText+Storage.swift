// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

// Texts on all threads share their styles, and threads that count references to one style wait for
// each other. So the storages of styles are borrowed here, not counted; the text keeps them alive.

extension AttributedText {
  /// Calls a function with the storage of a run's shaping style.
  @inline(__always)
  func withShapingStorage<Result>(
    ofRun run: Int, _ body: (ShapingStyle.Storage) throws -> Result
  ) rethrows -> Result {
    try unsafe shapingStorage(ofRun: run)._withUnsafeGuaranteedRef { try body($0) }
  }

  /// Calls a function with the storage of a run's paragraph style.
  @inline(__always)
  func withParagraphStorage<Result>(
    ofRun run: Int, _ body: (ParagraphStyle.Storage) throws -> Result
  ) rethrows -> Result {
    try unsafe paragraphStorage(ofRun: run)._withUnsafeGuaranteedRef { try body($0) }
  }

  /// Calls a function with the code units.
  @inline(__always)
  func withUnits<Result>(_ body: (Span<UInt16>) throws -> Result) rethrows -> Result {
    try unsafe content.utf16.withUnsafeBufferPointer { try unsafe body($0.span) }
  }
}
