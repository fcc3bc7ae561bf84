// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency
import TextFonts
import TextModel

/// The bases of a paragraph: the ranges with a ruby.
struct RubyBases {
  /// A range of the paragraph and its ruby.
  struct Base {
    var range: TextRange
    var ruby: RubyText
  }

  private(set) var all: [Base] = []

  var isEmpty: Bool { all.isEmpty }

  /// Finds the bases in a paragraph's content. One that has a tab is none, since tabs stand at their
  /// stops.
  ///
  /// - Throws: `CancellationError`.
  init(
    _ column: RunColumn<TextElement>, _ content: Span<UInt16>, paragraphStart: Int,
    _ cancellation: Cancellation
  ) throws {
    let end = paragraphStart + content.count
    if content.isEmpty { return }
    var run = column.run(at: paragraphStart)
    var visited = 0
    while run < column.count, column.start(of: run) < end {
      visited += 1
      if visited & 0xFF == 0 { try cancellation.check() }
      defer { run += 1 }
      guard let ruby = column.value(ofRun: run).ruby, !ruby.text.isEmpty else { continue }
      let part = column.range(of: run).clamped(to: TextRange(paragraphStart, end))
      let from = snapped(part.start - paragraphStart, content)
      let to = snapped(part.end - paragraphStart, content)
      if to <= from { continue }
      // One base may have several links.
      if let last = all.last, last.range.end == from, last.ruby == ruby {
        all[all.count - 1].range.end = to
      } else {
        all.append(Base(range: TextRange(from, to), ruby: ruby))
      }
    }
    var kept: [Base] = []
    for base in all {
      var hasTab = false
      for i in base.range.range {
        if i & 0x3FFF == 0x3FFF { try cancellation.check() }
        if content[i] == 0x09 { hasTab = true }
      }
      if !hasTab { kept.append(base) }
    }
    all = kept
  }

  /// An offset that divides no surrogate pair.
  private func snapped(_ offset: Int, _ content: Span<UInt16>) -> Int {
    guard offset > 0, offset < content.count, content[offset] & 0xFC00 == 0xDC00,
      content[offset - 1] & 0xFC00 == 0xD800
    else { return offset }
    return offset + 1
  }

  /// Divides items at the bounds of bases.
  ///
  /// - Throws: `CancellationError`.
  func divide(_ items: inout [ItemExtent], _ cancellation: Cancellation) throws {
    var divided: [ItemExtent] = []
    var next = 0
    for (index, item) in items.enumerated() {
      if index & 0xFF == 0xFF { try cancellation.check() }
      var rest = item
      while next < all.count, all[next].range.end <= rest.start { next += 1 }
      var base = next
      while base < all.count, all[base].range.start < rest.end {
        for bound in [all[base].range.start, all[base].range.end]
        where bound > rest.start && bound < rest.end {
          var first = rest
          first.end = bound
          divided.append(first)
          rest.start = bound
          rest.continuesCluster = false
        }
        base += 1
      }
      divided.append(rest)
    }
    items = divided
  }
}

extension ShapingJob {
  /// Gives the runs of bases their rubies, and the room that these take.
  ///
  /// - Parameters:
  ///   - runs: The runs of a paragraph, divided at the bounds of bases.
  ///   - content: The characters of the paragraph.
  /// - Throws: As shaping does.
  mutating func annotate(
    _ runs: inout [ShapedRun], _ bases: RubyBases, _ content: Span<UInt16>,
    paragraphStart start: Int
  ) throws {
    var next = 0
    for (index, base) in bases.all.enumerated() {
      try cancellation.check()
      while next < runs.count, runs[next].textRange.start < base.range.start { next += 1 }
      let first = next
      while next < runs.count, runs[next].textRange.start < base.range.end { next += 1 }
      if first == next { continue }
      let after = index + 1 < bases.all.count ? bases.all[index + 1].range.start : -1
      let before = index > 0 ? bases.all[index - 1].range.end : -1
      // Only kana without a ruby of their own: over Chinese characters a ruby could be read as
      // theirs, and over the letters of other scripts it would touch ascenders.
      let overhangs = (
        before: before != base.range.start && isKana(content, base.range.start - 1),
        after: after != base.range.end && isKana(content, base.range.end)
      )
      try annotate(&runs, first..<next, base, overhangs, content, paragraphStart: start)
    }
  }

