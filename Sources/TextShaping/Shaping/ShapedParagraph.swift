// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import TextFonts
public import TextModel
package import TextRuntime

/// One paragraph, shaped: all that line breaking needs, at any width.
///
/// Immutable and shared freely. Offsets inside it count UTF-16 code units from its own beginning.
public struct ShapedParagraph: Sendable {
  /// The paragraph's place in the text, its terminator included.
  public let range: TextRange
  /// What does not depend on the place.
  @usableFromInline package let content: ShapedContent

  package init(range: TextRange, content: ShapedContent) {
    self.range = range
    self.content = content
  }

  /// The number of code units before the terminator.
  @inlinable public var contentLength: Int { content.length }
  /// The bidi level of the paragraph: 0 left to right, 1 right to left.
  @inlinable public var baseLevel: UInt8 { content.baseLevel }
  /// The style of the paragraph's first character.
  @inlinable public var style: ParagraphStyle { content.style }
  /// The runs in logical order; together they cover the content without gaps.
  @inlinable public var runs: [ShapedRun] { content.runs }
  /// The font that gives an empty paragraph its height: the first one of its first style.
  @inlinable public var strutFont: Font { content.strut.font }
  /// The shaping style of the paragraph's first character.
  @inlinable public var strutStyle: ShapingStyle { content.strut.style }
  /// Where lines may end, with the widths up to there.
  package var breaks: BreakTable { content.breaks }
  /// The resolved levels, or nil when every code unit has the paragraph's.
  package var bidi: BidiParagraph? { content.bidi }
  /// Whether there is a tab, so that widths depend on where a line begins.
  package var hasTabs: Bool { content.hasTabs }
  /// The width of the whole paragraph on one line, tabs aside, in points.
  package var advance: Double { content.advance }
  /// The same where nothing but the runs as they are makes a line of it: no white space hangs at its end, there is no
  /// tab, and no part of it is wider than the whole. Else NaN.
  package var plainWidth: Double { content.plainWidth }

  /// Finds the break opportunities if nobody did.
  ///
  /// - Throws: `CancellationError`.
  /// - Complexity: O(*n*) once, then O(1).
  package func findBreaks(_ cancellation: Cancellation) throws {
    _ = try content.findBreaks(cancellation)
  }

  /// Whether the paragraph ends with a line terminator.
  @inlinable public var endsWithTerminator: Bool { content.length < range.count }

  /// The index of the run that holds an offset; at the content's end, the last one; nil if there is none.
  ///
  /// - Complexity: O(log runs).
  public func run(at offset: Int) -> Int? {
    let runs = content.runs
    if runs.isEmpty { return nil }
    var low = 0
    var high = runs.count - 1
    while low < high {
      let mid = (low + high) >> 1
      if runs[mid].textRange.end > offset { high = mid } else { low = mid + 1 }
    }
    return low
  }

  /// Whether a line can end at an offset without any glyph changing.
  package func isSafeToBreak(at offset: Int) -> Bool {
    guard let i = run(at: offset) else { return true }
    return runs[i].isSafeToBreak(at: offset)
  }
}

