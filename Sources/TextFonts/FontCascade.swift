// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import TextModel
package import TextRuntime

/// The fonts that one descriptor and language stand for, in the order in which they are tried.
///
/// Its answers depend on nothing but the collection, the descriptor, the language and the cluster asked for: never on
/// what was asked before. Shared by all threads; a character that was asked for before costs two loads.
@safe public final class FontCascade: Sendable {
  /// Why a font was chosen.
  public enum Reason: Hashable, Sendable, CustomStringConvertible {
    /// It is one of the given files.
    case given(index: Int)
    /// Its family was asked for.
    case family(String)
    /// It is an embedded font.
    case embedded
    /// The host's answer for a character that no earlier font has.
    case system
    /// No font has the characters; this one draws its `.notdef`.
    case missing

    /// A sentence for people.
    public var description: String {
      switch self {
      case .given(let index): "font file \(index + 1) of those given"
      case .family(let name): "family \"\(name)\" was asked for"
      case .embedded: "embedded default font"
      case .system: "fallback among the host's fonts"
      case .missing: "no font has these characters"
      }
    }
  }

  /// The font for a cluster.
  public struct Choice: Sendable {
    /// The font.
    public let font: Font
    /// Whether it maps every character of the cluster, default-ignorables aside.
    public let isCovered: Bool
  }

  /// What was asked for.
  public let descriptor: FontDescriptor
  /// The language that chooses between regional forms, BCP 47.
  public let language: String

  /// The given faces, then those of the families asked for.
  private let asked: [FontCandidate]
  private let givenCount: Int
  private let defaultFonts: [DefaultFont]
  /// What is tried after ``asked``, made when a character needs it.
  private let lazyOrder = LazyValue<WholeOrder>()
  private let memos: [LazyCharacterMemo]
  private let fonts = FontSlots()
  private let primarySlot: Int?
  private let system: SystemSource?

  /// - Throws: `CancellationError`: what the host has may take a while to be found out.
  init(
    collection: FontCollection, descriptor: FontDescriptor, language: String,
    _ cancellation: Cancellation
  ) throws {
    self.descriptor = descriptor
    self.language = language
    let tag = LanguageTag(language)
    let query = SystemFonts.Query(
      families: descriptor.families.isEmpty ? ["sans-serif"] : descriptor.families,
      weight: descriptor.weight, slant: descriptor.slant, stretch: descriptor.stretch,
      language: tag.fontconfig)
    system = collection.includesSystemFonts ? SystemSource(query) : nil
    let given = collection.givenCandidates(for: descriptor)
    var asked = given
    for candidate in try collection.familyCandidates(
      for: descriptor, query: query, cancellation)
    where !asked.contains(where: candidate.isSame) {
      asked.append(candidate)
    }
    self.asked = asked
    givenCount = given.count
    defaultFonts = collection.defaultFonts
    memos = (0..<FontOrder.count).map { _ in LazyCharacterMemo() }
    if let first = asked.first {
      let font = FontMatcher.font(of: first.face, for: descriptor, isGiven: !given.isEmpty)
      primarySlot = fonts.slot(of: font)
      triesPrimaryFirst = true
      return
    }
    // The first font of all: the first candidate, else the host's best.
    let whole = lazyOrder.get {
      WholeOrder(asked: [], defaultFonts: collection.defaultFonts, descriptor, tag)
    }
    triesPrimaryFirst = whole.orders[0].firstCandidate == 0
    if let face = try whole.candidates.first?.face ?? system?.firstFace(cancellation) {
      primarySlot = fonts.slot(of: FontMatcher.font(of: face, for: descriptor, isGiven: false))
    } else {
      primarySlot = nil
    }
  }

  /// All candidates, and their order for each presentation.
  private struct WholeOrder: Sendable {
    let candidates: [FontCandidate]
    let orders: [FontOrder]

    init(
      asked: [FontCandidate], defaultFonts: [DefaultFont], _ descriptor: FontDescriptor,
      _ language: LanguageTag
    ) {
      let embedded = FontCollection.embeddedCandidates(
        defaultFonts, for: descriptor, language: language)
      candidates =
        asked + embedded.filter { candidate in !asked.contains(where: candidate.isSame) }
      orders = FontOrder.all(
        isColored: candidates.map(\.hasColorGlyphs), familyEnd: asked.count)
    }
  }

