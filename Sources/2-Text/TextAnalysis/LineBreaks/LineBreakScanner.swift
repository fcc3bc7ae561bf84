// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import SystemConcurrency

/// A walk over a text that marks the line break opportunities. Each part has a tailoring of its
/// own.
///
/// Source: UAX #14; see ``LineBreakRules``.
struct LineBreakScanner {
  private let cancellation: Cancellation
  private var poller: CancellationPoller
  private var position = 0
  /// The last element, which is a character with its combining marks.
  private var last = LineBreakElement.edge
  private var context = LineBreakRules.Context()
  /// Whether the last character is a zero width joiner. Source: LB8a.
  private var isJoined = false
  /// The offset at which the present run of SA begins.
  private var complexStart = 0
  /// The boundaries that a dictionary has found in a run of SA.
  private var inside: [Int] = []

  init(_ cancellation: Cancellation) {
    self.cancellation = cancellation
    poller = CancellationPoller(cancellation)
  }

  /// Marks the opportunities before the characters of a part of a text.
  ///
  /// - Parameters:
  ///   - end: The end of the part, which begins where the previous part ended.
  ///   - flags: The flags of ``LineBreaks``, which are all `none` at first.
  /// - Throws: `CancellationError`.
  mutating func scan(
    _ text: Span<UInt16>, to end: Int, _ tailoring: LineBreakTailoring,
    _ flags: inout MutableSpan<UInt8>
  ) throws {
    if position == 0, end > 0 { try skipWords(text, tailoring, &flags) }
    while position < end {
      try cancellation.check()
      try scanPiece(
        text, to: min(end, position + CancellationPoller.interval), tailoring, &flags)
    }
    if last.lineClass == LineBreakClass.sa {
      // The run of SA ends with the part, even where the next part continues it.
      try divide(text, to: position, &flags)
      complexStart = position
    }
  }

  /// Marks the opportunity at the end of a text.
  func finish(_ text: Span<UInt16>, _ flags: inout MutableSpan<UInt8>) {
    flags[text.count] =
      LineBreakClass.holds(LineBreakClass.terminators, last.lineClass)
      ? LineBreaks.mandatory : LineBreaks.allowed
  }

  private mutating func scanPiece(
    _ text: Span<UInt16>, to end: Int, _ tailoring: LineBreakTailoring,
    _ flags: inout MutableSpan<UInt8>
  ) throws {
    typealias C = LineBreakClass
    let table = CharacterTable.shared
    let pairs = LineBreakPairs.shared
    while position < end {
      let start = position
      let (scalar, length) = decodeScalar(text, at: start)
      position = start + length
      let traits = table[scalar]
      var next =
        tailoring.isEmpty
        ? traits.lineBreakElement : tailoring.element(of: scalar, traits)
      var joinsNext = false
      if next.code &- C.cm <= C.zwj - C.cm {
        // LB9, LB10.
        joinsNext = next.code == C.zwj
        if !C.holds(C.withoutMarks, last.lineClass) {
          isJoined = joinsNext
          continue
        }
        next = .letter
      }
      var decision = pairs[last, next]
      if decision == LineBreakPairs.ask {
        decision = try decide(&next, at: start, text, tailoring, &flags)
      }
      // LB8a.
      if isJoined, decision == LineBreaks.allowed { decision = LineBreaks.none }
      isJoined = joinsNext
      context.before = last
      last = next
      if decision != LineBreaks.none {
        flags[start] = decision
        if text[start] < 0x80 {
          position = start
          try skipWords(text, tailoring, &flags)
          if position == start { position = start + length }
        }
      }
    }
  }

  /// Passes plain English words from one boundary to another.
  private mutating func skipWords(
    _ text: Span<UInt16>, _ tailoring: LineBreakTailoring, _ flags: inout MutableSpan<UInt8>
  ) throws {
    if tailoring.contains(.letters) { return }
    while let boundary = ASCIIWordScanner.boundary(after: position, in: text) {
      try poller.count(boundary - position)
      flags[boundary] = LineBreaks.allowed
      position = boundary
      last = .edge
    }
  }

