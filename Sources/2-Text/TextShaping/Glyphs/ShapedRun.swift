// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemConcurrency
public import TextFonts
public import TextModel

// @unchecked Sendable: nothing is mutable; the pointers lead into one block that is written before
// `init` returns, is never written again, and is freed by `deinit`. `ShapedTextTests` reads a run
// from many threads.

/// Glyphs of one font, size, script, language and direction: the unit of shaping.
///
/// Glyphs are in visual order, left to right, as HarfBuzz returns them. Numbers stay in font units,
/// so a run serves every scale. Immutable, hence shared freely between threads.
///
/// Text offsets count UTF-16 code units from the beginning of the run's paragraph.
///
/// The columns lie in one block of memory, each in its narrowest form. Pointers are unsafe for the
/// other modules that read them; here each index is checked.
@safe
public final class ShapedRun: @unchecked Sendable {
  /// The kinds of runs.
  public enum Kind: UInt8, Sendable {
    /// Text in one font.
    case text
    /// Tab characters, one glyph of no advance for each; the line breaker gives them their widths.
    case tab
    /// One attachment: a glyph that is not drawn, as wide as the box with its margins.
    case attachment
  }

  /// Whether the run is text, tabs, or an attachment.
  public let kind: Kind
  /// The bidi embedding level; odd means right to left. Source: UAX #9.
  public let level: UInt8
  /// Whether glyphs stand upright in a vertical line, one below the other; advances then go down.
  ///
  /// `false` in horizontal text, and in vertical text for runs that are turned clockwise by 90°:
  /// those are as in horizontal text.
  package let isUpright: Bool
  /// Whether all of the text stands side by side in the room of one upright character
  /// (`TextCombine`): one cluster, whose first glyph has the whole advance of one em.
  package let isCombined: Bool
  /// See ``horizontalScale``.
  private let compression: Float
  /// Font and style.
  @usableFromInline package let origin: RunOrigin
  /// The font of every glyph.
  @inlinable public var font: Font { origin.font }
  /// The style of the text, as it was requested.
  @inlinable public var style: ShapingStyle { origin.style }
  /// The em size, in points.
  public let size: Double
  /// Points for one unit of ``advance(at:)``: the size over 64 times the font's units per em; for
  /// attachments 1/1024.
  @usableFromInline package let unit: Double
  /// The script, as an ISO 15924 tag.
  public let script: FontTag
  /// Whether the letters join, so that space between them would tear words.
  package var isCursive: Bool { ScriptTraits.isCursive(script) && !isUpright }
  /// The text, from the beginning of the paragraph.
  public let textRange: TextRange
  /// The number of glyphs; 0 where all characters are invisible.
  public let glyphCount: Int
  /// The sum of all advances, in 1/64 font unit.
  @usableFromInline package let totalAdvance: Int64

  /// Whether some glyph is `.notdef`.
  package let hasMissing: Bool
  /// Whether a full-width closing bracket at the end of a line may give up half of its width.
  let trimsLineEnds: Bool
  /// The ends at which a full-width punctuation mark gives up half of its width beside another run.
  package let trimmedEdges: TrimmedEdges
  /// The width of a space between an ideograph and a letter or number, in 1/64 font unit; 0 where
  /// the run has none.
  let autospace: Int32
  /// Whether a space of ``autospace`` stands behind the last character.
  package let endsInAutospace: Bool
  /// Whether some glyph moves the pen back.
  package let hasNegativeAdvance: Bool
  package let glyphs: UnsafePointer<UInt16>
  /// The advances in font units; nil if an advance is no whole number of 16 bits, as with spacing.
  package let narrowAdvances: UnsafePointer<Int16>?
  /// The advances in 1/64 font unit; nil if ``narrowAdvances`` has them.
  package let wideAdvances: UnsafePointer<Int32>?
  /// A bit for each glyph: whether it is unsafe to break before it; nil if no bit is set.
  private let unsafeBits: UnsafePointer<UInt8>?
  /// The offset of each glyph: x and y in turn, in font units, y upwards; nil if all are 0.
  package let offsets: UnsafePointer<Int32>?
  /// The cluster of each glyph, counted from `textRange.start`, minus the glyph's number; nil
  /// unless all these differences fit in eight bits.
  private let narrowClusters: UnsafePointer<UInt8>?
  /// The cluster of each glyph from `textRange.start`. Where this and ``narrowClusters`` are nil,
  /// each code unit has one glyph; see ``isIdentity``.
  private let wideClusters: UnsafePointer<UInt16>?
  private let block: UnsafeMutableRawPointer
  private let blockSize: Int

