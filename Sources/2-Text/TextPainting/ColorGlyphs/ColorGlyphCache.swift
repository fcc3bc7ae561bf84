// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import SystemConcurrency

/// The inputs of a picture of a colour glyph.
struct ColorGlyphKey: Hashable {
  /// The font's process-unique number.
  var font: UInt32
  var glyph: UInt32
  /// The bit pattern of the em size in device pixels.
  var size: UInt64
  /// The origin's place within its pixel, in quarters: two bits of x, below two bits of y.
  var bins: UInt8
  /// The text's colour without its opacity, for glyphs that use it; otherwise 0.
  var foreground: UInt32
}

/// A drawn colour glyph and its place relative to the pixel of the origin.
struct ColorGlyphImage: Sendable {
  /// `nil` where the glyph has no ink.
  var bitmap: Bitmap?
  var left: Int
  var top: Int

  var byteCount: Int { (bitmap?.byteCount ?? 0) + 128 }
}

/// The cache of drawn colour glyphs, shared by all threads: least recently used, bounded in bytes.
package final class ColorGlyphCache: Sendable {
  package static let shared = ColorGlyphCache()

  /// The longest side of a cached picture, in pixels; larger glyphs are drawn each time.
  static let largestSide = 512

  private struct Entry {
    var image: ColorGlyphImage
    var use: UInt64
  }

  private struct State {
    var entries: [ColorGlyphKey: Entry] = [:]
    var bytes = 0
    var clock: UInt64 = 0
  }

  /// The parts of the cache, each with a lock; a hash of the key selects one.
  private let shards = InlineArray<8, Mutex<State>> { _ in Mutex(State()) }
  private let shardCapacity: Int

  /// Creates an empty cache.
  ///
  /// - Parameter capacity: The most bytes that are kept; 0 switches the cache off.
  package init(capacity: Int = 16 << 20) {
    shardCapacity = max(0, capacity) / 8
  }

  /// The size of the pictures, in bytes.
  var byteCount: Int { shards.indices.reduce(0) { $0 + shards[$1].withLock { $0.bytes } } }

  func image(for key: ColorGlyphKey) -> ColorGlyphImage? {
    shards[Self.shard(of: key)].withLock { state in
      state.clock += 1
      guard let index = state.entries.index(forKey: key) else { return nil }
      state.entries.values[index].use = state.clock
      return state.entries.values[index].image
    }
  }

  func keep(_ image: ColorGlyphImage, for key: ColorGlyphKey) {
    let size = image.byteCount
    guard size <= shardCapacity else { return }
    // The dropped images are freed after the lock is released.
    let dropped: [ColorGlyphImage] = shards[Self.shard(of: key)].withLock { state in
      guard state.entries[key] == nil else { return [] }
      state.clock += 1
      var dropped: [ColorGlyphImage] = []
      if state.bytes + size > shardCapacity {
        let goal = max(0, shardCapacity - shardCapacity / 8 - size)
        for (old, entry) in state.entries.sorted(by: { $0.value.use < $1.value.use }) {
          if state.bytes <= goal { break }
          state.entries[old] = nil
          state.bytes -= entry.image.byteCount
          dropped.append(entry.image)
        }
      }
      state.entries[key] = Entry(image: image, use: state.clock)
      state.bytes += size
      return dropped
    }
    _ = dropped
  }

  func removeAll() {
    for index in shards.indices {
      let dropped = shards[index].withLock { state in
        defer {
          state.entries = [:]
          state.bytes = 0
        }
        return state.entries
      }
      _ = dropped
    }
    // Idle scratch sets may hold pictures, too, so they are dropped.
    PaintingScratch.pool.drain()
  }

  private static func shard(of key: ColorGlyphKey) -> Int {
    let mixed = (UInt64(key.glyph) << 32 | UInt64(key.font)) &* 0x9E37_79B9_7F4A_7C15
    return Int(mixed >> 56) & 7
  }
}
