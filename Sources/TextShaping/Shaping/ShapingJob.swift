// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextFonts
import TextModel
import TextRuntime

/// The shaping of one text, from its first paragraph to its last.
@safe
struct ShapingJob {
  private let text: AttributedText
  private let units: UnsafeBufferPointer<UInt16>
  private let scratch: ShapingScratch
  private let cancellation: Cancellation
  private var paragraphs: [ShapedParagraph] = []
  private var missing: [MissingCharacter] = []
  /// The runs of the columns that hold the present paragraph's beginning.
  private var shapingRun = 0
  private var paragraphRun = 0
  private var spans: [Itemizer.StyleSpan] = []
  /// What paragraphs and runs take so far, in bytes.
  private var shapedBytes = 0

  @unsafe
  init(
    text: AttributedText, units: UnsafeBufferPointer<UInt16>, scratch: ShapingScratch,
    cancellation: Cancellation
  ) {
    self.text = text
    unsafe self.units = units
    self.scratch = scratch
    self.cancellation = cancellation
  }

  @unsafe
  mutating func run() throws -> Shaper.Result {
    var start = 0
    repeat {
      try cancellation.check()
      // A paragraph and its line, also where it has no run.
      try account(for: 200)
      let paragraph = try unsafe simpleParagraph(from: start) ?? anyParagraph(from: start)
      start = paragraph.range.end
      if unsafe start >= units.count && paragraphs.isEmpty {
        return Shaper.Result(paragraphs: [paragraph], missing: missing)
      }
      if paragraphs.count == paragraphs.capacity {
        unsafe paragraphs.reserve(at: paragraph.range.start, of: units.count)
      }
      paragraphs.append(paragraph)
    } while unsafe start < units.count
    return Shaper.Result(paragraphs: paragraphs, missing: missing)
  }

  /// Finds the columns' runs that hold a paragraph's beginning, and returns its style.
  private mutating func openParagraph(at start: Int) -> ParagraphStyle {
    let count = text.content.paragraphs.count
    if count > 1 {
      while text.content.paragraphs.end(of: paragraphRun) <= start, paragraphRun + 1 < count {
        paragraphRun += 1
      }
    }
    let shapingCount = text.content.shaping.count
    if shapingCount > 1 {
      while text.content.shaping.end(of: shapingRun) <= start, shapingRun + 1 < shapingCount {
        shapingRun += 1
      }
    }
    return unsafe scratch.paragraphStyles.own(text.paragraphStorage(ofRun: paragraphRun))
  }

  // MARK: - Simple text

  /// Shapes the paragraph that begins at an offset if it consists of words that are simple; nil if anything about it
  /// is not.
  ///
  /// What comes out is what ``anyParagraph(from:)`` gives. `SimpleTextTests` compares them.
  @unsafe
  private mutating func simpleParagraph(from start: Int) throws -> ShapedParagraph? {
    guard scratch.environment.words != nil, scratch.environment.findsSimpleText,
      let first = unsafe units.baseAddress,
      let simple = unsafe SimpleText.shared.paragraph(at: start, in: units)
    else { return nil }
    let length = simple.end - start
    guard length > 0 else { return nil }
    let style = openParagraph(at: start)
    if style.storage.fields.direction == .rightToLeft { return nil }
    let text = unsafe first + start
    var end = simple.end
    if unsafe end < units.count {
      end += unsafe units[end] == 0x0D && end + 1 < units.count && units[end + 1] == 0x0A ? 2 : 1
    }
    let range = TextRange(start, end)
    var key: ParagraphCache.Key?
    if let cache = unsafe scratch.paragraphs, ParagraphCache.lengths.contains(length),
      self.text.content.shaping.end(of: shapingRun) >= simple.end
    {
      let wanted = unsafe ParagraphCache.Key(
        UnsafeBufferPointer(start: text, count: length), style,
        self.text.shapingStorage(ofRun: shapingRun), fonts: scratch.styles.unmanagedFonts)
      let known = unsafe cache._withUnsafeGuaranteedRef { cache in
        unsafe scratch.styles.unmanagedFonts._withUnsafeGuaranteedRef { cache.content(wanted, $0) }
      }
      if let content = known {
        for run in content.runs { try account(for: 256 + 24 * run.glyphCount) }
        return ShapedParagraph(range: range, content: content)
      }
      key = wanted
    }
    let strut = try unsafe scratch.styles.prepare(
      self.text.shapingStorage(ofRun: shapingRun), cancellation)
    let runs: [ShapedRun]
    if self.text.content.shaping.end(of: shapingRun) >= simple.end {
      guard let run = try unsafe simpleRun(text, 0, length, style: strut, script: simple.script)
      else { return nil }
      runs = [run]
    } else {
      var several: [ShapedRun] = []
      var column = shapingRun
      var from = 0
      while from < length {
        let to = min(self.text.content.shaping.end(of: column) - start, length)
        let prepared = try unsafe scratch.styles.prepare(
          self.text.shapingStorage(ofRun: column), cancellation)
        guard let run = try unsafe simpleRun(text, from, to, style: prepared, script: simple.script)
        else { return nil }
        several.append(run)
        from = to
        column += 1
      }
      runs = several
    }
    for run in runs { try account(for: 256 + 24 * run.glyphCount) }
    // What is kept has characters of its own.
    let content = try ShapedContent(
      characters: unsafe key == nil
        ? .shared(self.text.utf16, start: start)
        : ParagraphCharacters(copying: UnsafeBufferPointer(start: text, count: length)),
      length: length, baseLevel: 0, style: style, runs: runs,
      strut: try strut.primaryOrigin(), bidi: nil, hasTabs: false,
      cancellation: cancellation)
    if let key { unsafe scratch.paragraphs?._withUnsafeGuaranteedRef { $0.insert(content, key) } }
    return ShapedParagraph(range: range, content: content)
  }

