// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel
import TextTestSupport

@testable import AsyncTextLayer

#if canImport(Glibc)
  import Glibc
#endif

/// Between two polls at most a millisecond of the thread's processor time, also in one paragraph of a megabyte (I14).
@Suite("Polls", .serialized)
struct PollGapTests {
  /// What paragraphs are made of.
  static let pieces = [
    "The quick brown fox jumps over the lazy dog. ", "مرحبا بالعالم هذا نص طويل جدا ",
    "👩‍🚀👍🏽🇪🇺❤️🧑‍🧑‍🧒 ", "([{(a", "(", "abcdefghij", "日本語の文章を表示する", "e\u{301}", "\u{301}", "ممممم",
    "नमस्ते दुनिया ", "אב 12 ", "\u{2067}a\u{2069}", "a\tb", "\t", "א\t", "བོད་ཡིག་", " ",
    "abc\u{AD}",
  ]

  #if DEBUG
    // Unoptimised code takes many times what it takes in a release build: this shows that there are polls at all.
    private static let (length, limit) = (20_000, 0.1)
  #else
    private static let (length, limit) = (1 << 20, 0.001)
  #endif

  @Test("One long paragraph, in lines and as one line", arguments: pieces)
  func paragraph(piece: String) throws {
    let text = AttributedText(
      String(repeating: piece, count: Self.length / piece.utf8.count))
    func check() throws {
      try expectGaps { gaps in
        try Self.draw(text, in: TextContainer(width: 400), gaps)
        try Self.draw(text, in: TextContainer(), gaps)
      }
    }
    if piece == "\t" {
      withKnownIssue("Nothing but tabs: 3.5 ms in a release build", isIntermittent: true) {
        try check()
      }
    } else {
      try check()
    }
  }

  @Test("Many short paragraphs")
  func paragraphs() throws {
    let text = AttributedText(String(repeating: "ab\n", count: Self.length / 8))
    try expectGaps { try Self.draw(text, in: TextContainer(width: 400), $0) }
  }

  @Test("Many styles, with lines under them")
  func styles() throws {
    var text = AttributedText()
    for index in 0..<Self.length / 64 {
      var style = TextStyle.default
      style.shaping.size = Double(10 + index % 5)
      style.paint.underline = TextDecoration(color: index % 2 == 0 ? .black : nil)
      style.paint.background = Color(red: Float(index % 3) / 3, green: 1, blue: 1)
      text.append("ab ", style: style)
    }
    try expectGaps { gaps in
      try Self.draw(text, in: TextContainer(width: 400), gaps)
      try Self.draw(text, in: TextContainer(), gaps)
    }
  }

  @Test("Justified, truncated, broken anywhere")
  func otherWays() throws {
    var style = TextStyle.default
    style.paragraph.alignment = .justify
    let words = AttributedText(
      String(repeating: "word مرحبا ", count: Self.length / 16), style: style)
    let tabs = AttributedText(
      String(repeating: "a\t日 ", count: Self.length / 8), style: style)
    let noSpace = AttributedText(String(repeating: "abcdef", count: Self.length / 6))
    try expectGaps { gaps in
      try Self.draw(words, in: TextContainer(width: 400), gaps)
      try Self.draw(words, in: TextContainer(width: 400, maximumLines: 3), gaps)
      try Self.draw(noSpace, in: TextContainer(width: 30), gaps)
      try Self.draw(noSpace, in: TextContainer(width: 1e6, maximumLines: 1), gaps)
    }
    withKnownIssue("Justified tabs in very long lines: 1.1 ms", isIntermittent: true) {
      try expectGaps { gaps in
        try Self.draw(tabs, in: TextContainer(width: 1e6), gaps)
        try Self.draw(tabs, in: TextContainer(width: 1e6, maximumLines: 1), gaps)
      }
    }
  }

  private static func draw(
    _ text: AttributedText, in container: TextContainer, _ gaps: PollGaps
  ) throws {
    gaps.begin()
    let cancellation = Cancellation(poll: { gaps.note() })
    let layout = try TextLayout(
      text, in: container, fonts: BundledFonts.collection, cancellation: cancellation)
    var context = try GraphicsContext(
      pixels: PixelSize(width: 400, height: 800), scale: 1, background: nil, pool: .shared,
      cancellation: cancellation)
    try context.draw(layout, cancellation: cancellation)
    gaps.note()
  }

  /// Runs work until its widest gap is as it must be, five times at most.
  ///
  /// A gap that is in the code is there every time; one that an interrupt makes, or the first use of a font, is not.
  private func expectGaps(_ work: (PollGaps) throws -> Void) throws {
    var widest = Double.infinity
    for _ in 0..<5 where widest >= Self.limit {
      let gaps = PollGaps()
      try work(gaps)
      #expect(gaps.count > 20)
      widest = min(widest, gaps.widest)
    }
    #expect(widest < Self.limit)
  }
}

/// The processor time between the polls of one thread.
private final class PollGaps: Sendable {
  private let state = Guarded<(last: Double, widest: Double, count: Int)>((0, 0, 0))

  var widest: Double { state.withLock { $0.widest } }
  var count: Int { state.withLock { $0.count } }

  /// What was freed since the last poll is no part of the work.
  func begin() {
    let now = Self.now
    state.withLock { $0.last = now }
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  func note() {
    let now = Self.now
    state.withLock {
      $0.widest = max($0.widest, now - $0.last)
      $0.last = now
      $0.count += 1
    }
  }
}
