// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU
package import TextModel
package import TextRuntime

/// The scripts of one paragraph, as runs. Source: UAX #24.
///
/// Common and inherited characters take the script of their context, closing brackets that of their
/// opening ones; no run ends inside a grapheme cluster.
package struct ScriptRuns: Hashable, Sendable {
  /// The code unit after each run, ascending; empty for an empty text.
  package var ends: [Int32]
  /// The script of each run as an ISO 15924 tag, which is also HarfBuzz's `hb_script_t`;
  /// `Zyyy` only where the whole paragraph is common.
  package var scripts: [FontTag]

  package init(ends: [Int32], scripts: [FontTag]) {
    self.ends = ends
    self.scripts = scripts
  }

  /// The number of runs.
  @inlinable package var count: Int { ends.count }

  /// The tag of common characters, `Zyyy`.
  package static let common = FontTag(value: 0x5A79_7979)
  /// The tag of Latin, `Latn`.
  package static let latin = FontTag(value: 0x4C61_746E)

  /// Resolves the scripts of one paragraph.
  ///
  /// A cluster has the script of its first character that is neither common nor inherited. A common
  /// cluster joins the run before it; at the beginning, the run after it. A character that several
  /// scripts use (Script_Extensions) keeps the run that it is in, where that is one of them.
  /// - Throws: `CancellationError`.
  package static func resolve(
    _ text: UnsafeBufferPointer<UInt16>, graphemes: GraphemeBreaks,
    cancellation: Cancellation = .never
  ) throws -> ScriptRuns {
    try cancellation.check()
    if text.isEmpty { return ScriptRuns(ends: [], scripts: []) }
    if graphemes.isTrivial, let script = unsafe try uniformLatin(text, cancellation) {
      return ScriptRuns(ends: [Int32(text.count)], scripts: [script])
    }
    var resolver = ScriptResolver(length: text.count)
    var start = 0
    var steps = 0
    while start < text.count {
      let end = graphemes.next(after: start)
      if unsafe !resolver.goesOn(text[start], length: end - start, upTo: end) {
        unsafe try resolver.append(text, start..<end, cancellation)
      }
      steps += end - start
      if steps >= 1 << 12 {
        steps = 0
        try cancellation.check()
      }
      start = end
    }
    return try resolver.finish(text.count, cancellation)
  }

  /// The script of a text of ASCII alone: Latin if it has a letter.
  private static func uniformLatin(
    _ text: UnsafeBufferPointer<UInt16>, _ cancellation: Cancellation
  ) throws -> FontTag? {
    var hasLetter = false
    var start = 0
    while start < text.count {
      let end = min(start + 1 << 16, text.count)
      var high: UInt16 = 0
      for i in start..<end {
        let unit = unsafe text[i]
        high |= unit
        hasLetter = hasLetter || (unit | 0x20) &- 0x61 < 26
      }
      if high >= 0x80 { return nil }
      start = end
      if start < text.count { try cancellation.check() }
    }
    return hasLetter ? latin : common
  }
}

/// The numbers are ICU's `UScriptCode`.
private enum ScriptCode {
  static let common: UInt8 = 0
  static let inherited: UInt8 = 1
  static let unknown: UInt8 = 103
}

/// Gathers runs cluster by cluster.
private struct ScriptResolver {
  private var ends: [Int32] = []
  private var codes: [UInt8] = []
  /// The script of the run that is being gathered; common before the first real script.
  private var current = ScriptCode.common
  private var end = 0
  private let table = CharacterTable.shared
  private let length: Int

  init(length: Int) { self.length = length }

  private struct Opener {
    var closing: UInt32
    var script: UInt8
  }
  // As deep as any text needs; what is deeper takes its context's script.
  private var openers: [Opener] = []
  private static let depth = 64

  /// Scripts of one character. Most have one or two; the most that Unicode 15.0 has is 22.
  private static let capacity = 32

  /// Adds a cluster that tells by its first code unit that it belongs to the run in hand; else does nothing.
  @inline(__always)
  mutating func goesOn(_ unit: UInt16, length: Int, upTo end: Int) -> Bool {
    let traits = table[UInt32(unit)]
    guard !traits.hasScriptExtensions, current != ScriptCode.common else { return false }
    let script = traits.script
    guard
      script == current || (script == ScriptCode.common && length == 1 && !traits.isBracket)
    else { return false }
    self.end = end
    return true
  }

  mutating func append(
    _ text: UnsafeBufferPointer<UInt16>, _ range: Range<Int>, _ cancellation: Cancellation
  ) throws {
    var i = range.lowerBound
    var script = ScriptCode.common
    var first = true
    while i < range.upperBound {
      let (scalar, length) = unsafe decodeScalar(text, at: i)
      let traits = table[scalar]
      // Characters of two units may stand at even offsets alone.
      if i & 0xFFE == 0xFFE { try cancellation.check() }
      script = resolve(scalar, traits, isFirst: first)
      if script != ScriptCode.common { break }
      first = false
      i += length
    }
    add(script == ScriptCode.common ? current : script, upTo: range.upperBound)
  }

  /// The script of a character in its context; common where it says nothing.
  private mutating func resolve(
    _ scalar: UInt32, _ traits: CharacterTraits, isFirst: Bool
  ) -> UInt8 {
    let script = traits.script
    // Some brackets have extensions; that they match says more.
    let isBracket = isFirst && traits.isBracket && script == ScriptCode.common
    if traits.hasScriptExtensions && !isBracket { return resolveExtensions(scalar, script) }
    if script == ScriptCode.inherited { return ScriptCode.common }
    if script != ScriptCode.common { return script }
    guard isBracket else { return ScriptCode.common }
    if traits.isOpeningBracket {
      if openers.count == Self.depth { openers.removeFirst(Self.depth / 2) }
      openers.append(
        Opener(closing: BidiClass.canonicalBracket(ofOpening: scalar), script: current))
      return ScriptCode.common
    }
    let closing = BidiClass.canonicalBracket(scalar)
    guard let k = openers.lastIndex(where: { $0.closing == closing }) else {
      return ScriptCode.common
    }
    let opener = openers[k]
    openers.removeLast(openers.count - k)
    return opener.script
  }

  private func resolveExtensions(_ scalar: UInt32, _ script: UInt8) -> UInt8 {
    // The current script if it is one of the character's, or the only one that it has; else what it
    // would be without the extensions, so that common ones follow their context.
    let fallback = script == ScriptCode.inherited ? ScriptCode.common : script
    return unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.capacity) { list in
      guard let base = list.baseAddress else { return fallback }
      let n = Int(
        unsafe ctext_icu_script_extensions(
          Int32(bitPattern: scalar), base, Int32(Self.capacity)))
      if n == 1 { return UInt8(truncatingIfNeeded: unsafe list[0]) }
      for k in 0..<n where unsafe list[k] == Int32(current) { return current }
      return fallback
    }
  }

  private mutating func add(_ script: UInt8, upTo end: Int) {
    if script != current {
      if current == ScriptCode.common {
        // What came before was common: it joins the first real script, and so do its brackets.
        for k in openers.indices where openers[k].script == ScriptCode.common {
          openers[k].script = script
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
        code == 25 ? ScriptRuns.latin : FontTag(value: ctext_icu_script_tag(Int32(code))))
    }
    return ScriptRuns(ends: ends, scripts: scripts)
  }
}
