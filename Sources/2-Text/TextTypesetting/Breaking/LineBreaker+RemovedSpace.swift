// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextModel
import TextShaping

// White space at a line's end before the edges of inline boxes and the like, which stand where the
// space would begin. Source: CSS Text 3, 4.1.3.
extension LineBreaker {
  /// Whether white space is removed before the end of a line.
  func removesSpace(from start: Int, to end: Int) throws -> Bool {
    guard let parts = text.inlineParts else { return false }
    let found = try parts.lineEnd(from: start, to: end, { text[$0] }, cancellation)
    return found.removed < found.visible
  }

  /// Takes the width from the white space that is removed at the end of a line.
  ///
  /// - Returns: The width of the parts behind that white space, which need not fit.
  func removeSpace(of pieces: inout [LinePiece], from start: Int, to end: Int) throws -> Double {
    guard let parts = text.inlineParts else { return 0 }
    let found = try parts.lineEnd(from: start, to: end, { text[$0] }, cancellation)
    guard found.removed < found.visible else { return 0 }
    var overhang = 0.0
    var changed: [LinePiece] = []
    changed.reserveCapacity(pieces.count + 1)
    for (index, piece) in pieces.enumerated() {
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      guard piece.kind == .text || piece.kind == .tab, piece.range.end > found.removed,
        piece.range.start < found.visible
      else {
        changed.append(piece)
        if piece.range.start >= found.removed, piece.range.end <= found.visible {
          overhang += piece.width
        }
        continue
      }
      // A run ends where an attachment begins, so all of the run's rest is white space.
      if piece.range.start < found.removed {
        changed.append(LinePiece(piece.run, TextRange(piece.range.start, found.removed)))
      }
      var space = LinePiece(
        piece.run, TextRange(max(piece.range.start, found.removed), piece.range.end))
      (space.width, space.hangs) = (0, true)
      changed.append(space)
    }
    pieces = changed
    return end == text.count ? 0 : overhang
  }
}