  @unsafe
  private func simpleRun(
    _ text: UnsafePointer<UInt16>, _ from: Int, _ to: Int, style: PreparedStyle, script: FontTag
  ) throws -> ShapedRun? {
    guard style.cascade.triesPrimaryFirst else { return nil }
    let origin = try style.primaryOrigin()
    let context = try style.context(
      font: origin.font, script: script, level: 0, scratch: scratch)
    guard context.isCacheable else { return nil }
    let item = ShapingItem(
      start: from, end: to, font: origin.font, style: style, script: script, level: 0, kind: .text)
    scratch.glyphs.removeAll()
    let assembly = unsafe WordAssembly(
      text, item: item, part: from..<to, context: context, scratch: scratch,
      hasSpacing: style.hasSpacing, needsCoverage: true)
    guard try assembly.run() == .complete else { return nil }
    if style.hasSpacing {
      unsafe Shaper.addSpacing(
        UnsafeBufferPointer(start: text, count: to), base: from, item: item, scratch: scratch)
    }
    return try ShapedRun(
      kind: .text, origin: origin, script: script, level: 0,
      textRange: TextRange(from, to), glyphs: scratch.glyphs, cancellation: cancellation)
  }

  // MARK: - Any text

  @unsafe
  private mutating func anyParagraph(from start: Int) throws -> ShapedParagraph {
    let range = TextRange(
      start,
      try unsafe ParagraphScanner.end(
        ofParagraphAt: start, in: units, cancellation: cancellation))
    let whole = unsafe UnsafeBufferPointer(rebasing: units[range.range])
    let length = unsafe whole.count - ParagraphScanner.terminatorLength(whole)
    let content = unsafe UnsafeBufferPointer(rebasing: whole[..<length])
    let style = openParagraph(at: start)
    try findSpans(range, length: length)
    let strut = spans[0].style
    let origin = try strut.primaryOrigin()
    if length == 0 {
      let bidi = try unsafe BidiParagraph.resolve(content, direction: style.direction)
      return ShapedParagraph(
        range: range,
        content: try ShapedContent(
          characters: .shared([], start: 0), length: 0, baseLevel: bidi.paragraphLevel,
          style: style, runs: [],
          strut: origin, bidi: nil, hasTabs: false,
          cancellation: cancellation))
    }

    var bidi: BidiParagraph?
    var level: UInt8 = 0
    var analysis: Itemizer.Analysis?
    let ascii = try unsafe AsciiScan(content, cancellation)
    if !ascii.isASCII || style.direction == .rightToLeft {
      let graphemes = try unsafe GraphemeBreaks.resolve(content, cancellation: cancellation)
      let resolved = try unsafe BidiParagraph.resolve(
        content, direction: style.direction, cancellation: cancellation)
      level = resolved.paragraphLevel
      if !resolved.levels.isEmpty { bidi = resolved }
      analysis = unsafe Itemizer.Analysis(
        graphemes: graphemes,
        scripts: try ScriptRuns.resolve(content, graphemes: graphemes, cancellation: cancellation),
        emoji: try EmojiScanner.resolve(content, graphemes: graphemes, cancellation: cancellation),
        bidi: resolved)
    }

    var runs: [ShapedRun] = []
    // Held once, and not for each item.
    let scratch = self.scratch
    var progress = Itemizer.Progress()
    var items = scratch.takeItems()
    defer { scratch.giveBack(items) }
    repeat {
      if let analysis {
        try unsafe Itemizer.itemize(
          content, analysis: analysis, styles: spans, from: &progress, into: &items,
          scratch: scratch, cancellation: cancellation)
      } else {
        try unsafe Itemizer.itemizeASCII(
          content, script: ascii.hasLetters ? ScriptRuns.latin : ScriptRuns.common, styles: spans,
          from: &progress, into: &items, cancellation: cancellation)
      }
      let isLast = progress.offset >= length
      // Where the paragraph goes on, its last item may.
      let count = items.count - (isLast ? 0 : 1)
      if runs.isEmpty { runs.reserveCapacity(count) }
      for index in 0..<count {
        try cancellation.check()
        let item = items[index]
        try unsafe Shaper.shapeItem(content, item, scratch: scratch, cancellation: cancellation) {
          (run: consuming ShapedRun) in
          if run.hasMissing && run.kind == .text {
            try unsafe noteMissing(in: run, content: content, start: range.start)
          }
          try account(for: 256 + 24 * run.glyphCount)
          if runs.count == runs.capacity { runs.reserve(at: item.end, of: length) }
          runs.append(consume run)
        }
      }
      items.removeSubrange(0..<count)
    } while progress.offset < length || !items.isEmpty
    try spans.release(cancellation)
    let shaped = try ShapedContent(
      characters: .shared(text.utf16, start: start), length: length, baseLevel: level, style: style,
      runs: runs, strut: origin, bidi: bidi, hasTabs: progress.hasTabs,
      cancellation: cancellation)
    // What takes long is done while it can be cancelled.
    if length >= ShapingJob.longParagraph { _ = try shaped.findBreaks(cancellation) }
    return ShapedParagraph(range: range, content: shaped)
  }

