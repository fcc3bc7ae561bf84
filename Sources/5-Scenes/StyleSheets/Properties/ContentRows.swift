// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension Property {
  /// Generated contents, counters and pages: CSS Content 3, CSS Lists 3, CSS Break 3.
  static let contentRows: [Property] = [
    Property("content", \.rare.content) { $0.content() },
    Property("counter-reset", \.rare.counterReset) { $0.counters(0) },
    Property("counter-increment", \.rare.counterIncrement) { $0.counters(1) },
    Property("counter-set", \.rare.counterSet) { $0.counters(0) },
    Property("break-before", \.rare.breakBefore),
    Property("break-after", \.rare.breakAfter),
    Property("break-inside", \.rare.breakInside),
    Property("page-break-before", \.rare.breakBefore) { $0.pageBreak() },
    Property("page-break-after", \.rare.breakAfter) { $0.pageBreak() },
    Property("page", \.rare.page) { reader in reader.take("auto") ? "" : reader.name() },
  ]

  /// Properties of what is not there: moves, pointers, scrolling, speech, printing of colours. What
  /// they say changes no picture of a page.
  static let ignoredRows: [Property] = names.split { $0 == " " || $0 == "\n" }
    .map { Property(ignored: String($0)) }

  private static let names = """
    accent-color animation animation-delay animation-direction animation-duration
    animation-fill-mode animation-iteration-count animation-name animation-play-state
    animation-timing-function appearance caret-color color-adjust color-scheme
    content-visibility cursor font-synthesis-weight font-synthesis-style font-display font-language-override font-palette
    font-variant-alternates font-variant-emoji forced-color-adjust hyphenate-limit-chars
    image-orientation interpolation-mode object-view-box overflow-anchor overflow-clip-margin
    overscroll-behavior overscroll-behavior-x overscroll-behavior-y pointer-events
    print-color-adjust resize scroll-behavior scroll-margin scroll-margin-top
    scroll-margin-right scroll-margin-bottom scroll-margin-left scroll-padding
    scroll-padding-top scroll-padding-right scroll-padding-bottom scroll-padding-left
    scroll-snap-align scroll-snap-stop scroll-snap-type scrollbar-color scrollbar-gutter
    scrollbar-width tap-highlight-color -webkit-tap-highlight-color text-rendering
    text-size-adjust -moz-text-size-adjust -ms-text-size-adjust -webkit-touch-callout
    touch-action transition transition-behavior transition-delay transition-duration
    transition-property transition-timing-function user-drag user-select user-modify
    -webkit-font-smoothing -moz-osx-font-smoothing -webkit-overflow-scrolling zoom speak
    -moz-user-select -ms-user-select -moz-appearance -ms-overflow-style
    contain-intrinsic-size contain-intrinsic-width contain-intrinsic-height
    contain-intrinsic-block-size contain-intrinsic-inline-size container container-name
    container-type text-anchor dominant-baseline alignment-baseline baseline-shift
    shape-rendering vector-effect paint-order math-depth math-shift math-style mask-type counter-style azimuth cue elevation pause pitch richness stress voice-family
    volume marker-offset marks size src unicode-range
    """
}

extension ValueReader {
  fileprivate mutating func pageBreak() -> BreakBetween? {
    word(["auto": .auto, "always": .page, "avoid": .avoid, "left": .left, "right": .right])
  }

  /// Names of counters, each with a number; what is left out is `value`.
  fileprivate mutating func counters(_ value: Int) -> [CounterChange]? {
    if take("none") { return [] }
    return several { reader in
      guard let name = reader.name() else { return nil }
      return CounterChange(name: name, value: reader.integer() ?? value)
    }
  }

  /// CSS Content 3, §1.
  fileprivate mutating func content() -> StyleContent? {
    if let content: StyleContent = word(["normal": .normal, "none": StyleContent.none]) {
      return content
    }
    var items: [StyleContent.Item] = []
    while !isAtEnd, items.count < 1024 {
      // What stands after a slash is for speech.
      if takeSlash() {
        guard !items.isEmpty, several({ $0.contentItem() }) != nil else { return nil }
        break
      }
      guard let item = contentItem() else { return nil }
      items.append(item)
    }
    return items.isEmpty ? nil : .items(items)
  }

  private mutating func contentItem() -> StyleContent.Item? {
    if let text = string() { return .text(text) }
    if let image = image() { return .image(image) }
    if let quote: StyleContent.Item = word([
      "open-quote": .openQuote, "close-quote": .closeQuote, "no-open-quote": .noOpenQuote,
      "no-close-quote": .noCloseQuote,
    ]) {
      return quote
    }
    return function("attr") { $0.attribute() }
      ?? function("counter") { reader in
        guard let name = reader.name() else { return nil }
        return reader.style().map { .counter(name, $0) }
      }
      ?? function("counters") { reader in
        guard let name = reader.name(), reader.take(.comma), let separator = reader.string() else {
          return nil
        }
        return reader.style().map { .counters(name, separator: separator, $0) }
      }
  }

  /// The style of a counter after a comma.
  private mutating func style() -> CounterStyle? {
    take(.comma) ? counterStyle() : .decimal
  }

  private mutating func attribute() -> StyleContent.Item? {
    guard let name = name() else { return nil }
    // A kind and a fallback are read and passed over: contents are texts.
    _ = word()
    if take(.comma) { skipToComma() }
    return .attribute(name.lowercasedASCII)
  }
}
