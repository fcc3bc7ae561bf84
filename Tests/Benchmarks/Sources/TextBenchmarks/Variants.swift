// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Foundation
import TextShaping

/// What is measured besides the workloads' own phases. Processor time, since none of it has a
/// peer's twin.
extension Passes {
  /// Opens the fonts of the workload, so that a first pass measures text alone.
  func warmFonts() throws {
    for item in workload.items.prefix(20) {
      var text = AttributedText("")
      for run in 0..<item.text.shaping.count {
        text.append("x", style: TextStyle(shaping: item.text.shaping.values[run]))
      }
      _ = try stages.layout(
        Item(
          text: text, width: nil, height: nil, scale: item.scale, maximumLines: 0, truncates: false,
          background: nil, widths: [], tile: nil))
    }
  }

  /// The first layout of a process, fonts open, and further ones of the same text from its
  /// characters.
  func again() throws {
    try warmFonts()
    var times: [Double] = []
    for _ in 0...settings.repetitions {
      let start = Clock.processor()
      for item in workload.items { _ = try stages.layout(item) }
      times.append(Clock.processor() - start)
    }
    line("first", times[0])
    line("again", median(Array(times.dropFirst())))
  }

  /// Layout and drawing of words that no pass has seen before.
  func newWords() throws {
    try warmFonts()
    var times: [Double] = []
    var layouts: [Double] = []
    for pass in 0...settings.repetitions {
      let items = workload.items.enumerated().map { $1.scrambled(by: pass &* 1_000_003 &+ $0) }
      let start = Clock.processor()
      var layout = 0.0
      for item in items {
        let before = Clock.processor()
        let result = try stages.layout(item)
        layout += Clock.processor() - before
        _ = try stages.draw(item, result)
      }
      times.append(Clock.processor() - start)
      layouts.append(layout)
    }
    line("new-words-layout", median(Array(layouts.dropFirst())))
    line("new-words", median(Array(times.dropFirst())))
  }

  /// Every picture of a pass is kept until its end, in new memory: drawing alone, as the floor has
  /// it (which clears its pictures and draws nothing), and the whole label with its layout.
  func kept() throws {
    for format in [PixelFormat.rgba8, .alpha8] {
      let name = format == .rgba8 ? "kept" : "kept-a8"
      let layouts = try workload.items.map { try stages.layout($0) }
      try time(name) { try stages.draw(workload.items[$0], layouts[$0], format: format, pool: $1) }
      try time(name + "-whole") {
        let item = workload.items[$0]
        return try stages.draw(item, stages.layout(item), format: format, pool: $1)
      }
    }

    func time(
      _ metric: String, _ picture: (Int, borrowing BitmapPool) throws -> Bitmap
    ) throws {
      // Nothing is used again; memory comes from where the shared pool takes it.
      let pool = BitmapPool(capacity: 0, allocator: SlabBitmapAllocator())
      var times: [Double] = []
      // The first timed pass also pays for memory that the machine itself takes up for the first
      // time.
      for pass in 0...max(4, settings.repetitions) {
        ParagraphCache.shared.removeAll()
        var pictures: [Bitmap] = []
        pictures.reserveCapacity(workload.items.count)
        let start = Clock.processor()
        // The first pass fills the glyph cache and keeps nothing.
        for index in workload.items.indices {
          let made = try picture(index, pool)
          if pass > 0 { pictures.append(made) }
        }
        if pass > 0 { times.append(Clock.processor() - start) }
      }
      line(metric, median(times), first: times[0])
    }
  }

