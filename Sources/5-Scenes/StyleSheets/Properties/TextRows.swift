// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry

extension Property {
  /// Text: CSS Text 3 and 4, CSS Writing Modes 3 and 4, `color`.
  static let textRows: [Property] = [
    Property("color", \.text.color, inherited: true, phase: .line) { reader in
      reader.color().map { $0.color(of: reader.context.parent.text.color) }
    },
    Property("direction", \.text.direction, inherited: true, phase: .font),
    Property("writing-mode", \.text.writingMode, inherited: true, phase: .font) { reader in
      reader.word([
        "lr": .horizontalTB, "lr-tb": .horizontalTB, "rl": .horizontalTB, "rl-tb": .horizontalTB,
        "tb": .verticalRL, "tb-rl": .verticalRL, "tb-lr": .verticalLR,
      ]) ?? reader.keyword()
    },
    Property("text-orientation", \.text.orientation, inherited: true, phase: .font) { reader in
      reader.word(["sideways-right": .sideways, "vertical-right": .mixed]) ?? reader.keyword()
    },
    Property("text-combine-upright", \.text.combine, inherited: true) { reader in
      if reader.take("digits") { return .digits(reader.integer(2...4) ?? 2) }
      return reader.word(["none": .none, "all": .all])
    },
    Property("-webkit-text-combine", \.text.combine, inherited: true) { reader in
      reader.word(["none": .none, "horizontal": .all])
    },
    Property("unicode-bidi", \.box.unicodeBidi),
    Property("text-align", \.text.align, inherited: true) { $0.textAlign() },
    Property("text-align-last", \.text.alignLast, inherited: true) { reader in
      reader.take("match-parent") ? .auto : reader.keyword()
    },
    Property("text-indent", \.text.indent, inherited: true) { $0.textIndent() },
    Property("text-justify", \.text.justify, inherited: true) { reader in
      reader.take("distribute") ? .interCharacter : reader.keyword()
    },
    Property("text-transform", \.text.transform, inherited: true) { $0.textTransform() },
    Property("letter-spacing", \.text.letterSpacing, inherited: true) { $0.spacing() },
    Property("word-spacing", \.text.wordSpacing, inherited: true) { $0.spacing() },
    Property("white-space", sets: ["white-space-collapse", "text-wrap-mode"]) { reader, style in
      reader.whiteSpace(&style.text)
    },
    Property("white-space-collapse", \.text.whiteSpace, inherited: true),
    Property("text-wrap-mode", \.text.wraps, inherited: true) { reader in
      reader.word(["wrap": true, "nowrap": false])
    },
    Property("text-wrap-style", \.text.wrapStyle, inherited: true),
    Property("text-wrap", sets: ["text-wrap-mode", "text-wrap-style"]) { reader, style in
      var text = style.text
      (text.wraps, text.wrapStyle) = (true, .auto)
      let isRead = reader.parts([
        { $0.word(["wrap": true, "nowrap": false]).map { text.wraps = $0 } },
        { $0.keyword().map { text.wrapStyle = $0 } },
      ])
      style.text = text
      return isRead
    },
    Property("tab-size", \.text.tabSize, inherited: true) { reader in
      reader.number(0...1e9).map { .spaces($0) } ?? reader.length(0...1e9).map { .points($0) }
    },
    Property("word-break", \.text.wordBreak, inherited: true),
    Property("line-break", \.text.lineBreak, inherited: true),
    Property("overflow-wrap", \.text.overflowWrap, inherited: true),
    Property("hyphens", \.text.hyphens, inherited: true),
    Property("hyphenate-character", \.text.hyphenCharacter, inherited: true) { reader in
      reader.take("auto") ? .some(nil) : reader.string().map { .some($0) }
    },
    Property("hanging-punctuation", \.text.hanging, inherited: true) { reader in
      if reader.take("none") { return [] }
      return reader.several { reader -> HangingPunctuation? in
        reader.word([
          "first": .first, "last": .last, "force-end": .forceEnd, "allow-end": .allowEnd,
        ])
      }.map { HangingPunctuation($0) }
    },
  ]
}

extension ValueReader {
  fileprivate mutating func textAlign() -> TextAlign? {
    // That of heads of tables: they are centred unless their row says where.
    if take("-internal-center") {
      return context.parent.text.align == .start ? .center : context.parent.text.align
    }
    if take("match-parent") || take("-webkit-match-parent") {
      let parent = context.parent.text
      let isRight = parent.direction == .rtl
      switch parent.align {
      case .start: return isRight ? .right : .left
      case .end: return isRight ? .left : .right
      default: return parent.align
      }
    }
    // `keyword` would take the prefix away.
    return word([
      "-webkit-center": .blocksCenter, "-webkit-left": .blocksLeft, "-webkit-right": .blocksRight,
      "-webkit-auto": .start,
    ]) ?? keyword()
  }

  fileprivate mutating func textIndent() -> TextIndent? {
    var (indent, length) = (TextIndent(), LengthPercentage?.none)
    let isRead = parts([
      { $0.flag("hanging").map { indent.isHanging = true } },
      { $0.flag("each-line").map { indent.isEachLine = true } },
      { $0.lengthPercentage().map { length = $0 } },
    ])
    guard isRead, let length else { return nil }
    indent.length = length
    return indent
  }

  fileprivate mutating func textTransform() -> TextTransform? {
    var transform = TextTransform()
    if take("none") { return transform }
    let isRead = parts([
      { $0.flag("full-width").map { transform.isFullWidth = true } },
      { $0.flag("full-size-kana").map { transform.isFullSizeKana = true } },
      { $0.keyword().map { transform.casing = $0 } },
    ])
    return isRead ? transform : nil
  }

  /// A spacing; percentages refer to the font's size.
  fileprivate mutating func spacing() -> LengthPercentage? {
    take("normal") ? .zero : lengthPercentage()
  }

  fileprivate mutating func whiteSpace(_ text: inout TextStyle) -> Bool {
    let old: (WhiteSpaceCollapse, Bool)? = word([
      "normal": (.collapse, true), "pre": (.preserve, false), "pre-wrap": (.preserve, true),
      "pre-line": (.preserveBreaks, true),
    ])
    if let old {
      (text.whiteSpace, text.wraps) = old
      return true
    }
    var (collapse, wraps) = (WhiteSpaceCollapse.collapse, true)
    let isRead = parts([
      { $0.word(["wrap": true, "nowrap": false]).map { wraps = $0 } },
      { $0.keyword().map { collapse = $0 } },
    ])
    (text.whiteSpace, text.wraps) = (collapse, wraps)
    return isRead
  }
}
