// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import Glibc
import TextFonts
import TextModel

/// A language of HarfBuzz: an interned tag, which is never freed.
@safe
struct HarfBuzzLanguage {
  let pointer: OpaquePointer?

  /// - Parameter tag: A BCP 47 tag; empty means undetermined.
  init(_ tag: String) {
    unsafe pointer = hb_language_from_string(tag.isEmpty ? "und" : tag, -1)
  }
}

/// The properties of a text that HarfBuzz needs besides its characters.
struct SegmentProperties {
  var direction: hb_direction_t
  var script: FontTag
  var language: HarfBuzzLanguage
}

/// The outcomes of a call of HarfBuzz.
enum ShapingOutcome {
  /// All rules of the font were applied.
  case complete
  /// The font's substitutions grew beyond HarfBuzz's bounds and were given up; the buffer has the
  /// glyphs of that moment.
  case limited
  case outOfMemory
}

/// An owned `hb_buffer_t`: takes text, and holds the glyphs once it was shaped.
///
/// One thread at a time. Each call of a C function is `unsafe` for its pointers, which live as long
/// as the call.
@safe
final class HarfBuzzBuffer {
  private let buffer: OpaquePointer

  init() { unsafe buffer = hb_buffer_create() }

  deinit { unsafe hb_buffer_destroy(buffer) }

  /// Drops the contents, and sets the flags and the properties of the next text.
  func begin(flags: UInt32, _ properties: SegmentProperties) {
    unsafe hb_buffer_clear_contents(buffer)
    unsafe hb_buffer_set_flags(buffer, hb_buffer_flags_t(rawValue: flags))
    unsafe hb_buffer_set_direction(buffer, properties.direction)
    unsafe hb_buffer_set_script(buffer, hb_script_t(rawValue: properties.script.value))
    unsafe hb_buffer_set_language(buffer, properties.language.pointer)
  }

  /// Adds a range of a text; the text around the range is its context.
  func add(_ text: Span<UInt16>, _ range: Range<Int>) {
    unsafe text.withUnsafeBufferPointer { text in
      unsafe hb_buffer_add_utf16(
        buffer, text.baseAddress, Int32(text.count), UInt32(range.lowerBound), Int32(range.count))
    }
  }

  /// Adds the characters that a text shows, each with the offset of the one that is written.
  func add(_ shown: ShownCharacters) {
    unsafe hb_buffer_set_content_type(buffer, HB_BUFFER_CONTENT_TYPE_UNICODE)
    for (character, offset) in shown.characters { unsafe hb_buffer_add(buffer, character, offset) }
  }

  /// Whether some glyph is `.notdef`.
  var hasMissing: Bool {
    withGlyphs { infos, _ in
      for i in infos.indices where infos[i].codepoint == 0 { return true }
      return false
    }
  }

  /// Has HarfBuzz remove the default-ignorable characters that a font does not map.
  ///
  /// HarfBuzz removes most of them by itself, but neither Hangul fillers nor the format controls of
  /// shorthand, which are blank where a font has them, nor U+180F. Each of these characters in the
  /// buffer becomes U+2060, which is removed. Source: Unicode 15.0, 5.21, "Ignorable Code Points".
  func hideIgnorables(outside coverage: CharacterCoverage) {
    changeGlyphs { infos in
      for i in infos.indices where Self.isHidden(infos[i].codepoint, outside: coverage) {
        infos[i].codepoint = 0x2060
      }
    }
  }

  /// Whether a character that a font does not map is invisible. A control is not: CSS Text 3, 4.
  static func isHidden(_ c: UInt32, outside coverage: CharacterCoverage) -> Bool {
    c > 0x9F && isDefaultIgnorable(c) && !coverage.contains(c)
  }

  /// Shapes the text that was added.
  ///
  /// - Parameter skipped: The number of features at the beginning of `features` that are left out.
  /// - Returns: The outcome; without memory, the buffer is empty.
  func shape(_ font: Font, _ features: [hb_feature_t], skipping skipped: Int) -> ShapingOutcome {
    let length = Int(unsafe hb_buffer_get_length(buffer))
    unsafe features.withUnsafeBufferPointer { features in
      let first = unsafe features.baseAddress.map { unsafe $0 + skipped }
      unsafe hb_shape(font.hbFont, buffer, first, UInt32(features.count - skipped))
    }
    if unsafe hb_buffer_allocation_successful(buffer) != 0 { return .complete }
    return handleFailure(length)
  }

  /// Shapes the text that was added as upright glyphs of a vertical line; see
  /// ``shape(_:_:skipping:)``.
  func shapeUpright(
    _ font: Font, _ features: [hb_feature_t], skipping skipped: Int, _ orientation: TextOrientation
  ) -> ShapingOutcome {
    let length = Int(unsafe hb_buffer_get_length(buffer))
    var features = Array(features.dropFirst(skipped))
    // This feature is added only in mixed orientation: `vrt2` also has turned forms of letters, and
    // letters must not be turned where all text is upright.
    if orientation == .mixed, let tag = font.verticalFeature {
      features.insert(hb_feature_t(tag: tag, value: 1, start: 0, end: .max), at: 0)
    }
    unsafe features.withUnsafeBufferPointer { features in
      unsafe hb_shape(font.hbVerticalFont, buffer, features.baseAddress, UInt32(features.count))
    }
    return unsafe hb_buffer_allocation_successful(buffer) != 0 ? .complete : handleFailure(length)
  }

