// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import StyleSheets

/// A length of an attribute (SVG 2, §8.8).
struct SVGLength {
  private let value: Double
  private let isPercent: Bool

  private static let units: KeyValuePairs<String, Double> = [
    "": 1.0, "px": 1, "pt": 4.0 / 3, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 9.6 / 2.54,
    "Q": 2.4 / 2.54, "em": 16, "rem": 16, "ex": 8,
  ]

  /// `nil` for what is no length.
  init?(_ text: String) {
    var rest = Substring(text).trimmed
    guard let number = rest.takeNumber() else { return nil }
    isPercent = rest == "%"
    guard isPercent || Self.units.contains(where: { $0.key == rest }) else { return nil }
    value = number * (Self.units.first { $0.key == rest }?.value ?? 1)
  }

  /// The points of a length that depends on nothing; `nil` for a percentage.
  var points: Double? { isPercent ? nil : value }

  func points(of basis: Double) -> Double { isPercent ? value * basis / 100 : value }
}

/// `preserveAspectRatio`: how a view box lies in its area (SVG 2, §8.6).
struct SVGFit {
  /// Where the view box lies, from 0 to 1; `nil` if it is stretched.
  private var place: (x: Double, y: Double)? = (0.5, 0.5)
  private var covers = false

  static let stretched = SVGFit("none")

  init(_ text: String) {
    for word in text.split(separator: " ") {
      switch word {
      case "none": place = nil
      case "slice": covers = true
      default:
        guard word.utf8.count == 8, word.hasPrefix("x") else { continue }
        func part(_ name: Substring) -> Double { name == "Min" ? 0 : name == "Max" ? 1 : 0.5 }
        place = (part(word.dropFirst().prefix(3)), part(word.suffix(3)))
      }
    }
  }

  /// The map from a view box to an area.
  func map(_ box: Rect, to area: Size) -> AffineTransform {
    var (x, y) = (area.width / box.width, area.height / box.height)
    guard let place else {
      return AffineTransform(a: x, b: 0, c: 0, d: y, tx: -box.minX * x, ty: -box.minY * y)
    }
    x = covers ? max(x, y) : min(x, y)
    y = x
    return AffineTransform(
      a: x, b: 0, c: 0, d: y, tx: (area.width - box.width * x) * place.x - box.minX * x,
      ty: (area.height - box.height * y) * place.y - box.minY * y)
  }
}

extension Rect {
  /// Reads `viewBox`; `nil` for what is none.
  init?(viewBox text: String) {
    let numbers = Substring(text).numbers
    guard numbers.count == 4, numbers[2] >= 0, numbers[3] >= 0 else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

extension AffineTransform {
  /// Reads a list of transforms of an attribute; `nil` if it is wrong (SVG 1.1, §7.6).
  init?(svg text: String) {
    self = .identity
    for part in text.split(separator: ")") where !part.trimmed.isEmpty {
      let pieces = part.split(separator: "(", omittingEmptySubsequences: false)
      guard pieces.count == 2 else { return nil }
      let name = pieces[0].drop { $0 == "," || $0.isWhitespace }.trimmed
      let n = pieces[1].numbers
      let map: AffineTransform
      switch (name, n.count) {
      case ("matrix", 6):
        map = AffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5])
      case ("translate", 1...2): map = .translation(x: n[0], y: n.count > 1 ? n[1] : 0)
      case ("scale", 1...2): map = .scale(x: n[0], y: n[n.count - 1])
      case ("rotate", 1): map = .rotation(n[0] * .pi / 180)
      case ("rotate", 3):
        map = AffineTransform.translation(x: -n[1], y: -n[2])
          .concatenating(.rotation(n[0] * .pi / 180))
          .concatenating(.translation(x: n[1], y: n[2]))
      case ("skewX", 1), ("skewY", 1):
        let turn = AffineTransform.rotation(n[0] * .pi / 180)
        let slope = turn.a == 0 ? 1e6 : turn.b / turn.a
        map = AffineTransform(
          a: 1, b: name == "skewY" ? slope : 0, c: name == "skewX" ? slope : 0, d: 1, tx: 0, ty: 0)
      default: return nil
      }
      self = map.concatenating(self)
    }
  }
}

extension Substring {
  var trimmed: Substring {
    var text = drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  /// Takes a number from the beginning.
  mutating func takeNumber() -> Double? {
    var end = utf8.startIndex
    let bytes = utf8
    var (hasDot, hasDigit, hasExponent) = (false, false, false)
    while end < bytes.endIndex {
      let byte = bytes[end]
      switch byte {
      case 0x30...0x39: hasDigit = true
      case UInt8(ascii: "."):
        if hasDot || hasExponent { return take(end, hasDigit) }
        hasDot = true
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        if end > bytes.startIndex {
          let before = bytes[bytes.index(before: end)] | 0x20
          if before != UInt8(ascii: "e") { return take(end, hasDigit) }
        }
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        // `em` and `ex` are units.
        let next = bytes.index(after: end)
        guard !hasExponent, hasDigit, next < bytes.endIndex,
          bytes[next] == UInt8(ascii: "-") || bytes[next] == UInt8(ascii: "+")
            || (0x30...0x39).contains(bytes[next])
        else { return take(end, hasDigit) }
        hasExponent = true
      default: return take(end, hasDigit)
      }
      end = bytes.index(after: end)
    }
    return take(end, hasDigit)
  }

  private mutating func take(_ end: Index, _ hasDigit: Bool) -> Double? {
    guard hasDigit, let value = Double(self[..<end]), value.isFinite else { return nil }
    self = self[end...]
    return value
  }

  /// The numbers between white space and commas, up to the first error.
  var numbers: [Double] {
    var (rest, numbers) = (self, [Double]())
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "," }
      guard numbers.count < 1_000_000, let number = rest.takeNumber() else { return numbers }
      numbers.append(number)
    }
  }
}
