// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry
public import LayerCompositing

/// The properties without overrides. They need no display, and take effect in the next frame.
extension Layer {
  /// The z of the layer, in points: siblings with a greater one are drawn in front; equal ones keep
  /// their order.
  public var zPosition: Double {
    get { state.properties.zPosition }
    set { change { $0.zPosition = newValue } }
  }

  /// The z of the anchor point, in points.
  public var anchorPointZ: Double {
    get { state.properties.anchorPointZ }
    set { change { $0.anchorPointZ = newValue } }
  }

  /// The transform about the anchor point, applied before the layer is moved to its position.
  public var transform: Transform3D {
    get { state.properties.transform }
    set { change { $0.transform = newValue } }
  }

  /// The transform of all sublayers, about the layer's anchor point.
  public var sublayerTransform: Transform3D {
    get { state.properties.sublayerTransform }
    set { change { $0.sublayerTransform = newValue } }
  }

  /// Whether the layer is seen from behind, too.
  public var isDoubleSided: Bool {
    get { state.properties.isDoubleSided }
    set { change { $0.isDoubleSided = newValue } }
  }

  /// Whether sublayers are placed with y upwards; their contents stay upright.
  public var isGeometryFlipped: Bool {
    get { state.properties.isGeometryFlipped }
    set { change { $0.isGeometryFlipped = newValue } }
  }

  /// The opacity of the layer and its sublayers as a group, 0 to 1; see ``allowsGroupOpacity``.
  public var opacity: Double {
    get { state.properties.opacity }
    set { change { $0.opacity = newValue } }
  }

  /// Whether contents and sublayers are cut off at the bounds and their rounded corners.
  public var masksToBounds: Bool {
    get { state.properties.masksToBounds }
    set { change { $0.masksToBounds = newValue } }
  }

  /// The operator that composites the layer and its sublayers over what lies behind them.
  public var blendMode: BlendMode {
    get { state.properties.blendMode }
    set { change { $0.blendMode = newValue } }
  }

  /// Whether the opacity applies to the layer and its sublayers as a whole; `true` by default.
  ///
  /// Otherwise it applies to the background, the contents, the border and each sublayer separately,
  /// so that they show through each other. A layer with a mask, a blend mode or another reason to
  /// be drawn as a group fades as a whole in any case.
  public var allowsGroupOpacity: Bool {
    get { state.properties.allowsGroupOpacity }
    set { change { $0.allowsGroupOpacity = newValue } }
  }

  /// Whether the layer and its sublayers are drawn as a group and composited as one picture. It
  /// changes no pixel as long as ``rasterizationScale`` is zero.
  public var shouldRasterize: Bool {
    get { state.properties.shouldRasterize }
    set { change { $0.shouldRasterize = newValue } }
  }

  /// The pixels per point of the bitmap of ``shouldRasterize``, which is scaled like any other.
  /// Zero, the default, gives the pixels of the device under any transform.
  ///
  /// The default of Core Animation is 1, which is coarse on a device of another scale. All these
  /// bitmaps of a frame together have at most four times its pixels plus 2²⁰; copies of a layer
  /// share one. Beyond that a layer is drawn as with zero, and the frame has a note.
  public var rasterizationScale: Double {
    get { state.properties.rasterizationScale }
    set { change { $0.rasterizationScale = newValue } }
  }

  // MARK: Corners and border

  /// What a CSS box is painted with besides its background colour: borders of a side each, elliptic
  /// corners, backgrounds, shadows, an outline, filters and a clip.
  public var decoration: BoxDecoration {
    get { state.properties.decoration }
    set { change { $0.decoration = newValue } }
  }

  /// The radius of the corners of background and border, and of the clip of `masksToBounds`.
  public var cornerRadius: Double {
    get { state.properties.cornerRadius }
    set { change { $0.cornerRadius = newValue } }
  }

  /// The curve of the corners that `cornerRadius` rounds: of background, border, clip and shadow.
  public var cornerCurve: CornerCurve {
    get { state.properties.cornerCurve }
    set { change { $0.cornerCurve = newValue } }
  }

  /// The distance from a corner at which its curve begins, in corner radii: 1.528665 for a
  /// continuous curve with enough room, 1 for a circular one.
  public static func cornerCurveExpansionFactor(_ curve: CornerCurve) -> Double {
    curve.expansionFactor
  }

  /// The corners that `cornerRadius` rounds.
  public var maskedCorners: Corners {
    get { state.properties.maskedCorners }
    set { change { $0.maskedCorners = newValue } }
  }

  /// The width of the border, which lies inside the bounds and in front of the sublayers.
  public var borderWidth: Double {
    get { state.properties.borderWidth }
    set { change { $0.borderWidth = newValue } }
  }

  /// The colour of the border; `nil` for none.
  public var borderColor: Color? {
    get { state.properties.borderColor }
    set { change { $0.borderColor = newValue } }
  }

  // MARK: Shadow

  /// The colour of the shadow; `nil` for none.
  public var shadowColor: Color? {
    get { state.properties.shadow.color }
    set { change { $0.shadow.color = newValue } }
  }

  /// The opacity of the shadow, 0 to 1; 0 for no shadow.
  public var shadowOpacity: Double {
    get { state.properties.shadow.opacity }
    set { change { $0.shadow.opacity = newValue } }
  }

  /// How far the shadow is moved from the layer, in points, y downwards.
  public var shadowOffset: Size {
    get { state.properties.shadow.offset }
    set { change { $0.shadow.offset = newValue } }
  }

  /// The standard deviation of the shadow's Gaussian blur, in points.
  public var shadowRadius: Double {
    get { state.properties.shadow.radius }
    set { change { $0.shadow.radius = newValue } }
  }

  /// The shape of the shadow, in the layer's space; `nil` for all that the layer and its sublayers
  /// cover.
  public var shadowPath: Path? {
    get { state.properties.shadow.path }
    set { change { $0.shadow.path = newValue } }
  }

  // MARK: Contents

  /// The place of the contents in the bounds.
  public var contentsGravity: ContentsGravity {
    get { state.properties.contentsGravity }
    set { changeImage { change { $0.contentsGravity = newValue } } }
  }

  /// The part of the contents that is shown, as fractions of its width and height. Beyond the
  /// contents their edge pixels are repeated.
  public var contentsRect: Rect {
    get { state.properties.contentsRect }
    set { change { $0.contentsRect = newValue } }
  }

  /// The part of `contentsRect` that stretches in both directions, as fractions; the corners around
  /// it keep their size, the sides stretch in one direction.
  public var contentsCenter: Rect {
    get { state.properties.contentsCenter }
    set { change { $0.contentsCenter = newValue } }
  }

  /// The filter where contents grow.
  public var magnificationFilter: ContentsFilter {
    get { state.properties.magnificationFilter }
    set { change { $0.magnificationFilter = newValue } }
  }

  /// The filter where contents shrink.
  public var minificationFilter: ContentsFilter {
    get { state.properties.minificationFilter }
    set { change { $0.minificationFilter = newValue } }
  }
}
