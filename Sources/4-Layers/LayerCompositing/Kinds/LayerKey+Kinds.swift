// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// The keys of properties that layers of one kind have.
extension LayerKey {
  static let ofKinds: [LayerKey] = ofShapes + ofGradients + ofReplicators

  private static let ofShapes: [LayerKey] = [
    LayerKey("path", \.shape.path, of: "shape"),
    LayerKey("fillColor", \.shape.fillColor, of: "shape"),
    LayerKey(
      "fillRule", of: "shape", read: { .string(name(of: $0.shape.fillRule)) },
      write: { value, properties in
        guard case .string(let name) = value, let rule = fillRule(name) else { return false }
        properties.shape.fillRule = rule
        return true
      }),
    LayerKey("strokeColor", \.shape.strokeColor, of: "shape"),
    LayerKey("lineWidth", \.shape.stroke.lineWidth, of: "shape"),
    LayerKey(word: "lineCap", \.shape.stroke.lineCap, of: "shape"),
    LayerKey(word: "lineJoin", \.shape.stroke.lineJoin, of: "shape"),
    LayerKey("miterLimit", \.shape.stroke.miterLimit, of: "shape"),
    LayerKey(
      "lineDashPattern", of: "shape", read: { .numbers($0.shape.stroke.dashPattern) },
      write: { value, properties in
        guard case .numbers(let lengths) = value else { return false }
        properties.shape.stroke.dashPattern = lengths ?? []
        return true
      }),
    LayerKey("lineDashPhase", \.shape.stroke.dashPhase, of: "shape"),
    LayerKey("strokeStart", \.shape.strokeStart, of: "shape"),
    LayerKey("strokeEnd", \.shape.strokeEnd, of: "shape"),
  ]

  private static let ofGradients: [LayerKey] = [
    LayerKey(word: "gradientType", \.gradient.type, of: "gradient"),
    LayerKey(
      "colors", of: "gradient", read: { .colors($0.gradient.colors) },
      write: { value, properties in
        guard case .colors(let colors) = value else { return false }
        properties.gradient.colors = colors
        return true
      }),
    LayerKey(
      "locations", of: "gradient", read: { .numbers($0.gradient.locations) },
      write: { value, properties in
        guard case .numbers(let places) = value else { return false }
        properties.gradient.locations = places
        return true
      }),
    LayerKey("startPoint", \.gradient.startPoint, of: "gradient"),
    LayerKey("endPoint", \.gradient.endPoint, of: "gradient"),
  ]

  private static let ofReplicators: [LayerKey] = [
    LayerKey(
      "instanceCount", of: "replicator", read: { .number(Double($0.replicator.instanceCount)) },
      write: { value, properties in
        guard case .number(let count) = value else { return false }
        properties.replicator.instanceCount = Int(max(-1e9, min(1e9, count.isNaN ? 0 : count)))
        return true
      }),
    LayerKey("instanceTransform", \.replicator.instanceTransform, of: "replicator"),
    LayerKey(
      "instanceColor", of: "replicator", read: { .color($0.replicator.instanceColor) },
      write: { value, properties in
        guard case .color(let color) = value else { return false }
        properties.replicator.instanceColor = color ?? .clear
        return true
      }),
    LayerKey("instanceRedOffset", \.replicator.instanceRedOffset, of: "replicator"),
    LayerKey("instanceGreenOffset", \.replicator.instanceGreenOffset, of: "replicator"),
    LayerKey("instanceBlueOffset", \.replicator.instanceBlueOffset, of: "replicator"),
    LayerKey("instanceAlphaOffset", \.replicator.instanceAlphaOffset, of: "replicator"),
    LayerKey("instanceDelay", \.replicator.instanceDelay, of: "replicator"),
    LayerKey("preservesDepth", \.replicator.preservesDepth, of: "replicator"),
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