  /// Points for one unit of an attachment's advance.
  static let attachmentUnit = 1.0 / 1024

  /// The attachment that the run stands for; `nil` for text and tabs.
  public var attachment: TextAttachment? {
    kind == .attachment ? origin.element.attachment : nil
  }

  /// The longest run, in code units: cluster tables have 16 bits.
  package static let maximumLength = 65_535

  /// Copies glyphs into a run of their own.
  ///
  /// - Throws: `CancellationError`.
  init(
    kind: Kind, origin: consuming RunOrigin, script: FontTag, level: UInt8, textRange: TextRange,
    orientation: GlyphOrientation = .horizontal, compression: Float = 1,
    glyphs source: borrowing ShapedGlyphs, autospace: RunAutospace = RunAutospace(),
    trimmedEdges: TrimmedEdges = [],
    cancellation: borrowing Cancellation = .never
  ) throws {
    let rightToLeft = level & 1 == 1
    let summary = GlyphSummary(source, length: textRange.count, rightToLeft: rightToLeft)
    let n = source.count
    self.kind = kind
    self.script = script
    self.level = level
    isUpright = orientation != .horizontal
    isCombined = orientation == .combined
    self.compression = compression
    self.textRange = textRange
    (self.autospace, endsInAutospace) = (autospace.width, autospace.isAtEnd)
    size = origin.style.storage.fields.size
    trimsLineEnds =
      orientation == .horizontal
      ? origin.trimsLineEnds : orientation == .upright && origin.trimsColumnEnds
    self.trimmedEdges = trimmedEdges
    unit =
      kind == .attachment
      ? ShapedRun.attachmentUnit : size / Double(origin.font.unitsPerEm * 64)
    self.origin = origin
    glyphCount = n
    totalAdvance = summary.totalAdvance
    hasMissing = summary.hasMissing
    hasNegativeAdvance = summary.hasNegativeAdvance
    let (isAhead, isWide) = (summary.clusters == .narrow, summary.clusters == .wide)
    let isNarrow = summary.hasNarrowAdvances
    let perGlyph =
      (isNarrow ? 4 : 6) + (source.hasOffsets ? 8 : 0) + (isAhead ? 1 : isWide ? 2 : 0)
    let bitsSize = summary.hasFlags ? (n + 7) >> 3 : 0
    blockSize = max(n * perGlyph + bitsSize, 1)
    // `malloc` takes 60 instructions less than `allocate`, which demands an alignment.
    guard let block = unsafe malloc(blockSize) else { fatalError("not enough memory for a run") }
    unsafe self.block = block
    var next = unsafe block
    func take<T>(_ type: T.Type, _ count: Int) -> UnsafeMutablePointer<T> {
      let p = unsafe next.bindMemory(to: type, capacity: count)
      unsafe next += count * MemoryLayout<T>.size
      return unsafe p
    }
    // The columns of the widest elements come first, so that all are aligned.
    let offsets = unsafe source.hasOffsets ? take(Int32.self, 2 * n) : nil
    let wideAdvances = unsafe isNarrow ? nil : take(Int32.self, n)
    let narrowAdvances = unsafe isNarrow ? take(Int16.self, n) : nil
    let glyphs = unsafe take(UInt16.self, n)
    let wideClusters = unsafe isWide ? take(UInt16.self, n) : nil
    let narrowClusters = unsafe isAhead ? take(UInt8.self, n) : nil
    let bits = unsafe bitsSize == 0 ? nil : take(UInt8.self, bitsSize)
    unsafe self.glyphs = UnsafePointer(glyphs)
    unsafe self.narrowAdvances = UnsafePointer(narrowAdvances)
    unsafe self.wideAdvances = UnsafePointer(wideAdvances)
    unsafe unsafeBits = UnsafePointer(bits)
    unsafe self.offsets = UnsafePointer(offsets)
    unsafe self.narrowClusters = UnsafePointer(narrowClusters)
    unsafe self.wideClusters = UnsafePointer(wideClusters)
    // Copied last, since copying may throw, and `deinit` needs a whole object.
    try unsafe source.copy(
      to: GlyphColumns(
        glyphs: glyphs, narrowAdvances: narrowAdvances, advances: wideAdvances, flags: bits,
        offsets: offsets, narrowClusters: narrowClusters, clusters: wideClusters),
      reversesPieces: rightToLeft, cancellation)
  }

