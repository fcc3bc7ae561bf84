// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import StyleSheets
internal import TextFonts
internal import TextModel

/// The fonts of a page: the styles of shaping that computed styles ask for, and the sizes of their
/// first fonts.
final class FontStyles {
  /// Sizes of a font in points, from the baseline up and down.
  struct Extents {
    var ascent: Double
    var descent: Double
    var lineGap: Double
    var xHeight: Double
  }

  let fonts: FontCollection
  private var extents: [ShapingStyle: Extents] = [:]

  init(_ fonts: FontCollection) { self.fonts = fonts }

  /// The style of shaping of a computed style, without the place of the text on its line.
  func shaping(_ style: StyleSheets.TextStyle) -> ShapingStyle {
    var font = FontDescriptor(weight: style.weight, stretch: style.stretch)
    var isGeneric = false
    for family in style.families {
      switch family {
      case .named(let name): font.families.append(name)
      case .generic(let generic):
        font.families.append(Self.name(of: generic))
        isGeneric = true
      }
    }
    // The last resort is the initial font.
    if !isGeneric { font.families.append("serif") }
    switch style.slant {
    case .normal: font.slant = .normal
    case .italic: font.slant = .italic
    case .oblique: font.slant = .oblique
    }
    font.variations = style.variations.compactMap { setting in
      FontTag(setting.tag).map { FontVariation(tag: $0, value: setting.value) }
    }
    if !style.hasOpticalSizing { font.opticalSizing = .none }
    var size = min(max(style.fontSize, 0.01), TextLimits.fontSize)
    if let adjust = style.sizeAdjust,
      let first = try? fonts.cascade(for: font, language: style.language).primary,
      first.metrics.xHeight > 0
    {
      // The font has the size at which its x is as high as asked for (CSS Fonts 5, §2.1).
      size *= adjust * Double(first.unitsPerEm) / first.metrics.xHeight
      size = min(max(size, 0.01), TextLimits.fontSize)
    }
    var shaping = ShapingStyle(
      font: font, size: size, features: features(style), language: style.language,
      letterSpacing: style.letterSpacing.points(of: style.fontSize).bounded,
      wordSpacing: style.wordSpacing.points(of: style.fontSize).bounded,
      textSpacingTrim: .normal)
    switch style.caps {
    case .smallCaps: shaping.smallCapitals = .ofSmallLetters
    case .allSmallCaps: shaping.smallCapitals = .ofAllLetters
    default: break
    }
    if !style.makesSmallCaps { shaping.makesSmallCapitals = false }
    switch style.orientation {
    case .mixed: break
    case .upright: shaping.textOrientation = .upright
    case .sideways: shaping.textOrientation = .sideways
    }
    if case .all = style.combine { shaping.textCombine = .all }
    if !style.wraps { shaping.textWrap = .noWrap }
    return shaping
  }

  private func features(_ style: StyleSheets.TextStyle) -> [FontFeature] {
    let caps: [String] =
      switch style.caps {
      // The style of shaping has small capitals of its own.
      case .normal, .smallCaps, .allSmallCaps: []
      case .petiteCaps: ["pcap"]
      case .allPetiteCaps: ["pcap", "c2pc"]
      case .unicase: ["unic"]
      case .titlingCaps: ["titl"]
      }
    let settings =
      (style.kerning == .none ? [("kern", 0.0)] : []) + caps.map { ($0, 1.0) }
      + (style.variantFeatures + style.features).map { ($0.tag, $0.value) }
    return settings.compactMap { tag, value in
      FontTag(tag).map { FontFeature(tag: $0, value: UInt32(max(0, value))) }
    }
  }

  private static func name(of family: FontFamily.Generic) -> String {
    switch family {
    case .serif, .uiSerif, .cursive, .fantasy, .fangsong, .math: "serif"
    case .sansSerif, .systemUI, .uiSansSerif, .uiRounded: "sans-serif"
    case .monospace, .uiMonospace: "monospace"
    case .emoji: "emoji"
    }
  }

  /// The sizes of the first font of a style.
  ///
  /// - Parameter isCentral: Whether they count from the middle of the font, as in vertical text.
  func extents(of style: ShapingStyle, isCentral: Bool) -> Extents {
    var extents = extents(of: style)
    guard isCentral else { return extents }
    extents.ascent = (extents.ascent + extents.descent) / 2
    extents.descent = extents.ascent
    return extents
  }

  /// The sizes of the first font of a style.
  func extents(of style: ShapingStyle) -> Extents {
    if let known = extents[style] { return known }
    var found = Extents(
      ascent: style.size * 0.8, descent: style.size * 0.2, lineGap: 0, xHeight: style.size / 2)
    if let font = try? fonts.cascade(for: style).primary {
      let scale = style.size / Double(font.unitsPerEm)
      let metrics = font.metrics
      found = Extents(
        ascent: (metrics.ascent * scale).rounded(), descent: (-metrics.descent * scale).rounded(),
        lineGap: max(0, metrics.lineGap * scale).rounded(), xHeight: metrics.xHeight * scale)
    }
    extents[style] = found
    return found
  }

  /// The width of a space, with the spacing that the style adds to it.
  func spaceWidth(of style: ShapingStyle) -> Double {
    guard let font = try? fonts.cascade(for: style).primary,
      let glyph = font.glyph(for: " ")
    else { return style.size / 4 }
    let advance = Double(font.advance(of: glyph)) * style.size / Double(font.unitsPerEm)
    return advance + style.letterSpacing + style.wordSpacing
  }

  /// The units of CSS that refer to the font of a style.
  func units(of style: StyleSheets.TextStyle) -> FontUnits {
    let shaping = shaping(style)
    let extents = extents(of: shaping)
    var zero = style.fontSize / 2
    var capHeight = style.fontSize * 0.7
    if let font = try? fonts.cascade(for: shaping).primary {
      let scale = shaping.size / Double(font.unitsPerEm)
      capHeight = font.metrics.capHeight * scale
      if let glyph = font.glyph(for: "0") { zero = Double(font.advance(of: glyph)) * scale }
    }
    return FontUnits(
      xHeight: extents.xHeight, zeroAdvance: zero, capHeight: capHeight,
      lineHeight: extents.ascent + extents.descent + extents.lineGap)
  }
}

extension StyleSheets.LineHeight {
  /// The height in points for a font size; `nil` for `normal`.
  func points(fontSize: Double) -> Double? {
    switch self {
    case .normal: nil
    case .factor(let factor): factor * fontSize
    case .points(let points): points
    }
  }
}

extension Double {
  /// The number within the bounds of texts: CSS has none, and a larger one looks no different.
  var bounded: Double { min(max(self, -TextLimits.containerSide), TextLimits.containerSide) }
}
