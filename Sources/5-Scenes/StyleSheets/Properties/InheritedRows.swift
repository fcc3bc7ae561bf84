// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension Property {
  /// Inherited properties of lists, tables and decorations of text: CSS Lists 3, CSS 2.2 §17, CSS
  /// Text Decoration 4, CSS Ruby 1.
  static let inheritedRows: [Property] = [
    Property("visibility", \.inherited.visibility, inherited: true),
    Property("border-collapse", \.inherited.borderCollapse, inherited: true),
    Property(
      "border-spacing", inherited: true,
      copy: { style, other in
        style.inherited.borderSpacingX = other.inherited.borderSpacingX
        style.inherited.borderSpacingY = other.inherited.borderSpacingY
      },
      read: { reader, style in
        guard let values = reader.several(most: 2, { $0.length(0...1e15) }) else { return false }
        style.inherited.borderSpacingX = values[0]
        style.inherited.borderSpacingY = values[values.count - 1]
        return true
      }),
    Property("caption-side", \.inherited.captionSide, inherited: true),
    Property("empty-cells", \.inherited.emptyCells, inherited: true),
    Property("orphans", \.inherited.orphans, inherited: true) { $0.integer(1...1_000_000) },
    Property("widows", \.inherited.widows, inherited: true) { $0.integer(1...1_000_000) },
    Property("ruby-position", \.inherited.rubyPosition, inherited: true) { reader in
      if reader.take("alternate") {
        return reader.keyword() ?? .over
      }
      let position: RubyPosition? =
        reader.word(["before": .over, "after": .under]) ?? reader.keyword()
      if position != nil { _ = reader.take("alternate") }
      return position
    },
    Property("ruby-align", \.inherited.rubyAlign, inherited: true),
    Property("image-rendering", \.inherited.imageRendering, inherited: true) { reader in
      reader.word(["-webkit-optimize-contrast": .crispEdges, "optimizequality": .auto])
        ?? reader.keyword()
    },
    Property("quotes", \.inherited.quotes, inherited: true) { $0.quotes() },
    Property("list-style-type", \.inherited.listType, inherited: true) { $0.counterStyle() },
    Property("list-style-image", \.inherited.listImage, inherited: true) { $0.imageOrNone() },
    Property("list-style-position", \.inherited.listPosition, inherited: true),
    Property(
      "list-style", sets: ["list-style-type", "list-style-image", "list-style-position"]
    ) { $0.listStyle(&$1.inherited) },
    Property("text-shadow", \.inherited.textShadows, inherited: true) { reader in
      reader.take("none") ? [] : reader.list { $0.shadow(isOfText: true) }
    },
    Property("text-emphasis-style", \.inherited.emphasis.mark, inherited: true) { reader in
      reader.emphasisMark()
    },
    Property("text-emphasis-color", \.inherited.emphasis.color, inherited: true) { $0.color() },
    Property(
      "text-emphasis-position", inherited: true,
      copy: { style, other in
        style.inherited.emphasis.isUnder = other.inherited.emphasis.isUnder
        style.inherited.emphasis.isLeft = other.inherited.emphasis.isLeft
      },
      read: { reader, style in
        if reader.take("auto") {
          (style.inherited.emphasis.isUnder, style.inherited.emphasis.isLeft) = (false, false)
          return true
        }
        var isLeft = reader.word(["left": true, "right": false])
        guard let isUnder = reader.word(["under": true, "over": false]) else { return false }
        if isLeft == nil { isLeft = reader.word(["left": true, "right": false]) }
        style.inherited.emphasis.isUnder = isUnder
        style.inherited.emphasis.isLeft = isLeft ?? false
        return true
      }),
    Property("text-emphasis", sets: ["text-emphasis-style", "text-emphasis-color"]) {
      reader, style in
      var (mark, color) = ("", StyleColor.current)
      let isRead = reader.parts([
        { $0.emphasisMark().map { mark = $0 } }, { $0.color().map { color = $0 } },
      ])
      (style.inherited.emphasis.mark, style.inherited.emphasis.color) = (mark, color)
      return isRead
    },
    Property("text-underline-offset", \.inherited.underlineOffset, inherited: true) { reader in
      reader.take("auto") ? .some(nil) : reader.lengthPercentage().map { .some($0) }
    },
    Property("text-underline-position", \.inherited.underlinePosition, inherited: true) { reader in
      if reader.take("auto") { return UnderlinePosition() }
      var position = UnderlinePosition()
      let isRead = reader.parts([
        { $0.flag("from-font").map { position.isFromFont = true } },
        { $0.flag("under").map { position.isUnder = true } },
        { $0.word(["left": Side.left, "right": .right]).map { position.side = $0 } },
      ])
      return isRead ? position : nil
    },
    Property("text-decoration-skip-ink", \.inherited.skipsInk, inherited: true) { reader in
      reader.word(["auto": true, "all": true, "none": false])
    },
    Property("-webkit-text-stroke-width", \.inherited.strokeWidth, inherited: true) { reader in
      reader.word(["thin": 1, "medium": 3, "thick": 5]) ?? reader.length(0...1e15)
    },
    Property("-webkit-text-stroke-color", \.inherited.strokeColor, inherited: true) {
      $0.color()
    },
    Property(
      "-webkit-text-stroke", sets: ["-webkit-text-stroke-width", "-webkit-text-stroke-color"]
    ) { reader, style in
      var (width, color) = (0.0, StyleColor.current)
      let isRead = reader.parts([
        { $0.length(0...1e15).map { width = $0 } }, { $0.color().map { color = $0 } },
      ])
      (style.inherited.strokeWidth, style.inherited.strokeColor) = (width, color)
      return isRead
    },
    Property("-webkit-text-fill-color", \.inherited.fillColor, inherited: true) { $0.color() },
  ]
}