  /// Decides the pairs for which ``LineBreakPairs`` has no decision.
  ///
  /// - Parameters:
  ///   - next: The element that comes next; on return, ``LineBreakClass/heldSpace`` for a space
  ///     that is held.
  ///   - start: The offset at which `next` begins.
  @inline(never)
  private mutating func decide(
    _ next: inout LineBreakElement, at start: Int, _ text: Span<UInt16>,
    _ tailoring: LineBreakTailoring, _ flags: inout MutableSpan<UInt8>
  ) throws -> UInt8 {
    typealias C = LineBreakClass
    let (p, n) = (last.lineClass, next.lineClass)
    if p == C.sa, n != C.sa { try divide(text, to: start, &flags) }
    if n == C.sa, p != C.sa { complexStart = start }
    if C.holds(C.terminators, p) { return LineBreaks.mandatory }
    if p == C.edge { return LineBreaks.none }
    if n == C.sp {
      if p == C.heldSpace {
        next = last
      } else if C.holds(C.holdingSpaces, p),
        !C.holds(C.initialQuotes, p) || C.holds(C.beforeInitialQuote, context.before.lineClass)
      {
        context.held = p
        next = LineBreakElement(code: C.heldSpace)
      }
      return LineBreaks.none
    }
    if p == C.ri, n == C.ri {
      if context.before.lineClass != C.ri { context.isSecondRegional = false }
      defer { context.isSecondRegional.toggle() }
      return context.isSecondRegional ? LineBreaks.allowed : LineBreaks.none
    }
    if C.holds(C.quotes | C.aksaras, n) || n == C.is || n == C.op {
      try lookAhead(text, tailoring)
    }
    let allows = LineBreakRules.allow(last, next, context)
    // Records whether the next element, IS, SY, CL or CP, belongs to a number.
    if C.holds(C.infixes, n) {
      if !C.holds(C.infixes, p) { context.isOfNumber = p == C.nu }
    } else if C.holds(C.closing, n) {
      context.isOfNumber = p == C.nu || C.holds(C.infixes, p) && context.isOfNumber
    }
    return allows ? LineBreaks.allowed : LineBreaks.none
  }

  /// Reads the elements after the next element, whose first character ends at `position`.
  private mutating func lookAhead(
    _ text: Span<UInt16>, _ tailoring: LineBreakTailoring
  ) throws {
    typealias C = LineBreakClass
    var end = position
    context.following = try element(from: &end, text, tailoring)
    context.numberFollows = context.following.lineClass == C.nu
    if context.following.lineClass == C.is {
      let second = try element(from: &end, text, tailoring)
      context.numberFollows = second.lineClass == C.nu
    }
  }

  /// The element whose character begins at an offset, or behind combining marks at that offset.
  private mutating func element(
    from offset: inout Int, _ text: Span<UInt16>, _ tailoring: LineBreakTailoring
  ) throws -> LineBreakElement {
    while offset < text.count {
      try poller.count()
      let (scalar, length) = decodeScalar(text, at: offset)
      let traits = CharacterTable.shared[scalar]
      offset += length
      if traits.lineBreakElement.code &- LineBreakClass.cm
        > LineBreakClass.zwj - LineBreakClass.cm
      {
        return tailoring.element(of: scalar, traits)
      }
    }
    return .edge
  }

  /// Marks the boundaries that a dictionary finds in the run of SA that ends at an offset.
  private mutating func divide(
    _ text: Span<UInt16>, to end: Int, _ flags: inout MutableSpan<UInt8>
  ) throws {
    guard end - complexStart > 1, let rules = BreakRules.rootLineRules else { return }
    inside.removeAll(keepingCapacity: true)
    try DictionaryBreaker.appendBoundaries(
      in: complexStart..<end, of: text, rules: rules, to: &inside, cancellation: cancellation)
    for boundary in inside { flags[boundary] = LineBreaks.allowed }
  }
}
