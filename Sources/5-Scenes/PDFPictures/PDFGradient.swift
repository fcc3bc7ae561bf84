// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import PDFFiles

extension PDFCanvas {
  /// Fills a path with a gradient.
  ///
  /// - Returns: Whether PDF has such a gradient: conic and repeated ones, and those of several
  ///   opacities, it has not.
  func fill(_ path: Path, _ gradient: Gradient, _ map: AffineTransform) throws -> Bool {
    guard let shading = PDFShading(gradient) else { return false }
    let reference = document.reserve()
    try document.write(reference) { shading.append(to: &$0) }
    let name = "H\(reference.number)"
    use("Shading", name, reference)
    content.save()
    if shading.alpha < 1 { try setAlpha(shading.alpha) }
    if map != .identity { content.transform(map) }
    content.path(path)
    content.clip(.nonZero)
    if gradient.transform != .identity { content.transform(gradient.transform) }
    content.name(name)
    content.raw("sh")
    content.restore()
    return true
  }
}

/// A gradient as a shading (ISO 32000-1, §8.7.4.5), of type 2 along a line or 3 between circles.
private struct PDFShading {
  private let kind: Int
  private let coordinates: [Double]
  private let stops: [Gradient.Stop]
  /// The opacity of all colours.
  let alpha: Double

  init?(_ gradient: Gradient) {
    guard gradient.extend == .pad, let first = gradient.stops.first,
      gradient.stops.allSatisfy({ $0.color.alpha == first.color.alpha && $0.offset.isFinite })
    else { return nil }
    alpha = first.color.alpha
    var sorted = gradient.stops.enumerated().sorted {
      ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
    }.map(\.element)
    // Beyond its ends a shading goes on in the colours at its ends: a sudden change there needs a
    // stretch of the outer colour.
    let (head, tail) = (sorted[0], sorted[sorted.count - 1])
    let reach = max(1e-3, (tail.offset - head.offset) * 1e-2)
    if sorted.count > 1, sorted[1].offset == head.offset {
      sorted.insert(Gradient.Stop(offset: head.offset - reach, color: head.color), at: 0)
    }
    if sorted.count > 1, sorted[sorted.count - 2].offset == tail.offset {
      sorted.append(Gradient.Stop(offset: tail.offset + reach, color: tail.color))
    }
    stops = sorted
    switch gradient.geometry {
    case .axial(let from, let to):
      if from == to { return nil }
      (kind, coordinates) = (2, [from.x, from.y, to.x, to.y])
    case .radial(let center, let radius, let toCenter, let toRadius):
      (kind, coordinates) = (3, [center.x, center.y, radius, toCenter.x, toCenter.y, toRadius])
    case .conic: return nil
    }
  }

  func append(to syntax: inout PDFSyntax) {
    // The line of colours is from the first stop to the last one.
    let (first, last) = (stops[0].offset, stops[stops.count - 1].offset)
    let span = last > first ? last - first : 1
    func at(_ offset: Double) -> [Double] {
      let half = coordinates.count / 2
      return (0..<half).map {
        coordinates[$0] + (coordinates[$0 + half] - coordinates[$0]) * offset
      }
    }
    syntax.dictionary { syntax in
      syntax.entry("ShadingType", kind)
      syntax.entry("ColorSpace", name: "DeviceRGB")
      syntax.entry("Coords", numbers: at(first) + at(first + span))
      syntax.key("Extend")
      syntax.raw("[true true]")
      syntax.key("Function")
      function(&syntax, first, span)
    }
  }

  private func function(_ syntax: inout PDFSyntax, _ first: Double, _ span: Double) {
    // Two stops at one offset are a sudden change: between them is no function.
    let pairs = zip(stops, stops.dropFirst()).filter { $0.offset < $1.offset }
    syntax.dictionary { syntax in
      syntax.entry("FunctionType", 3)
      syntax.entry("Domain", numbers: [0, 1])
      syntax.key("Functions")
      syntax.array { syntax in
        if pairs.isEmpty { Self.mixture(stops[0], stops[0], &syntax) }
        for pair in pairs { Self.mixture(pair.0, pair.1, &syntax) }
      }
      syntax.entry("Bounds", numbers: pairs.dropLast().map { ($0.1.offset - first) / span })
      syntax.entry("Encode", numbers: (0..<max(1, pairs.count)).flatMap { _ in [0.0, 1.0] })
    }
  }

  private static func mixture(
    _ from: Gradient.Stop, _ to: Gradient.Stop, _ syntax: inout PDFSyntax
  ) {
    func components(_ color: Color) -> [Double] {
      [color.red, color.green, color.blue].map { min(max($0, 0), 1) }
    }
    syntax.dictionary {
      $0.entry("FunctionType", 2)
      $0.entry("Domain", numbers: [0, 1])
      $0.entry("C0", numbers: components(from.color))
      $0.entry("C1", numbers: components(to.color))
      $0.entry("N", 1)
    }
  }
}
