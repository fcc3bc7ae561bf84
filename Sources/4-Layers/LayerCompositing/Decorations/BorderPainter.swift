// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// The sides of borders whose styles or colours differ, one after another.
struct BorderPainter {
  let borders: BoxBorders
  let frame: BorderFrame
  let map: PlaneMap
  let layer: Int
  /// The sides that have been drawn.
  private var drawn: Set<BoxSide> = []

  init(borders: BoxBorders, frame: BorderFrame, map: PlaneMap, layer: Int) {
    (self.borders, self.frame, self.map, self.layer) = (borders, frame, map, layer)
  }

  /// The end of a side at a corner.
  private enum Join {
    /// The side takes the whole corner.
    case flush
    /// The side ends at the line through the corner, with smooth edges.
    case smooth
    /// The side ends at that line, pixel by pixel, so that no seam is seen.
    case sharp
  }

  /// Adds all sides: those with the same opacity together, so that they do not show through each
  /// other, and fainter ones below the others.
  mutating func addSides(to plan: inout CompositionPlan, opacity: Double) {
    let sides = BoxSide.allCases.filter { borders[$0].isVisible }.sorted { order($0) < order($1) }
    addSides(sides[...], to: &plan, opacity: opacity, below: 1)
  }

  /// - Parameter outer: The opacity of the group around.
  private mutating func addSides(
    _ sides: ArraySlice<BoxSide>, to plan: inout CompositionPlan, opacity: Double,
    below outer: Double
  ) {
    guard let first = sides.first else { return }
    let alpha = min(1, borders[first].color.alpha)
    let rest = sides.drop { borders[$0].color.alpha == borders[first].color.alpha }
    func add(_ painter: inout BorderPainter, _ plan: inout CompositionPlan, _ opacity: Double) {
      painter.addSides(rest, to: &plan, opacity: opacity, below: alpha)
      for side in sides where !rest.contains(side) {
        painter.add(side, to: &plan, opacity: opacity)
      }
    }
    let faded = opacity * alpha / outer
    if faded >= 1 { return add(&self, &plan, 1) }
    var painter = self
    plan.nest(.group(GroupDraw(opacity: faded, reason: .opacity)), layer) { plan in
      plan.fading(1) { add(&painter, &$0, 1) }
    }
    self = painter
  }

  /// The place of a side among those of its opacity: styles with gaps first, then sides that do not
  /// touch each other.
  private func order(_ side: BoxSide) -> (Double, Int, Int) {
    let style =
      switch borders[side].style {
      case .none, .hidden: 0
      case .dotted, .dashed: 1
      case .double, .groove, .ridge, .inset, .outset: 2
      case .solid: 3
      }
    let place =
      switch side {
      case .top: 0
      case .bottom: 1
      case .right: 2
      case .left: 3
      }
    return (-borders[side].color.alpha, style, place)
  }

  private mutating func add(_ side: BoxSide, to plan: inout CompositionPlan, opacity: Double) {
    let border = borders[side]
    var color = border.color
    color.alpha = 1
    let joins = (join(side, side.before), join(side, side.after))
    drawn.insert(side)
    let third = frame.doubleLine(border.width)
    switch border.style {
    case .none, .hidden: break
    case .double where third > 0:
      let inner = frame.shape { $0 - frame.doubleLine($0) }
      band(side, joins, frame.outer, frame.shape { frame.doubleLine($0) }, color, &plan)
      band(side, joins, inner, frame.shape(at: 1), color, &plan)
    case .solid, .double: band(side, joins, frame.outer, frame.shape(at: 1), color, &plan)
    case .inset, .outset:
      let shade = color.shaded(side, isRaised: border.style == .outset)
      band(side, joins, frame.outer, frame.shape(at: 1), shade, &plan)
    case .groove, .ridge:
      let (middle, inner) = (frame.middle, frame.shape(at: 1))
      let isRidge = border.style == .ridge
      band(side, joins, frame.outer, inner, color.shaded(side, isRaised: isRidge), &plan)
      band(side, joins, middle, inner, color.shaded(side, isRaised: !isRidge), &plan)
    case .dashed, .dotted: dashes(side, joins, color, &plan)
    }
  }

  // MARK: Joins

  private func join(_ side: BoxSide, _ other: BoxSide) -> Join {
    let (border, neighbour) = (borders[side], borders[other])
    if neighbour.usedWidth <= 0 { return .flush }
    if frame.outer.isSharp, !drawn.contains(other), neighbour.style.fillsItsArea,
      neighbour.color.alpha == border.color.alpha
    {
      // The neighbour is still to be drawn and covers the corner; a paler one would not.
      return .flush
    }
    if border.color != neighbour.color || !haveOneShade(side, other) { return .smooth }
    let isOneLine =
      border.style == neighbour.style && border.style != .double && !border.style.isShaded
    return frame.outer.isSharp && isOneLine ? .flush : .sharp
  }

