// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import TextShaping

/// Masks of one colour that one call will draw, in order.
///
/// The strikes that the masks point into must be retained until the batch is drawn.
struct MaskBatch: ~Copyable {
  /// Room for the masks of one call.
  typealias Masks = InlineArray<32, PlacedMask>

  private var masks = Masks(repeating: PlacedMask())
  private var count = 0
  private var color: UInt32 = 0

  /// Sets the colour of the masks that are added next.
  @inline(__always)
  mutating func select(_ color: UInt32, in context: inout GraphicsContext) {
    if color != self.color {
      draw(in: &context)
      self.color = color
    }
  }

  /// Adds the masks of the next glyphs, up to the first one that is not in a table.
  ///
  /// - Parameters:
  ///   - run: The run of the sequence.
  ///   - left: The number of glyphs left; reduced by those that were added.
  ///   - table: The masks of the run's strike.
  mutating func fill(
    from sequence: inout GlyphSequence, of run: ShapedRun, _ left: inout Int,
    _ table: GlyphMaskTable, in context: inout GraphicsContext
  ) {
    while true {
      count = sequence.find(&left, of: run, in: table.snapshot, into: &masks, from: count)
      if left == 0 || count < masks.count { return }
      draw(in: &context)
    }
  }

  /// Draws the batch and empties it.
  @inline(never)
  mutating func draw(in context: inout GraphicsContext) {
    if count == 0 { return }
    context.fillMasks(masks.span.extracting(0..<count), color: color)
    count = 0
  }
}
