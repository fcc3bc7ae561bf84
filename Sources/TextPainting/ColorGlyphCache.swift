// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextGraphics
import TextModel
import TextRuntime

/// What a picture of a colour glyph depends on.
struct ColorGlyphKey: Hashable {
  /// The font's process-unique number.
  var font: UInt32
  var glyph: UInt32
  /// The bit pattern of the em size in device pixels.
  var size: UInt64
  /// The quarter of a pixel at which the origin stands: four bits, y above x.
  var bins: UInt8
  /// The text's colour without its opacity, for glyphs that take it; else 0.
  var foreground: UInt32
}

/// A drawn colour glyph and where it lies from the pixel of the origin.
struct ColorGlyphImage: Sendable {
  /// `nil` where the glyph has no ink.
  var bitmap: Bitmap?
  var left: Int
  var top: Int

  var byteCount: Int { (bitmap?.byteCount ?? 0) + 128 }
}

/// Pictures of colour glyphs at the size of their use, kept for all who draw: bounded in bytes, safe from
/// every lane. The pictures unused for longest are dropped.
package final class ColorGlyphCache: Sendable {
  package static let shared = ColorGlyphCache()

  /// The longest side of a picture that is kept, in pixels; larger glyphs are drawn each time.
  static let largestSide = 512

  private static let shardCount = 8

  private struct Entry {
    var image: ColorGlyphImage
    var use: UInt64
  }

  private struct State {
    var entries: [ColorGlyphKey: Entry] = [:]
    var bytes = 0
    var clock: UInt64 = 0
  }

  private final class Shard: Sendable {
    let state = Mutex(State())
  }

  private let shards: [Shard]
  private let shardCapacity: Int

  /// Creates an empty cache that keeps at most `capacity` bytes; 0 switches it off.
  package init(capacity: Int = 16 << 20) {
    shards = (0..<Self.shardCount).map { _ in Shard() }
    shardCapacity = max(0, capacity) / Self.shardCount
  }

  /// The bytes kept at present.
  var byteCount: Int { shards.reduce(0) { $0 + $1.state.withLock { $0.bytes } } }

  /// The picture kept for a key.
  func image(for key: ColorGlyphKey) -> ColorGlyphImage? {
    withShard(of: key) { state in
      state.clock += 1
      guard let index = state.entries.index(forKey: key) else { return nil }
      state.entries.values[index].use = state.clock
      return state.entries.values[index].image
    }
  }

  /// Keeps a picture.
  func keep(_ image: ColorGlyphImage, for key: ColorGlyphKey) {
    let size = image.byteCount
    guard size <= shardCapacity else { return }
    // Dropped pictures go back to their pool outside the lock.
    let dropped: [ColorGlyphImage] = withShard(of: key) { state in
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

  /// Drops all pictures.
  func removeAll() {
    for shard in shards {
      let dropped = shard.state.withLock { state in
        defer {
          state.entries = [:]
          state.bytes = 0
        }
        return state.entries
      }
      _ = dropped
    }
    // Idle scratch sets let go of theirs.
    PaintingScratch.pool.drain()
  }

  /// Works with the shard of a key, without counting a reference to it.
  private func withShard<Result>(
    of key: ColorGlyphKey, _ body: (inout sending State) -> sending Result
  ) -> Result {
    let mixed = (UInt64(key.glyph) << 32 | UInt64(key.font)) &* 0x9E37_79B9_7F4A_7C15
    return unsafe shards.withUnsafeBufferPointer { shards in
      unsafe Unmanaged.passUnretained(shards[Int(mixed >> 56) & (Self.shardCount - 1)])
        ._withUnsafeGuaranteedRef { $0.state.withLock(body) }
    }
  }
}
