// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU
package import SystemConcurrency
public import TextModel

/// The script runs of one paragraph. Source: UAX #24.
///
/// Common and inherited characters take the script of their context. Closing brackets and quotation
/// marks take the script of the opening ones. No run ends inside a grapheme cluster.
@usableFromInline package struct ScriptRuns: Hashable, Sendable {
  /// The code unit after each run, ascending; empty for an empty text.
  @usableFromInline package var ends: [Int32]
  /// The script of each run as an ISO 15924 tag, which is also HarfBuzz's `hb_script_t`;
  /// `Zyyy` only where the whole paragraph is common.
  package var scripts: [FontTag]

  package init(ends: [Int32], scripts: [FontTag]) {
    self.ends = ends
    self.scripts = scripts
  }

  @inlinable package var count: Int { ends.count }

  /// The tag of common characters, `Zyyy`.
  @inlinable package static var common: FontTag { FontTag(value: 0x5A79_7979) }
  /// The tag of Latin, `Latn`.
  @inlinable package static var latin: FontTag { FontTag(value: 0x4C61_746E) }

  /// Resolves the scripts of one paragraph.
  ///
  /// A cluster has the script of its first character that is neither common nor inherited. A common
  /// cluster joins the run before it, or the run after it at the beginning. A character of several
  /// scripts (Script_Extensions) continues the run before it if the run's script is one of them.
  ///
  /// - Throws: `CancellationError`.
  package static func resolve(
    _ text: Span<UInt16>, graphemes: GraphemeBreaks,
    cancellation: Cancellation = .never
  ) throws -> ScriptRuns {
    try cancellation.check()
    if text.isEmpty { return ScriptRuns(ends: [], scripts: []) }
    if graphemes.isTrivial, let script = try scriptOfASCII(text, cancellation) {
      return ScriptRuns(ends: [Int32(text.count)], scripts: [script])
    }
    var resolver = ScriptResolver(length: text.count)
    var start = 0
    var steps = 0
    while start < text.count {
      let end = graphemes.next(after: start)
      if !resolver.extendRun(byClusterOf: text[start], length: end - start, upTo: end) {
        try resolver.append(text, start..<end, cancellation)
      }
      steps += end - start
      if steps >= CancellationPoller.interval {
        steps = 0
        try cancellation.check()
      }
      start = end
    }
    return try resolver.finish(text.count, cancellation)
  }

  /// The script of a text of ASCII characters: Latin if it has a letter; `nil` for other texts.
  private static func scriptOfASCII(
    _ text: Span<UInt16>, _ cancellation: Cancellation
  ) throws -> FontTag? {
    var hasLetter = false
    var start = 0
    while start < text.count {
      let piece = text.extracting(start..<min(start + 1 << 16, text.count))
      var bits: UInt16 = 0
      for i in 0..<piece.count {
        let unit = piece[i]
        bits |= unit
        hasLetter = hasLetter || (unit | 0x20) &- 0x61 < 26
      }
      if bits >= 0x80 { return nil }
      start += piece.count
      if start < text.count { try cancellation.check() }
    }
    return hasLetter ? latin : common
  }
}

/// The scripts that the code names; the numbers are ICU's `UScriptCode`.
private enum ScriptCode {
  static let common: UInt8 = 0
  static let inherited: UInt8 = 1
  static let latin: UInt8 = 25
}

/// A builder that makes script runs from clusters.
private struct ScriptResolver {
  private var ends: [Int32] = []
  private var codes: [UInt8] = []
  /// The script of the open run; common until a cluster has another script.
  private var current = ScriptCode.common
  /// The code unit after the open run.
  private var end = 0
  private let table = CharacterTable.shared
  private let length: Int

  init(length: Int) { self.length = length }

  private struct OpenBracket {
    /// The canonical form of the closing bracket.
    var closing: UInt32
    var script: UInt8
  }
  /// The open brackets, at most ``depth``. When there are more, the older half is dropped.
  private var openBrackets: [OpenBracket] = []
  private static let depth = 64

  /// Adds a cluster to the open run if its first code unit suffices to tell that it belongs there.
  ///
  /// - Returns: Whether the cluster was added.
  @inline(__always)
  mutating func extendRun(byClusterOf unit: UInt16, length: Int, upTo end: Int) -> Bool {
    let traits = table[UInt32(unit)]
    guard !traits.hasScriptExtensions, current != ScriptCode.common else { return false }
    let script = traits.script
    guard
      script == current
        || (script == ScriptCode.common && length == 1 && !traits.isBracket
          && !QuotationMarks.contains(unit))
    else { return false }
    self.end = end
    return true
  }

