// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// The pieces of the lines that do not just show glyphs of their paragraph's runs: lines reshaped
/// at their ends, with tabs, a hyphen or an ellipsis.
///
/// A text may have a million such lines: beyond the first chunk they are stored in chunks, which
/// never move.
struct SpecialLines: RandomAccessCollection, Sendable {
  private static let chunk = 1024

  private var first: [[LinePiece]] = []
  private var more: [[[LinePiece]]] = []

  var startIndex: Int { 0 }
  var endIndex: Int {
    more.isEmpty ? first.count : more.count * Self.chunk + more[more.count - 1].count
  }

  subscript(index: Int) -> [LinePiece] {
    index < Self.chunk
      ? first[index] : more[index / Self.chunk - 1][index % Self.chunk]
  }

  mutating func append(_ pieces: [LinePiece]) {
    if first.count < Self.chunk { return first.append(pieces) }
    if more.isEmpty || more[more.count - 1].count == Self.chunk { more.append([]) }
    more[more.count - 1].append(pieces)
  }

  /// Removes the last line's pieces, which may be very many.
  ///
  /// - Throws: `CancellationError`.
  mutating func removeLast(_ cancellation: Cancellation) throws {
    var pieces: [LinePiece]
    if more.isEmpty {
      pieces = first.removeLast()
    } else {
      pieces = more[more.count - 1].removeLast()
      if more[more.count - 1].isEmpty { more.removeLast() }
    }
    try pieces.release(cancellation)
  }
}