  private mutating func annotate(
    _ runs: inout [ShapedRun], _ part: Range<Int>, _ base: RubyBases.Base,
    _ overhangs: (before: Bool, after: Bool), _ content: Span<UInt16>, paragraphStart: Int
  ) throws {
    let style = runs[part.lowerBound].style
    let ruby = base.ruby
    let text = ruby.shownUnits
    if text.isEmpty { return }
    let shaped = try ShapedText(
      AttributedText(utf16: text, style: TextStyle(shaping: style.ofRuby(ruby.drawnScale))),
      fonts: runs[part.lowerBound].origin.fonts, isVertical: isVertical,
      cancellation: cancellation)
    let line = AnnotationLine(shaped.paragraphs[0].runs, isVertical: isVertical)
    for run in line.runs { try account(for: run) }
    let place = TextRange(paragraphStart + base.range.start, paragraphStart + base.range.end)
    noteMissing(shaped.missing.flatMap(\.scalars), of: place)
    let gaps = try RubyGaps(line.runs, text.span, cancellation)
    var width = 0.0
    for index in part { width += runs[index].width }
    var overhang = (left: 0.0, right: 0.0)
    var spread: RubySpread?
    var baseGaps = RubyGaps()
    if line.width > width {
      baseGaps = try RubyGaps(Array(runs[part]), content, end: base.range.end, cancellation)
      let made = RubySpread(line.width - width, gaps: baseGaps.count, ruby.alignment)
      spread = made
      if ruby.overhang == .auto, !runs[part.lowerBound].isRightToLeft {
        let most = style.size * ruby.drawnScale / 2
        if overhangs.before { overhang.left = min(most, made.before) }
        if overhangs.after { overhang.right = min(most, made.after) }
      }
    }
    let shapedRuby = ShapedRuby(
      ruby, base: base.range, line: line, gaps: gaps.glyphs, leftOverhang: overhang.left)
    // The leftmost run has the room before, the rightmost that after.
    let isRightToLeft = runs[part.lowerBound].isRightToLeft
    let leftmost = isRightToLeft ? part.upperBound - 1 : part.lowerBound
    let rightmost = isRightToLeft ? part.lowerBound : part.upperBound - 1
    for index in part {
      try cancellation.check()
      let run = runs[index]
      var room = RunRoom()
      if let spread {
        room.gap = spread.gap
        room.gaps = baseGaps.glyphs[index - part.lowerBound]
        if index == leftmost { room.before = spread.before - overhang.left }
        if index == rightmost { room.after = spread.after - overhang.right }
      }
      let origin = RunOrigin(
        run.origin,
        RunAnnotations(
          ruby: shapedRuby, emphasis: run.annotations?.emphasis, room: room))
      runs[index] = try run.widened(by: room, origin, scratch.glyphs, cancellation)
    }
  }

  /// Whether a character is a kana; `false` beyond the text.
  private func isKana(_ content: Span<UInt16>, _ offset: Int) -> Bool {
    guard offset >= 0, offset < content.count else { return false }
    switch content[offset] {
    case 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF,
      0xFF66...0xFF9D:
      return true
    default: return false
    }
  }
}

/// The places of some runs where a ruby or its base is spread: after spaces, and beside Chinese and
/// Japanese characters in text from left to right.
struct RubyGaps {
  /// For each run the glyphs at whose right side a place is, ascending.
  var glyphs: [[Int]] = []

  init() {}

  /// - Parameters:
  ///   - text: The characters from which the runs' clusters count.
  ///   - end: The end of the text that is spread.
  /// - Throws: `CancellationError`.
  init(
    _ runs: [ShapedRun], _ text: Span<UInt16>, end: Int? = nil, _ cancellation: Cancellation
  ) throws {
    let end = end ?? text.count
    for run in runs {
      try cancellation.check()
      var places: [Int] = []
      let count = run.isRightToLeft || run.kind == .tab ? 0 : run.glyphCount
      for index in 0..<count {
        if index & 0xFFF == 0xFFF { try cancellation.check() }
        let next = index + 1 < count ? run.cluster(at: index + 1) : run.textRange.end
        if next == run.cluster(at: index) || next >= end { continue }
        let last = text[next - 1]
        if last == 0x20 || last == 0xA0
          || text[next] != 0x20 && text[next] != 0xA0
            && (RubyGaps.isIdeograph(last) || RubyGaps.isIdeograph(text[next]))
        {
          places.append(index)
        }
      }
      glyphs.append(places)
    }
  }

  var count: Int { glyphs.reduce(0) { $0 + $1.count } }

  /// Han, kana and bopomofo with their punctuation, by block.
  static func isIdeograph(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x2E80...0x312F, 0x3190...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFE30...0xFE4F,
      0xFF00...0xFF9F, 0xD840...0xD8BF, 0xDC00...0xDFFF:
      true
    default: false
    }
  }
}

extension RubyText {
  /// The code units that are shown.
  fileprivate var shownUnits: [UInt16] {
    var units: [UInt16] = []
    for unit in text.utf16.prefix(TextLimits.annotationLength) {
      switch unit {
      case 0x09...0x0D, 0x85, 0x2028, 0x2029: units.append(0x20)
      default: units.append(unit)
      }
    }
    if units.count == TextLimits.annotationLength, let last = units.last, last & 0xFC00 == 0xD800 {
      units.removeLast()
    }
    return units
  }
}

extension ShapingStyle {
  /// The style of a small text beside one of this style.
  func ofRuby(_ scale: Double) -> ShapingStyle {
    var style = self
    style.size *= scale
    style.letterSpacing *= scale
    style.wordSpacing *= scale
    style.baselineOffset = 0
    style.textCombine = .none
    style.emphasis = nil
    return style
  }
}