/// A shaped paragraph without its place in a text.
@usableFromInline
package final class ShapedContent: Sendable {
  @usableFromInline package let length: Int
  @usableFromInline package let baseLevel: UInt8
  package let hasTabs: Bool
  @usableFromInline package let style: ParagraphStyle
  @usableFromInline package let runs: [ShapedRun]
  /// The first font of the first style.
  @usableFromInline package let strut: RunOrigin
  package let bidi: BidiParagraph?
  package let advance: Double
  package let plainWidth: Double
  private let characters: ParagraphCharacters
  /// The table of breaks, once somebody asked for it: retained, and 0 before.
  private let table = Atomic<UInt>(0)

  private final class Table: Sendable {
    let breaks: BreakTable
    init(_ breaks: BreakTable) { self.breaks = breaks }
  }

  init(
    characters: ParagraphCharacters, length: Int, baseLevel: UInt8, style: ParagraphStyle,
    runs: [ShapedRun], strut: RunOrigin, bidi: BidiParagraph?,
    hasTabs: Bool, cancellation: Cancellation
  ) throws {
    self.characters = characters
    self.length = length
    self.baseLevel = baseLevel
    self.style = style
    self.runs = runs
    self.strut = strut
    self.bidi = bidi
    self.hasTabs = hasTabs
    var advance = 0.0
    var isPlain = length > 0 && !hasTabs
    try runs.forEachUnowned(cancellation) { run in
      // As the table of breaks adds them up.
      advance += run.width
      if run.hasNegativeAdvance { isPlain = false }
    }
    self.advance = advance
    if isPlain, BreakTable.hangs(characters.unit(at: length - 1)) { isPlain = false }
    plainWidth = isPlain ? advance : .nan
  }

  /// Whether it was shaped with these fonts, asked without counting references to what threads share.
  func hasFonts(_ fonts: borrowing FontCollection) -> Bool {
    ObjectIdentifier(strut.fonts) == ObjectIdentifier(copy fonts)
  }

  /// The bytes of the characters, where they are a copy.
  var characterByteCount: Int { characters.byteCount }

  /// Whether it consists of these code units.
  @unsafe
  func holds(_ other: UnsafeBufferPointer<UInt16>) -> Bool {
    unsafe length == other.count && characters.begin(with: other)
  }

  deinit {
    let address = table.load(ordering: .acquiring)
    if let pointer = unsafe UnsafeRawPointer(bitPattern: address) {
      unsafe Unmanaged<Table>.fromOpaque(pointer).release()
    }
  }

  package var breaks: BreakTable {
    let address = table.load(ordering: .acquiring)
    if let pointer = unsafe UnsafeRawPointer(bitPattern: address) {
      return unsafe Unmanaged<Table>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.breaks }
    }
    do {
      return try findBreaks(.never)
    } catch {
      preconditionFailure("work that nobody can cancel was cancelled")
    }
  }

  @inline(never)
  package func findBreaks(_ cancellation: Cancellation) throws -> BreakTable {
    let address = table.load(ordering: .acquiring)
    if let pointer = unsafe UnsafeRawPointer(bitPattern: address) {
      return unsafe Unmanaged<Table>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.breaks }
    }
    if length == 0 { return BreakTable() }
    let made = try unsafe characters.withUnits(length) { content throws in
      var languages = try languageSpans(cancellation)
      let breaks = try unsafe LineBreaks.resolve(
        content, languages: languages, strictness: style.storage.fields.lineBreak,
        wordBreak: style.storage.fields.wordBreak, cancellation: cancellation)
      try languages.release(cancellation)
      return try unsafe BreakTable(
        runs: runs, text: content, breaks: breaks, cancellation: cancellation)
    }
    let pointer = unsafe Unmanaged.passRetained(Table(made))
    let result = unsafe table.compareExchange(
      expected: 0, desired: UInt(bitPattern: pointer.toOpaque()), ordering: .acquiringAndReleasing)
    if !result.exchanged { unsafe pointer.release() }
    return made
  }

  /// The languages of the runs; empty where none is given.
  private func languageSpans(_ cancellation: Cancellation) throws -> [LineBreaks.LanguageSpan] {
    var result: [LineBreaks.LanguageSpan] = []
    var style: ObjectIdentifier?
    try runs.forEachUnowned(cancellation) { run in
      // Most runs share their style.
      if style == ObjectIdentifier(run.style.storage) {
        result[result.count - 1].end = run.textRange.end
        return
      }
      style = ObjectIdentifier(run.style.storage)
      let language = run.style.storage.fields.language
      if let last = result.last, last.language == language {
        result[result.count - 1].end = run.textRange.end
      } else {
        if result.count == result.capacity {
          result.reserve(at: run.textRange.start, of: length)
        }
        result.append(LineBreaks.LanguageSpan(end: run.textRange.end, language: language))
      }
    }
    if result.count == 1 && result[0].language.isEmpty { return [] }
    return result
  }
}

extension [ShapedRun] {
  /// Calls back for each run, without counting references to it.
  ///
  /// - Throws: `CancellationError`, and what the body throws.
  @inline(__always)
  func forEachUnowned(
    _ cancellation: Cancellation, _ body: (ShapedRun) throws -> Void
  ) throws {
    try unsafe withUnsafeBufferPointer { runs throws in
      for index in runs.indices {
        if index & 0x3FF == 0x3FF { try cancellation.check() }
        // The array holds it.
        try unsafe Unmanaged.passUnretained(runs[index])._withUnsafeGuaranteedRef(body)
      }
    }
  }
}
