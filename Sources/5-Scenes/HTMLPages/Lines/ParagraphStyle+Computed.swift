// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyleSheets
internal import TextModel

extension ParagraphStyle {
  /// The style of the lines of a block.
  init(_ style: ComputedStyle, _ styles: FontStyles) {
    let text = style.text
    let isRightToLeft = text.direction == .rtl
    self.init(
      alignment: text.justify == .none && text.align == .justify
        ? .start : Self.alignment(text.align),
      direction: style.box.unicodeBidi == .plaintext
        ? .auto : isRightToLeft ? .rightToLeft : .leftToRight)
    setIndent(text.indent, basis: 0)
    update { $0.breaksAfterSlashes = false }
    if text.indent.isEachLine { update { $0.indentsEachLine = true } }
    if text.lineBreak == .anywhere { update { $0.breaksAnywhere = true } }
    if text.align == .justifyAll { lastLineAlignment = .justify }
    switch text.alignLast {
    case .auto: break
    case .start: lastLineAlignment = .start
    case .end: lastLineAlignment = .end
    case .left: lastLineAlignment = .left
    case .right: lastLineAlignment = .right
    case .center: lastLineAlignment = .center
    case .justify: lastLineAlignment = text.justify == .none ? .start : .justify
    }
    switch text.wordBreak {
    case .normal, .breakWord: break
    case .breakAll: wordBreak = .breakAll
    case .keepAll: wordBreak = .keepAll
    case .autoPhrase: wordBreak = .autoPhrase
    }
    switch text.lineBreak {
    case .auto: break
    case .loose: lineBreak = .loose
    case .normal: lineBreak = .normal
    case .strict: lineBreak = .strict
    case .anywhere: wordBreak = .breakAll
    }
    overflowWrap =
      switch text.overflowWrap {
      case .normal: .normal
      case .anywhere: .anywhere
      case .breakWord: .breakWord
      }
    if text.wordBreak == .breakWord || text.lineBreak == .anywhere {
      overflowWrap = .anywhere
    }
    switch text.hyphens {
    case .none: hyphenation = .none
    case .manual: break
    case .auto: hyphenation = Hyphenation()
    }
    switch text.wrapStyle {
    case .auto, .stable: break
    case .balance: lineBreaking = .balanced
    case .pretty: lineBreaking = .optimal
    }
    let shaping = styles.shaping(text)
    switch text.tabSize {
    case .points(let points): tabInterval = max(0, points.bounded)
    case .spaces(let count): tabInterval = max(0, (count * styles.spaceWidth(of: shaping)).bounded)
    }
    var strut = shaping
    strut.inlineBox = InlineBox(lineHeight: text.lineHeight.points(fontSize: text.fontSize))
    self.strut = LineStrut(strut)
  }

  private static func alignment(_ align: TextAlign) -> TextAlignment {
    switch align {
    case .start: .start
    case .end: .end
    case .left, .blocksLeft: .left
    case .right, .blocksRight: .right
    case .center, .blocksCenter: .center
    case .justify, .justifyAll: .justify
    }
  }

  /// Sets `text-indent`, whose percentages refer to the width of the block.
  mutating func setIndent(_ indent: TextIndent, basis: Double) {
    let points = indent.length.points(of: basis).bounded
    (startIndent, firstLineIndent) = indent.isHanging ? (points, -points) : (0, points)
  }
}
