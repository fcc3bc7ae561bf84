// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import AsyncTextLayer
import TextDefaultFonts

extension ByteSource {
  /// A text of up to about `most` code units in random styles.
  public mutating func text(upTo most: Int) -> AttributedText {
    var text = AttributedText("", style: style())
    while !isAtEnd, text.length < most {
      if once(in: 24) {
        text.append(attachment(), style: style())
        continue
      }
      text.append(AttributedText(utf16: units(), style: style()))
      if once(in: 16), text.length > 2 {
        let start = below(text.length)
        let range = TextRange(start, min(text.length, start + 1 + below(6)))
        if once(in: 2) {
          text[link: range] = TextLink("a:b")
        } else {
          text[binding: range] = TextBinding()
        }
      }
    }
    return text
  }

  /// A piece of text: a known one, letters of one script, or any code units.
  private mutating func units() -> [UInt16] {
    switch below(4) {
    case 0: return Array(element(of: Self.pieces).utf16)
    case 1:
      let start = UInt16(element(of: Self.scripts))
      return (0...below(12)).map { _ in start + UInt16(below(40)) }
    case 2: return (0...below(6)).map { _ in UInt16(byte()) << 8 | UInt16(byte()) }
    default: return (0...below(12)).map { _ in UInt16(0x20 + below(0x5F)) }
    }
  }

  private mutating func attachment() -> TextAttachment {
    var attachment = TextAttachment(.reserved("a"))
    if once(in: 2) { attachment.size = Size(width: length(), height: length()) }
    attachment.margins = EdgeInsets(top: length(to: 4), leading: length(to: 4))
    attachment.alignment = element(of: TextAttachment.Alignment.allCases)
    return attachment
  }

  /// A style, in most cases a plain one.
  public mutating func style() -> TextStyle {
    var style = TextStyle(size: once(in: 4) ? length(to: 80) : 14)
    guard once(in: 2) else { return style }
    switch below(8) {
    case 0: style.shaping.letterSpacing = length(to: 10)
    case 1: style.shaping.wordSpacing = length(to: 10)
    case 2: style.shaping.baselineOffset = length(to: 10)
    case 3: style.shaping.language = element(of: ["", "ja", "th", "ar", "x-é", "zh-Hant-HK"])
    case 4:
      style.shaping.font = FontDescriptor(families: [], weight: Double(below(1100)), slant: .italic)
    case 5: style.shaping.features = [FontFeature("liga", UInt32(byte()))]
    case 6:
      style.shaping.autospace = element(of: TextAutospace.allCases)
      style.shaping.textWrap = element(of: TextWrap.allCases)
    case 7: style.shaping.isolation = element(of: TextIsolation.allCases)
    default: break
    }
    switch below(8) {
    case 0: style.paint.underline = TextDecoration(style: .wavy, thickness: length(to: 4))
    case 1: style.paint.background = TextBackground(.red, cornerRadius: length(to: 12))
    case 2: style.paint.shadows = [TextShadow(color: .blue, blurRadius: length(to: 12))]
    case 3: style.paint.stroke = TextStroke(width: length(to: 4))
    case 4: style.paint.strikethrough = TextDecoration(style: .dashed, offset: length(to: 3))
    default: break
    }
    style.paragraph = paragraph()
    return style
  }