  /// From this length on break opportunities are found while the text is shaped, in code units.
  private static let longParagraph = 1 << 14

  /// Refuses a text that takes too much memory: many paragraphs or runs, or a font that makes many glyphs of a letter.
  private mutating func account(for bytes: Int) throws(ShapingError) {
    shapedBytes += bytes
    if shapedBytes > TextLimits.shapedBytes { throw ShapingJob.tooMuchMemory }
  }

  private static var tooMuchMemory: ShapingError {
    ShapingError(
      .textTooLong,
      "the text takes more than \(TextLimits.shapedBytes >> 20) MiB once it is shaped, the most that is laid out"
    )
  }

  /// The styles of a paragraph's content; never empty.
  private mutating func findSpans(_ range: TextRange, length: Int) throws {
    let count = text.content.shaping.count
    spans.removeAll(keepingCapacity: true)
    var run = shapingRun
    repeat {
      // Styles that come for the first time may look for fonts.
      if spans.count < 16 { try cancellation.check() }
      if spans.count & 0xFF == 0xFF {
        try cancellation.check()
        spans.reserve(at: spans[spans.count - 1].end, of: length)
      }
      let end = min(text.content.shaping.end(of: run) - range.start, length)
      spans.append(
        Itemizer.StyleSpan(
          end: end,
          style: try unsafe scratch.styles.prepare(text.shapingStorage(ofRun: run), cancellation)))
      run += 1
    } while run < count && spans[spans.count - 1].end < length
  }

  /// Records clusters drawn with `.notdef`; neighbours become one entry.
  @unsafe
  private mutating func noteMissing(
    in run: ShapedRun, content: UnsafeBufferPointer<UInt16>, start: Int
  ) throws {
    let rightToLeft = run.isRightToLeft
    let n = run.glyphCount
    var k = 0
    var clusters = 0
    while k < n {
      clusters += 1
      if clusters & 0x3FF == 0 { try cancellation.check() }
      let cluster = unsafe run.uncheckedCluster(at: rightToLeft ? n - 1 - k : k)
      var isMissing = false
      var next = run.textRange.end
      while k < n {
        let index = rightToLeft ? n - 1 - k : k
        let c = unsafe run.uncheckedCluster(at: index)
        if c != cluster {
          next = c
          break
        }
        if unsafe run.glyphs[index] == 0 { isMissing = true }
        k += 1
      }
      if isMissing {
        unsafe addMissing(
          TextRange(start + cluster, start + next),
          UnsafeBufferPointer(rebasing: content[cluster..<next]))
      }
    }
  }

  private mutating func addMissing(_ range: TextRange, _ text: UnsafeBufferPointer<UInt16>) {
    var scalars: [Unicode.Scalar] = []
    var merged = range
    if let last = missing.last, last.range.end == range.start {
      merged = TextRange(last.range.start, range.end)
      scalars = missing.removeLast().scalars
    }
    var decoder = UTF16()
    var units = unsafe text.makeIterator()
    decoding: while true {
      switch unsafe decoder.decode(&units) {
      case .scalarValue(let scalar):
        // Distinct characters, and not without end: this is a report, not a copy of the text.
        if scalars.count < 64, !scalars.contains(scalar) { scalars.append(scalar) }
      case .error:
        if scalars.count < 64, !scalars.contains("\u{FFFD}") { scalars.append("\u{FFFD}") }
      case .emptyInput: break decoding
      }
    }
    missing.append(MissingCharacter(range: merged, scalars: scalars))
  }
}

/// What one pass over a paragraph tells.
struct AsciiScan {
  /// Whether every code unit is below U+0080.
  var isASCII = true
  /// Whether one of them is a letter.
  var hasLetters = false

  init(_ text: UnsafeBufferPointer<UInt16>, _ cancellation: Cancellation) throws {
    var all: UInt16 = 0
    var letters: UInt16 = 0
    var start = 0
    while start < text.count {
      if start > 0 { try cancellation.check() }
      let end = min(start + 1 << 16, text.count)
      for i in start..<end {
        let unit = unsafe text[i]
        all |= unit
        let lower = (unit | 0x20) &- 0x61
        letters |= lower < 26 ? 1 : 0
      }
      start = end
    }
    isASCII = all < 0x80
    hasLetters = letters != 0
  }
}
