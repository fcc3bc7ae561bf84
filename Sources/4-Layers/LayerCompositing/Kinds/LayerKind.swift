// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// The kind of a layer: a plain one, or one that draws a shape or a gradient, that treats its
/// sublayers in another way, or that shows a text, tiles, particles or a film.
///
/// A value of a kind holds the properties that only layers of this kind have; `.shape()` has their
/// defaults. The ``name`` is that of `type` in scenes.
public indirect enum LayerKind: Hashable, Sendable, CaseIterable {
  /// A layer with contents and sublayers only.
  case plain
  /// A text; ``LayerProperties/kind`` is ``plain``, and the text lies in the contents.
  case text
  /// A path, between contents and sublayers.
  case shape(ShapeProperties = ShapeProperties())
  /// A gradient in place of contents.
  case gradient(GradientProperties = GradientProperties())
  /// Copies of the sublayers.
  case replicator(ReplicatorProperties = ReplicatorProperties())
  /// A part of larger content; ``LayerProperties/kind`` is ``plain``.
  case scroll
  /// A three-dimensional space for the sublayers, which are not flattened into a plane. The layer
  /// itself draws nothing, and its opacity applies to each sublayer.
  case transform
  /// Tiles, which lie in the contents; ``LayerProperties/kind`` is ``plain``.
  case tiled
  /// Particles, which lie in the contents; ``LayerProperties/kind`` is ``plain``.
  case emitter
  /// A drawing by OpenGL, which lies in the contents; ``LayerProperties/kind`` is ``plain``.
  case gl
  /// A film, which lies in the contents; ``LayerProperties/kind`` is ``plain``.
  case player

  /// One value of each kind, with the defaults of its properties.
  public static let allCases: [LayerKind] = [
    .plain, .text, .shape(), .gradient(), .replicator(), .scroll, .transform, .tiled, .emitter,
    .gl, .player,
  ]

  /// The name, as scenes have it.
  public var name: String {
    switch self {
    case .plain: "plain"
    case .text: "text"
    case .shape: "shape"
    case .gradient: "gradient"
    case .replicator: "replicator"
    case .scroll: "scroll"
    case .transform: "transform"
    case .tiled: "tiled"
    case .emitter: "emitter"
    case .gl: "gl"
    case .player: "player"
    }
  }

  /// Whether both are values of one kind, whatever their properties are.
  package func isKind(_ other: LayerKind) -> Bool { name == other.name }

  /// The keys of the properties that layers of one kind have.
  static let keys = ShapeProperties.keys + GradientProperties.keys + ReplicatorProperties.keys

  /// Whether ``LayerProperties/kind`` of layers of this kind is this kind, and not ``plain``.
  package var isInProperties: Bool {
    switch self {
    case .shape, .gradient, .replicator, .transform: true
    case .plain, .text, .scroll, .tiled, .emitter, .gl, .player: false
    }
  }

  /// Whether the kind draws a gradient.
  var isGradient: Bool { if case .gradient = self { true } else { false } }

  /// Whether sublayers keep their depth instead of being flattened into the layer's plane.
  package var isSpace: Bool { self == .transform || replicator?.preservesDepth ?? false }

  /// The number of fills and lines that the kind draws.
  var paintCount: Int {
    switch self {
    case .shape(let shape): (shape.isFilled ? 1 : 0) + (shape.isStroked ? 1 : 0)
    case .gradient: 1
    default: 0
    }
  }

  /// The name of the kind's own drawing, for notes; `nil` if none of it is visible.
  var visibleContent: String? {
    switch self {
    case .shape(let shape) where shape.isFilled || shape.isStroked: "path"
    case .gradient(let gradient) where gradient.colors.contains { ($0?.alpha ?? 0) > 0 }: "gradient"
    default: nil
    }
  }
}

extension LayerProperties {
  /// Whether each sublayer is drawn once, in the layer's plane.
  var keepsSublayers: Bool {
    if isCommon { return true }
    switch kind {
    case .replicator, .transform: return false
    default: return true
    }
  }
}
