// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The rules of UAX #14, revision 53, which is that of Unicode 16.0.
///
/// These rules are implemented here because ICU's iterators follow the Unicode version of the ICU
/// library, which differs from host to host. Most decisions depend on two classes alone, and are
/// kept in ``LineBreakPairs``.
enum LineBreakRules {
  /// The version of Unicode that the classes and rules follow.
  static let unicodeVersion = "16.0"

  /// The facts that a decision may depend on, beside the elements on both sides.
  struct Context {
    /// The element before the last one.
    var before = LineBreakElement.edge
    /// The class before the last spaces, if its rules apply across spaces.
    var held = LineBreakClass.edge
    /// The element after the next one.
    var following = LineBreakElement.edge
    /// Whether a number follows the next element, perhaps after a sign such as `.`.
    var numberFollows = false
    /// Whether the last element, IS, SY, CL or CP, belongs to a number.
    var isOfNumber = false
    /// Whether the last element is the second of a pair of regional indicators.
    var isSecondRegional = false
  }

  /// Whether a line may end between two elements, the first of which is not a line terminator.
  static func allow(
    _ last: LineBreakElement, _ next: LineBreakElement, _ context: Context
  ) -> Bool {
    typealias C = LineBreakClass
    if betweenMarks(last, next, context) ?? betweenWords(last, next, context) { return true }
    // Chinese double quotation marks are brackets as well: a line may also end where it may end
    // beside such a bracket.
    if !C.holds(C.bracketQuotes, last.lineClass), !C.holds(C.bracketQuotes, next.lineClass) {
      return false
    }
    let (last, next) = (asBracket(last), asBracket(next))
    return betweenMarks(last, next, context) ?? betweenWords(last, next, context)
  }

  private static func asBracket(_ element: LineBreakElement) -> LineBreakElement {
    switch element.lineClass {
    case LineBreakClass.openingQuote: element.with(LineBreakClass.op)
    case LineBreakClass.closingQuote: element.with(LineBreakClass.cl)
    default: element
    }
  }

  /// The rules LB6 to LB19a; `nil` where none of them decides.
  private static func betweenMarks(
    _ last: LineBreakElement, _ next: LineBreakElement, _ context: Context
  ) -> Bool? {
    typealias C = LineBreakClass
    let (p, n) = (last.lineClass, next.lineClass)
    let held = p == C.heldSpace ? context.held : p
    // LB6, LB7.
    if C.holds(C.terminators, n) || n == C.sp || n == C.zw { return false }
    // LB8.
    if held == C.zw { return true }
    // LB11, LB12, LB12a.
    if n == C.wj || p == C.wj || p == C.gl { return false }
    if n == C.gl, !C.holds(C.beforeGlue, p) { return false }
    // LB13, LB14.
    if C.holds(C.neverFirst, n) || held == C.op { return false }
    // LB15a, LB15b.
    if C.holds(C.initialQuotes, held),
      p == C.heldSpace || C.holds(C.beforeInitialQuote, context.before.lineClass)
    {
      return false
    }
    if C.holds(C.finalQuotes, n), C.holds(C.behindFinalQuote, context.following.lineClass) {
      return false
    }
    // LB15c, LB15d.
    if n == C.is { return C.holds(C.spaces, p) && context.following.lineClass == C.nu }
    // LB16, LB17.
    if C.holds(C.nonstarters, n), C.holds(C.closing, held) { return false }
    if n == C.b2, held == C.b2 { return false }
    // LB18.
    if C.holds(C.spaces, p) { return true }
    // LB19, LB19a.
    if n == C.qu || p == C.qu || C.holds(C.finalQuotes, n) || C.holds(C.initialQuotes, p) {
      return false
    }
    if C.holds(C.initialQuotes, n), !opens(last, next, context.following) { return false }
    if C.holds(C.finalQuotes, p), !closes(context.before, last, next) { return false }
    return nil
  }

  /// Whether a line may begin with an initial quotation mark because the mark stands between wide
  /// characters. The opening single quotation mark of Chinese needs only the wide character before
  /// it. Source: LB19a.
  private static func opens(
    _ last: LineBreakElement, _ quote: LineBreakElement, _ following: LineBreakElement
  ) -> Bool {
    last.isWide && (following.isWide || quote.lineClass == LineBreakClass.openingSingleQuote)
  }