  mutating func append(
    _ text: Span<UInt16>, _ range: Range<Int>, _ cancellation: Cancellation
  ) throws {
    var i = range.lowerBound
    var script = ScriptCode.common
    var first = true
    while i < range.upperBound {
      let (scalar, length) = decodeScalar(text, at: i)
      let traits = table[scalar]
      // Polls once in 4,096 offsets. The mask ignores the lowest bit, since a surrogate pair may
      // skip the offset 0xFFF, but not both 0xFFE and 0xFFF.
      if i & 0xFFE == 0xFFE { try cancellation.check() }
      script =
        first && QuotationMarks.contains(text[i])
        ? resolveQuotation(scalar, isApostrophe: Apostrophe.isOne(text, at: i))
        : resolve(scalar, traits, isFirst: first)
      if script != ScriptCode.common { break }
      first = false
      i += length
    }
    add(script == ScriptCode.common ? current : script, upTo: range.upperBound)
  }

  /// The script of a character in its context; common where it has none of its own.
  private mutating func resolve(
    _ scalar: UInt32, _ traits: CharacterTraits, isFirst: Bool
  ) -> UInt8 {
    let script = traits.script
    // For a bracket, its pair takes precedence over its script extensions.
    let isBracket = isFirst && traits.isBracket && script == ScriptCode.common
    if traits.hasScriptExtensions && !isBracket { return resolveExtensions(scalar, script) }
    if script == ScriptCode.inherited { return ScriptCode.common }
    if script != ScriptCode.common { return script }
    guard isBracket else { return ScriptCode.common }
    if traits.isOpeningBracket {
      open(until: BidiClass.canonicalBracket(ofOpening: scalar))
      return ScriptCode.common
    }
    return close(BidiClass.canonicalBracket(scalar))
  }

  /// The script of a quotation mark, found as for a bracket; common for an apostrophe.
  private mutating func resolveQuotation(_ scalar: UInt32, isApostrophe: Bool) -> UInt8 {
    if let closing = QuotationMarks.closing(scalar) {
      open(until: closing)
      return ScriptCode.common
    }
    return isApostrophe ? ScriptCode.common : close(scalar)
  }

  private mutating func open(until closing: UInt32) {
    if openBrackets.count == Self.depth { openBrackets.removeFirst(Self.depth / 2) }
    openBrackets.append(OpenBracket(closing: closing, script: current))
  }

  /// The script of a closing bracket: that of its opening bracket, or common without one.
  private mutating func close(_ closing: UInt32) -> UInt8 {
    guard let k = openBrackets.lastIndex(where: { $0.closing == closing }) else {
      return ScriptCode.common
    }
    let outer = openBrackets[k].script
    openBrackets.removeLast(openBrackets.count - k)
    return outer
  }

  /// The script of a character with script extensions: the open run's script if it is among them,
  /// the only extension if there is one, else the character's own script, or common for inherited
  /// ones.
  private func resolveExtensions(_ scalar: UInt32, _ script: UInt8) -> UInt8 {
    let fallback = script == ScriptCode.inherited ? ScriptCode.common : script
    return UInt8(
      truncatingIfNeeded: ctext_icu_script_in_run(
        Int32(bitPattern: scalar), Int32(current), Int32(fallback)))
  }

  /// Adds a cluster of a script, and closes the open run if that run has another script.
  private mutating func add(_ script: UInt8, upTo end: Int) {
    if script != current {
      if current == ScriptCode.common {
        // Common clusters at the beginning belong to the first run of another script. Their
        // brackets take its script, too, so that the closing ones agree.
        for k in openBrackets.indices where openBrackets[k].script == ScriptCode.common {
          openBrackets[k].script = script
        }
      } else {
        if ends.count == ends.capacity {
          ends.reserve(at: self.end, of: length)
          codes.reserve(at: self.end, of: length)
        }
        ends.append(Int32(self.end))
        codes.append(current)
      }
      current = script
    }
    self.end = end
  }

  mutating func finish(_ count: Int, _ cancellation: Cancellation) throws -> ScriptRuns {
    ends.append(Int32(count))
    codes.append(current)
    var scripts: [FontTag] = []
    scripts.reserveCapacity(codes.count)
    for code in codes {
      if scripts.count & 0xFFF == 0xFFF { try cancellation.check() }
      scripts.append(
        code == ScriptCode.latin
          ? ScriptRuns.latin : FontTag(value: ctext_icu_script_tag(Int32(code))))
    }
    return ScriptRuns(ends: ends, scripts: scripts)
  }
}