  deinit { unsafe free(block) }

  /// Whether the text runs from right to left.
  @inlinable package var isRightToLeft: Bool { level & 1 == 1 }

  /// The language that was asked for, as a BCP 47 tag; empty means undetermined.
  public var language: String { style.language }

  /// Points for one font unit.
  @inlinable package var scale: Double { unit * 64 }

  /// The width of the whole run, in points.
  @inlinable package var width: Double { Double(totalAdvance) * unit }

  /// The factor by which glyphs are drawn narrower about their origins: 1, or less for combined
  /// text that is too wide. The offsets are those of the narrower glyphs.
  package var horizontalScale: Double { Double(compression) }

  /// The bytes that the run's arrays hold.
  package var byteCount: Int { blockSize }

  @inline(__always)
  private func check(_ index: Int) {
    precondition(
      UInt(bitPattern: index) < UInt(bitPattern: glyphCount), "a glyph beyond the run")
  }

  /// The glyph's number in its font.
  public func glyph(at index: Int) -> UInt16 {
    check(index)
    return unsafe glyphs[index]
  }

  /// The movement of the pen along the line, in 1/64 font unit, letter and word spacing included:
  /// to the right, and down in upright runs.
  @inline(__always)
  package func advance(at index: Int) -> Int32 {
    check(index)
    if let narrow = unsafe narrowAdvances { return unsafe Int32(narrow[index]) &* 64 }
    if let wide = unsafe wideAdvances { return unsafe wide[index] }
    return 0
  }

  /// The glyph's origin as seen from the pen, in font units, y upwards.
  ///
  /// The pen of an upright run goes down the middle of the line: x counts to the right from there,
  /// and y is negative, since the pen is at the top of the glyph's room.
  public func offset(at index: Int) -> (x: Int32, y: Int32) {
    check(index)
    guard let offsets = unsafe offsets else { return (0, 0) }
    return unsafe (offsets[2 * index], offsets[2 * index + 1])
  }

  /// The first code unit of the glyph's cluster, from the beginning of the paragraph.
  @inline(__always)
  package func cluster(at index: Int) -> Int { textRange.start + relativeCluster(at: index) }

  /// Facts about the glyph.
  package func flags(at index: Int) -> GlyphFlags {
    isUnsafeToBreak(before: index) ? .unsafeToBreak : []
  }

  /// Whether text cannot be cut before the glyph's cluster.
  @inline(__always)
  func isUnsafeToBreak(before index: Int) -> Bool {
    check(index)
    guard let bits = unsafe unsafeBits else { return false }
    return unsafe bits[index >> 3] >> UInt8(truncatingIfNeeded: index & 7) & 1 != 0
  }

  /// The first code unit of the glyph's cluster, from the beginning of the run.
  @inline(__always)
  func relativeCluster(at index: Int) -> Int {
    check(index)
    if let narrow = unsafe narrowClusters { return unsafe index + Int(narrow[index]) }
    if let wide = unsafe wideClusters { return unsafe Int(wide[index]) }
    return isRightToLeft ? textRange.count - 1 - index : index
  }