  private var whole: WholeOrder {
    lazyOrder.get {
      WholeOrder(asked: asked, defaultFonts: defaultFonts, descriptor, LanguageTag(language))
    }
  }

  /// All faces that are tried before the host is asked for single characters, in order.
  var candidates: [FontCandidate] { whole.candidates }

  /// Whether a font was given or there is one of the families asked for.
  package var hasAskedFont: Bool { !asked.isEmpty }

  /// The first font of all: it gives empty text its metrics.
  ///
  /// - Throws: ``FontError`` with `noFonts` where there is no font at all.
  public var primary: Font {
    get throws(FontError) { fonts.font(at: try primaryIndex()) }
  }

  private func primaryIndex() throws(FontError) -> Int {
    guard let primarySlot else {
      throw FontError(
        .noFonts, reason: "no font: none was given, none is embedded and the host has none")
    }
    return primarySlot
  }

  /// Whether ``primary`` is tried before all other fonts where no presentation is asked for: a character that it maps
  /// is drawn with it.
  package let triesPrimaryFirst: Bool

  /// The font for a cluster: the first one that maps every character, default-ignorables aside.
  ///
  /// Emoji presentation tries fonts with colour glyphs first, text presentation those without. Where no font maps all of
  /// the cluster, the answer is the first font that maps its first character, else the first font of all.
  ///
  /// - Throws: ``FontError`` with `noFonts` where there is no font at all.
  /// - Complexity: O(cluster) once the characters have been seen.
  @unsafe public func font(
    for cluster: UnsafeBufferPointer<UInt32>, presentation: EmojiPresentation
  ) throws(FontError) -> Choice {
    do {
      let (index, isCovered) = try unsafe fontIndex(
        for: cluster, presentation: presentation, .never)
      return Choice(font: fonts.font(at: index), isCovered: isCovered)
    } catch let error as FontError {
      throw error
    } catch {
      preconditionFailure("work that nobody can cancel was cancelled")
    }
  }

  /// The font for a character; see `font(for:presentation:)` for clusters.
  public func font(
    for scalar: Unicode.Scalar, presentation: EmojiPresentation = .unspecified
  ) throws(FontError) -> Choice {
    var value = scalar.value
    return try unsafe withUnsafePointer(to: &value) { pointer throws(FontError) in
      try unsafe font(
        for: UnsafeBufferPointer(start: pointer, count: 1), presentation: presentation)
    }
  }

  /// The font for a cluster, and why.
  public func explain(
    _ cluster: [Unicode.Scalar], presentation: EmojiPresentation = .unspecified
  ) throws(FontError) -> (choice: Choice, reason: Reason) {
    let values = cluster.map(\.value)
    let choice = try unsafe values.withUnsafeBufferPointer { values throws(FontError) in
      try unsafe font(for: values, presentation: presentation)
    }
    guard choice.isCovered else { return (choice, .missing) }
    let candidate = candidates.first { $0.isFace(choice.font.face) }
    return (choice, candidate?.reason ?? .system)
  }

  /// The font behind an index that ``fontIndex(for:presentation:)`` gave.
  package func font(at index: Int) -> Font { fonts.font(at: index) }

  /// As `font(for:presentation:)`, with the font as a small number: equal numbers mean the same font, within this cascade.
  ///
  /// - Throws: ``FontError`` with `noFonts`, or `CancellationError`: dozens of fonts may be opened for a character.
  @unsafe package func fontIndex(
    for cluster: UnsafeBufferPointer<UInt32>, presentation: EmojiPresentation,
    _ cancellation: Cancellation
  ) throws -> (index: Int, isCovered: Bool) {
    let primary = try primaryIndex()
    let order = Int(presentation.rawValue)
    // Without counting references to what all threads read.
    let memo = unsafe memos.withUnsafeBufferPointer { memos in
      unsafe Unmanaged.passUnretained(memos[order])._withUnsafeGuaranteedRef { unsafe $0.memo }
    }
    var first: Entry?
    var rank: UInt32 = 0
    var isSame = true
    var isMissing = false
    for i in 0..<cluster.count {
      let c = unsafe cluster[i]
      if isDefaultIgnorable(c) { continue }
      var entry = unsafe memo._withUnsafeGuaranteedRef { Entry(bits: $0.value(of: c)) }
      if entry.bits == 0 {
        entry = try unsafe look(
          up: c, order: order, memo: memo.takeUnretainedValue(), cancellation)
      }
      if !entry.isCovered {
        isMissing = true
        if first == nil { first = entry }
        break
      }
      if let first {
        if first.rank != entry.rank { isSame = false }
      } else {
        first = entry
      }
      rank = max(rank, entry.rank)
    }
    guard let first else { return (primary, true) }
    if isMissing { return (first.isCovered ? first.slot : primary, false) }
    if isSame { return (first.slot, true) }
    // Each character's first font is known; no font before the last of these maps them all.
    if let found = try unsafe search(cluster, order: order, from: rank, cancellation) {
      return (found.slot, true)
    }
    return (first.slot, false)
  }

