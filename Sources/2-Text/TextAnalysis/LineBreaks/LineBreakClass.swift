// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The line breaking classes after rule LB1, under their names in UAX #14, and the subclasses that
/// its rules distinguish.
enum LineBreakClass {
  static let bk: UInt8 = 0
  static let cr: UInt8 = 1
  static let lf: UInt8 = 2
  static let nl: UInt8 = 3
  static let zw: UInt8 = 4
  static let sp: UInt8 = 5
  static let wj: UInt8 = 6
  static let gl: UInt8 = 7
  /// CM, and the combining marks of SA.
  static let cm: UInt8 = 8
  static let zwj: UInt8 = 9
  /// QU of neither of the general categories Pi and Pf.
  static let qu: UInt8 = 10
  /// QU of the general category Pi.
  static let pi: UInt8 = 11
  /// QU of the general category Pf.
  static let pf: UInt8 = 12
  static let op: UInt8 = 13
  static let cl: UInt8 = 14
  static let cp: UInt8 = 15
  static let ex: UInt8 = 16
  static let `is`: UInt8 = 17
  static let sy: UInt8 = 18
  static let ns: UInt8 = 19
  static let cj: UInt8 = 20
  static let ba: UInt8 = 21
  /// U+2010, which rule LB20a mentions.
  static let hh: UInt8 = 22
  static let hy: UInt8 = 23
  static let bb: UInt8 = 24
  static let b2: UInt8 = 25
  static let cb: UInt8 = 26
  static let hl: UInt8 = 27
  /// AL, with AI, SG, XX.
  static let al: UInt8 = 28
  /// U+25CC, which rule LB28a mentions.
  static let dottedCircle: UInt8 = 29
  /// AL for code points that are reserved for pictographs.
  static let alReserved: UInt8 = 30
  /// SA without its combining marks: letters as AL, but a dictionary finds line breaks between
  /// them.
  static let sa: UInt8 = 31
  static let nu: UInt8 = 32
  static let pr: UInt8 = 33
  static let po: UInt8 = 34
  static let `in`: UInt8 = 35
  static let id: UInt8 = 36
  /// ID for code points that are reserved for pictographs.
  static let idReserved: UInt8 = 37
  static let eb: UInt8 = 38
  static let em: UInt8 = 39
  static let jl: UInt8 = 40
  static let jv: UInt8 = 41
  static let jt: UInt8 = 42
  static let h2: UInt8 = 43
  static let h3: UInt8 = 44
  static let ri: UInt8 = 45
  static let ak: UInt8 = 46
  static let ap: UInt8 = 47
  static let `as`: UInt8 = 48
  static let vf: UInt8 = 49
  static let vi: UInt8 = 50

  // The classes of tailorings: see ``LineBreakTailoring``.

  /// A character before and after which a line may end wherever the rules of its neighbour allow
  /// it.
  static let free: UInt8 = 51
  /// CJ that begins no line, but counts as ID for the character after it.
  static let strictStarter: UInt8 = 52
  /// U+2010, with which a line may begin after ID.
  static let looseHyphen: UInt8 = 53
  /// IN with which a line may begin after another IN.
  static let looseInseparable: UInt8 = 54
  /// PO with which a line may begin after a number or an ideograph.
  static let loosePostfix: UInt8 = 55
  /// PR with which a line may end, and which stays only with a number before it.
  static let loosePrefix: UInt8 = 56
  /// `“` and `”` in Chinese: quotation marks, and brackets as well.
  static let openingQuote: UInt8 = 57
  static let closingQuote: UInt8 = 58
  /// `‘` and `’` in Chinese.
  static let openingSingleQuote: UInt8 = 59
  static let closingSingleQuote: UInt8 = 60

  /// U+2013, with which a line may begin after ID.
  static let looseDash: UInt8 = 61

  // Classes that no character has.

  /// The start of the text, and the end of the text.
  static let edge: UInt8 = 62
  /// Spaces after an element whose rules apply across spaces.
  static let heldSpace: UInt8 = 63

  // Sets of classes: one bit for each class.

  @inline(__always)
  static func holds(_ set: UInt64, _ lineClass: UInt8) -> Bool {
    set &>> UInt64(lineClass & 63) & 1 == 1
  }

  @inline(__always)
  private static func bit(_ lineClass: UInt8) -> UInt64 { 1 &<< UInt64(lineClass) }

