// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import TextFonts
import TextModel
import TextRuntime

/// What one shaping job needs for itself; checked out of ``pool``, never shared.
@safe
final class ShapingScratch {
  static let pool = ScratchPool<ShapingScratch> { ShapingScratch() }

  let buffer: OpaquePointer
  let glyphs = ShapedGlyphs()
  /// Room for items, while nobody has taken it.
  private var items: [ShapingItem] = []
  /// The characters of a cluster, at most ``Itemizer/longestCluster``.
  let scalars: UnsafeMutablePointer<UInt32>
  let styles = PreparedStyles()
  let paragraphStyles = OwnParagraphStyles()
  let words = WordShelf()
  /// Words that are shaped to be kept, with spaces around, and where each of them stands.
  var spelling: [UInt16] = []
  var spelled: [SpelledWord] = []
  /// Those of them that must be asked once more.
  var ambiguous: [SpelledWord] = []
  let wordGlyphs = ShapedGlyphs()
  /// The words of the item in hand.
  private var units: UnsafeMutablePointer<WordUnit>
  private var unitCount = 0
  private var unitCapacity = 64
  private(set) var environment = ShapingEnvironment()
  /// The cache of paragraphs, which the environment holds, without a reference to count.
  private(set) var paragraphs: Unmanaged<ParagraphCache>?
  /// Whether there is a cache of words.
  private(set) var keepsWords = false
  /// What the job polls deep within, where it is not handed on.
  private(set) var cancellation = Cancellation.never

  init() {
    unsafe buffer = hb_buffer_create()
    unsafe units = .allocate(capacity: unitCapacity)
    unsafe scalars = .allocate(capacity: Itemizer.longestCluster)
  }

  deinit {
    unsafe hb_buffer_destroy(buffer)
    unsafe units.deallocate()
    unsafe scalars.deallocate()
  }

  /// Begins a job.
  @inline(__always)
  func open(
    _ environment: borrowing ShapingEnvironment, _ cancellation: borrowing Cancellation = .never
  ) {
    if !self.environment.isSame(as: environment) {
      self.environment = copy environment
      unsafe paragraphs = unsafe environment.paragraphs.map(Unmanaged.passUnretained)
    }
    self.cancellation = copy cancellation
    keepsWords = self.environment.words != nil
    words.open(environment.words)
  }

  /// Ends a job, and lets go of what belongs to it.
  func close() { cancellation = .never }

  /// Takes the room for items, empty. Whoever takes it gives it back: it is written to without asking who else does.
  func takeItems() -> [ShapingItem] {
    var taken: [ShapingItem] = []
    swap(&taken, &items)
    return taken
  }

  func giveBack(_ room: consuming [ShapingItem]) {
    room.removeAll(keepingCapacity: true)
    items = room
  }

  /// Begins an item.
  @inline(__always)
  func clearUnits() { unitCount = 0 }

  /// Notes a word of the item.
  @inline(__always)
  func note(_ unit: WordUnit) {
    if unitCount == unitCapacity {
      unsafe units = units.moved(unitCount, toCapacity: 2 * unitCapacity)
      unitCapacity *= 2
    }
    unsafe units[unitCount] = unit
    unitCount += 1
  }

  /// Takes the last word back.
  func takeUnit() -> WordUnit? {
    if unitCount == 0 { return nil }
    unitCount -= 1
    return unsafe units[unitCount]
  }
}

/// What a shaping job may be told; none of it changes a glyph.
package struct ShapingEnvironment: Sendable {
  /// About how many code units are given to HarfBuzz at once, so that a chunk takes a fraction of a millisecond; at
  /// least 96. Marks count for four, and so does all of the scripts that take HarfBuzz longest.
  package var chunkLength: Int

  /// The longest part of an item that is put together from words, in code units: longer ones are divided before a word.
  package var partLength: Int

  /// Where shaped words are kept; nil for none.
  package var words: WordCache?

  /// Whether text about which analysis has nothing to say goes a shorter way; needs `words`.
  package var findsSimpleText: Bool

  /// Where simple paragraphs are kept; nil for none.
  package var paragraphs: ParagraphCache?

  /// What users get.
  static let standard = ShapingEnvironment(paragraphs: .shared)

  borrowing func isSame(as other: borrowing ShapingEnvironment) -> Bool {
    words === other.words && paragraphs === other.paragraphs && chunkLength == other.chunkLength
      && partLength == other.partLength && findsSimpleText == other.findsSimpleText
  }

  package init(
    chunkLength: Int = 512, partLength: Int = ShapedRun.maximumLength / 2 - 1,
    words: WordCache? = .shared, findsSimpleText: Bool = true,
    paragraphs: ParagraphCache? = nil
  ) {
    self.paragraphs = paragraphs
    self.partLength = partLength
    self.chunkLength = chunkLength
    self.words = words
    self.findsSimpleText = findsSimpleText
  }
}

/// A stretch of a paragraph that is shaped at once.
///
/// It holds no references: the style keeps the font alive, and whoever made the item the style.
@safe
struct ShapingItem {
  var start: Int
  var end: Int
  private let fontPointer: Unmanaged<Font>
  private let stylePointer: Unmanaged<PreparedStyle>
  let script: FontTag
  let level: UInt8
  let kind: ShapedRun.Kind

  @inline(__always)
  init(
    start: Int, end: Int, font: Unmanaged<Font>, style: Unmanaged<PreparedStyle>, script: FontTag,
    level: UInt8, kind: ShapedRun.Kind
  ) {
    self.start = start
    self.end = end
    unsafe fontPointer = font
    unsafe stylePointer = style
    self.script = script
    self.level = level
    self.kind = kind
  }

  @inline(__always)
  init(
    start: Int, end: Int, font: Font, style: PreparedStyle, script: FontTag, level: UInt8,
    kind: ShapedRun.Kind
  ) {
    unsafe self.init(
      start: start, end: end, font: .passUnretained(font), style: .passUnretained(style),
      script: script, level: level, kind: kind)
  }

  @inline(__always) var font: Font { unsafe fontPointer.takeUnretainedValue() }
  @inline(__always) var style: PreparedStyle { unsafe stylePointer.takeUnretainedValue() }

  /// Whether text in a font, level and so on belongs to the item.
  @inline(__always)
  func isContinued(
    by font: Unmanaged<Font>, style: Unmanaged<PreparedStyle>, script: FontTag, level: UInt8,
    kind: ShapedRun.Kind
  ) -> Bool {
    unsafe fontPointer.toOpaque() == font.toOpaque() && self.level == level && self.kind == kind
      && self.script == script && stylePointer.toOpaque() == style.toOpaque()
  }

  /// The font without a reference to it.
  @unsafe @inline(__always) var unmanagedFont: Unmanaged<Font> { unsafe fontPointer }

  /// The style without a reference to it.
  @unsafe @inline(__always) var unmanagedStyle: Unmanaged<PreparedStyle> { unsafe stylePointer }

  /// Whether the style is a given one.
  @inline(__always)
  func hasStyle(_ style: Unmanaged<PreparedStyle>) -> Bool {
    unsafe stylePointer.toOpaque() == style.toOpaque()
  }
}
