// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextShaping

extension Truncator {
  /// The line from `start` on with a token and the end of the text.
  ///
  /// - Parameters:
  ///   - naturalEnd: The end of the line without a token.
  ///   - tail: The end of the text.
  ///   - isSameParagraph: Whether the tail lies in the line's own paragraph.
  ///   - showsHead: Whether the line's beginning is shown, too; each side then has half of the
  ///     width, or what the other leaves over.
  /// - Returns: The line, and the start of the text shown behind the token, in offsets of its
  ///   paragraph.
  mutating func line(
    from start: LineStart, naturalEnd: Int, tail: inout TextTail, isSameParagraph: Bool,
    showsHead: Bool
  ) throws -> (line: BrokenLine, tailStart: Int) {
    let paragraph = breaker.paragraph
    var at = paragraph.run(
      at: showsHead ? max(start.offset, naturalEnd - 1) : start.offset)
    var runs = try token.runs(like: at.map { paragraph.runs[$0] }, available: available)
    let graphemes = try graphemes(from: start)
    guard let available else {
      let cut = showsHead ? naturalEnd : start.offset
      let tailStart = try tail.start(fitting: .infinity, from: isSameParagraph ? naturalEnd : 0)
      return (try assembled(start, cut: cut, runs, tail: (tail, tailStart)), tailStart)
    }
    var cut = start.offset
    if showsHead {
      let last = isSameParagraph ? tail.end : Int.max
      cut = min(try headCut(start, token: runs, tail: &tail, isSameParagraph), last)
      let atCut = paragraph.run(at: max(start.offset, cut - 1))
      if token.dependsOnCut, let atCut, atCut != at {
        at = atCut
        runs = try token.runs(like: paragraph.runs[atCut], available: available)
        cut = min(cut, try headCut(start, token: runs, tail: &tail, isSameParagraph))
      }
    }
    var floor = 0
    if isSameParagraph {
      // The tail begins behind the character at the cut, so at least one character is left out.
      floor = cut < graphemes.end ? graphemes.next(after: cut) : cut
    }
    let headWidth = try visibleWidth(from: start.offset, to: cut)
    var tailStart = try tail.start(fitting: available - runs.width - headWidth, from: floor)
    var tries = 0
    while true {
      var line = try assembled(start, cut: cut, runs, tail: (tail, tailStart))
      let isEmpty = cut <= start.offset && tailStart >= tail.end
      if isEmpty || line.width <= available + LineBreaker.tolerance { return (line, tailStart) }
      try line.release(breaker.cancellation)
      tries += 1
      var steps = tries > 8 ? 1 << min(tries - 8, 20) : 1
      while steps > 0 {
        // The tail is shortened first, down to one character, and then the text before the token;
        // the last character of the tail goes at the end.
        let next = try tail.next(after: tailStart)
        if next < tail.end || cut <= start.offset {
          tailStart = next
        } else {
          cut = graphemes.previous(before: cut)
        }
        steps -= 1
      }
    }
  }

  /// The end of the text before the token, in a line that shows the text's end, too.
  private mutating func headCut(
    _ start: LineStart, token: [ShapedRun], tail: inout TextTail, _ isSameParagraph: Bool
  ) throws -> Int {
    let room = max(0, (available ?? 0) - token.width)
    let floor = isSameParagraph ? start.offset : 0
    var half = try tail.start(fitting: room / 2, from: floor, atLeastOne: true)
    if try tail.width(from: half) > room { half = tail.end }
    let cut = try self.cut(start, room: room - tail.width(from: half))
    return isSameParagraph ? min(cut, max(start.offset, half)) : cut
  }

  /// The width of the line's text up to a cut, without the white space before it.
  private func visibleWidth(from start: Int, to cut: Int) throws -> Double {
    try breaker.widthOfText(from: start, to: try breaker.visibleEnd(from: start, to: cut))
  }
}
