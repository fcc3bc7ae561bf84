// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

@testable import TextAnalysis

/// UAX #14, revision 53, one rule after the other over an array of elements, without tables and
/// memory: slow and plain.
struct LineBreakReference {
  private typealias C = LineBreakClass

  private var classes: [UInt8] = []
  private var wide: [Bool] = []
  /// Where each element begins, and the end of the text.
  private var offsets: [Int] = []
  /// Whether an element ends with a zero width joiner.
  private var joins: [Bool] = []

  /// The opportunities after 0.
  static func breaks(_ text: [UInt16]) -> [Int] {
    let reference = LineBreakReference(text)
    let inner = reference.classes.indices.dropFirst().filter { reference.allows($0) }
    return inner.map { reference.offsets[$0] } + [text.count]
  }

  /// A text of few characters, among them many marks.
  static func text(_ random: inout AnalysisRandom) -> [UInt16] {
    let pools: [[UInt32]] = [
      [
        0x0A, 0x0D, 0x0B, 0x85, 0x200B, 0x20, 0x2060, 0xA0, 0x301, 0x200D, 0x22, 0x27, 0xAB, 0x201C,
        0x2018, 0xBB, 0x201D, 0x2019, 0x28, 0x29, 0x7D, 0x3001, 0x300C, 0x300D, 0xFF08, 0xFF09,
        0x21, 0xFF01, 0x2C, 0x2F, 0x3005, 0x301C, 0x3041, 0x2010, 0x2D, 0xAD, 0x2013, 0xB4, 0x2014,
        0xFFFC, 0x5D0, 0x61, 0x25CC, 0x31, 0x24, 0xFF04, 0x25, 0xFF05, 0x2026, 0x4E00, 0x2600,
        0x1F4A9, 0x1F02C, 0x1F3FB, 0x1100, 0x1160, 0x11A8, 0xAC00, 0xAC01, 0x1F1E6, 0x1B05, 0x11003,
        0x1B44, 0x1BF2, 0x1BC0, 0x3000, 0x30FB, 0x2103, 0x2116,
      ],
      [0x20, 0x201C, 0x201D, 0x2018, 0x2019, 0xAB, 0xBB, 0x61, 0x4E00, 0x3002, 0x28, 0x29, 0x2E],
      [0x31, 0x2E, 0x2F, 0x24, 0x25, 0x28, 0x29, 0x2D, 0x61, 0x20, 0x2C, 0x5D0, 0x2010, 0x301],
      [0x1F1E6, 0x1F1E7, 0x200D, 0x301, 0x61], [0x1B05, 0x1B44, 0x1BF2, 0x25CC, 0x11003, 0x301],
    ]
    let pool = random.pick(pools)
    var text: [UInt16] = []
    for _ in 0...random.below(12) {
      guard let scalar = Unicode.Scalar(random.pick(pool)) else { continue }
      text += Array(Unicode.UTF16.encode(scalar) ?? .init())
    }
    return text
  }

  /// LB1, LB9, LB10.
  private init(_ text: [UInt16]) {
    var i = 0
    while i < text.count {
      let (scalar, length) = decodeScalar(text.span, at: i)
      let element = CharacterTable.shared[scalar].lineBreakElement
      let isMark = element.lineClass == C.cm || element.lineClass == C.zwj
      let base = classes.last ?? C.sp
      if isMark, ![C.bk, C.cr, C.lf, C.nl, C.sp, C.zw].contains(base) {
        joins[joins.count - 1] = element.lineClass == C.zwj
      } else {
        var lineClass = isMark ? C.al : element.lineClass
        if lineClass == C.cj { lineClass = C.ns }
        classes.append(lineClass)
        wide.append(element.isWide)
        offsets.append(i)
        joins.append(element.lineClass == C.zwj)
      }
      i += length
    }
    offsets.append(text.count)
  }

  private func at(_ i: Int) -> UInt8? { classes.indices.contains(i) ? classes[i] : nil }

  private func isAny(_ i: Int, _ of: UInt8...) -> Bool { at(i).map(of.contains) ?? false }

  /// The index of the last element before `i` that is no space.
  private func beforeSpaces(_ i: Int) -> Int {
    var k = i - 1
    while isAny(k, C.sp) { k -= 1 }
    return k
  }

  private func isQuote(_ i: Int) -> Bool { isAny(i, C.qu, C.pi, C.pf) }
  private func isWide(_ i: Int) -> Bool { at(i) != nil && wide[i] }
  /// AL with the classes that LB1 makes it.
  private func isAL(_ i: Int) -> Bool { isAny(i, C.al, C.dottedCircle, C.alReserved, C.sa) }
  private func isLetter(_ i: Int) -> Bool { isAL(i) || isAny(i, C.hl) }
  private func isID(_ i: Int) -> Bool { isAny(i, C.id, C.idReserved, C.eb, C.em) }
  private func isSyllable(_ i: Int) -> Bool { isAny(i, C.jl, C.jv, C.jt, C.h2, C.h3) }
  private func isAksara(_ i: Int) -> Bool { isAny(i, C.ak, C.dottedCircle, C.as) }
  private func isHyphen(_ i: Int) -> Bool { isAny(i, C.hy, C.hh) }

  /// Whether `NU ( SY | IS )*` ends with an element, perhaps with CL or CP.
  private func endsNumber(_ i: Int, closed: Bool = false) -> Bool {
    var k = i
    if closed {
      guard isAny(k, C.cl, C.cp) else { return false }
      k -= 1
    }
    while isAny(k, C.sy, C.is) { k -= 1 }
    return isAny(k, C.nu)
  }