  /// Whether shaded sides of one colour look alike where they meet: at the upper left and the lower
  /// right corner.
  private func haveOneShade(_ side: BoxSide, _ other: BoxSide) -> Bool {
    let styles = (borders[side].style, borders[other].style)
    if !styles.0.isShaded, !styles.1.isShaded { return true }
    let areBothLit = (side == .top || side == .left) == (other == .top || other == .left)
    return styles.0 == styles.1 && areBothLit
  }

  /// Adds the part of a side between two shapes.
  private func band(
    _ side: BoxSide, _ joins: (start: Join, end: Join), _ from: BoxShape, _ to: BoxShape,
    _ color: Color, _ plan: inout CompositionPlan
  ) {
    let (starts, ends) = (joins.start == .smooth, joins.end == .smooth)
    let path: Path
    if frame.outer.isSharp {
      path = frame.band(side, from: from, to: to, startsSlanted: starts, endsSlanted: ends)
    } else {
      path = frame.ring(from: from, to: to)
    }
    joined(side, joins, &plan) {
      $0.addFill(path, rule: .evenOdd, color, map, layer, opacity: 1)
    }
  }

  /// Adds the steps of a closure within the area of a side.
  private func joined(
    _ side: BoxSide, _ ends: (start: Join, end: Join), isCut: Bool = false,
    _ plan: inout CompositionPlan, _ body: (inout CompositionPlan) -> Void
  ) {
    // A smooth end of a band between sharp corners is a part of its path.
    let joins: [Join] = frame.outer.isSharp && !isCut ? [.sharp] : [.sharp, .smooth]
    func within(_ kinds: ArraySlice<Join>, _ plan: inout CompositionPlan) {
      guard let join = kinds.first else { return body(&plan) }
      let (starts, ends) = (ends.start == join, ends.end == join)
      if !starts, !ends { return within(kinds.dropFirst(), &plan) }
      if join == .sharp {
        let lines = frame.cuts(side, atStart: starts, atEnd: ends)
        plan.nest(.cut(lines.compactMap { $0.halfPlane(map) }), layer) {
          within(kinds.dropFirst(), &$0)
        }
      } else {
        let area = frame.area(side, startsSlanted: starts, endsSlanted: ends)
        plan.clipped(to: PathClip(area, map: map), layer) { within(kinds.dropFirst(), &$0) }
      }
    }
    within(joins[...], &plan)
  }

  // MARK: Dashes

  private func dashes(
    _ side: BoxSide, _ joins: (start: Join, end: Join), _ color: Color,
    _ plan: inout CompositionPlan
  ) {
    let border = borders[side]
    let line = DashedLine(border, scale: frame.scale)
    let path =
      frame.outer.isSharp
      ? line.outline(along: side, of: frame.outer.rect)
      : line.outline(around: frame)
    joined(side, joins, isCut: true, &plan) {
      $0.addFill(path, color, map, layer, opacity: 1)
    }
  }
}

extension LineStyle {
  /// Whether the sides have different shades of one colour.
  fileprivate var isShaded: Bool {
    switch self {
    case .groove, .ridge, .inset, .outset: true
    case .none, .hidden, .solid, .double, .dotted, .dashed: false
    }
  }
}

extension BorderFrame.Cut {
  /// The side of the line's image on the device.
  fileprivate func halfPlane(_ map: PlaneMap) -> HalfPlane? {
    guard let inverse = map.projection.inverted() else { return nil }
    let (a, b) = (from.y - to.y, to.x - from.x)
    let plane = HalfPlane(a: a, b: b, c: -(a * from.x + b * from.y))
    return (plane.contains(inside) ? plane : HalfPlane(a: -a, b: -b, c: -plane.c))
      .applying(inverse: inverse)
  }
}

extension Color {
  /// The shade of a side of a border that seems raised or embedded: the light comes from the top
  /// left. Shades of very dark colours are both lighter, and very light colours are not lightened.
  /// The numbers are Chromium's.
  fileprivate func shaded(_ side: BoxSide, isRaised: Bool) -> Color {
    let isDark = (side == .top || side == .left) != isRaised
    if luminance < 0.0125 { return isDark ? lightened : lightened.lightened }
    return isDark ? darkened : luminance > 0.79 ? self : lightened
  }

  private var darkened: Color {
    let most = max(red, green, blue)
    return most > 0 ? scaled(by: max(0, (most - 0.33) / most)) : self
  }

  private var lightened: Color {
    let most = max(red, green, blue)
    guard most > 0 else { return Color(red8: 0x54, green8: 0x54, blue8: 0x54) }
    return scaled(by: min(1, most + 0.33) / most)
  }

  private func scaled(by factor: Double) -> Color {
    func component(_ value: Double) -> Double {
      (value * factor * 255.999).rounded(.down) / 255
    }
    return Color(red: component(red), green: component(green), blue: component(blue), alpha: alpha)
  }

  /// The luminance, with the transfer function approximated by a square.
  private var luminance: Double {
    0.2126 * red * red + 0.7152 * green * green + 0.0722 * blue * blue
  }
}