  /// The classes after which a line must end.
  @inline(__always) static var terminators: UInt64 { bit(bk) | bit(cr) | bit(lf) | bit(nl) }
  @inline(__always) static var spaces: UInt64 { bit(sp) | bit(heldSpace) }
  /// CJ and NS, before which no line begins.
  @inline(__always) static var nonstarters: UInt64 { bit(ns) | bit(cj) | bit(strictStarter) }
  /// The classes that take no combining marks. Source: LB9.
  @inline(__always) static var withoutMarks: UInt64 {
    terminators | spaces | bit(zw) | bit(edge)
  }
  @inline(__always) static var alphabetic: UInt64 {
    bit(al) | bit(dottedCircle) | bit(alReserved) | bit(sa)
  }
  @inline(__always) static var letters: UInt64 { alphabetic | bit(hl) }
  @inline(__always) static var pictographs: UInt64 {
    bit(id) | bit(idReserved) | bit(eb) | bit(em)
  }
  @inline(__always) static var syllables: UInt64 {
    bit(jl) | bit(jv) | bit(jt) | bit(h2) | bit(h3)
  }
  /// The classes between which `keep-all` forbids opportunities.
  @inline(__always) static var words: UInt64 {
    letters | syllables | bit(nu) | bit(id) | bit(cj)
  }
  @inline(__always) static var aksaras: UInt64 { bit(ak) | bit(dottedCircle) | bit(`as`) }
  @inline(__always) static var closing: UInt64 { bit(cl) | bit(cp) }
  @inline(__always) static var hyphens: UInt64 { bit(hy) | bit(hh) }
  @inline(__always) static var looseHyphens: UInt64 { bit(looseHyphen) | bit(looseDash) }
  /// The classes after which a line may end before GL. Source: LB12a.
  @inline(__always) static var beforeGlue: UInt64 { spaces | hyphens | looseHyphens | bit(ba) }
  @inline(__always) static var infixes: UInt64 { bit(`is`) | bit(sy) }
  /// The classes that stay with letters beside them, and with numbers after them.
  @inline(__always) static var prefixes: UInt64 { bit(po) | bit(pr) | bit(loosePostfix) }
  /// The classes that stay with numbers before them.
  @inline(__always) static var suffixes: UInt64 { bit(po) | bit(pr) | bit(loosePrefix) }
  @inline(__always) static var initialQuotes: UInt64 {
    bit(pi) | bit(openingQuote) | bit(openingSingleQuote)
  }
  @inline(__always) static var finalQuotes: UInt64 {
    bit(pf) | bit(closingQuote) | bit(closingSingleQuote)
  }
  @inline(__always) static var quotes: UInt64 { bit(qu) | initialQuotes | finalQuotes }
  /// The quotation marks of tailorings that are brackets as well.
  @inline(__always) static var bracketQuotes: UInt64 { bit(openingQuote) | bit(closingQuote) }
  /// The classes before which no line begins, whatever precedes them. Source: LB6, LB7, LB11, LB13.
  @inline(__always) static var neverFirst: UInt64 {
    terminators | bit(sp) | bit(zw) | bit(wj) | closing | bit(ex) | bit(sy)
  }
  /// The classes after which an initial quotation mark opens a quotation. Source: LB15a.
  @inline(__always) static var beforeInitialQuote: UInt64 {
    withoutMarks | quotes | bit(op) | bit(gl)
  }
  /// The classes before which a final quotation mark closes a quotation. Source: LB15b.
  @inline(__always) static var behindFinalQuote: UInt64 {
    terminators | quotes | closing | infixes | bit(edge) | bit(sp) | bit(gl) | bit(wj) | bit(ex)
      | bit(zw)
  }
  /// The classes after which a hyphen begins a word. Source: LB20a.
  @inline(__always) static var beforeWordHyphen: UInt64 { withoutMarks | bit(cb) | bit(gl) }
  /// The classes whose rules apply across the spaces after them. Source: LB8, LB14 to LB17.
  @inline(__always) static var holdingSpaces: UInt64 {
    closing | initialQuotes | bit(zw) | bit(op) | bit(b2)
  }
}

/// The properties of a character that the rules of UAX #14 read: its class, and whether it is wide
/// (the values F, H and W of East_Asian_Width).
struct LineBreakElement: Equatable {
  /// The class, and 64 for wide characters.
  var code: UInt8

  @inline(__always) var lineClass: UInt8 { code & 63 }
  @inline(__always) var isWide: Bool { code & 64 != 0 }

  /// The element with another class.
  @inline(__always)
  func with(_ lineClass: UInt8) -> LineBreakElement {
    LineBreakElement(code: code & 64 | lineClass)
  }

  static let edge = LineBreakElement(code: LineBreakClass.edge)
  static let space = LineBreakElement(code: LineBreakClass.sp)
  static let letter = LineBreakElement(code: LineBreakClass.al)

  /// Calls a function with the elements of 128 characters, beginning with a character whose number
  /// is a multiple of 128.
  static func forEach(inPage first: UInt32, _ body: (Int, LineBreakElement) -> Void) {
    let starts = LineBreakRanges.starts
    // Finds the last range that does not begin after the first character.
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] >> 7 <= first { low = middle } else { high = middle }
    }
    for i in 0..<128 {
      let c = first + UInt32(i)
      while low + 1 < starts.count, starts[low + 1] >> 7 <= c { low += 1 }
      var element = LineBreakElement(code: UInt8(truncatingIfNeeded: starts[low] & 127))
      if element.lineClass == LineBreakClass.h3, c >= 0xAC00, (c - 0xAC00) % 28 == 0 {
        element = element.with(LineBreakClass.h2)
      }
      body(i, element)
    }
  }
}
