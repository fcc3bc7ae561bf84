// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension Property {
  /// Borders and outlines: CSS Backgrounds 3, §3 and §4; CSS UI 4, §3.
  static let borderRows: [Property] =
    sides(
      "border-width", { "border-\($0)-width" }, { \.box.border[$0].width }, read: { $0.lineWidth() }
    )
    + sides(
      "border-style", { "border-\($0)-style" }, { \.box.border[$0].style }, read: { $0.keyword() })
    + sides(
      "border-color", { "border-\($0)-color" }, { \.box.border[$0].color }, read: { $0.color() })
    + Side.allCases.map { side in
      Property("border-\(side.rawValue)", sets: lineParts("border-\(side.rawValue)")) {
        reader, style in
        guard let line = reader.line() else { return false }
        style.box.border[side] = line
        return true
      }
    }
    + LogicalSide.allCases.map { side in
      Property("border-\(side.rawValue)", sets: lineParts("border-\(side.rawValue)")) {
        reader, style in
        guard let line = reader.line() else { return false }
        style.box.border[side.side(style.text)] = line
        return true
      }
    }
    + [("inline", [LogicalSide.inlineStart, .inlineEnd]), ("block", [.blockStart, .blockEnd])].map {
      axis, sides in
      Property("border-\(axis)", sets: sides.map { "border-\($0.rawValue)" }) { reader, style in
        guard let line = reader.line() else { return false }
        for side in sides { style.box.border[side.side(style.text)] = line }
        return true
      }
    } + [
      Property("border", sets: ["border-width", "border-style", "border-color"]) {
        reader, style in
        guard let line = reader.line() else { return false }
        style.box.border = Sides(line)
        if style.rare.borderImage.isThere { style.rare.borderImage = StyleBorderImage() }
        return true
      },
      Property("outline-width", \.paint.outline.width) { $0.lineWidth() },
      Property("outline-style", \.paint.outline.style) { $0.outlineStyle() },
      Property("outline-color", \.paint.outline.color) { reader in
        reader.take("auto") ? .current : reader.color()
      },
      Property("outline", sets: lineParts("outline")) { reader, style in
        guard let line = reader.line(isOutline: true) else { return false }
        style.paint.outline = line
        return true
      },
      Property("outline-offset", \.paint.outlineOffset) { $0.length() },
      Property("column-rule-width", \.item.columnRule.width) { $0.lineWidth() },
      Property("column-rule-style", \.item.columnRule.style),
      Property("column-rule-color", \.item.columnRule.color) { $0.color() },
      Property("column-rule", sets: lineParts("column-rule")) { reader, style in
        guard let line = reader.line() else { return false }
        style.item.columnRule = line
        return true
      },
      Property("border-top-left-radius", \.box.radii.topLeft) { $0.radius() },
      Property("border-top-right-radius", \.box.radii.topRight) { $0.radius() },
      Property("border-bottom-right-radius", \.box.radii.bottomRight) { $0.radius() },
      Property("border-bottom-left-radius", \.box.radii.bottomLeft) { $0.radius() },
      logicalCorner("start-start", .blockStart, .inlineStart),
      logicalCorner("start-end", .blockStart, .inlineEnd),
      logicalCorner("end-start", .blockEnd, .inlineStart),
      logicalCorner("end-end", .blockEnd, .inlineEnd),
      Property(
        "border-radius",
        sets: [
          "border-top-left-radius", "border-top-right-radius", "border-bottom-right-radius",
          "border-bottom-left-radius",
        ]
      ) { reader, style in
        guard let radii = reader.radii() else { return false }
        style.box.radii = radii
        return true
      },
    ]

  private static func lineParts(_ name: String) -> [String] {
    ["width", "style", "color"].map { "\(name)-\($0)" }
  }

  private static func logicalCorner(
    _ name: String, _ block: LogicalSide, _ inline: LogicalSide
  ) -> Property {
    @Sendable func path(_ text: TextStyle) -> any Path<LengthPair> {
      let sides = [block.side(text), inline.side(text)]
      if sides.contains(.top) {
        return sides.contains(.left) ? \.box.radii.topLeft : \.box.radii.topRight
      }
      return sides.contains(.left) ? \.box.radii.bottomLeft : \.box.radii.bottomRight
    }
    return Property(
      "border-\(name)-radius",
      copy: { style, other in
        let path = path(style.text)
        style[keyPath: path] = other[keyPath: path]
      },
      read: { reader, style in
        guard let radius = reader.radius() else { return false }
        style[keyPath: path(style.text)] = radius
        return true
      })
  }
}

extension ValueReader {
  /// The width of a line, with at least a pixel if it has any, in whole pixels as in browsers.
  mutating func lineWidth() -> Double? {
    let width: Double? = word(["thin": 1, "medium": 3, "thick": 5]) ?? length(0...1e15)
    return width.map { width in
      let pixels = width * context.environment.scale
      return width == 0 ? 0 : max(pixels.rounded(.down), 1) / context.environment.scale
    }
  }

  fileprivate mutating func outlineStyle() -> BorderStyle? {
    if peekWord == "hidden" { return nil }
    return take("auto") ? .solid : keyword()
  }

  /// A width, a style and a colour in any order.
  fileprivate mutating func line(isOutline: Bool = false) -> BorderLine? {
    var line = BorderLine()
    let isRead = parts([
      { $0.lineWidth().map { line.width = $0 } },
      { (isOutline ? $0.outlineStyle() : $0.keyword()).map { line.style = $0 } },
      { $0.color().map { line.color = $0 } },
    ])
    return isRead ? line : nil
  }

  fileprivate mutating func radius() -> LengthPair? {
    guard let x = positiveLength() else { return nil }
    return LengthPair(x, positiveLength() ?? x)
  }

  /// One to four radii, and after a slash the vertical ones.
  mutating func radii() -> Corners<LengthPair>? {
    guard let x = sides({ $0.positiveLength() }) else { return nil }
    var y = x
    if takeSlash() {
      guard let other = sides({ $0.positiveLength() }) else { return nil }
      y = other
    }
    // The corners stand in the order of the sides.
    var radii = Corners(LengthPair(x.top, y.top))
    radii.topRight = LengthPair(x.right, y.right)
    radii.bottomRight = LengthPair(x.bottom, y.bottom)
    radii.bottomLeft = LengthPair(x.left, y.left)
    return radii
  }
}
