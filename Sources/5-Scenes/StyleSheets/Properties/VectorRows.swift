// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension Property {
  /// The shapes of SVG: SVG 2, §13, and its gradients, §14. Their names are attributes of elements,
  /// too.
  static let vectorRows: [Property] = [
    Property("fill", \.vector.fill, inherited: true) { $0.vectorPaint() },
    Property("fill-opacity", \.vector.fillOpacity, inherited: true) { $0.opacity() },
    Property("fill-rule", \.vector.fillRule, inherited: true),
    Property("clip-rule", \.vector.clipRule, inherited: true),
    Property("stroke", \.vector.stroke, inherited: true) { $0.vectorPaint() },
    Property("stroke-opacity", \.vector.strokeOpacity, inherited: true) { $0.opacity() },
    Property("stroke-width", \.vector.strokeWidth, inherited: true) { $0.vectorLength(0...1e15) },
    Property("stroke-linecap", \.vector.lineCap, inherited: true),
    Property("stroke-linejoin", \.vector.lineJoin, inherited: true),
    Property("stroke-miterlimit", \.vector.miterLimit, inherited: true) { $0.number(1...1e15) },
    Property("stroke-dasharray", \.vector.dashes, inherited: true) { reader in
      if reader.take("none") { return [] }
      return reader.several(most: 1024) { reader in
        _ = reader.take(.comma)
        return reader.vectorLength(0...1e15)
      }
    },
    Property("stroke-dashoffset", \.vector.dashOffset, inherited: true) { $0.vectorLength() },
    Property("stop-color", \.rare.stopColor) { $0.color() },
    Property("stop-opacity", \.rare.stopOpacity) { $0.opacity() },
  ]

  /// The attributes of elements of SVG that stand for properties.
  static let vectorAttributes = Set(
    vectorRows.map(\.name) + ["clip-path", "color", "display", "opacity", "visibility"])
}

extension ValueReader {
  fileprivate mutating func vectorPaint() -> VectorStyle.Paint? {
    if take("none") { return VectorStyle.Paint.none }
    if let reference = url() {
      return .server(reference, take("none") ? nil : color())
    }
    return color().map { .color($0) }
  }

  fileprivate mutating func opacity() -> Double? { numberOrPercentage().map { min(max($0, 0), 1) } }

  /// A length; numbers are points.
  fileprivate mutating func vectorLength(
    _ range: ClosedRange<Double> = -1e15...1e15
  ) -> LengthPercentage? {
    lengthPercentage(range) ?? number(range).map { .points($0) }
  }
}