  /// Whether a line may end before an element that is not the first.
  private func allows(_ n: Int) -> Bool {
    let p = n - 1
    if isAny(p, C.bk, C.lf, C.nl) { return true }  // LB4, LB5
    if isAny(p, C.cr) { return !isAny(n, C.lf) }  // LB5
    if isAny(n, C.bk, C.cr, C.lf, C.nl, C.sp, C.zw) { return false }  // LB6, LB7
    if isAny(beforeSpaces(n), C.zw) { return true }  // LB8
    if joins[p] { return false }  // LB8a
    if isAny(n, C.wj) || isAny(p, C.wj) { return false }  // LB11
    if isAny(p, C.gl) { return false }  // LB12
    if isAny(n, C.gl), !isAny(p, C.sp, C.ba, C.hy, C.hh) { return false }  // LB12a
    if isAny(n, C.cl, C.cp, C.ex, C.sy) { return false }  // LB13
    let held = beforeSpaces(n)
    if isAny(held, C.op) { return false }  // LB14
    if isAny(held, C.pi),
      held == 0 || isQuote(held - 1)
        || isAny(held - 1, C.bk, C.cr, C.lf, C.nl, C.op, C.gl, C.sp, C.zw)
    {
      return false  // LB15a
    }
    if isAny(n, C.pf),
      at(n + 1) == nil || isQuote(n + 1)
        || isAny(
          n + 1, C.sp, C.gl, C.wj, C.cl, C.cp, C.ex, C.is, C.sy, C.bk, C.cr, C.lf, C.nl, C.zw)
    {
      return false  // LB15b
    }
    if isAny(n, C.is) { return isAny(p, C.sp) && isAny(n + 1, C.nu) }  // LB15c, LB15d
    if isAny(held, C.cl, C.cp), isAny(n, C.ns) { return false }  // LB16
    if isAny(held, C.b2), isAny(n, C.b2) { return false }  // LB17
    if isAny(p, C.sp) { return true }  // LB18
    if isAny(n, C.qu, C.pf) || isAny(p, C.qu, C.pi) { return false }  // LB19
    if isQuote(n), !isWide(p) || !isWide(n + 1) { return false }  // LB19a
    if isQuote(p), !isWide(n) || !isWide(p - 1) { return false }  // LB19a
    if isAny(n, C.cb) || isAny(p, C.cb) { return true }  // LB20
    if isHyphen(p), isAL(n),
      p == 0 || isAny(p - 1, C.bk, C.cr, C.lf, C.nl, C.sp, C.zw, C.cb, C.gl)
    {
      return false  // LB20a
    }
    if isAny(n, C.ba, C.hh, C.hy, C.ns) || isAny(p, C.bb) { return false }  // LB21
    if isAny(p - 1, C.hl), isHyphen(p) || isAny(p, C.ba) && !isWide(p), !isAny(n, C.hl) {
      return false  // LB21a
    }
    if isAny(p, C.sy), isAny(n, C.hl) { return false }  // LB21b
    if isAny(n, C.in) { return false }  // LB22
    return !isWhole(p, n)
  }

  /// LB23 to LB30b.
  private func isWhole(_ p: Int, _ n: Int) -> Bool {
    if isLetter(p) && isAny(n, C.nu) || isAny(p, C.nu) && isLetter(n) { return true }  // LB23
    if isAny(p, C.pr) && isID(n) || isID(p) && isAny(n, C.po) { return true }  // LB23a
    if isAny(p, C.pr, C.po) && isLetter(n) || isLetter(p) && isAny(n, C.pr, C.po) { return true }
    // LB25
    if isAny(n, C.po, C.pr), endsNumber(p) || endsNumber(p, closed: true) { return true }
    if isAny(p, C.po, C.pr), isAny(n, C.op) {
      if isAny(n + 1, C.nu) || isAny(n + 1, C.is) && isAny(n + 2, C.nu) { return true }
    }
    if isAny(n, C.nu), isAny(p, C.po, C.pr, C.hy, C.is) || endsNumber(p) { return true }
    // LB26, LB27
    if isAny(p, C.jl), isAny(n, C.jl, C.jv, C.h2, C.h3) { return true }
    if isAny(p, C.jv, C.h2), isAny(n, C.jv, C.jt) { return true }
    if isAny(p, C.jt, C.h3), isAny(n, C.jt) { return true }
    if isSyllable(p) && isAny(n, C.po) || isAny(p, C.pr) && isSyllable(n) { return true }
    if isLetter(p), isLetter(n) { return true }  // LB28
    // LB28a
    if isAny(p, C.ap), isAksara(n) { return true }
    if isAksara(p), isAny(n, C.vf, C.vi) { return true }
    if isAksara(p - 1), isAny(p, C.vi), isAny(n, C.ak, C.dottedCircle) { return true }
    if isAksara(p), isAksara(n), isAny(n + 1, C.vf) { return true }
    if isAny(p, C.is), isLetter(n) { return true }  // LB29
    if isLetter(p) || isAny(p, C.nu), isAny(n, C.op), !isWide(n) { return true }  // LB30
    if isAny(p, C.cp), !isWide(p), isLetter(n) || isAny(n, C.nu) { return true }
    if isAny(p, C.ri), isAny(n, C.ri) {
      var first = p
      while isAny(first - 1, C.ri) { first -= 1 }
      return (n - first) % 2 == 1  // LB30a
    }
    return isAny(n, C.em) && isAny(p, C.eb, C.idReserved, C.alReserved)  // LB30b
  }
}
