// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension Property {
  /// Fonts: CSS Fonts 4, CSS 2.2 §10.8.
  static let fontRows: [Property] = [
    Property("font-family", \.text.families, inherited: true, phase: .font) { $0.families() },
    Property(
      "font-size", inherited: true, phase: .font,
      copy: { style, other in
        style.text.fontSize = other.text.fontSize
        style.text.sizeKeyword = other.text.sizeKeyword
        style.text.isSizeAbsolute = other.text.isSizeAbsolute
      }, read: { $0.fontSize(&$1.text) }),
    Property("font-weight", \.text.weight, inherited: true, phase: .font) { $0.fontWeight() },
    Property("font-style", \.text.slant, inherited: true, phase: .font) { $0.fontStyle() },
    Property("font-stretch", \.text.stretch, inherited: true, phase: .font) { $0.fontStretch() },
    Property("font-variant-caps", \.text.caps, inherited: true, phase: .font),
    Property("font-synthesis-small-caps", \.text.makesSmallCaps, inherited: true, phase: .font) {
      $0.word(["auto": true, "none": false])
    },
    // Of the faces that the shorthand permits, small capitals alone can be declined.
    Property("font-synthesis", sets: ["font-synthesis-small-caps"], phase: .font) {
      $0.fontSynthesis(&$1.text)
    },
    Property("font-variant-position", \.text.fontPosition, inherited: true, phase: .font),
    Property("font-kerning", \.text.kerning, inherited: true, phase: .font),
    variants("font-variant-ligatures", ValueReader.ligatures),
    variants("font-variant-numeric", ValueReader.numerals),
    variants("font-variant-east-asian", ValueReader.eastAsian),
    Property(
      "font-variant",
      sets: [
        "font-variant-caps", "font-variant-ligatures", "font-variant-numeric",
        "font-variant-east-asian", "font-variant-position",
      ], phase: .font
    ) { $0.fontVariant(&$1.text) },
    Property("font-feature-settings", \.text.features, inherited: true, phase: .font) {
      $0.fontSettings(areFeatures: true)
    },
    Property("font-variation-settings", \.text.variations, inherited: true, phase: .font) {
      $0.fontSettings(areFeatures: false)
    },
    Property("font-optical-sizing", \.text.hasOpticalSizing, inherited: true, phase: .font) {
      $0.word(["auto": true, "none": false])
    },
    Property("font-size-adjust", \.text.sizeAdjust, inherited: true, phase: .font) { reader in
      if reader.take("none") { return .some(nil) }
      _ = reader.take("ex-height")
      return reader.number(0...1e9).map { .some($0) }
    },
    Property("line-height", \.text.lineHeight, inherited: true, phase: .line) { $0.lineHeight() },
    Property(
      "font",
      sets: [
        "font-style", "font-variant", "font-weight", "font-stretch", "font-size", "line-height",
        "font-family", "font-size-adjust", "font-kerning", "font-feature-settings",
        "font-variation-settings", "font-optical-sizing",
      ], phase: .font
    ) { $0.font(&$1.text) },
  ]

  /// A property for some of the features of a font: it leaves those of the others.
  private static func variants(
    _ name: String, _ words: KeyValuePairs<String, [FontSetting]>
  ) -> Property {
    let tags = Set(words.flatMap { $0.value.map(\.tag) })
    return Property(
      name, inherited: true, phase: .font,
      copy: { style, other in
        style.text.variantFeatures =
          style.text.variantFeatures.filter { !tags.contains($0.tag) }
          + other.text.variantFeatures.filter { tags.contains($0.tag) }
      },
      read: { reader, style in
        guard let features = reader.variants(words) else { return false }
        style.text.variantFeatures.removeAll { tags.contains($0.tag) }
        style.text.variantFeatures += features
        return true
      })
  }

  /// A shorthand that is computed early.
  fileprivate init(
    _ name: String, sets longhands: [String], phase: Phase,
    read: @escaping @Sendable (inout ValueReader, inout ComputedStyle) -> Bool
  ) {
    self.init(name, sets: longhands, read: read)
    self.phase = phase
  }
}

extension FontSetting {
  fileprivate static func on(_ tag: String) -> FontSetting { FontSetting(tag: tag, value: 1) }
  fileprivate static func off(_ tag: String) -> FontSetting { FontSetting(tag: tag, value: 0) }
}

extension ValueReader {
  // MARK: Families and sizes

