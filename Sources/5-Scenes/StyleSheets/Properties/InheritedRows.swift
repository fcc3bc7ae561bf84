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
      var (mark, color) = (String?.none, StyleColor?.none)
      while !reader.isAtEnd {
        if mark == nil, let value = reader.emphasisMark() {
          mark = value
        } else if color == nil, let value = reader.color() {
          color = value
        } else {
          return false
        }
      }
      style.inherited.emphasis.mark = mark ?? ""
      style.inherited.emphasis.color = color ?? .current
      return mark != nil || color != nil
    },
    Property("text-underline-offset", \.inherited.underlineOffset, inherited: true) { reader in
      reader.take("auto") ? .some(nil) : reader.lengthPercentage().map { .some($0) }
    },
    Property("text-underline-position", \.inherited.underlinePosition, inherited: true) { reader in
      if reader.take("auto") { return UnderlinePosition() }
      var (position, count) = (UnderlinePosition(), 0)
      while !reader.isAtEnd {
        count += 1
        if reader.take("from-font") {
          position.isFromFont = true
        } else if reader.take("under") {
          position.isUnder = true
        } else if let side: Side = reader.word(["left": .left, "right": .right]) {
          position.side = side
        } else {
          return nil
        }
      }
      return count > 0 ? position : nil
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
      var (width, color) = (Double?.none, StyleColor?.none)
      while !reader.isAtEnd {
        if width == nil, let value = reader.length(0...1e15) {
          width = value
        } else if color == nil, let value = reader.color() {
          color = value
        } else {
          return false
        }
      }
      (style.inherited.strokeWidth, style.inherited.strokeColor) = (width ?? 0, color ?? .current)
      return width != nil || color != nil
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
    var (color, lengths, isInset) = (StyleColor?.none, [Double](), false)
    while let token = peek, token != .comma, token != .closeRound {
      if lengths.isEmpty, let x = length() {
        guard let y = length() else { return nil }
        lengths = [x, y]
        if let blur = length(0...1e15) {
          lengths.append(blur)
          if !isOfText, let spread = length() { lengths.append(spread) }
        }
      } else if color == nil, let value = self.color() {
        color = value
      } else if !isOfText, !isInset, take("inset") {
        isInset = true
      } else {
        return nil
      }
    }
    guard lengths.count >= 2 else { return nil }
    return StyleShadow(
      x: lengths[0], y: lengths[1], blur: lengths.count > 2 ? lengths[2] : 0,
      spread: lengths.count > 3 ? lengths[3] : 0, color: color ?? .current, isInset: isInset)
  }

  /// CSS Text Decoration 3, §3.1. A filling alone has the shape of the writing mode: the form of
  /// upright text is a sesame; that of lines a circle.
  fileprivate mutating func emphasisMark() -> String? {
    if take("none") { return "" }
    if let mark = string() { return mark.first.map { String($0) } ?? "" }
    var (isOpen, shape) = (Bool?.none, String?.none)
    while !isAtEnd {
      if isOpen == nil, let value = word(["filled": false, "open": true]) {
        isOpen = value
      } else if shape == nil,
        let value: String = word([
          "dot": "•◦", "circle": "●○", "double-circle": "◉◎", "triangle": "▲△", "sesame": "﹅﹆",
        ])
      {
        shape = value
      } else {
        break
      }
    }
    if isOpen == nil, shape == nil { return nil }
    let marks = shape ?? (context.isVertical ? "﹅﹆" : "●○")
    return String(
      marks[(isOpen ?? false) ? marks.index(after: marks.startIndex) : marks.startIndex])
  }
}
