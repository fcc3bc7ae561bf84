// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry

/// A path that a layer fills and strokes. Defaults are Core Animation's.
///
/// The path is drawn directly into the frame, in device pixels under any transform: it needs no
/// bitmap, stays sharp, and is not clipped to the bounds.
public struct ShapeProperties: Hashable, Sendable {
  /// The path, in the space of the layer's bounds; `nil` for none.
  public var path: Path?
  /// The colour inside; `nil` for none.
  public var fillColor: Color? = .black
  /// The rule by which points lie inside.
  public var fillRule = FillRule.nonZero
  /// The colour of the line along the path; `nil` for none.
  public var strokeColor: Color?
  /// The width, the ends, the corners and the dashes of the line along the path.
  public var stroke = StrokeStyle()
  /// The beginning of the part of the path that is stroked, as a fraction of its length.
  public var strokeStart = 0.0
  /// The end of the part of the path that is stroked, as a fraction of its length.
  public var strokeEnd = 1.0

  /// Creates the properties of a shape without a path.
  public init() {}

  /// Whether the inside is drawn.
  var isFilled: Bool { path != nil && (fillColor?.premultiplied8 ?? 0) != 0 }

  /// Whether a line is drawn.
  var isStroked: Bool {
    path != nil && (strokeColor?.premultiplied8 ?? 0) != 0 && stroke.lineWidth > 0
      && strokeStart < strokeEnd
  }

  /// The rectangle outside which nothing is drawn, in the space of the layer's bounds.
  var extent: Rect {
    guard let path, isFilled || isStroked else { return .zero }
    let bounds = path.controlBounds
    if !isStroked { return bounds }
    return bounds.insetBy(dx: -stroke.reach, dy: -stroke.reach)
  }
}

extension LayerKind {
  /// The path of a shape.
  var shape: ShapeProperties? { if case .shape(let shape) = self { shape } else { nil } }
}

extension LayerProperties {
  /// The path of a layer of the kind ``LayerKind/shape(_:)``; defaults for other kinds. Setting it
  /// changes the kind to that one.
  public var shape: ShapeProperties {
    get { kind.shape ?? ShapeProperties() }
    set { kind = .shape(newValue) }
  }
}

extension ShapeProperties {
  /// The keys of the properties.
  static let keys: [LayerKey] = [
    LayerKey("path", \.shape.path, of: .shape()),
    LayerKey("fillColor", \.shape.fillColor, of: .shape()),
    LayerKey(
      "fillRule", of: .shape(), words: ["nonzero", "evenodd"],
      read: { .string(name(of: $0.shape.fillRule)) },
      write: { value, properties in
        guard case .string(let name) = value, let rule = fillRule(name) else { return false }
        properties.shape.fillRule = rule
        return true
      }),
    LayerKey("strokeColor", \.shape.strokeColor, of: .shape()),
    LayerKey("lineWidth", \.shape.stroke.lineWidth, of: .shape()),
    LayerKey(word: "lineCap", \.shape.stroke.lineCap, of: .shape()),
    LayerKey(word: "lineJoin", \.shape.stroke.lineJoin, of: .shape()),
    LayerKey("miterLimit", \.shape.stroke.miterLimit, of: .shape()),
    LayerKey(
      "lineDashPattern", of: .shape(), read: { .numbers($0.shape.stroke.dashPattern) },
      write: { value, properties in
        guard case .numbers(let lengths) = value else { return false }
        properties.shape.stroke.dashPattern = lengths ?? []
        return true
      }),
    LayerKey("lineDashPhase", \.shape.stroke.dashPhase, of: .shape()),
    LayerKey("strokeStart", \.shape.strokeStart, of: .shape()),
    LayerKey("strokeEnd", \.shape.strokeEnd, of: .shape()),
  ]

  private static func name(of rule: FillRule) -> String {
    rule == .nonZero ? "nonzero" : "evenodd"
  }

  private static func fillRule(_ name: String) -> FillRule? {
    switch name {
    case "nonzero", "non-zero": .nonZero
    case "evenodd", "even-odd": .evenOdd
    default: nil
    }
  }
}
