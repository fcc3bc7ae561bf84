// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextGraphics
public import TextModel

/// A rectangle with contents, in a tree of such rectangles.
///
/// After Core Animation's layer: `bounds` in the layer's own space, `position` in its superlayer's,
/// `contents` a bitmap that stays until it is replaced. All of it belongs to the main queue.
@MainActor
open class Layer {
  /// All that is set, as one value: each variable of a class would be looked up among all accesses under way, time and
  /// again for each display.
  private struct Properties {
    var bounds = Rect.zero
    var contentsScale = 1.0
    var isOpaque = false
    var isHidden = false
    var needsDisplayOnBoundsChange = false
    var backgroundColor: Color?
    var contents: Bitmap?
    var committedPicture: ObjectIdentifier?
    var position = Point.zero
    var anchorPoint = Point(x: 0.5, y: 0.5)

    mutating func exchangeContents(with others: inout Bitmap?) {
      swap(&others, &contents)
      committedPicture = nil
    }
  }

  private var properties = Properties()

  /// The rectangle of the layer in its own space, in points, y-down. Any size may be set; a size that
  /// cannot be drawn gives no contents.
  open var bounds: Rect {
    get { properties.bounds }
    set {
      let isResized = newValue.size != properties.bounds.size
      properties.bounds = newValue
      if isResized, needsDisplayOnBoundsChange { setNeedsDisplay() }
    }
  }
  /// Where the anchor point lies in the superlayer, in points.
  open var position: Point {
    get { properties.position }
    set { properties.position = newValue }
  }
  /// The point of the bounds that `position` places, from 0 to 1 on each axis.
  open var anchorPoint: Point {
    get { properties.anchorPoint }
    set { properties.anchorPoint = newValue }
  }
  /// Device pixels per point of the contents.
  open var contentsScale: Double {
    get { properties.contentsScale }
    set {
      let isChanged = newValue != properties.contentsScale
      properties.contentsScale = newValue
      if isChanged { setNeedsDisplay() }
    }
  }
  /// Whether the layer promises to fill its bounds, so that its bitmap needs no transparency.
  open var isOpaque: Bool {
    get { properties.isOpaque }
    set { properties.isOpaque = newValue }
  }
  /// What lies behind the contents; drawn into the bitmap of an opaque layer.
  open var backgroundColor: Color? {
    get { properties.backgroundColor }
    set { properties.backgroundColor = newValue }
  }
  /// Whether the layer and all below it are left out.
  open var isHidden: Bool {
    get { properties.isHidden }
    set { properties.isHidden = newValue }
  }
  /// Whether a new size of `bounds` needs a new display.
  open var needsDisplayOnBoundsChange: Bool {
    get { properties.needsDisplayOnBoundsChange }
    set { properties.needsDisplayOnBoundsChange = newValue }
  }
  /// The bitmap that the layer shows.
  open var contents: Bitmap? {
    get { properties.contents }
    set {
      var old = newValue
      properties.exchangeContents(with: &old)
      Bitmap.giveUp(&old)
    }
  }

  /// The picture of the display whose contents these are; `nil` once others have been set: the memory of a picture that is
  /// not held may be another's.
  final var committedPicture: ObjectIdentifier? {
    get { properties.committedPicture }
    set { properties.committedPicture = newValue }
  }

  /// The layer above this one in the tree.
  public private(set) weak var superlayer: Layer?
  /// The layers below this one, the first drawn first.
  public private(set) var sublayers: [Layer] = []
  private var isDisplayNeeded = false

  /// Creates a layer without extent and contents.
  public init() {}

  /// The rectangle of the layer in its superlayer's space.
  public var frame: Rect {
    get {
      Rect(
        x: position.x - anchorPoint.x * bounds.width, y: position.y - anchorPoint.y * bounds.height,
        width: bounds.width, height: bounds.height)
    }
    set {
      bounds.size = newValue.size
      position = Point(
        x: newValue.minX + anchorPoint.x * newValue.width,
        y: newValue.minY + anchorPoint.y * newValue.height)
    }
  }

  /// Puts a layer on top of the sublayers; it leaves the tree it was in.
  public func addSublayer(_ layer: Layer) { insertSublayer(layer, at: sublayers.count) }

  /// Puts a layer between the sublayers; it leaves the tree it was in.
  ///
  /// - Parameters:
  ///   - layer: Neither this layer nor one above it.
  ///   - index: Clamped to the number of sublayers.
  public func insertSublayer(_ layer: Layer, at index: Int) {
    var above: Layer? = self
    while let ancestor = above {
      precondition(ancestor !== layer, "a layer cannot be placed below itself")
      above = ancestor.superlayer
    }
    layer.removeFromSuperlayer()
    sublayers.insert(layer, at: min(max(index, 0), sublayers.count))
    layer.superlayer = self
  }

  /// Takes the layer out of its tree.
  public func removeFromSuperlayer() {
    guard let parent = superlayer else { return }
    parent.sublayers.removeAll { $0 === self }
    superlayer = nil
  }

  /// Marks the contents as out of date.
  open func setNeedsDisplay() { isDisplayNeeded = true }

  /// Whether the contents are out of date.
  open var needsDisplay: Bool { isDisplayNeeded }

  /// Displays the layer if its contents are out of date.
  open func displayIfNeeded() {
    if isDisplayNeeded { display() }
  }

  /// Brings the contents up to date. A plain layer has nothing to draw and keeps its contents.
  open func display() { isDisplayNeeded = false }
}
