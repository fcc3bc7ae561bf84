// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import StyleSheets
internal import TextModel

extension TextModel.PaintStyle {
  /// How the letters of a computed style are painted.
  init(_ computed: ComputedStyle, _ decorations: [LineDecoration]) {
    let text = computed.text.color
    let inherited = computed.inherited
    guard inherited.visibility == .visible else {
      self.init(color: .clear)
      return
    }
    self.init(color: inherited.fillColor.color(of: text))
    for line in decorations {
      let drawn = TextModel.TextDecoration(
        color: line.color, style: line.decoration.style.textStyle,
        thickness: line.decoration.thickness?.points(of: line.style.text.fontSize)
          ?? max(1, (line.style.text.fontSize / 10).rounded(.down)),
        offset: line.style.inherited.underlineOffset?.points(of: line.style.text.fontSize) ?? 0,
        skipsInk: line.style.inherited.skipsInk)
      if line.decoration.lines.contains(.underline) { underline = drawn }
      if line.decoration.lines.contains(.overline) { overline = drawn }
      if line.decoration.lines.contains(.lineThrough) {
        strikethrough = drawn
        strikethrough?.skipsInk = false
      }
    }
    if !inherited.textShadows.isEmpty {
      shadows = inherited.textShadows.map {
        TextShadow(
          color: $0.color.color(of: text), offset: Point(x: $0.x, y: $0.y), blurRadius: $0.blur)
      }
    }
    if inherited.strokeWidth > 0 {
      stroke = TextStroke(
        color: inherited.strokeColor.color(of: text), width: inherited.strokeWidth)
    }
  }

  /// Makes everything paler.
  mutating func fade(to opacity: Double) {
    func faded(_ color: Color) -> Color {
      var color = color
      color.alpha *= opacity
      return color
    }
    color = faded(color)
    for line in [\Self.underline, \.overline, \.strikethrough] {
      guard let color = self[keyPath: line]?.color else { continue }
      self[keyPath: line]?.color = faded(color)
    }
    shadows = shadows.map { shadow in
      var shadow = shadow
      shadow.color = faded(shadow.color)
      return shadow
    }
    if let color = stroke?.color { stroke?.color = faded(color) }
  }
}

extension DecorationLineStyle {
  fileprivate var textStyle: TextModel.TextDecoration.Style {
    switch self {
    case .solid: .solid
    case .double: .double
    case .dotted: .dotted
    case .dashed: .dashed
    case .wavy: .wavy
    }
  }
}
