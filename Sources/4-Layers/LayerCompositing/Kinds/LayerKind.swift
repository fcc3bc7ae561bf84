// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The kind of a layer: a plain one, or one that draws a shape or a gradient, or that treats its
/// sublayers in another way.
public indirect enum LayerKind: Hashable, Sendable {
  /// Nothing.
  case plain
  /// A path, between contents and sublayers.
  case shape(ShapeProperties)
  /// A gradient in place of contents.
  case gradient(GradientProperties)
  /// Copies of the sublayers.
  case replicator(ReplicatorProperties)
  /// A three-dimensional space for the sublayers, which are not flattened into a plane. The layer
  /// itself draws nothing, and its opacity applies to each sublayer.
  case transform

  /// The path of a shape.
  var shape: ShapeProperties? {
    if case .shape(let shape) = self { shape } else { nil }
  }

  /// The copies of a replicator.
  var replicator: ReplicatorProperties? {
    if case .replicator(let copies) = self { copies } else { nil }
  }

  /// Whether it draws a gradient.
  var isGradient: Bool { if case .gradient = self { true } else { false } }

  /// Whether sublayers keep their depth instead of being flattened into the layer's plane.
  package var isSpace: Bool { self == .transform || replicator?.preservesDepth ?? false }

  /// The name, as scenes have it.
  public var name: String {
    switch self {
    case .plain: "plain"
    case .shape: "shape"
    case .gradient: "gradient"
    case .replicator: "replicator"
    case .transform: "transform"
    }
  }
}

extension LayerProperties {
  /// Whether each sublayer is drawn once, in the layer's plane.
  var keepsSublayers: Bool {
    if isCommon { return true }
    switch kind {
    case .plain, .shape, .gradient: return true
    case .replicator, .transform: return false
    }
  }

  /// The path of a layer of the kind ``LayerKind/shape(_:)``; defaults for other kinds. Setting it
  /// changes the kind to that one.
  public var shape: ShapeProperties {
    get { if case .shape(let shape) = kind { shape } else { ShapeProperties() } }
    set { kind = .shape(newValue) }
  }

  /// The gradient of a layer of the kind ``LayerKind/gradient(_:)``; defaults for other kinds.
  /// Setting it changes the kind to that one.
  public var gradient: GradientProperties {
    get { if case .gradient(let gradient) = kind { gradient } else { GradientProperties() } }
    set { kind = .gradient(newValue) }
  }

  /// The copies of a layer of the kind ``LayerKind/replicator(_:)``; defaults for other kinds.
  /// Setting it changes the kind to that one.
  public var replicator: ReplicatorProperties {
    get { if case .replicator(let copies) = kind { copies } else { ReplicatorProperties() } }
    set { kind = .replicator(newValue) }
  }
}
