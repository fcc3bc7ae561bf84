// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextFonts
package import TextModel
package import TextRuntime

/// A whole text, paragraph by paragraph.
extension Shaper {
  /// What shaping a text gives.
  struct Result {
    var paragraphs: [ShapedParagraph]
    var missing: [MissingCharacter]
  }

  static func shape(
    _ text: AttributedText, fonts: FontCollection, cancellation: Cancellation,
    environment: ShapingEnvironment = ShapingEnvironment()
  ) throws -> Result {
    if text.length > TextLimits.textLength {
      throw ShapingError(
        .textTooLong,
        "the text has \(text.length) UTF-16 code units; at most \(TextLimits.textLength) are laid out"
      )
    }
    try checkSizes(text, cancellation)
    return try ShapingScratch.pool.withScratch { scratch in
      scratch.open(environment, cancellation)
      defer { scratch.close() }
      scratch.styles.open(fonts)
      return try unsafe text.content.utf16.withUnsafeBufferPointer { units in
        var job = unsafe ShapingJob(
          text: text, units: units, scratch: scratch, cancellation: cancellation)
        return try unsafe job.run()
      }
    }
  }

  private static func checkSizes(
    _ text: AttributedText, _ cancellation: Cancellation
  ) throws {
    for run in 0..<text.content.shaping.count {
      if run & 0xFFF == 0xFFF { try cancellation.check() }
      let size = unsafe text.shapingStorage(ofRun: run)._withUnsafeGuaranteedRef {
        $0.fields.size
      }
      if !(size > 0 && size <= TextLimits.fontSize) {
        throw ShapingError(
          .badFontSize, offset: text.shaping.start(of: run),
          "the font size \(size) is not above 0 and at most \(TextLimits.fontSize) points")
      }
    }
  }

  /// Shapes a part of a run again, with what lies around it as context.
  package static func reshape(
    _ run: ShapedRun, _ range: TextRange, in paragraph: ShapedParagraph, of text: AttributedText,
    fonts: FontCollection, cancellation: Cancellation = .never
  ) throws -> ShapedRun {
    let range = range.clamped(to: run.textRange)
    if range == run.textRange { return run }
    return try ShapingScratch.pool.withScratch { scratch in
      // Parts of words are not worth keeping.
      scratch.open(ShapingEnvironment(words: nil), cancellation)
      defer { scratch.close() }
      scratch.styles.open(fonts)
      let style = try unsafe scratch.styles.prepare(
        .passUnretained(run.style.storage), cancellation)
      let item = ShapingItem(
        start: range.start, end: range.end, font: run.font, style: style, script: run.script,
        level: run.level, kind: run.kind)
      return try unsafe text.utf16.withUnsafeBufferPointer { units in
        let start = paragraph.range.start
        let content = unsafe UnsafeBufferPointer(
          rebasing: units[start..<start + paragraph.contentLength])
        var made: ShapedRun?
        try unsafe shapeItem(content, item, scratch: scratch, cancellation: cancellation) {
          made = $0
        }
        withExtendedLifetime(style) {}
        return made ?? run
      }
    }
  }

  /// Shapes characters that stand in no text, with fonts found as for any other.
  ///
  /// - Parameters:
  ///   - level: The level of all characters; without a script, that of the paragraph they make up.
  ///   - script: The script of all characters; `nil` where directions and scripts are to be found.
  package static func shapeToken(
    _ token: [UInt16], style: ShapingStyle, level: UInt8, script: FontTag?, fonts: FontCollection
  ) throws -> [ShapedRun] {
    try ShapingScratch.pool.withScratch { scratch in
      scratch.open(ShapingEnvironment())
      scratch.styles.open(fonts)
      let prepared = try unsafe scratch.styles.prepare(.passUnretained(style.storage), .never)
      return try unsafe token.withUnsafeBufferPointer { units in
        let graphemes = try unsafe GraphemeBreaks.resolve(units)
        let analysis = unsafe try Itemizer.Analysis(
          graphemes: graphemes,
          scripts: script.map { ScriptRuns(ends: [Int32(units.count)], scripts: [$0]) }
            ?? ScriptRuns.resolve(units, graphemes: graphemes),
          emoji: EmojiScanner.resolve(units, graphemes: graphemes),
          bidi: script == nil
            ? BidiParagraph.resolve(units, direction: level & 1 == 1 ? .rightToLeft : .leftToRight)
            : BidiParagraph(paragraphLevel: level, length: units.count, levels: []))
        var items: [ShapingItem] = []
        var progress = Itemizer.Progress()
        while progress.offset < units.count {
          try unsafe Itemizer.itemize(
            units, analysis: analysis, styles: [.init(end: units.count, style: prepared)],
            from: &progress, into: &items, scratch: scratch, cancellation: .never)
        }
        var runs: [ShapedRun] = []
        for item in items {
          try unsafe shapeItem(units, item, scratch: scratch, cancellation: .never) {
            runs.append($0)
          }
        }
        return runs
      }
    }
  }

