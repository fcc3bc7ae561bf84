// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry
public import LayerCompositing

extension TreeElement {
  /// Returns a copy with changed attributes.
  public func with(_ change: (inout TreeElementAttributes) -> Void) -> Self {
    var copy = self
    change(&copy.attributes)
    return copy
  }

  private func setting<Value>(
    _ path: WritableKeyPath<LayerProperties, Value>, _ value: Value
  ) -> Self {
    with { $0.properties[keyPath: path] = value }
  }

  /// A name for reports.
  public func name(_ name: String) -> Self { with { $0.name = name } }

  /// The identity of the layer. Layers with the same identity in two trees are states of one layer.
  public func id(_ id: LayerID) -> Self { with { $0.id = id } }
}

// MARK: - Geometry

extension TreeElement {
  /// The rectangle that the layer fills before its transform, in the space around it.
  public func frame(_ frame: Rect) -> Self {
    with {
      $0.frame = frame
      $0.hasSize = true
    }
  }

  /// The rectangle that the layer fills before its transform, in the space around it.
  public func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Self {
    frame(Rect(x: x, y: y, width: width, height: height))
  }

  /// The rectangle of the layer in its own space.
  public func bounds(_ bounds: Rect) -> Self {
    with {
      $0.properties.bounds = bounds
      $0.frame = nil
      $0.hasSize = true
    }
  }

  /// The place of the anchor point in the space around the layer, in points. The anchor point is
  /// the middle of the layer unless it is set.
  public func position(_ x: Double, _ y: Double) -> Self {
    with {
      if let frame = $0.frame { $0.properties.bounds.size = frame.size }
      $0.frame = nil
      $0.hasPosition = true
      $0.properties.position = Point(x: x, y: y)
    }
  }

  /// The point about which transforms act, as fractions of width and height.
  public func anchorPoint(_ x: Double, _ y: Double, z: Double = 0) -> Self {
    with {
      $0.properties.anchorPoint = Point(x: x, y: y)
      $0.properties.anchorPointZ = z
    }
  }

  /// The z of the layer, in points: siblings with a greater one are drawn in front.
  public func zPosition(_ z: Double) -> Self { setting(\.zPosition, z) }

  /// The transform about the anchor point.
  public func transform(_ transform: Transform3D) -> Self { setting(\.transform, transform) }

  /// The transform of the plane, about the anchor point.
  public func transform(_ transform: AffineTransform) -> Self {
    setting(\.transform, Transform3D(transform))
  }

  /// The transform of all sublayers, about the anchor point.
  public func sublayerTransform(_ transform: Transform3D) -> Self {
    setting(\.sublayerTransform, transform)
  }

  /// Whether the layer is seen from behind, too; it is by default.
  public func doubleSided(_ flag: Bool) -> Self { setting(\.isDoubleSided, flag) }

  /// Whether sublayers are placed with y upwards.
  public func geometryFlipped(_ flag: Bool = true) -> Self { setting(\.isGeometryFlipped, flag) }
}

// MARK: - Appearance

extension TreeElement {
  /// Whether the layer and its sublayers are not drawn.
  public func hidden(_ flag: Bool = true) -> Self { setting(\.isHidden, flag) }

  /// Whether the contents are opaque. Frames do not rely on it: the alpha of the pixels decides
  /// what is visible behind them.
  public func opaque(_ flag: Bool = true) -> Self { setting(\.isOpaque, flag) }

  /// The opacity of the layer and its sublayers as a group, 0 to 1.
  public func opacity(_ opacity: Double) -> Self { setting(\.opacity, opacity) }

  /// The colour behind the contents.
  public func background(_ color: Color?) -> Self { setting(\.backgroundColor, color) }

  /// The radius of the corners, in points, and the corners that it rounds.
  public func cornerRadius(_ radius: Double, corners: Corners = .all) -> Self {
    with {
      $0.properties.cornerRadius = radius
      $0.properties.maskedCorners = corners
    }
  }

  /// Whether contents and sublayers are clipped to the bounds and their rounded corners.
  public func clipped(_ flag: Bool = true) -> Self { setting(\.masksToBounds, flag) }

  /// A border inside the bounds, in front of the sublayers.
  public func border(_ width: Double, _ color: Color? = .black) -> Self {
    with {
      $0.properties.borderWidth = width
      $0.properties.borderColor = color
    }
  }

  /// A shadow behind the layer.
  ///
  /// - Parameters:
  ///   - radius: The standard deviation of the blur, in points.
  ///   - color: The colour.
  ///   - opacity: The opacity, 0 to 1.
  ///   - offset: How far the shadow is moved from the layer, in points, y downwards.
  ///   - path: The shape, in the space of the bounds; `nil` for all that the layer covers.
  public func shadow(
    radius: Double, color: Color? = .black, opacity: Double = 0.33,
    offset: Size = Size(width: 0, height: 3), path: Path? = nil
  ) -> Self {
    setting(
      \.shadow,
      Shadow(color: color, opacity: opacity, offset: offset, radius: radius, path: path))
  }

  /// The operator that composites the layer over what lies behind it.
  public func blendMode(_ mode: BlendMode) -> Self { setting(\.blendMode, mode) }

  /// Whether the layer and its sublayers are drawn as a group. It changes no pixel as long as
  /// `rasterizationScale` is zero, the default.
  public func rasterized(_ flag: Bool = true) -> Self { setting(\.shouldRasterize, flag) }

  /// A layer whose alpha multiplies this one, in the space of the bounds.
  public func mask(_ mask: any TreeElement) -> Self { with { $0.mask = mask } }
}

// MARK: - Contents

extension TreeElement {
  /// The place of the contents in the bounds.
  public func contentsGravity(_ gravity: ContentsGravity) -> Self {
    setting(\.contentsGravity, gravity)
  }

  /// Pixels of the contents per point.
  public func contentsScale(_ scale: Double) -> Self { setting(\.contentsScale, scale) }

  /// The part of the contents that is shown, as fractions of its width and height.
  public func contentsRect(_ rect: Rect) -> Self { setting(\.contentsRect, rect) }

  /// The part of the contents that stretches in both directions, as fractions.
  public func contentsCenter(_ rect: Rect) -> Self { setting(\.contentsCenter, rect) }

  /// The filters for enlarged and for reduced contents.
  public func filters(
    magnification: ContentsFilter = .linear, minification: ContentsFilter = .linear
  ) -> Self {
    with {
      $0.properties.magnificationFilter = magnification
      $0.properties.minificationFilter = minification
    }
  }
}