  private mutating func paragraph() -> ParagraphStyle {
    var style = ParagraphStyle(
      alignment: element(of: TextAlignment.allCases), direction: element(of: [.auto, .rightToLeft]))
    switch below(18) {
    case 0: style.lineHeight = .multiple(length(to: 3))
    case 1: style.lineHeight = .fixed(length(to: 40))
    case 2: style.lineSpacing = length(to: 10)
    case 3: (style.spacingBefore, style.spacingAfter) = (length(to: 20), length(to: 20))
    case 4: (style.firstLineIndent, style.startIndent) = (length(), length())
    case 5: style.endIndent = length()
    case 6: style.tabStops = (0...below(3)).map { _ in TabStop(position: length()) }
    case 7: style.tabInterval = length()
    case 8: style.wordBreak = element(of: WordBreak.allCases)
    case 9: style.overflowWrap = element(of: OverflowWrap.allCases)
    case 10: style.lineBreaking = element(of: [.balanced, .optimal])
    case 11: style.hyphenation = hyphenation()
    case 12: style.lineHeight = .between(least: length(to: 20), most: length(to: 40))
    case 13: style.lastLineAlignment = element(of: TextAlignment.allCases)
    case 14:
      style.alignment = .justify
      style.justification = JustificationLimits(
        spaces: once(in: 2) ? length(to: 1) : nil, gaps: once(in: 2) ? length(to: 1) : nil,
        letters: length(to: 1), kashida: once(in: 2) ? length(to: 2) : 0, isStrict: once(in: 2))
    case 15: style.hangingPunctuation = HangingPunctuation(rawValue: byte())
    default: break
    }
    return style
  }

  private static let hyphenator = try? Hyphenator(
    Array("UTF-8\nf1f/ff=f,1,2\n1a\n1e\no1f/of=xyz,1,2\nי1\n1م\nв1\n".utf8))

  private mutating func hyphenation() -> Hyphenation? {
    if once(in: 8) { return .suppressed }
    guard let hyphenator = Self.hyphenator else { return nil }
    return Hyphenation(
      hyphenator, maximumConsecutive: below(3), minimumWordLength: below(6),
      minimumBefore: below(4), minimumAfter: below(4), zone: once(in: 3) ? length() : 0,
      hyphenatesCapitalized: true, character: once(in: 6) ? "~" : nil)
  }

  /// A container.
  public mutating func container() -> TextContainer {
    var container = TextContainer(width: once(in: 8) ? nil : length(to: 300))
    if once(in: 3) { container.height = length(to: 200) }
    if once(in: 3) { container.maximumLines = below(5) }
    container.truncation = element(of: TextContainer.Truncation.allCases)
    container.verticalAlignment = element(of: TextContainer.VerticalAlignment.allCases)
    if once(in: 6) { container.minimumScale = length(to: 1) }
    if once(in: 6) {
      container.insets = EdgeInsets(
        top: length(to: 9), leading: length(to: 9), bottom: length(to: 9), trailing: length(to: 9))
    }
    if once(in: 8) {
      container.trim = TextBoxTrim(
        over: element(of: TextBoxTrim.Over.allCases),
        under: element(of: TextBoxTrim.Under.allCases))
    }
    if once(in: 8) { container.token = AttributedText("… more ✂︎", style: style()) }
    if once(in: 8) { container.ellipsis = element(of: ["", "~~~~~~~~", "\n", "אב", "😀"]) }
    return container
  }

  private static let pieces = [
    " ", "\n", "\r\n", "\t", "\u{2028}", "\u{2029}", "\u{AD}", "\u{200B}", "\u{2060}", "fi",
    "office",
    "e\u{301}", "👩🏽‍🚀", "🇩🇪", "שלום", "مرحبا", "क्षि", "ไทยภาษา", "漢字。「", "a\u{202E}b\u{202C}",
    "\u{2067}", "\u{2069}", "\u{FEFF}", "\u{FFFC}", "---", "http://a.b/c", "\u{E0061}",
    "12\u{2044}3",
  ]
  private static let scripts = [
    0x41, 0xC0, 0x370, 0x410, 0x5D0, 0x620, 0x905, 0xE01, 0x1780, 0x1100, 0x3041, 0x4E00, 0xAC00,
    0x300, 0x2000, 0x2066, 0xD800, 0xDC00,
  ]
}

/// The fonts of the targets that are about text: the default ones, and none of the host.
public let fuzzFonts = FontCollection(defaultFonts: DefaultFonts.all, includesSystemFonts: false)