  fileprivate mutating func families() -> [FontFamily]? {
    list { reader in
      if let name = reader.string() { return .named(name) }
      if reader.peekFunction == "generic" {
        return reader.block { $0.name() }.map {
          $0 == "fangsong" ? .generic(.fangsong) : .generic(.serif)
        }
      }
      guard let first = reader.name() else { return nil }
      var name = first
      while let next = reader.name() { name += " " + next }
      let word = name.lowercasedASCII
      if word == "blinkmacsystemfont" || word == "-apple-system" { return .generic(.systemUI) }
      if word == "-webkit-body" { return .generic(.serif) }
      return FontFamily.Generic(rawValue: word).map { .generic($0) } ?? .named(name)
    }
  }

  /// CSS Fonts 4, §2.5; the keywords as browsers have them.
  fileprivate mutating func fontSize(_ text: inout TextStyle) -> Bool {
    let keyword: Int? = word([
      "xx-small": -3, "x-small": -2, "small": -1, "medium": 0, "large": 1, "x-large": 2,
      "xx-large": 3, "xxx-large": 4, "-webkit-xxx-large": 4,
    ])
    if let keyword {
      text.fontSize = Self.fontSize(keyword: keyword, isMonospace: false)
      (text.sizeKeyword, text.isSizeAbsolute) = (keyword, false)
      return true
    }
    let parent = context.parent.text
    (text.sizeKeyword, text.isSizeAbsolute) = (nil, parent.isSizeAbsolute)
    if let factor = word(["larger": 1.2, "smaller": 1 / 1.2]) {
      text.fontSize = parent.fontSize * factor
      return true
    }
    // An absolute length is not changed by a family of fixed widths.
    var isAbsolute = false
    if case .dimension(_, _, let unit) = peek {
      isAbsolute = !["em", "rem", "ex", "ch", "lh", "rlh", "cap", "ic"].contains(unit)
    }
    guard let size = lengthPercentage(0...1e15) else { return false }
    text.fontSize = min(max(size.points(of: parent.fontSize), 0), 10_000)
    if isAbsolute { text.isSizeAbsolute = true }
    return true
  }

  /// The size of a keyword; that of fixed widths is smaller, as in browsers.
  static func fontSize(keyword: Int, isMonospace: Bool) -> Double {
    let sizes: [Double] =
      isMonospace ? [9, 10, 12, 13, 16, 20, 26, 39] : [9, 10, 13, 16, 18, 24, 32, 48]
    return sizes[min(max(keyword + 3, 0), 7)]
  }

  fileprivate mutating func fontWeight() -> Double? {
    if let weight = number(1...1000) { return weight }
    let parent = context.parent.text.weight
    return word([
      "normal": 400, "bold": 700,
      "bolder": parent < 350 ? 400 : parent < 550 ? 700 : max(parent, 900),
      "lighter": parent < 100 ? parent : parent < 550 ? 100 : parent < 750 ? 400 : 700,
    ])
  }

  mutating func fontStyle() -> FontSlant? {
    if take("oblique") {
      guard let angle = angle() else { return .oblique(14) }
      return (-90...90).contains(angle) ? .oblique(angle) : nil
    }
    return word(["normal": .normal, "italic": .italic])
  }

  mutating func fontStretch() -> Double? {
    if let percent = percentage() { return percent < 0 ? nil : percent }
    return stretchWord()
  }

  private mutating func stretchWord() -> Double? {
    word([
      "ultra-condensed": 50, "extra-condensed": 62.5, "condensed": 75, "semi-condensed": 87.5,
      "normal": 100, "semi-expanded": 112.5, "expanded": 125, "extra-expanded": 150,
      "ultra-expanded": 200,
    ])
  }

  fileprivate mutating func lineHeight() -> LineHeight? {
    if take("normal") { return .normal }
    if let factor = number(0...1e9) { return .factor(factor) }
    return lengthPercentage(0...1e9).map { .points($0.points(of: context.fontSize)) }
  }

  // MARK: Features

