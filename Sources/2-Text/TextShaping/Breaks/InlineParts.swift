// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency
import TextAnalysis
import TextModel

/// The attachments of a paragraph that are parts of an inline formatting context.
///
/// Edges of inline boxes, floats and boxes without room are *absent*: lines break as if they were
/// not there. A break in the text stands behind all of them that follow a character, up to the first
/// start edge of an inline box that holds something else.
package final class InlineParts: Sendable {
  private enum Kind {
    /// A box in the line.
    case box
    /// A start edge with a width, which stays with what follows.
    case start
    /// A start edge without a width, which stays with what follows, but behind which floats stay with
    /// what is before the edge.
    case thinStart
    /// An end edge, which stays with what is before it.
    case end
    /// Another absent part, which stays with what is before it, too.
    case free
  }

  /// The offsets of the parts, ascending.
  private let offsets: [Int]
  private let kinds: [Kind]
  /// Whether some edge has a width.
  private let hasWideEdge: Bool

  /// - Throws: `CancellationError`.
  init(_ runs: [ShapedRun], _ cancellation: Cancellation) throws {
    var (offsets, kinds): ([Int], [Kind]) = ([], [])
    var hasWideEdge = false
    try runs.forEachUncounted { run, index in
      if index & 0x3FF == 0x3FF { try cancellation.check() }
      guard run.kind == .attachment, let attachment = run.attachment,
        let part = attachment.inlinePart
      else { return }
      offsets.append(run.textRange.start)
      let isInLine = attachment.wrap == .inline
      let isWide = run.totalAdvance != 0
      kinds.append(
        !isInLine
          ? .free
          : part == .startEdge ? (isWide ? .start : .thinStart) : part == .endEdge ? .end : .box)
      if isInLine, isWide { hasWideEdge = true }
    }
    (self.offsets, self.kinds, self.hasWideEdge) = (offsets, kinds, hasWideEdge)
  }

  /// The index of the first part at an offset or behind it.
  private func index(from offset: Int) -> Int {
    var (low, high) = (0, offsets.count)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func kind(at offset: Int) -> Kind? {
    let index = index(from: offset)
    return index < offsets.count && offsets[index] == offset ? kinds[index] : nil
  }

  /// Whether the character at an offset is an absent part.
  package func isAbsent(at offset: Int) -> Bool { kind(at: offset).map { $0 != .box } ?? false }

  /// The end of the absent parts that stay with what is before an offset.
  func end(behind offset: Int) -> Int {
    var (end, next) = (offset, offset)
    // The inline boxes that begin behind the offset and have not ended.
    var open: [Kind] = []
    while let kind = kind(at: next), kind != .box {
      next += 1
      switch kind {
      case .start, .thinStart: open.append(kind)
      case .end: _ = open.popLast()
      case .free, .box: break
      }
      if kind == .end ? open.isEmpty : kind == .free && !open.contains(.start) { end = next }
    }
    return end
  }

  /// The end of what is before an offset, without absent parts.
  package func contentEnd(before offset: Int) -> Int {
    var end = offset
    while end > 0, isAbsent(at: end - 1) { end -= 1 }
    return end
  }

  /// Whether a text of a length holds nothing but absent parts without a width, so that its line
  /// counts as not there. Source: CSS 2.2, 9.4.2.
  package func isPhantom(length: Int) -> Bool {
    offsets.count == length && !hasWideEdge && !kinds.contains(.box)
  }

  // MARK: - White space at the ends of lines

  /// The end of the white space and absent parts with which a line ends.
  ///
  /// - Returns: The end of the text that counts for the line's width: behind the last absent part
  ///   or, without any, before the white space. Also the start of the white space that is removed
  ///   before that end; the end itself if there is none.
  /// - Throws: `CancellationError`.
  package func lineEnd(
    from start: Int, to end: Int, _ unit: (Int) -> UInt16, _ cancellation: Cancellation
  ) throws -> (visible: Int, removed: Int) {
    var (visible, removed): (Int?, Int?)
    var offset = end
    while offset > start {
      if offset & 0x3FFF == 0 { try cancellation.check() }
      if BreakTable.hangs(unit(offset - 1)) {
        if visible != nil { removed = offset - 1 }
      } else if isAbsent(at: offset - 1) {
        visible = visible ?? offset
      } else {
        break
      }
      offset -= 1
    }
    let found = visible ?? offset
    return (found, removed ?? found)
  }

  // MARK: - Levels and words

  /// A text in which the absent parts count as other characters.
  package func replacing(_ units: [UInt16], from base: Int = 0, with unit: UInt16) -> [UInt16] {
    var units = units
    for (offset, kind) in zip(offsets, kinds) where kind != .box { units[base + offset] = unit }
    return units
  }

  // MARK: - Break opportunities

  /// The opportunities of a text whose absent parts are left out.
  func lineBreaks(
    _ content: Span<UInt16>, _ languages: [LineBreaks.LanguageSpan], _ cancellation: Cancellation,
    _ resolve: (Span<UInt16>, [LineBreaks.LanguageSpan]) throws -> LineBreaks
  ) throws -> LineBreaks {
    var units: [UInt16] = []
    // The offsets of the characters that are left.
    var places: [Int] = []
    units.reserveCapacity(content.count)
    places.reserveCapacity(content.count)
    var part = 0
    var spans = languages
    var span = 0
    for offset in 0..<content.count {
      if offset & 0x3FFF == 0x3FFF { try cancellation.check() }
      while span < languages.count, languages[span].end <= offset {
        spans[span].end = units.count
        span += 1
      }
      if part < offsets.count, offsets[part] == offset {
        part += 1
        if kinds[part - 1] != .box { continue }
      }
      units.append(content[offset])
      places.append(offset)
    }
    while span < languages.count {
      spans[span].end = units.count
      span += 1
    }
    let found = try resolve(units.span, spans)
    var flags = try [UInt8](
      repeating: LineBreaks.none, count: content.count + 1, cancellation)
    flags[content.count] = units.isEmpty ? LineBreaks.allowed : found.flags[units.count]
    for index in 0..<max(0, units.count - 1) {
      if index & 0x3FFF == 0x3FFF { try cancellation.check() }
      let flag = breaksBesideBox(units, places, index) ?? found.flags[index + 1]
      if flag == LineBreaks.none { continue }
      flags[end(behind: places[index] + 1)] = flag
    }
    return LineBreaks(flags: flags)
  }

  /// The opportunity behind a character if a box is at its one side: lines break beside boxes
  /// whatever the other character is, unless that joins both sides. Source: CSS Text 3, 5.1.
  private func breaksBesideBox(_ units: [UInt16], _ places: [Int], _ index: Int) -> UInt8? {
    let (last, next) = (units[index], units[index + 1])
    let isBox = last == TextAttachment.character && kind(at: places[index]) == .box
    let isBoxNext = next == TextAttachment.character && kind(at: places[index + 1]) == .box
    guard isBox || isBoxNext else { return nil }
    let other = isBox ? next : last
    if isBox, isBoxNext { return LineBreaks.allowed }
    switch other {
    case 0x2007, 0x202F, 0x2011, 0x2060, 0xFEFF, 0x200D, 0x034F: return LineBreaks.none
    default: break
    }
    if isBox, BreakTable.hangs(other) || other == 0x200B { return nil }
    return LineBreaks.allowed
  }

  /// Calls a function for the offsets before which no line begins, since a part stays with what is
  /// on its other side; ascending.
  func forEachJoin(_ body: (Int) -> Void) {
    for (offset, kind) in zip(offsets, kinds) {
      switch kind {
      case .box: break
      case .start, .thinStart: body(offset + 1)
      case .end, .free: body(offset)
      }
    }
  }
}
