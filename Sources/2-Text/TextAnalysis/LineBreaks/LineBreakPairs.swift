// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The result of ``LineBreakRules`` for each pair of classes: a flag of ``LineBreaks``, or ``ask``.
// @unchecked Sendable: nothing is mutable, and the memory is never freed.
@safe
struct LineBreakPairs: @unchecked Sendable {
  static let shared = LineBreakPairs()

  /// The two classes do not suffice: the decision depends on the context, or the scanner has
  /// something to remember.
  static let ask: UInt8 = 3

  // unsafe: 4,096 bytes that are read for each character without a counted reference; an index has
  // 12 bits.
  private let flags: UnsafePointer<UInt8>

  private init() {
    // unsafe: all of the memory is initialized here.
    let flags = UnsafeMutablePointer<UInt8>.allocate(capacity: 1 << 12)
    for last in 0..<UInt8(64) {
      for next in 0..<UInt8(64) {
        unsafe (flags + (Int(last) << 6 | Int(next))).initialize(to: Self.flag(last, next))
      }
    }
    unsafe self.flags = UnsafePointer(flags)
  }

  /// The flag or ``ask`` for the place between two elements.
  @inline(__always)
  subscript(last: LineBreakElement, next: LineBreakElement) -> UInt8 {
    unsafe flags[Int(last.lineClass) << 6 | Int(next.lineClass)]
  }

  private static func flag(_ p: UInt8, _ n: UInt8) -> UInt8 {
    typealias C = LineBreakClass
    if C.holds(C.terminators, p) {
      return n == C.sa ? ask : p == C.cr && n == C.lf ? LineBreaks.none : LineBreaks.mandatory
    }
    if isContextual(p, n) { return ask }
    let allows = LineBreakRules.allow(
      LineBreakElement(code: p), LineBreakElement(code: n), LineBreakRules.Context())
    return p != C.edge && allows ? LineBreaks.allowed : LineBreaks.none
  }

  /// Whether the decision depends on more than two classes, or the scanner has something to
  /// remember.
  private static func isContextual(_ p: UInt8, _ n: UInt8) -> Bool {
    typealias C = LineBreakClass
    // A run of SA begins or ends here, and the scanner has to record where.
    if (p == C.sa) != (n == C.sa) { return true }
    if p == C.edge { return false }
    // The next condition is for spaces that are held, and the three after it are for numbers.
    if p == C.heldSpace || n == C.sp && C.holds(C.holdingSpaces, p) { return true }
    if C.holds(C.infixes | C.closing, n) { return true }
    if C.holds(C.infixes | C.closing, p), n == C.nu || C.holds(C.suffixes, n) { return true }
    if C.holds(C.prefixes, p), n == C.op { return true }
    if C.holds(C.quotes, p) || C.holds(C.quotes, n) { return true }
    if C.holds(C.hyphens | C.looseHyphens, p) || p == C.ba { return true }
    if n == C.op { return C.holds(C.letters, p) || p == C.nu }
    if p == C.cp { return C.holds(C.letters, n) || n == C.nu }
    if C.holds(C.aksaras, p) { return C.holds(C.aksaras, n) }
    return p == C.vi && (n == C.ak || n == C.dottedCircle) || p == C.ri && n == C.ri
  }
}