  /// The first glyph from an index on whose cluster begins at an offset of the run or after it, in
  /// text from left to right.
  ///
  /// - Complexity: O(1) where glyphs and code units match one to one in between, else O(glyphs in
  ///   between).
  @inline(__always)
  func firstGlyph(from index: Int, notBefore relative: Int) -> Int {
    if index >= glyphCount { return index }
    let guess = index + max(0, relative - relativeCluster(at: index))
    if guess < glyphCount, relativeCluster(at: guess) == relative,
      guess == index || relativeCluster(at: guess - 1) < relative
    {
      return guess
    }
    var next = index
    while next < glyphCount, relativeCluster(at: next) < relative { next += 1 }
    return next
  }

  /// Whether each code unit has one glyph: in the order of the text, or reversed in a right-to-left
  /// run.
  var isIdentity: Bool { unsafe narrowClusters == nil && wideClusters == nil }

  /// The sum of the advances of some glyphs, in 1/64 font unit; exact.
  ///
  /// - Complexity: O(glyphs in the range).
  package func advance(of range: Range<Int>) -> Int64 {
    range.count == glyphCount ? totalAdvance : sum(of: range)
  }

  @inline(__always)
  func sum(of range: Range<Int>) -> Int64 {
    precondition(range.lowerBound >= 0 && range.upperBound <= glyphCount, "glyphs beyond the run")
    var sum: Int64 = 0
    if let narrow = unsafe narrowAdvances {
      for i in range { unsafe sum &+= Int64(narrow[i]) }
      return sum &* 64
    }
    if let wide = unsafe wideAdvances {
      for i in range { unsafe sum &+= Int64(wide[i]) }
    }
    return sum
  }

  /// The width of some glyphs, in points.
  public func width(of range: Range<Int>) -> Double { Double(advance(of: range)) * unit }

  // MARK: - Text

  /// The glyphs of the clusters that begin in a range of text.
  ///
  /// - Complexity: O(log glyphs).
  package func glyphRange(for range: TextRange) -> Range<Int> {
    let a = boundary(range.start)
    let b = boundary(range.end)
    return isRightToLeft ? b..<max(a, b) : a..<max(a, b)
  }

  /// Whether text can be cut before an offset without shaping again: a cluster begins there, no
  /// rule of the font reached across it, and no punctuation mark at the run's edge was trimmed
  /// beside another run's.
  package func isSafeToBreak(at offset: Int) -> Bool {
    if offset <= textRange.start {
      return offset < textRange.start || !trimmedEdges.contains(.start)
    }
    if offset >= textRange.end { return offset > textRange.end || !trimmedEdges.contains(.end) }
    if isCombined { return false }
    let b = boundary(offset)
    // In logical order the glyph after the boundary is on its left when the text runs right to
    // left.
    let index = isRightToLeft ? b - 1 : b
    // No cluster begins at the offset or behind it, so the cut would divide the last cluster, which
    // is unsafe. Only a run without glyphs can be cut anywhere.
    guard index >= 0, index < glyphCount else { return glyphCount == 0 }
    // A cut within a cluster is unsafe. Invisible characters, which left no glyph, belong to the
    // cluster before them; shaping them again gives the same glyphs.
    return !isUnsafeToBreak(before: index) && cluster(at: index) == offset
  }

  /// Whether the cluster that begins at an offset within the run is marked as unsafe to break
  /// before.
  func isMarkedUnsafe(at offset: Int) -> Bool {
    let index = isRightToLeft ? boundary(offset) - 1 : boundary(offset)
    guard index >= 0, index < glyphCount else { return false }
    return isUnsafeToBreak(before: index) && cluster(at: index) == offset
  }

  /// The index that divides glyphs of clusters before an offset from the others.
  private func boundary(_ offset: Int) -> Int {
    let relative = offset - textRange.start
    let rightToLeft = isRightToLeft
    if relative <= 0 { return rightToLeft ? glyphCount : 0 }
    if relative >= textRange.count { return rightToLeft ? 0 : glyphCount }
    if isIdentity { return rightToLeft ? textRange.count - relative : relative }
    var low = 0
    var high = glyphCount
    while low < high {
      let mid = (low + high) >> 1
      let before = relativeCluster(at: mid) < relative
      if before != rightToLeft { low = mid + 1 } else { high = mid }
    }
    return low
  }
}
