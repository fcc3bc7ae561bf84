// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
import TextModel
import TextRuntime

/// What one drawing needs for itself; checked out of ``pool``, never shared.
///
/// It holds the caches and the strikes that it used last, so that a drawing counts no reference of theirs: all
/// threads have the same ones, and threads that count one wait for each other.
@safe final class PaintingScratch {
  static let pool = ScratchPool<PaintingScratch> { PaintingScratch() }

  @unsafe private struct Known {
    let key: GlyphStrikeKey
    /// Retained.
    let strike: Unmanaged<GlyphStrike>
  }

  private(set) var masks = GlyphMaskCache.shared
  private var colorCache = ColorGlyphCache.shared
  private let colorShelf: ColorGlyphShelf
  private(set) var colors: ColorGlyphDrawer
  /// Strikes of `masks`, none of which was dropped there when they were looked at last.
  private let strikes: UnsafeMutablePointer<Known>
  private var count = 0
  /// The next to fall out.
  private var next = 0
  /// The cache's generation when the strikes were looked at, and its time.
  private var generation = 0
  private var now: UInt64 = 0

  private static let capacity = 16

  init() {
    unsafe strikes = .allocate(capacity: Self.capacity)
    let shelf = ColorGlyphShelf()
    colorShelf = shelf
    colors = unsafe ColorGlyphDrawer(
      cache: .passUnretained(.shared), shelf: .passUnretained(shelf))
  }

  deinit {
    dropStrikes()
    unsafe strikes.deallocate()
  }

  private func dropStrikes() {
    for index in 0..<count { unsafe strikes[index].strike.release() }
    count = 0
    next = 0
  }

  /// Begins a drawing.
  func open(masks: GlyphMaskCache, colors: ColorGlyphCache) {
    let present = masks.generation.load(ordering: .acquiring)
    if self.masks !== masks || generation != present {
      dropStrikes()
      self.masks = masks
      generation = present
    }
    now = masks.now
    if colorCache !== colors {
      colorCache = colors
      colorShelf.removeAll()
      self.colors = unsafe ColorGlyphDrawer(
        cache: .passUnretained(colors), shelf: .passUnretained(colorShelf))
    }
  }

  /// The strike of a font at a size if it was used of late. It lives until others are fetched.
  @unsafe func strike(for key: GlyphStrikeKey) -> Unmanaged<GlyphStrike>? {
    for index in 0..<count where unsafe strikes[index].key == key {
      let strike = unsafe strikes[index].strike
      unsafe strike._withUnsafeGuaranteedRef { $0.noteUse(at: now) }
      return unsafe strike
    }
    return nil
  }

  /// The same, from the cache; the one that falls out for it may be in use.
  @unsafe func fetchStrike(for key: GlyphStrikeKey, glyphCount: Int) -> Unmanaged<GlyphStrike>? {
    guard let strike = masks.strike(for: key, glyphCount: glyphCount) else { return nil }
    let known = unsafe Known(key: key, strike: .passRetained(strike))
    if count < Self.capacity {
      unsafe (strikes + count).initialize(to: known)
      count += 1
    } else {
      unsafe strikes[next].strike.release()
      unsafe strikes[next] = unsafe known
      next = (next + 1) % Self.capacity
    }
    return unsafe known.strike
  }
}
