// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import StyleSheets

extension PageBox {
  /// The box of a sign in the first line of its list item: a disc, a circle, a square or the
  /// triangle of `details`; `nil` for other markers.
  ///
  /// The sizes are those of Chromium, as for the signs beside their items.
  ///
  /// - Parameter ascent: The ascent of the marker's font, in points.
  static func insideMarker(
    _ type: StyleSheets.CounterStyle, _ marker: ComputedStyle, ascent: Double
  ) -> PageBox? {
    guard case .named(let name) = type else { return nil }
    let size = marker.text.fontSize
    let offset = (ascent.rounded() * 2 / 3).rounded(.down)
    let side = ((offset + 1) / 2).rounded(.down)
    let bottom = ascent.rounded() - (3 * (ascent.rounded() - offset) / 2).rounded(.down) - side
    var style = marker.child
    func set(width: Double, height: Double, above baseline: Double, before: Double, room: Double) {
      style.box.width = .length(.points(width))
      style.box.height = .length(.points(height))
      style.box.margin.bottom = .length(.points(baseline))
      let isRightToLeft = style.text.direction == .rtl
      style.box.margin.left = .length(.points(isRightToLeft ? room - width - before : before))
      style.box.margin.right = .length(.points(isRightToLeft ? before : room - width - before))
    }
    style.box.sizing = .borderBox
    style.paint.backgroundColor = .current
    switch name {
    case "disc", "circle":
      let half = LengthPair(.percent(50), .percent(50))
      style.box.radii = Corners(half)
      if name == "circle" {
        style.paint.backgroundColor = .color(.clear)
        var line = BorderLine()
        (line.style, line.width) = (.solid, 1)
        for side in Side.allCases { style.box.border[side] = line }
      }
      set(width: side, height: side, above: bottom, before: 0, room: side + 1 + size)
    case "square":
      set(width: side, height: side, above: bottom, before: 0, room: side + 1 + size)
    case "disclosure-closed", "disclosure-open":
      let isOpen = name == "disclosure-open"
      let isRightToLeft = style.text.direction == .rtl
      func point(_ x: Double, _ y: Double) -> LengthPair { LengthPair(.percent(x), .percent(y)) }
      let points =
        isOpen
        ? [point(0, 0), point(100, 0), point(50, 100)]
        : isRightToLeft
          ? [point(100, 0), point(0, 50), point(100, 100)]
          : [point(0, 0), point(100, 50), point(0, 100)]
      style.rare.clipPath = .shape(.polygon(points, isEvenOdd: false), .borderBox)
      let (long, short) = (size * 0.66, size * 0.55)
      set(
        width: isOpen ? long : short, height: isOpen ? short : long,
        above: isOpen ? size * 0.08 : 0, before: 0, room: size * 1.06)
    default: return nil
    }
    return PageBox(node: nil, style: style, display: .inlineBlock)
  }
}
