// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextGraphics

/// Masks of one colour that one call will draw, in order.
///
/// The strikes that the masks point into must be retained until the batch is drawn.
final class MaskBatch {
  private static let capacity = 32

  private var masks = InlineArray<32, PlacedMask>(repeating: PlacedMask())
  private var count = 0
  private var color: UInt32 = 0

  /// Drops what an interrupted drawing left.
  func reset() {
    count = 0
    color = 0
  }

  /// Sets the colour of the masks that are added next.
  @inline(__always)
  func select(_ color: UInt32, in context: inout GraphicsContext) {
    if color != self.color {
      draw(in: &context)
      self.color = color
    }
  }

  /// Adds the masks of the next glyphs, up to the first one that is not in a table.
  ///
  /// - Parameter left: The number of glyphs left; reduced by those that were added.
  func fill(
    from sequence: inout GlyphSequence, _ left: inout Int, _ table: GlyphMaskTable,
    in context: inout GraphicsContext
  ) {
    while true {
      var room = masks.mutableSpan
      count = sequence.find(&left, in: table.snapshot, into: &room, from: count)
      if left == 0 || count < Self.capacity { return }
      draw(in: &context)
    }
  }

  /// Draws the batch and empties it.
  @inline(never)
  func draw(in context: inout GraphicsContext) {
    if count == 0 { return }
    context.fillMasks(masks.span.extracting(0..<count), color: color)
    count = 0
  }
}
