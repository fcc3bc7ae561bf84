// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import SystemConcurrency

/// The scratch memory of one drawing, with the strikes that it used last. Checked out of ``pool``,
/// hence used by one thread at a time.
///
/// It retains the caches and strikes: all threads share them, and would otherwise contend for their
/// reference counts.
final class PaintingScratch {
  static let pool = ScratchPool<PaintingScratch> { PaintingScratch() }

  private struct Known {
    let key: GlyphStrikeKey
    let strike: GlyphStrike
    /// The strike's masks, which are used without a reference to the strike.
    let table: GlyphMaskTable
  }

  private(set) var masks = GlyphMaskCache.shared
  private(set) var colors = ColorGlyphCache.shared
  /// The strikes of `masks` that were used last. At the last check, `masks` still had all of them.
  private var strikes: [Known] = []
  /// The next strike to be replaced.
  private var next = 0
  /// The generation of `masks` at the last check.
  private var generation = 0
  /// The time of `masks` at the beginning of the drawing.
  private var now: UInt64 = 0

  private static let capacity = 16

  private func dropStrikes() {
    strikes = []
    next = 0
  }

  func open(masks: GlyphMaskCache, colors: ColorGlyphCache) {
    let present = masks.generation.load(ordering: .acquiring)
    if self.masks !== masks || generation != present {
      dropStrikes()
      self.masks = masks
      generation = present
    }
    now = masks.now
    self.colors = colors
  }

  /// The masks of a strike that was used recently; valid until ``fetchTable(for:glyphCount:)`` or
  /// the end of the drawing.
  func table(for key: GlyphStrikeKey) -> GlyphMaskTable? {
    for index in strikes.indices where strikes[index].key == key {
      let table = strikes[index].table
      table.noteUse(at: now)
      return table
    }
    return nil
  }

  /// The masks of a strike of the cache, which replaces another here; `nil` if the cache is off.
  func fetchTable(for key: GlyphStrikeKey, glyphCount: Int) -> GlyphMaskTable? {
    guard let strike = masks.strike(for: key, glyphCount: glyphCount) else { return nil }
    let known = Known(key: key, strike: strike, table: strike.table)
    // The array is changed as a copy: a longer access to the property would make the compiler check
    // exclusivity in each look-up.
    var strikes = strikes
    if strikes.count < Self.capacity {
      strikes.append(known)
    } else {
      strikes[next] = known
      next = (next + 1) % Self.capacity
    }
    self.strikes = strikes
    return known.table
  }

  /// A strike whose masks are used.
  func strike(for key: GlyphStrikeKey) -> GlyphStrike? {
    strikes.first { $0.key == key }?.strike
  }
}