  /// A document without layout; its first tile shows the paragraph at half the text. Fonts are
  /// open, as for every workload. The first pass knows no other word or glyph, so it is told by
  /// itself; the median of the others does.
  func firstTile() throws {
    guard let item = workload.items.first, let tile = item.tile, let width = item.width else {
      return
    }
    try warmFonts()
    let size = Size(width: tile.width / item.scale, height: tile.height / item.scale)
    var times: [Double] = []
    var picture: Bitmap?
    var index = 0
    for _ in 0...settings.repetitions {
      // Words and glyphs may be known from an earlier pass, paragraphs not.
      ParagraphCache.shared.removeAll()
      let start = Clock.processor()
      var document = TextDocument(item.text, width: width, fonts: stages.fonts)
      index = document.paragraphIndex(containing: item.text.length / 2)
      let band = try document.layOut(around: index, from: 0, to: size.height)
      var context = try GraphicsContext(size: size, scale: item.scale, background: item.background)
      try context.draw(band, at: Point(x: 0, y: -document.y(ofParagraph: index)))
      picture = context.makeBitmap()
      times.append(Clock.processor() - start)
    }
    line("first-tile", median(Array(times.dropFirst())), first: times[0])
    let layout = try stages.layout(item)
    let offset = TextDocument(item.text, width: width, fonts: stages.fonts)
      .textRange(ofParagraph: index).start
    var context = try GraphicsContext(size: size, scale: item.scale, background: item.background)
    try context.draw(layout, at: Point(x: 0, y: -layout.line(containing: offset).origin.y))
    let whole = context.makeBitmap()
    precondition(whole == picture, "the tile of the whole layout has other pixels")
  }

  /// Drawing alone, of layouts that were made before: for profiles.
  func drawing() throws {
    let layouts = try workload.items.map { try stages.layout($0) }
    var times: [Double] = []
    for _ in 0...settings.repetitions {
      let start = Clock.processor()
      for (item, layout) in zip(workload.items, layouts) { _ = try stages.draw(item, layout) }
      times.append(Clock.processor() - start)
    }
    line("draw-only", median(Array(times.dropFirst())), first: times[0])
  }

  /// What is resident after each stage, and what the caches that draw hold.
  func memory() throws {
    func tell(_ stage: String) {
      let (anonymous, file) = Clock.residence()
      let ledger = BitmapPool.shared.ledger
      print(
        "{\"stage\":\"\(stage)\",\"anonymous_kb\":\(anonymous),\"file_kb\":\(file),"
          + "\"masks_kb\":\(GlyphMaskCache.shared.byteCount >> 10),"
          + "\"pool_kb\":\(ledger.pooledBytes >> 10),\"peak_kb\":\(Clock.memory().peak)}")
    }
    tell("idle")
    try warmFonts()
    tell("fonts")
    for item in workload.items { _ = try stages.layout(item) }
    tell("layout")
    for item in workload.items { _ = try stages.layout(item) }
    tell("layout again")
    for item in workload.items { _ = try stages.draw(item, stages.layout(item)) }
    tell("draw")
    for item in workload.items { _ = try stages.draw(item, stages.layout(item)) }
    tell("draw again")
  }

  /// The workload read and nothing done: what the process itself takes.
  func idle() {
    line("idle", 0)
  }

  func line(_ metric: String, _ ms: Double, first: Double? = nil) {
    report(
      peer: settings.peer, workload: workload.name, metric: metric, threads: 1,
      items: workload.items.count, ms: ms, first: first)
  }
}

extension Item {
  /// The same lengths and styles with other letters: a permutation of the alphabet for each item.
  func scrambled(by seed: Int) -> Item {
    var state = UInt64(bitPattern: Int64(seed)) &* 0x9E37_79B9_7F4A_7C15 | 1
    func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
    let units = text.utf16.map { unit -> UInt16 in
      switch unit {
      case 0x61...0x7A: 0x61 + UInt16(next() % 26)
      case 0x41...0x5A: 0x41 + UInt16(next() % 26)
      default: unit
      }
    }
    var copy = self
    copy.text = AttributedText("")
    for run in 0..<text.shaping.count {
      let range = text.shaping.range(of: run)
      copy.text.append(
        String(decoding: units[range.range], as: UTF16.self),
        style: TextStyle(
          shaping: text.shaping.values[run],
          paragraph: text.paragraphs.value(at: range.start),
          paint: text.paint.value(at: range.start)))
    }
    return copy
  }
}
