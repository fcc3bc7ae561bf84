// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import SystemConcurrency
import TextFonts

/// The working memory and the resolved styles of one shaping job, checked out of ``pool``.
///
/// Used by one thread at a time.
final class ShapingWorkspace {
  static let pool = ScratchPool<ShapingWorkspace> { ShapingWorkspace() }

  let scratch = ShapingScratch()
  let styles = ResolvedStyleCache()
}

/// The working memory of one shaping job.
final class ShapingScratch {
  let buffer = HarfBuzzBuffer()
  /// The glyphs of the current run.
  let glyphs = ShapedGlyphs()
  /// Memory for items, empty while a job has taken it.
  private var items: [ItemExtent] = []
  /// The characters of a cluster.
  let scalars = ScratchBuffer<UInt32>(repeating: 0, capacity: longestCluster)
  /// The longest cluster whose every character counts when its font is chosen.
  static let longestCluster = 64
  /// Words that are shaped to be cached, with spaces around them, and the place of each.
  var spelling: [UInt16] = []
  var spelled: [SpelledWord] = []
  /// The spelled words that must be shaped once more, each alone.
  var ambiguous: [SpelledWord] = []
  let wordGlyphs = ShapedGlyphs()
  /// The words of the current item.
  private let units = ScratchBuffer(repeating: WordUnit(start: 0, glyph: 0), capacity: 64)
  private var unitCount = 0
  /// The parts of the current paragraph in which HarfBuzz stopped before all substitutions were
  /// made.
  private(set) var incomplete: [Range<Int>] = []
  /// The ends of the current item at which a full-width punctuation mark gives up its blank half:
  /// beside a mark of another item, or where a line has no room for it.
  var trimmedEdges = TrimmedEdges()
  /// Whether a line ends with the current item, or combined text follows it.
  var endsLine = false
  /// Whether the current item stands in a vertical line.
  var isVertical = false
  private(set) var environment = ShapingEnvironment()
  /// The cancellation of the job, polled by functions that have no such parameter.
  private(set) var cancellation = Cancellation.never

  @inline(__always)
  func open(
    _ environment: borrowing ShapingEnvironment, _ cancellation: borrowing Cancellation = .never
  ) {
    if !self.environment.isSame(as: environment) { self.environment = copy environment }
    self.cancellation = copy cancellation
  }

  func close() {
    cancellation = .never
    (trimmedEdges, endsLine, isVertical) = ([], false, false)
    if !incomplete.isEmpty { incomplete = [] }
  }

  /// Records a part of the paragraph whose substitutions HarfBuzz gave up.
  @inline(never)
  func noteIncomplete(_ part: Range<Int>) { incomplete.append(part) }

  /// Takes the parts that were recorded.
  @inline(never)
  func takeIncomplete() -> [Range<Int>] {
    defer { incomplete = [] }
    return incomplete
  }

  /// Whether there is a cache of words.
  var keepsWords: Bool { environment.words != nil }

  /// Takes the empty array for items; to be given back with ``giveBack(_:)``.
  func takeItems() -> [ItemExtent] {
    var taken: [ItemExtent] = []
    swap(&taken, &items)
    return taken
  }

  func giveBack(_ room: consuming [ItemExtent]) {
    room.removeAll(keepingCapacity: true)
    items = room
  }

  /// Begins a text of words to be shaped.
  func clearSpelling() {
    spelling.removeAll(keepingCapacity: true)
    spelled.removeAll(keepingCapacity: true)
  }

  /// Begins an item.
  @inline(__always)
  func clearUnits() { unitCount = 0 }

  /// Records a word of the item.
  @inline(__always)
  func note(_ unit: WordUnit) {
    if unitCount == units.capacity {
      units.grow(to: 2 * unitCount, keeping: unitCount, filling: unit)
    }
    units[unitCount] = unit
    unitCount += 1
  }

  /// Removes and returns the last recorded word.
  func takeUnit() -> WordUnit? {
    if unitCount == 0 { return nil }
    unitCount -= 1
    return units[unitCount]
  }
}

/// A word, or words that depend on each other, among the glyphs of an item.
struct WordUnit: BitwiseCopyable {
  /// The first code unit, in the paragraph.
  var start: Int32
  var glyph: Int32
}

/// A word of the text that is shaped in order to be cached.
struct SpelledWord {
  /// The first code unit, in the paragraph.
  var start: Int
  var length: Int
  /// The first code unit in ``ShapingScratch/spelling``.
  var offset: Int
}
