// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import DocumentJSON

/// A buffer of SVG markup, in UTF-8.
struct SVGMarkup {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ text: String) { bytes += Array(text.utf8) }
  mutating func append(_ other: SVGMarkup) { bytes += other.bytes }

  /// Appends the start tag of a document.
  ///
  /// - Parameters:
  ///   - width: The width in device pixels.
  ///   - height: The height in device pixels.
  ///   - points: The size of the view box.
  mutating func beginDocument(width: Double, height: Double, points: Size) {
    append(
      #"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink""#
        + #" version="1.1""#)
    attribute("width", width)
    attribute("height", height)
    append(" viewBox=\"0 0 ")
    append(points.width)
    append(" ")
    append(points.height)
    append("\">\n")
  }

  /// Appends definitions, if there are any.
  mutating func define(_ definitions: SVGMarkup) {
    if definitions.bytes.isEmpty { return }
    append("<defs>\n")
    append(definitions)
    append("</defs>\n")
  }

  /// Appends a number with at most four decimals.
  mutating func append(_ value: Double) { DecimalNumber.append(value, to: &bytes) }

  /// Appends an attribute: a length or a position.
  mutating func attribute(_ name: String, _ value: Double) {
    append(" \(name)=\"")
    append(value)
    append("\"")
  }

  /// Appends an attribute with a value that needs no escapes.
  mutating func attribute(_ name: String, _ value: String) { append(" \(name)=\"\(value)\"") }

  /// Appends the attribute `NAME` of a colour and, unless the colour is opaque, `NAME-opacity`.
  mutating func color(_ name: String, _ color: Color, opacity: String? = nil) {
    attribute(name, Self.hex(color))
    if color.alpha < 1 { attribute(opacity ?? "\(name)-opacity", Double(max(0, color.alpha))) }
  }

  /// Appends an attribute with an affine transform, in full precision.
  mutating func transform(_ name: String, _ map: AffineTransform) {
    let numbers = [map.a, map.b, map.c, map.d, map.tx, map.ty]
    attribute(name, "matrix(\(numbers.map { "\($0)" }.joined(separator: " ")))")
  }

  /// Appends path data: absolute `M`, `L`, `Q`, `C` and `Z`.
  mutating func path(_ path: Path, _ transform: AffineTransform) {
    var isFirst = true
    func command(_ letter: UInt8, _ points: [Point]) {
      if !isFirst { bytes.append(UInt8(ascii: " ")) }
      isFirst = false
      bytes.append(letter)
      for (i, point) in points.enumerated() {
        if i > 0 { bytes.append(UInt8(ascii: " ")) }
        let p = transform.apply(point)
        append(p.x)
        bytes.append(UInt8(ascii: ","))
        append(p.y)
      }
    }
    for element in path.elements {
      switch element {
      case .move(let to): command(UInt8(ascii: "M"), [to])
      case .line(let to): command(UInt8(ascii: "L"), [to])
      case .quad(let control, let to): command(UInt8(ascii: "Q"), [control, to])
      case .cubic(let control1, let control2, let to):
        command(UInt8(ascii: "C"), [control1, control2, to])
      case .close: command(UInt8(ascii: "Z"), [])
      }
    }
  }

  /// Appends an `<image>` element without its end, so that further attributes may follow.
  mutating func image(png: [UInt8], in frame: Rect) {
    append("<image")
    rectangle(frame)
    attribute("preserveAspectRatio", "none")
    append(" xlink:href=\"data:image/png;base64,")
    bytes += Base64.encode(png)
    append("\"")
  }

  /// Appends the attributes of a rectangle.
  mutating func rectangle(_ rect: Rect) {
    attribute("x", rect.minX)
    attribute("y", rect.minY)
    attribute("width", rect.width)
    attribute("height", rect.height)
  }

  /// The colour without its opacity: `#rrggbb`.
  static func hex(_ color: Color) -> String {
    func byte(_ value: Double) -> UInt32 { UInt32(max(0, min(1, value)) * 255 + 0.5) }
    let rgb =
      byte(color.red) << 16 | byte(color.green) << 8 | byte(color.blue)
    let digits = String(rgb, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// Escapes text for an attribute; characters that XML does not allow are removed.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case " ": result += "_"
      default:
        if scalar.value >= 0x20, scalar.value != 0xFFFE, scalar.value != 0xFFFF {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }
}

extension AffineTransform {
  /// Whether the transform is a translation.
  var isTranslation: Bool { a == 1 && b == 0 && c == 0 && d == 1 }
}