  static let ligatures: KeyValuePairs<String, [FontSetting]> = [
    "common-ligatures": [.on("liga"), .on("clig")],
    "no-common-ligatures": [.off("liga"), .off("clig")],
    "discretionary-ligatures": [.on("dlig")], "no-discretionary-ligatures": [.off("dlig")],
    "historical-ligatures": [.on("hlig")], "no-historical-ligatures": [.off("hlig")],
    "contextual": [.on("calt")], "no-contextual": [.off("calt")],
    "none": [.off("liga"), .off("clig"), .off("dlig"), .off("hlig"), .off("calt")],
  ]
  static let numerals: KeyValuePairs<String, [FontSetting]> = [
    "lining-nums": [.on("lnum")], "oldstyle-nums": [.on("onum")],
    "proportional-nums": [.on("pnum")],
    "tabular-nums": [.on("tnum")], "diagonal-fractions": [.on("frac")],
    "stacked-fractions": [.on("afrc")],
    "ordinal": [.on("ordn")], "slashed-zero": [.on("zero")],
  ]
  static let eastAsian: KeyValuePairs<String, [FontSetting]> = [
    "jis78": [.on("jp78")], "jis83": [.on("jp83")], "jis90": [.on("jp90")], "jis04": [.on("jp04")],
    "simplified": [.on("smpl")], "traditional": [.on("trad")], "full-width": [.on("fwid")],
    "proportional-width": [.on("pwid")], "ruby": [.on("ruby")],
  ]

  /// The features of one property, beside those of the others that an element has.
  fileprivate mutating func variants(
    _ words: KeyValuePairs<String, [FontSetting]>
  ) -> [FontSetting]? {
    if take("normal") { return [] }
    return several { reader in reader.word(words) }.map { $0.flatMap { $0 } }
  }

  fileprivate mutating func fontVariant(_ text: inout TextStyle) -> Bool {
    (text.caps, text.fontPosition, text.variantFeatures) = (.normal, .normal, [])
    if take("normal") { return true }
    var count = 0
    while !isAtEnd {
      count += 1
      if let caps: FontCaps = keyword() {
        text.caps = caps
      } else if let position: FontPosition = keyword() {
        text.fontPosition = position
      } else if let features = word(Self.ligatures) ?? word(Self.numerals) ?? word(Self.eastAsian) {
        text.variantFeatures += features
      } else {
        return false
      }
    }
    return count > 0
  }

  mutating func fontSettings(areFeatures: Bool) -> [FontSetting]? {
    if take("normal") { return [] }
    return list { reader in
      guard let tag = reader.string(), tag.utf8.count == 4 else { return nil }
      if areFeatures, let value = reader.word(["on": 1.0, "off": 0]) {
        return FontSetting(tag: tag, value: value)
      }
      let value = areFeatures ? reader.integer(0...1_000_000).map { Double($0) } : reader.number()
      return value.map { FontSetting(tag: tag, value: $0) }
        ?? (areFeatures ? FontSetting(tag: tag, value: 1) : nil)
    }
  }

  // MARK: Synthesis

  /// CSS Fonts 4, §2.8.4.
  fileprivate mutating func fontSynthesis(_ result: inout TextStyle) -> Bool {
    if take("none") {
      result.makesSmallCaps = false
      return true
    }
    var words: Set<String> = []
    while let word = peekWord, ["weight", "style", "small-caps", "position"].contains(word) {
      advance()
      guard words.insert(word).inserted else { return false }
    }
    result.makesSmallCaps = words.contains("small-caps")
    return !words.isEmpty
  }

  // MARK: The shorthand

  /// CSS Fonts 4, §2.7. Of the first pass all but the height of lines is kept, of the second one
  /// that alone.
  fileprivate mutating func font(_ result: inout TextStyle) -> Bool {
    let isLate = context.phase == .line
    var text = result
    (text.slant, text.weight, text.stretch, text.caps) = (.normal, 400, 100, .normal)
    (text.fontPosition, text.kerning, text.variantFeatures) = (.normal, .auto, [])
    (text.features, text.variations, text.sizeAdjust) = ([], [], nil)
    text.hasOpticalSizing = true
    text.lineHeight = .normal
    let systemFonts: Set = [
      "caption", "icon", "menu", "message-box", "small-caption", "status-bar",
    ]
    if let word = peekWord, systemFonts.contains(word) {
      advance()
      (text.fontSize, text.sizeKeyword, text.families) = (13.3333, nil, [.generic(.systemUI)])
    } else {
      var count = 0
      while count < 4 {
        if take("normal") {
        } else if let slant = fontStyle() {
          text.slant = slant
        } else if take("small-caps") {
          text.caps = .smallCaps
        } else if let weight = fontWeight() {
          text.weight = weight
        } else if let stretch = stretchWord() {
          text.stretch = stretch
        } else {
          break
        }
        count += 1
      }
      guard fontSize(&text) else { return false }
      if takeSlash() {
        guard let height = lineHeight() else { return false }
        text.lineHeight = height
      }
      guard let families = families() else { return false }
      text.families = families
    }
    if isLate {
      result.lineHeight = text.lineHeight
    } else {
      text.lineHeight = result.lineHeight
      result = text
    }
    return true
  }
}