  /// What is known about a character: the rank of its first font in the order, and the font's slot.
  private struct Entry {
    let bits: UInt64
    var isCovered: Bool { bits & 1 << 62 != 0 }
    var slot: Int { Int(bits & 0xFFFF) }
    var rank: UInt32 { UInt32(truncatingIfNeeded: bits >> 16) & 0xFFFF_FFFF }

    init(bits: UInt64) { self.bits = bits }
    init(rank: UInt32, slot: Int) { bits = 1 << 63 | 1 << 62 | UInt64(rank) << 16 | UInt64(slot) }
    static let missing = Entry(bits: 1 << 63)
  }

  private func look(
    up c: UInt32, order: Int, memo: CharacterMemo, _ cancellation: Cancellation
  ) throws -> Entry {
    var value = c
    let found = try unsafe withUnsafePointer(to: &value) {
      try unsafe search(
        UnsafeBufferPointer(start: $0, count: 1), order: order, from: 0, cancellation)
    }
    let entry = found ?? .missing
    memo.set(entry.bits, for: c)
    return entry
  }

  /// The first font from a rank on that maps all characters.
  ///
  /// A rank is the segment of the order in its upper 16 bits, the place there in the lower 16.
  private func search(
    _ cluster: UnsafeBufferPointer<UInt32>, order: Int, from start: UInt32,
    _ cancellation: Cancellation
  ) throws -> Entry? {
    // A font that nobody has looked into is opened, and all that it maps is read: a tenth of a millisecond each.
    try cancellation.check()
    var place = Int(start & 0xFFFF)
    if order == Int(EmojiPresentation.unspecified.rawValue), start < asked.count {
      // The first segment begins with them.
      while place < asked.count {
        if unsafe covers(asked[place].face, cluster) {
          return entry(asked[place], place: place, isGiven: place < givenCount)
        }
        place += 1
        if place & 3 == 3 { try cancellation.check() }
      }
    }
    let whole = whole
    let segments = whole.orders[order].segments
    for segment in Int(start >> 16)..<segments.count {
      switch segments[segment] {
      case .candidates(let list):
        while place < list.count {
          let candidate = whole.candidates[list[place]]
          if unsafe covers(candidate.face, cluster) {
            return entry(
              candidate, place: segment << 16 | place, isGiven: list[place] < givenCount)
          }
          place += 1
          if place & 3 == 3 { try cancellation.check() }
        }
      case .system(let colored):
        let isEmoji = order == Int(EmojiPresentation.emoji.rawValue)
        guard let list = try system?.list(emoji: isEmoji, cancellation) else { break }
        while place < 0xFFFF,
          let found = unsafe list.first(from: place, covering: cluster, colored: colored),
          found < 0xFFFF
        {
          // A file that cannot be read, or maps less than fontconfig says, is passed over.
          let face = list.face(at: found)
          try cancellation.check()
          if let face, unsafe covers(face, cluster) {
            let font = FontMatcher.font(of: face, for: descriptor, isGiven: false)
            return Entry(rank: UInt32(segment) << 16 | UInt32(found), slot: fonts.slot(of: font))
          }
          place = found + 1
        }
      }
      place = 0
    }
    return nil
  }

  private func entry(_ candidate: FontCandidate, place: Int, isGiven: Bool) -> Entry {
    let font = FontMatcher.font(of: candidate.face, for: descriptor, isGiven: isGiven)
    return Entry(rank: UInt32(place), slot: fonts.slot(of: font))
  }

  private func covers(_ face: FontFace, _ cluster: UnsafeBufferPointer<UInt32>) -> Bool {
    let coverage = face.coverage
    for i in 0..<cluster.count {
      let c = unsafe cluster[i]
      if !coverage.contains(c), !isDefaultIgnorable(c) { return false }
    }
    return true
  }
}
