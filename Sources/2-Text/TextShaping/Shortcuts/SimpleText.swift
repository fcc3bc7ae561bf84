// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU
import TextAnalysis
import TextModel

/// Recognises text that needs no analysis: left to right, one script, every code unit a cluster, no
/// emoji.
///
/// A table has a byte for each code unit below U+2300, made for Unicode 15: `SimpleTextTests`
/// compares it with the properties of all characters. With a later version of ICU, characters that
/// have other properties there are taken out.
@safe
struct SimpleText: Sendable {
  static let shared = SimpleText()

  /// The code units that the table covers.
  static let count = 0x2300

  /// The longest paragraph for which the shortcut is tried, in code units.
  private static let longest = 1 << 14

  /// The class of a code unit. The class of a text is the union of the classes of its units.
  private enum Bits {
    /// Simple, and of no script.
    static let common: UInt8 = 0
    static let latin: UInt8 = 1
    static let greek: UInt8 = 2
    static let cyrillic: UInt8 = 4
    static let scripts: UInt8 = 7
    /// The end of a paragraph.
    static let terminator: UInt8 = 64
    static let other: UInt8 = 128
  }

  // A pointer, since threads would contend for the reference count of an array. The memory lives as
  // long as the process.
  nonisolated(unsafe) private let table: UnsafeMutablePointer<UInt8>

  private init() {
    let table = UnsafeMutablePointer<UInt8>.allocate(capacity: SimpleText.count)
    unsafe table.initialize(repeating: Bits.other, count: SimpleText.count)
    // One call for each range, since the runtime would have to look up the type of an array of
    // them.
    func set(_ range: ClosedRange<Int>, _ bits: UInt8) {
      for c in range { unsafe table[c] = bits }
    }
    set(0x20...0x40, Bits.common)
    set(0x5B...0x60, Bits.common)
    set(0x7B...0x7E, Bits.common)
    set(0xA0...0xA9, Bits.common)
    set(0xAB...0xAC, Bits.common)
    set(0xAE...0xB9, Bits.common)
    set(0xBB...0xBF, Bits.common)
    set(0xD7...0xD7, Bits.common)
    set(0xF7...0xF7, Bits.common)
    set(0x2010...0x2027, Bits.common)
    set(0x2030...0x203B, Bits.common)
    set(0x203D...0x2048, Bits.common)
    set(0x204A...0x2055, Bits.common)
    set(0x20A0...0x20C0, Bits.common)
    set(0x2116...0x2117, Bits.common)
    set(0x2120...0x2125, Bits.common)
    set(0x2190...0x22FF, Bits.common)
    set(0x41...0x5A, Bits.latin)
    set(0x61...0x7A, Bits.latin)
    set(0xAA...0xAA, Bits.latin)
    set(0xBA...0xBA, Bits.latin)
    set(0xC0...0xD6, Bits.latin)
    set(0xD8...0xF6, Bits.latin)
    set(0xF8...0x2AF, Bits.latin)
    set(0x1E00...0x1EFF, Bits.latin)
    set(0x370...0x373, Bits.greek)
    set(0x376...0x377, Bits.greek)
    set(0x37B...0x37D, Bits.greek)
    set(0x37F...0x37F, Bits.greek)
    set(0x386...0x386, Bits.greek)
    set(0x388...0x38A, Bits.greek)
    set(0x38C...0x38C, Bits.greek)
    set(0x38E...0x3A1, Bits.greek)
    set(0x3A3...0x3E1, Bits.greek)
    set(0x400...0x481, Bits.cyrillic)
    set(0x48A...0x52F, Bits.cyrillic)
    set(0x0A...0x0D, Bits.terminator)
    set(0x85...0x85, Bits.terminator)
    if ctext_icu_major_version > Self.icuVersion {
      for unit in 0x80..<SimpleText.count {
        if unsafe !Self.isSimple(unit, table[unit]) { unsafe table[unit] = Bits.other }
      }
    }
    unsafe self.table = table
  }

  /// The last major version of ICU that has Unicode 15.
  private static var icuVersion: Int32 { 74 }

  /// Whether ICU agrees with a unit's entry: its script, no script extensions, no combining mark,
  /// no emoji.
  private static func isSimple(_ unit: Int, _ bits: UInt8) -> Bool {
    let traits = CharacterTable.shared[UInt32(unit)]
    let script: FontTag
    switch bits {
    case Bits.common: script = ScriptRuns.common
    case Bits.latin: script = ScriptRuns.latin
    case Bits.greek: script = greek
    case Bits.cyrillic: script = cyrillic
    default: return true
    }
    return ctext_icu_script_tag(Int32(traits.script)) == script.value
      && !traits.hasScriptExtensions && !traits.isMark && traits.isPlainInClusters
      && !traits.hasEmojiPresentation && !traits.isEmojiModifier
  }

  struct Paragraph {
    /// The code unit after it.
    var end: Int
    /// The script of the whole paragraph.
    var script: FontTag
  }

  /// The simple paragraph that begins at an offset, without its terminator; nil where it is not
  /// simple.
  @inline(__always)
  func paragraph(at start: Int, in text: Span<UInt16>) -> Paragraph? {
    // Longer paragraphs take the general path, which polls for cancellation.
    let count = min(text.count, start + SimpleText.longest + 1)
    let rest = text.extracting(start..<count)
    let table = unsafe self.table
    var bits: UInt8 = 0
    var i = 0
    while i < rest.count {
      let unit = Int(rest[i])
      // The separators U+2028 and U+2029 take the general path.
      if unit >= SimpleText.count { return nil }
      let found = unsafe table[unit]  // checked above
      if found >= Bits.terminator {
        if found == Bits.other { return nil }
        break
      }
      bits |= found
      i &+= 1
    }
    if i > SimpleText.longest { return nil }
    let script: FontTag
    switch bits {
    case Bits.common: script = ScriptRuns.common
    case Bits.latin: script = ScriptRuns.latin
    case Bits.greek: script = SimpleText.greek
    case Bits.cyrillic: script = SimpleText.cyrillic
    default: return nil
    }
    return Paragraph(end: start + i, script: script)
  }

  private static let greek = FontTag(value: 0x4772_656B)
  private static let cyrillic = FontTag(value: 0x4379_726C)

  /// The script of a code unit that may be part of simple text: `Zyyy` for those of none, nil for
  /// all other units.
  static func script(of unit: UInt16) -> FontTag? {
    guard Int(unit) < count else { return nil }
    switch unsafe shared.table[Int(unit)] {
    case Bits.common: return ScriptRuns.common
    case Bits.latin: return ScriptRuns.latin
    case Bits.greek: return greek
    case Bits.cyrillic: return cyrillic
    default: return nil
    }
  }
}