  /// Whether a line may end with a final quotation mark because the mark stands between wide
  /// characters. The closing single quotation mark of Chinese needs only the wide character after
  /// it.
  private static func closes(
    _ before: LineBreakElement, _ quote: LineBreakElement, _ next: LineBreakElement
  ) -> Bool {
    next.isWide && (before.isWide || quote.lineClass == LineBreakClass.closingSingleQuote)
  }

  /// The rules LB20 to LB31.
  private static func betweenWords(
    _ last: LineBreakElement, _ next: LineBreakElement, _ context: Context
  ) -> Bool {
    typealias C = LineBreakClass
    let (p, n, before) = (last.lineClass, next.lineClass, context.before.lineClass)
    // LB20, LB20a.
    if p == C.cb || n == C.cb { return true }
    if C.holds(C.hyphens, p) || p == C.looseHyphen, C.holds(C.alphabetic, n),
      C.holds(C.beforeWordHyphen, before)
    {
      return false
    }
    // LB21, LB21a, LB21b.
    if C.holds(C.hyphens | C.nonstarters, n) || n == C.ba || p == C.bb { return false }
    if C.holds(C.looseHyphens, n), p != C.id, p != C.idReserved { return false }
    if before == C.hl, n != C.hl,
      C.holds(C.hyphens | C.looseHyphens, p) || p == C.ba && !last.isWide
    {
      return false
    }
    if p == C.sy, n == C.hl { return false }
    // LB22.
    if n == C.in || n == C.looseInseparable && p != C.looseInseparable { return false }
    let (lettersLast, lettersNext) = (C.holds(C.letters, p), C.holds(C.letters, n))
    // LB23, LB23a, LB24.
    if lettersLast && n == C.nu || p == C.nu && lettersNext { return false }
    if p == C.pr, C.holds(C.pictographs, n) { return false }
    if n == C.po, C.holds(C.pictographs, p) || p == C.strictStarter { return false }
    if C.holds(C.prefixes, p) && lettersNext || lettersLast && C.holds(C.prefixes, n) {
      return false
    }
    // LB25.
    if isInNumber(p, n, context) { return false }
    // LB26, LB27.
    if isInSyllable(p, n) { return false }
    // LB28, LB28a, LB29.
    if lettersNext, lettersLast || p == C.is { return false }
    if isInAksara(p, n, context) { return false }
    // LB30, LB30a, LB30b.
    if n == C.op, !next.isWide, lettersLast || p == C.nu { return false }
    if p == C.cp, !last.isWide, lettersNext || n == C.nu { return false }
    if p == C.ri, n == C.ri { return context.isSecondRegional }
    if n == C.em, p == C.eb || p == C.idReserved || p == C.alReserved { return false }
    // LB31.
    return true
  }

  /// Whether rule LB25 forbids a break inside a number.
  private static func isInNumber(_ p: UInt8, _ n: UInt8, _ context: Context) -> Bool {
    typealias C = LineBreakClass
    if n == C.nu {
      return p == C.nu || p == C.hy || p == C.is || C.holds(C.prefixes, p)
        || p == C.sy && context.isOfNumber
    }
    if C.holds(C.suffixes, n) {
      return p == C.nu || C.holds(C.infixes | C.closing, p) && context.isOfNumber
    }
    return n == C.op && C.holds(C.prefixes, p) && context.numberFollows
  }

  /// Whether the rules LB26 and LB27 forbid a break in or beside a Korean syllable.
  private static func isInSyllable(_ p: UInt8, _ n: UInt8) -> Bool {
    typealias C = LineBreakClass
    if C.holds(C.syllables, p), n == C.po { return true }
    if C.holds(C.syllables, n), p == C.pr { return true }
    switch p {
    case C.jl: return C.holds(C.syllables, n) && n != C.jt
    case C.jv, C.h2: return n == C.jv || n == C.jt
    case C.jt, C.h3: return n == C.jt
    default: return false
    }
  }

  /// Whether rule LB28a forbids a break inside an orthographic syllable of a Brahmic script.
  private static func isInAksara(_ p: UInt8, _ n: UInt8, _ context: Context) -> Bool {
    typealias C = LineBreakClass
    if C.holds(C.aksaras, p) {
      return n == C.vf || n == C.vi
        || C.holds(C.aksaras, n) && context.following.lineClass == C.vf
    }
    if p == C.ap { return C.holds(C.aksaras, n) }
    return p == C.vi && C.holds(C.aksaras, context.before.lineClass)
      && (n == C.ak || n == C.dottedCircle)
  }
}
