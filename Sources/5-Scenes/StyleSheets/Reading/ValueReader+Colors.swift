// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry

extension ValueReader {
  /// A colour (CSS Color 4 and 5).
  mutating func color() -> StyleColor? {
    attempt { reader in
      switch reader.peek {
      case .hash(let digits, _):
        reader.advance()
        return Color(hex: digits).map { .color($0) }
      case .ident(let name):
        reader.advance()
        let name = name.lowercasedASCII
        if name == "currentcolor" { return .current }
        return (Color(cssName: name) ?? Self.systemColor(name)).map { .color($0) }
      case .function(let name):
        if name == "color-mix" { return reader.block { $0.mix() } }
        if name == "light-dark" {
          guard let pair = reader.block({ reader in reader.list { $0.color() } }), pair.count == 2
          else { return nil }
          return pair[reader.context.environment.colorScheme == .light ? 0 : 1]
        }
        defer { reader.channels = [:] }
        return reader.block { $0.color(of: name) }.map { .color($0) }
      default: return nil
      }
    }
  }

  /// The arguments of a function of a colour.
  private mutating func color(of function: String) -> Color? {
    var origin: Color?
    if take("from") {
      guard let base = color() else { return nil }
      origin = base.color(of: context.color ?? context.parent.text.color)
    }
    let isLegacy = origin == nil
    /// Gives the components of the origin their names.
    func name(_ space: ColorSpace, _ scales: [Double] = [1, 1, 1]) {
      guard let origin else { return }
      let c = space.components(srgb: (origin.red, origin.green, origin.blue))
      channels = ["alpha": origin.alpha]
      for (index, name) in space.channels(of: function).enumerated() {
        channels[name] = [c.0, c.1, c.2][index] * scales[index]
      }
    }
    if function == "color" {
      guard let space: ColorSpace = keyword(), space.isOfColorFunction else { return nil }
      name(space)
      guard let (values, alpha) = components([1, 1, 1], isLegacy: false)
      else { return nil }
      return Self.color(space, (values[0], values[1], values[2]), alpha)
    }
    switch function {
    case "rgb", "rgba":
      name(.srgb, [255, 255, 255])
      guard let (values, alpha) = components([255, 255, 255], isLegacy: isLegacy) else {
        return nil
      }
      return Self.color(
        .srgb, (values[0] / 255, values[1] / 255, values[2] / 255), alpha, is8Bit: true)
    case "hsl", "hsla", "hwb":
      name(function == "hwb" ? .hwb : .hsl, [1, 100, 100])
      guard
        let (values, alpha) = components(
          [nil, 100, 100], isLegacy: isLegacy && function != "hwb")
      else { return nil }
      let parts = values[1...].map { min(max($0 / 100, 0), function == "hwb" ? .infinity : 1) }
      return Self.color(
        function == "hwb" ? .hwb : .hsl, (values[0], parts[0], parts[1]), alpha, is8Bit: true)
    case "lab", "lch", "oklab", "oklch":
      let isOK = function.hasPrefix("ok")
      let most = isOK ? 1.0 : 100
      let chroma: Double? = isOK ? 0.4 : function == "lab" ? 125 : 150
      let isPolar = function.hasSuffix("lch")
      guard let space = ColorSpace(rawValue: function) else { return nil }
      name(space)
      guard
        let (values, alpha) = components(
          [most, chroma, isPolar ? nil : chroma], isLegacy: false)
      else { return nil }
      let lightness = min(max(values[0], 0), most)
      return Self.color(
        space, (lightness, isPolar ? max(values[1], 0) : values[1], values[2]), alpha)
    default: return nil
    }
  }

  /// Three components and the opacity.
  ///
  /// - Parameters:
  ///   - whole: What 100 % of each component is; `nil` for a hue.
  ///   - isLegacy: Whether the components may stand between commas.
  private mutating func components(
    _ whole: [Double?], isLegacy: Bool
  ) -> (values: [Double], alpha: Double)? {
    var (values, hasCommas, percents) = ([Double](), false, 0)
    for (index, whole) in whole.enumerated() {
      if index == 1, isLegacy { hasCommas = take(.comma) }
      if index == 2, hasCommas, !take(.comma) { return nil }
      if !hasCommas, take("none") {
        values.append(0)
      } else if let whole {
        switch quantity() {
        case .number(let value)?: values.append(value)
        case .length(.sum(points: 0, let percent?))?:
          values.append(percent / 100 * whole)
          percents += 1
        default: return nil
        }
      } else if case .number(let degrees)? = attempt({ reader in
        switch reader.quantity() {
        case .number(let value)?, .angle(let value)?: Quantity.number(value)
        default: nil
        }
      }) {
        values.append(degrees)
      } else {
        return nil
      }
    }
    // Between commas numbers and percentages are not mixed; saturations are percentages there.
    let others = whole.compactMap { $0 }.count
    if hasCommas, percents != others, percents != 0 || others == 2 { return nil }
    var alpha = channels["alpha"] ?? 1
    if hasCommas ? take(.comma) : takeSlash() {
      if take("none") {
        alpha = 0
      } else if let value = numberOrPercentage() {
        alpha = min(max(value, 0), 1)
      } else {
        return nil
      }
    }
    return isAtEnd || peek == .closeRound ? (values, alpha) : nil
  }

