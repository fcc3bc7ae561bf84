// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Foundation
import TextPainting
import TextShaping

/// Caches never change a number or a pixel: a workload with all caches off, on, tiny, and shared by
/// eight lanes.
struct Identity {
  let passes: Passes

  /// The caches of one run.
  private struct Caches {
    var environment = ShapingEnvironment(paragraphs: .shared)
    var masks = GlyphMaskCache.shared
    var colors = ColorGlyphCache.shared

    static var off: Caches {
      Caches(
        environment: ShapingEnvironment(words: nil, findsSimpleText: false),
        masks: GlyphMaskCache(capacity: 0), colors: ColorGlyphCache(capacity: 0))
    }

    /// So small that nearly everything is dropped again.
    static var tiny: Caches {
      Caches(
        environment: ShapingEnvironment(
          words: WordCache(byteLimit: 32 << 10), paragraphs: ParagraphCache(byteLimit: 64 << 10)),
        masks: GlyphMaskCache(capacity: 64 << 10), colors: ColorGlyphCache(capacity: 64 << 10))
    }
  }

  private var items: [Item] { passes.workload.items }

  /// Compares; ends the process with status 1 where anything differs.
  func run() throws {
    let reference = try hashes(.off)
    var failures = 0
    func compare(_ name: String, _ hashes: [UInt64]) {
      let different = zip(reference, hashes).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
      failures += different.count
      print(
        "\(passes.workload.name) \(name): "
          + (different.isEmpty
            ? "\(hashes.count) identical" : "items differ: \(different.prefix(10))"))
    }
    compare("caches on, empty", try hashes(Caches()))
    compare("caches on, filled", try hashes(Caches()))
    compare("public API", try hashes(nil))
    compare("caches tiny", try hashes(.tiny))
    for (name, caches) in [("caches on", nil), ("caches tiny", Caches.tiny)] {
      let lanes = 8
      let results = Results(count: lanes)
      DispatchQueue.concurrentPerform(iterations: lanes) { lane in
        // Each lane has an order of its own.
        results.set(lane, (try? hashes(caches, from: lane * items.count / lanes)) ?? [])
      }
      for lane in 0..<lanes { compare("\(name), lane \(lane + 1) of \(lanes)", results[lane]) }
    }
    if failures > 0 { exit(1) }
  }

  // @unchecked Sendable: `values` is reached only under `lock`.
  private final class Results: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [[UInt64]]
    init(count: Int) { values = Array(repeating: [], count: count) }
    func set(_ i: Int, _ value: [UInt64]) { lock.withLock { values[i] = value } }
    subscript(i: Int) -> [UInt64] { lock.withLock { values[i] } }
  }

  /// A hash of each item's layout and picture; without caches through the public API.
  private func hashes(_ caches: Caches?, from first: Int = 0) throws -> [UInt64] {
    var result = [UInt64](repeating: 0, count: items.count)
    for k in items.indices {
      let i = (first + k) % items.count
      let item = items[i]
      var hash = Fingerprint()
      if item.widths.isEmpty {
        let layout = try layout(item, item.container, caches)
        hash.add(layout)
        let (size, origin) = frame(of: item, layout)
        var context = try GraphicsContext(
          size: size, scale: item.scale, background: item.background)
        if let caches {
          try context.draw(
            layout, at: origin, masks: caches.masks, colors: caches.colors, cancellation: .never)
        } else {
          try context.draw(layout, at: origin)
        }
        hash.add(context.makeBitmap())
      } else {
        for width in item.widths {
          hash.add(try layout(item, TextContainer(width: width), caches))
        }
      }
      result[i] = hash.value
    }
    return result
  }

  private func layout(
    _ item: Item, _ container: TextContainer, _ caches: Caches?
  ) throws -> TextLayout {
    guard let caches else {
      return try TextLayout(item.text, in: container, fonts: passes.stages.fonts)
    }
    let shaped = try ShapedText(
      item.text, fonts: passes.stages.fonts, environment: caches.environment)
    return try TextLayout(shaped, in: container)
  }

  private func frame(of item: Item, _ layout: TextLayout) -> (Size, Point) {
    if let tile = item.tile {
      let top = tile.y ?? ((layout.size.height * item.scale - tile.height) / 2).rounded(.down)
      return (
        Size(width: tile.width / item.scale, height: tile.height / item.scale),
        Point(x: -tile.x / item.scale, y: -top / item.scale)
      )
    }
    return (
      Size(
        width: item.width ?? max(layout.size.width, 1),
        height: item.height ?? max(layout.size.height, 1)), .zero
    )
  }
}

/// FNV-1a over numbers and pixels.
private struct Fingerprint {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  private mutating func add(_ word: UInt64) { value = (value ^ word) &* 0x100_0000_01B3 }
  private mutating func add(_ number: Double) { add(number.bitPattern) }

  mutating func add(_ layout: TextLayout) {
    add(layout.size.width)
    add(layout.size.height)
    for line in layout.lines {
      add(UInt64(line.range.start) << 32 | UInt64(line.range.end))
      for number in [line.origin.x, line.origin.y, line.width, line.height, line.baseline] {
        add(number)
      }
      for run in line.runs {
        add(UInt64(run.run.font.face.id))
        run.forEachGlyph { glyph in
          add(UInt64(glyph.id) << 32 | UInt64(truncatingIfNeeded: glyph.cluster))
          add(glyph.x)
          add(glyph.y)
          add(glyph.advance)
        }
      }
    }
  }

  mutating func add(_ picture: Bitmap) {
    picture.withUnsafeBytes { bytes in
      var i = 0
      while i + 8 <= bytes.count {
        add(bytes.loadUnaligned(fromByteOffset: i, as: UInt64.self))
        i += 8
      }
      while i < bytes.count {
        add(UInt64(bytes[i]))
        i += 1
      }
    }
  }
}
