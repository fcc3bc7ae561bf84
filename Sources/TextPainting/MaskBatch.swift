// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextGraphics

/// Masks of one colour that wait to be drawn by one call, in the order in which they came.
///
/// Its memory is the caller's, on the stack. Whoever adds masks keeps the strikes that they point into until the
/// batch is drawn, and draws it before anything else is drawn.
@safe struct MaskBatch {
  /// How many masks wait at most: 1 KiB, what the runtime promises to take from the stack.
  static let capacity = 32

  private let masks: UnsafeMutablePointer<PlacedMask>
  private var count = 0
  private var color: UInt32 = 0

  /// Calls back with an empty batch.
  static func withBatch<R>(_ body: (MaskBatch) throws -> R) rethrows -> R {
    try unsafe withUnsafeTemporaryAllocation(of: PlacedMask.self, capacity: capacity) {
      guard let base = $0.baseAddress else { preconditionFailure("memory of 1 KiB has an address") }
      return try body(unsafe MaskBatch(masks: base))
    }
  }

  private init(masks: UnsafeMutablePointer<PlacedMask>) {
    unsafe self.masks = unsafe masks
  }

  /// Says in which colour the next masks are drawn.
  @inline(__always)
  mutating func select(_ color: UInt32, in context: inout GraphicsContext) {
    if color != self.color {
      draw(in: &context)
      self.color = color
    }
  }

  /// Adds the masks of the next glyphs until one is not kept.
  ///
  /// - Parameter left: How many glyphs are left; those that were added are taken off.
  @inline(__always)
  mutating func fill(
    from sequence: inout GlyphSequence, _ left: inout Int, _ reader: GlyphStrike.Reader,
    in context: inout GraphicsContext
  ) {
    while true {
      unsafe count += sequence.find(
        &left, in: reader, into: masks + count, room: Self.capacity - count)
      // Full, or one is not kept, or all were found.
      if left == 0 || count < Self.capacity { return }
      draw(in: &context)
    }
  }

  /// Draws what waits.
  @inline(never)
  mutating func draw(in context: inout GraphicsContext) {
    if count == 0 { return }
    unsafe context.fillMasks(UnsafeBufferPointer(start: masks, count: count), color: color)
    count = 0
  }
}