  private static func color(
    _ space: ColorSpace, _ components: ColorSpace.Components, _ alpha: Double, is8Bit: Bool = false
  ) -> Color {
    let c = space.srgb(components)
    // Old functions have 8 bits; of the others more digits than any screen shows are cut.
    let steps = is8Bit ? 255.0 : 1_048_576
    func cut(_ value: Double) -> Double { (min(max(value, 0), 1) * steps).rounded() / steps }
    return Color(red: cut(c.0), green: cut(c.1), blue: cut(c.2), alpha: alpha)
  }

  /// The arguments of `color-mix()` (CSS Color 5, §3).
  private mutating func mix() -> StyleColor? {
    var (space, path, hasSpace) = (ColorSpace.oklab, "shorter", false)
    if take("in") {
      guard let named: ColorSpace = keyword() else { return nil }
      (space, hasSpace) = (named, true)
    }
    if space.hue != nil, let word = peekWord,
      ["shorter", "longer", "increasing", "decreasing"].contains(word)
    {
      advance()
      path = word
      guard take("hue") else { return nil }
    }
    guard !hasSpace || take(.comma), let a = part(), take(.comma), let b = part() else {
      return nil
    }
    let sum = (a.share ?? 0) + (b.share ?? 0)
    let first = a.share ?? b.share.map { 100 - $0 } ?? 50
    let second = b.share ?? a.share.map { 100 - $0 } ?? 50
    guard first + second > 0 else { return nil }
    let text = context.parent.text.color
    let mixed = Self.mixed(
      a.color.color(of: context.color ?? text), b.color.color(of: context.color ?? text),
      second / (first + second), in: space, path: path)
    let scale = a.share != nil && b.share != nil && sum < 100 ? sum / 100 : 1
    return .color(
      Color(red: mixed.red, green: mixed.green, blue: mixed.blue, alpha: mixed.alpha * scale))
  }

  private mutating func part() -> (color: StyleColor, share: Double?)? {
    var share = percentage()
    guard let color = color() else { return nil }
    if share == nil { share = percentage() }
    if let share, !(0...100).contains(share) { return nil }
    return (color, share)
  }

  /// A mix of two colours with premultiplied components.
  static func mixed(
    _ a: Color, _ b: Color, _ share: Double, in space: ColorSpace, path: String
  ) -> Color {
    func components(_ c: Color) -> [Double] {
      let c = space.components(srgb: (c.red, c.green, c.blue))
      return [c.0, c.1, c.2]
    }
    var (p, q) = (components(a), components(b))
    let alpha = a.alpha + (b.alpha - a.alpha) * share
    if let hue = space.hue {
      // A grey or a clear colour has no hue of its own.
      let isGrey = { (c: Color) in
        c.alpha == 0 || max(c.red, c.green, c.blue) - min(c.red, c.green, c.blue) < 1e-6
      }
      if isGrey(a) { p[hue] = q[hue] } else if isGrey(b) { q[hue] = p[hue] }
      let turn = q[hue] - p[hue]
      switch path {
      case "longer":
        if turn > 0, turn < 180 { q[hue] -= 360 } else if turn <= 0, turn > -180 { q[hue] += 360 }
      case "increasing": if turn < 0 { q[hue] += 360 }
      case "decreasing": if turn > 0 { q[hue] -= 360 }
      default: if turn > 180 { q[hue] -= 360 } else if turn < -180 { q[hue] += 360 }
      }
    }
    var result = [0.0, 0, 0]
    for i in 0..<3 {
      if i == space.hue {
        result[i] = p[i] + (q[i] - p[i]) * share
      } else if alpha > 0 {
        result[i] = (p[i] * a.alpha * (1 - share) + q[i] * b.alpha * share) / alpha
      }
    }
    return color(space, (result[0], result[1], result[2]), alpha)
  }

  private static func systemColor(_ name: String) -> Color? {
    switch name {
    case "canvas", "field", "window", "background", "selecteditemtext", "highlighttext",
      "infobackground":
      .white
    case "canvastext", "fieldtext", "buttontext", "windowtext", "marktext", "captiontext",
      "infotext", "menutext", "buttonborder", "windowframe":
      .black
    case "linktext": Color(hex: "0000ee")
    case "visitedtext": Color(hex: "551a8b")
    case "activetext": .red
    case "buttonface", "threedface", "buttonhighlight", "buttonshadow", "threedhighlight",
      "threedlightshadow", "threedshadow", "threeddarkshadow", "menu", "scrollbar",
      "activeborder", "inactiveborder", "activecaption", "appworkspace", "inactivecaption":
      Color(hex: "efefef")
    case "graytext", "inactivecaptiontext": Color(hex: "808080")
    case "highlight", "selecteditem": Color(hex: "1967d2")
    case "mark": Color(hex: "ffff00")
    case "accentcolor": Color(hex: "0075ff")
    case "accentcolortext": .white
    default: nil
    }
  }
}
