// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
package import CanvasGeometry

/// The operators of graphics (ISO 32000-1, §8).
extension PDFSyntax {
  package mutating func save() {
    raw("q")
    depth += 1
    deepest = max(deepest, depth)
  }

  package mutating func restore() {
    raw("Q")
    depth -= 1
  }

  private mutating func numbers(_ map: AffineTransform, isPlace: Bool = true) {
    // Factors are small numbers that many points are multiplied by: they need more decimals.
    for value in [map.a, map.b, map.c, map.d] { factor(value) }
    number(map.tx)
    number(map.ty)
  }

  /// Appends a number with at most nine decimals.
  private mutating func factor(_ value: Double) {
    guard value.isFinite, abs(value) < 1e5 else { return number(value) }
    let scaled = Int((abs(value) * 1e9).rounded())
    if value < 0, scaled > 0 { piece(UInt8(ascii: "-")) }
    let (whole, rest) = scaled.quotientAndRemainder(dividingBy: 1_000_000_000)
    var digits = "\(rest)"
    guard rest > 0 else { return integer(whole) }
    digits = String(repeating: "0", count: 9 - digits.utf8.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    for byte in "\(whole).\(digits) ".utf8 { piece(byte) }
  }

  /// Concatenates a map with the current one.
  package mutating func transform(_ map: AffineTransform) {
    numbers(map)
    raw("cm")
  }

  /// Sets the map of the axes of text.
  package mutating func textMatrix(_ map: AffineTransform) {
    numbers(map)
    raw("Tm")
  }

  private mutating func components(_ color: Color) {
    for value in [color.red, color.green, color.blue] { number(min(max(value, 0), 1)) }
  }

  /// Sets the colour of fills, without its opacity.
  package mutating func fillColor(_ color: Color) {
    components(color)
    raw("rg")
  }

  /// Sets the colour of lines, without its opacity.
  package mutating func strokeColor(_ color: Color) {
    components(color)
    raw("RG")
  }

  private mutating func point(_ p: Point) {
    number(p.x)
    number(p.y)
  }

  package mutating func rectangle(_ rect: Rect) {
    point(rect.origin)
    number(rect.width)
    number(rect.height)
    raw("re")
  }

  /// Appends a path. Quadratic curves, which PDF lacks, become cubic ones.
  package mutating func path(_ path: Path) {
    var (start, last) = (Point.zero, Point.zero)
    for element in path.elements {
      switch element {
      case .move(let to):
        point(to)
        raw("m")
        (start, last) = (to, to)
      case .line(let to):
        point(to)
        raw("l")
        last = to
      case .quad(let control, let end):
        point(
          Point(x: last.x + (control.x - last.x) * 2 / 3, y: last.y + (control.y - last.y) * 2 / 3))
        point(Point(x: end.x + (control.x - end.x) * 2 / 3, y: end.y + (control.y - end.y) * 2 / 3))
        point(end)
        raw("c")
        last = end
      case .cubic(let control1, let control2, let end):
        point(control1)
        point(control2)
        point(end)
        raw("c")
        last = end
      case .close:
        raw("h")
        last = start
      }
    }
  }

  package mutating func fill(_ rule: FillRule) {
    if rule == .evenOdd { raw("f*") } else { raw("f") }
  }

  /// Intersects the clip with the path before.
  package mutating func clip(_ rule: FillRule) {
    if rule == .evenOdd { raw("W* n") } else { raw("W n") }
  }
}