  /// Whether clusters descend.
  private var isBackward: Bool {
    let direction = unsafe hb_buffer_get_direction(buffer)
    return direction == HB_DIRECTION_RTL || direction == HB_DIRECTION_BTT
  }

  @inline(never)
  private func handleFailure(_ length: Int) -> ShapingOutcome {
    guard Self.isLimit(forLength: length) else {
      unsafe hb_buffer_reset(buffer)
      return .outOfMemory
    }
    orderClusters()
    return .limited
  }

  /// Whether a text whose shaping failed met HarfBuzz's bound on the number of glyphs rather than a
  /// lack of memory.
  ///
  /// HarfBuzz reports both alike. If memory for the longest buffer can be allocated, the bound was
  /// met.
  static func isLimit(forLength length: Int) -> Bool {
    let most = max(length * mostGlyphsPerCharacter, leastBound)
    let size = MemoryLayout<hb_glyph_info_t>.size + MemoryLayout<hb_glyph_position_t>.size
    guard let probe = unsafe malloc(2 * most * size) else { return false }
    unsafe free(probe)
    return true
  }

  /// HarfBuzz's bound for each character.
  private static let mostGlyphsPerCharacter = 64
  /// HarfBuzz's bound for a short text.
  private static let leastBound = 16_384

  /// Makes the clusters ascend, or descend in text from right to left: a substitution that was
  /// given up may leave them in disorder.
  private func orderClusters() {
    let descends = isBackward
    changeGlyphs { infos in
      for i in 1..<max(1, infos.count) {
        let (before, cluster) = (infos[i - 1].cluster, infos[i].cluster)
        infos[i].cluster = descends ? min(before, cluster) : max(before, cluster)
      }
    }
  }

  /// Marks the boundaries before some clusters, which ascend, as unsafe to break.
  func markUnsafe(before boundaries: [UInt32]) {
    if boundaries.isEmpty { return }
    let descends = isBackward
    changeGlyphs { infos in
      var next = 0
      for k in infos.indices {
        let i = descends ? infos.count - 1 - k : k
        let cluster = infos[i].cluster
        while next < boundaries.count, boundaries[next] < cluster { next += 1 }
        if next < boundaries.count, boundaries[next] == cluster {
          infos[i].mask |= HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue
        }
      }
    }
  }

  /// Moves invisible characters into the cluster before them.
  ///
  /// HarfBuzz removes their glyphs, and from right to left, and at the beginning of a text, makes
  /// the next cluster begin with them. A line that begins behind them would then cut that cluster.
  ///
  /// - Parameters:
  ///   - text: The text, of which a range was shaped.
  func leaveInvisible(in text: Span<UInt16>, _ range: Range<Int>) {
    let descends = isBackward
    changeGlyphs { infos in
      let count = infos.count
      if count >= range.count { return }
      func index(_ k: Int) -> Int { descends ? count - 1 - k : k }
      var k = 0
      while k < count {
        let first = Int(infos[index(k)].cluster)
        var next = k + 1
        while next < count, infos[index(next)].cluster == UInt32(first) { next += 1 }
        if isDefaultIgnorable(UInt32(text[first])) {
          let end = next < count ? Int(infos[index(next)].cluster) : range.upperBound
          var start = first
          while start < end, isDefaultIgnorable(UInt32(text[start])) { start += 1 }
          if start < end {
            for j in k..<next { infos[index(j)].cluster = UInt32(start) }
          }
        }
        if !descends { return }
        k = next
      }
    }
  }

  /// Calls a function that may change the glyphs, in visual order.
  @inline(__always)
  private func changeGlyphs(_ body: (inout MutableSpan<hb_glyph_info_t>) -> Void) {
    var count: UInt32 = 0
    guard let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count) else { return }
    // HarfBuzz's array has `count` glyphs, and stays where it is during the call.
    var span = unsafe MutableSpan(_unsafeStart: infos, count: Int(count))
    body(&span)
  }

  /// Calls a function with the glyphs and their positions, in visual order.
  ///
  /// HarfBuzz's arrays become spans here and in ``changeGlyphs(_:)`` alone.
  @inline(__always)
  func withGlyphs<Result>(
    _ body: (Span<hb_glyph_info_t>, Span<hb_glyph_position_t>) throws -> Result
  ) rethrows -> Result {
    var count: UInt32 = 0
    let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count)
    let positions = unsafe hb_buffer_get_glyph_positions(buffer, nil)
    return try unsafe body(
      UnsafeBufferPointer(start: infos, count: infos == nil ? 0 : Int(count)).span,
      UnsafeBufferPointer(start: positions, count: positions == nil ? 0 : Int(count)).span)
  }
}
