// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry

/// All properties of a layer except its contents, mask and sublayers, as one value.
///
/// Defaults are Core Animation's. Lengths are in points, y-down. Any number may be set; a layer
/// whose geometry is not finite draws nothing. Rarely used properties are stored in a box that most
/// layers do not have, so that the properties of a label stay small.
public struct LayerProperties: Hashable, Sendable {
  /// The layer's rectangle in its own space.
  public var bounds = Rect.zero
  /// The place of the anchor point in the superlayer's space.
  public var position = Point.zero
  /// The point of the bounds that lies at ``position`` and about which ``transform`` acts, as
  /// fractions of width and height: (0, 0) is the top left corner.
  public var anchorPoint = Point(x: 0.5, y: 0.5)
  /// The z of the layer, in points: siblings with a greater one are drawn in front; equal ones keep
  /// their order.
  public var zPosition = 0.0
  /// Pixels of the contents per point: the size of a bitmap for gravities that do not stretch it.
  public var contentsScale = 1.0
  /// The opacity of the layer and its sublayers as a group, 0 to 1.
  public var opacity = 1.0
  /// Whether the layer and its sublayers are not drawn.
  public var isHidden = false
  /// Whether the contents are opaque: a bitmap that the layer draws then begins with white and the
  /// background colour.
  ///
  /// Frames do not rely on it: the alpha of the pixels decides what is visible behind them. An
  /// opaque ``backgroundColor`` hides what lies behind, which is then not drawn.
  public var isOpaque = false
  /// Whether contents and sublayers are clipped to the bounds and their rounded corners.
  public var masksToBounds = false
  /// The colour behind the contents; `nil` for none.
  public var backgroundColor: Color?
  private var box: RareBox?

  /// Creates the properties of a layer without extent.
  public init() {}

  /// The box of the decoration, in the box of rare properties; `nil` for none.
  var decorationBox: DecorationBox? {
    get { box?.value.decoration }
    set { rare.decoration = newValue }
  }

  /// The properties that few layers have; not stored if all have their defaults. Reading one of
  /// them through `rare` would copy all, so the accessors below read from the box.
  var rare: RareProperties {
    get { box?.value ?? .default }
    set { box = newValue == .default ? nil : RareBox(newValue) }
  }

  /// Whether only common properties differ from their defaults.
  var isCommon: Bool { box == nil }

  /// Whether both share one box of rare properties, so that none of these differs.
  func sharesRare(with other: LayerProperties) -> Bool { box === other.box }
}

// MARK: - Rare properties

extension LayerProperties {
  /// The transform about the anchor point, applied before the layer is moved to its position.
  public var transform: Transform3D {
    get { box?.value.transform ?? RareProperties.default.transform }
    set { rare.transform = newValue }
  }

  /// The transform of all sublayers, about the layer's anchor point.
  public var sublayerTransform: Transform3D {
    get { box?.value.sublayerTransform ?? RareProperties.default.sublayerTransform }
    set { rare.sublayerTransform = newValue }
  }

  /// The depth of the anchor point, in points.
  public var anchorPointZ: Double {
    get { box?.value.anchorPointZ ?? RareProperties.default.anchorPointZ }
    set { rare.anchorPointZ = newValue }
  }

  /// Whether the layer is seen from behind, too.
  public var isDoubleSided: Bool {
    get { box?.value.isDoubleSided ?? RareProperties.default.isDoubleSided }
    set { rare.isDoubleSided = newValue }
  }

  /// Whether sublayers are placed with y upwards; their contents stay upright.
  public var isGeometryFlipped: Bool {
    get { box?.value.isGeometryFlipped ?? RareProperties.default.isGeometryFlipped }
    set { rare.isGeometryFlipped = newValue }
  }

  /// The radius of the corners of background and border, and of the clip of ``masksToBounds``.
  public var cornerRadius: Double {
    get { box?.value.cornerRadius ?? RareProperties.default.cornerRadius }
    set { rare.cornerRadius = newValue }
  }

  /// The curve of the corners that ``cornerRadius`` rounds.
  public var cornerCurve: CornerCurve {
    get { box?.value.cornerCurve ?? RareProperties.default.cornerCurve }
    set { rare.cornerCurve = newValue }
  }

  /// The corners that ``cornerRadius`` rounds.
  public var maskedCorners: Corners {
    get { box?.value.maskedCorners ?? RareProperties.default.maskedCorners }
    set { rare.maskedCorners = newValue }
  }

  /// The width of the border, which lies inside the bounds and in front of the sublayers.
  public var borderWidth: Double {
    get { box?.value.borderWidth ?? RareProperties.default.borderWidth }
    set { rare.borderWidth = newValue }
  }