extension ValueReader {
  fileprivate mutating func quotes() -> Quotes? {
    if let quotes: Quotes = word(["auto": .auto, "none": .none]) { return quotes }
    return several { reader -> QuotePair? in
      guard let open = reader.string(), let close = reader.string() else { return nil }
      return QuotePair(open: open, close: close)
    }.map { .pairs($0) }
  }

  /// A style of a list or a counter: a name, `none`, a text, or `symbols()`.
  mutating func counterStyle() -> CounterStyle? {
    if let text = string() { return .text(text) }
    if take("none") { return CounterStyle.none }
    if let first: String? = function(
      "symbols",
      { reader in
        _ = reader.word()
        return reader.several { $0.string() }.map(\.first)
      })
    {
      return .text((first ?? "") + " ")
    }
    return name().map { .named($0.lowercasedASCII) }
  }

  /// `none` may stand for the type and for the picture.
  fileprivate mutating func listStyle(_ style: inout InheritedStyle) -> Bool {
    var (type, image, position) = (CounterStyle?.none, StyleImage?.none, ListPosition?.none)
    var (nones, hasImage) = (0, false)
    while !isAtEnd {
      if nones < 2, take("none") {
        nones += 1
      } else if position == nil, let value: ListPosition = keyword() {
        position = value
      } else if !hasImage, let value = self.image() {
        (image, hasImage) = (value, true)
      } else if type == nil, let value = counterStyle() {
        type = value
      } else {
        return false
      }
    }
    if nones + (type == nil ? 0 : 1) + (hasImage ? 1 : 0) > 2 { return false }
    style.listType = type ?? (nones > 0 ? .none : .named("disc"))
    style.listImage = image
    style.listPosition = position ?? .outside
    return type != nil || hasImage || position != nil || nones > 0
  }

  /// A shadow of a text or of a box (CSS Backgrounds 3, §6.1).
  mutating func shadow(isOfText: Bool) -> StyleShadow? {
    var (color, lengths, isInset) = (StyleColor.current, [Double](), false)
    let isRead = parts([
      { $0.several(most: isOfText ? 3 : 4) { $0.length() }.map { lengths = $0 } },
      { $0.color().map { color = $0 } },
      { isOfText ? nil : $0.flag("inset").map { isInset = true } },
    ])
    guard isRead, lengths.count >= 2, lengths.count < 3 || lengths[2] >= 0 else { return nil }
    return StyleShadow(
      x: lengths[0], y: lengths[1], blur: lengths.count > 2 ? lengths[2] : 0,
      spread: lengths.count > 3 ? lengths[3] : 0, color: color, isInset: isInset)
  }

  /// CSS Text Decoration 3, §3.1. A filling alone has the shape of the writing mode: the form of
  /// upright text is a sesame; that of lines a circle.
  fileprivate mutating func emphasisMark() -> String? {
    if take("none") { return "" }
    if let mark = string() { return mark.first.map { String($0) } ?? "" }
    var (isOpen, shape) = (word(["filled": false, "open": true]), String?.none)
    shape = word([
      "dot": "•◦", "circle": "●○", "double-circle": "◉◎", "triangle": "▲△", "sesame": "﹅﹆",
    ])
    isOpen = isOpen ?? word(["filled": false, "open": true])
    if isOpen == nil, shape == nil { return nil }
    let marks = shape ?? (context.isVertical ? "﹅﹆" : "●○")
    return String(
      marks[(isOpen ?? false) ? marks.index(after: marks.startIndex) : marks.startIndex])
  }
}