  /// Shapes an item into one run, or several where it is longer than a run can be.
  @unsafe
  static func shapeItem(
    _ text: UnsafeBufferPointer<UInt16>, _ item: ShapingItem, scratch: ShapingScratch,
    cancellation: Cancellation, _ body: (consuming ShapedRun) throws -> Void
  ) throws {
    var start = item.start
    // Whether no rule looks over the beginning of what comes next.
    var isClosed = true
    while start < item.end {
      if start > item.start { try cancellation.check() }
      scratch.glyphs.removeAll()
      var end = item.end
      switch item.kind {
      case .tab:
        end = min(end, start + ShapedRun.maximumLength)
        let space = UInt16(truncatingIfNeeded: item.font.glyph(for: " ") ?? 0)
        let count = end - start
        for i in 0..<count {
          if i & 0x3FFF == 0x3FFF { try cancellation.check() }
          scratch.glyphs.append(
            glyph: space, advance: 0, cluster: item.level & 1 == 1 ? count - 1 - i : i)
        }
      case .text:
        let limit = scratch.environment.partLength
        let isShort = end - start <= limit
        // (Also where no words are known: that changes nothing, where runs end neither.)
        let cut =
          isShort
          ? end
          : try unsafe closedCut(text, from: start, limit: limit, item: item, scratch: scratch)
        var isAssembled = false
        if let cut {
          end = cut
          if scratch.keepsWords, isClosed {
            isAssembled = try unsafe assemble(text, item, start..<end, scratch)
          }
        }
        isClosed = cut != nil
        if !isAssembled {
          try cancellation.check()
          scratch.glyphs.removeAll()
          end = try unsafe appendGlyphs(
            text, from: start, to: end, base: start, item: item, scratch: scratch,
            cancellation: cancellation)
        }
        if unsafe item.unmanagedStyle._withUnsafeGuaranteedRef({ $0.hasSpacing }) {
          unsafe addSpacing(text, base: start, item: item, scratch: scratch)
        }
      }
      if end - start >= longRun { try cancellation.check() }
      let run = try unsafe item.unmanagedStyle._withUnsafeGuaranteedRef { style in
        try unsafe style.unmanagedOrigin(of: item.unmanagedFont)._withUnsafeGuaranteedRef {
          origin in
          try ShapedRun(
            kind: item.kind, origin: origin, script: item.script, level: item.level,
            textRange: TextRange(start, end), glyphs: scratch.glyphs, cancellation: cancellation)
        }
      }
      try body(run)
      start = end
    }
  }

  /// A run of so many code units takes a while to be looked through and copied.
  private static let longRun = 1 << 13

  /// Puts a part of an item together from words, where that can be done.
  @unsafe
  private static func assemble(
    _ text: UnsafeBufferPointer<UInt16>, _ item: ShapingItem, _ part: Range<Int>,
    _ scratch: ShapingScratch
  ) throws -> Bool {
    guard let start = text.baseAddress else { return false }
    // A letter that joins sees what stands beyond the part, unless something neutral lies between.
    if isCursive(item.script) {
      let (first, last) = (part.lowerBound, part.upperBound - 1)
      if first > 0, unsafe !WordContext.isNeutral(text[first]),
        unsafe !WordContext.isNeutral(text[first - 1])
      {
        return false
      }
      if last + 1 < text.count, unsafe !WordContext.isNeutral(text[last]),
        unsafe !WordContext.isNeutral(text[last + 1])
      {
        return false
      }
    }
    return try unsafe item.unmanagedStyle._withUnsafeGuaranteedRef { style in
      try unsafe style.unmanagedContext(
        font: item.unmanagedFont, script: item.script, level: item.level, scratch: scratch
      )._withUnsafeGuaranteedRef { context in
        let assembly = unsafe WordAssembly(
          start, item: item, part: part, context: context, scratch: scratch,
          hasSpacing: style.hasSpacing, needsCoverage: false)
        return try (context.isCacheable ? assembly.run() : assembly.runWhole()) == .complete
      }
    }
  }
}