  /// The colour of the border; `nil` for none.
  public var borderColor: Color? {
    get { rare.borderColor }
    set { rare.borderColor = newValue }
  }

  /// The shadow behind the layer.
  public var shadow: Shadow {
    get { box?.value.shadow ?? RareProperties.default.shadow }
    set { rare.shadow = newValue }
  }

  /// The operator that composites the layer and its sublayers over what lies behind them.
  public var blendMode: BlendMode {
    get { box?.value.blendMode ?? RareProperties.default.blendMode }
    set { rare.blendMode = newValue }
  }

  /// The place of the contents in the bounds.
  public var contentsGravity: ContentsGravity {
    get { box?.value.contentsGravity ?? RareProperties.default.contentsGravity }
    set { rare.contentsGravity = newValue }
  }

  /// The part of the contents that is shown, as fractions of its width and height. Beyond the
  /// contents their edge pixels are repeated.
  public var contentsRect: Rect {
    get { box?.value.contentsRect ?? RareProperties.default.contentsRect }
    set { rare.contentsRect = newValue }
  }

  /// The part of ``contentsRect`` that stretches in both directions, as fractions; the corners
  /// around it keep their size, the sides stretch in one direction.
  public var contentsCenter: Rect {
    get { box?.value.contentsCenter ?? RareProperties.default.contentsCenter }
    set { rare.contentsCenter = newValue }
  }

  /// The filter where contents grow.
  public var magnificationFilter: ContentsFilter {
    get { box?.value.magnificationFilter ?? RareProperties.default.magnificationFilter }
    set { rare.magnificationFilter = newValue }
  }

  /// The filter where contents shrink.
  public var minificationFilter: ContentsFilter {
    get { box?.value.minificationFilter ?? RareProperties.default.minificationFilter }
    set { rare.minificationFilter = newValue }
  }

  /// The kind of the layer, with the properties of that kind.
  public var kind: LayerKind {
    get { box?.value.kind ?? RareProperties.default.kind }
    set { rare.kind = newValue }
  }

  /// Whether the opacity applies to the layer and its sublayers as a whole.
  ///
  /// Otherwise it applies to the background, the contents, the border and each sublayer separately,
  /// so that they show through each other. A layer with a mask, a blend mode or another reason to
  /// be drawn as a group fades as a whole in any case.
  public var allowsGroupOpacity: Bool {
    get { box?.value.allowsGroupOpacity ?? RareProperties.default.allowsGroupOpacity }
    set { rare.allowsGroupOpacity = newValue }
  }

  /// Whether the layer and its sublayers are drawn as a group and composited as one picture. It
  /// changes no pixel as long as ``rasterizationScale`` is zero.
  public var shouldRasterize: Bool {
    get { box?.value.shouldRasterize ?? RareProperties.default.shouldRasterize }
    set { rare.shouldRasterize = newValue }
  }

  /// The pixels per point of the bitmap of ``shouldRasterize``, which is scaled like any other.
  /// Zero, the default, gives the pixels of the device under any transform.
  ///
  /// The default of Core Animation is 1, which is coarse on a device of another scale. All these
  /// bitmaps of a frame together have at most four times its pixels plus 2²⁰; copies of a layer
  /// share one. Beyond that a layer is drawn as with zero, and the frame has a note.
  public var rasterizationScale: Double {
    get { box?.value.rasterizationScale ?? RareProperties.default.rasterizationScale }
    set { rare.rasterizationScale = newValue }
  }
}

/// The properties that few layers have.
struct RareProperties: Hashable, Sendable {
  var transform = Transform3D.identity
  var sublayerTransform = Transform3D.identity
  var anchorPointZ = 0.0
  var isDoubleSided = true
  var isGeometryFlipped = false
  var cornerRadius = 0.0
  var cornerCurve = CornerCurve.circular
  var maskedCorners = Corners.all
  var borderWidth = 0.0
  var borderColor: Color? = .black
  var shadow = Shadow()
  var blendMode = BlendMode.sourceOver
  var contentsGravity = ContentsGravity.resize
  var contentsRect = Rect(width: 1, height: 1)
  var contentsCenter = Rect(width: 1, height: 1)
  var magnificationFilter = ContentsFilter.linear
  var minificationFilter = ContentsFilter.linear
  var allowsGroupOpacity = true
  var shouldRasterize = false
  var rasterizationScale = 0.0
  var kind = LayerKind.plain
  var decoration: DecorationBox?

  static let `default` = RareProperties()
}

/// An immutable box of rare properties.
private final class RareBox: Hashable, Sendable {
  let value: RareProperties

  init(_ value: RareProperties) {
    self.value = value
  }

  static func == (a: RareBox, b: RareBox) -> Bool { a === b || a.value == b.value }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
