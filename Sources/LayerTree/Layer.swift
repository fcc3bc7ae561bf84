// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import AsyncDisplay
public import TextGraphics
public import TextModel

/// A rectangle with contents, a node in a tree of layers.
///
/// The model is Core Animation's: `bounds` lies in the layer's own space, `position` in that of its
/// superlayer, and `contents` is a bitmap that stays until it is replaced. A layer is used on the
/// main actor only.
@MainActor
open class Layer {
  /// One struct, so that a display pays for one exclusivity check.
  private struct Properties {
    var bounds = Rect.zero
    var contentsScale = 1.0
    var isOpaque = false
    var isHidden = false
    var needsDisplayOnBoundsChange = false
    var backgroundColor: Color?
    var contents = LayerContents.none
    var position = Point.zero
    var anchorPoint = Point(x: 0.5, y: 0.5)
  }

  private var properties = Properties()

  /// The layer's rectangle in its own space, in points, y-down.
  ///
  /// Any value may be set; a size that cannot be drawn leaves the layer without contents.
  open var bounds: Rect {
    get { properties.bounds }
    set {
      let isResized = newValue.size != properties.bounds.size
      properties.bounds = newValue
      if isResized, needsDisplayOnBoundsChange { setNeedsDisplay() }
    }
  }
  /// The place of the anchor point in the superlayer's space, in points.
  open var position: Point {
    get { properties.position }
    set { properties.position = newValue }
  }
  /// The point of the bounds that lies at `position`, as fractions of width and height: (0, 0) is
  /// the top left corner, (1, 1) the bottom right one.
  open var anchorPoint: Point {
    get { properties.anchorPoint }
    set { properties.anchorPoint = newValue }
  }
  /// The number of device pixels per point of the contents; a new value needs a display.
  open var contentsScale: Double {
    get { properties.contentsScale }
    set {
      let isChanged = newValue != properties.contentsScale
      properties.contentsScale = newValue
      if isChanged { setNeedsDisplay() }
    }
  }
  /// Whether the layer fills its bounds with opaque pixels.
  open var isOpaque: Bool {
    get { properties.isOpaque }
    set { properties.isOpaque = newValue }
  }
  /// The colour behind the contents; drawn into the bitmap of an opaque layer.
  open var backgroundColor: Color? {
    get { properties.backgroundColor }
    set { properties.backgroundColor = newValue }
  }
  /// Whether the layer and its sublayers are left out of the picture.
  open var isHidden: Bool {
    get { properties.isHidden }
    set { properties.isHidden = newValue }
  }
  /// Whether a new size of `bounds` needs a display.
  open var needsDisplayOnBoundsChange: Bool {
    get { properties.needsDisplayOnBoundsChange }
    set { properties.needsDisplayOnBoundsChange = newValue }
  }
  /// The bitmap that the layer shows.
  open var contents: Bitmap? {
    get { properties.contents.image }
    set { replaceContents(with: LayerContents(newValue)) }
  }

  /// The result of the last display, as long as the layer shows its bitmap; `nil` for a bitmap that
  /// was assigned, for a placeholder, and for a layer without contents.
  package final var committedContents: DisplayContents? {
    guard case .display(let contents) = properties.contents else { return nil }
    return contents
  }

  /// Assigns the bitmap of a display to `contents`, and keeps the rest of the result with it unless
  /// an override of `contents` has assigned another bitmap.
  final func commit(_ new: DisplayContents) {
    contents = new.image
    if properties.contents.image?.id == new.image.id { replaceContents(with: .display(new)) }
  }

  /// The old contents are released after the access: a `deinit` may run there and use the layer.
  private func replaceContents(with new: consuming LayerContents) {
    var old = new
    swap(&old, &properties.contents)
    (consume old).recycle()
  }

  /// The layer that holds this one; `nil` at the root of a tree.
  public private(set) weak var superlayer: Layer?
  /// The layers inside this one, from back to front.
  public private(set) var sublayers: [Layer] = []
  private var isDisplayNeeded = false

  /// Creates a layer without extent and contents.
  public init() {}

  /// The layer's rectangle in its superlayer's space, in points: `bounds` placed by `position` and
  /// `anchorPoint`. Setting it changes `position` and the size of `bounds`.
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

  /// Adds a layer in front of the other sublayers, after removing it from its superlayer.
  ///
  /// - Precondition: `layer` is neither this layer nor one of its ancestors.
  /// - Complexity: O(sublayers of the old superlayer + depth of the tree).
  public func addSublayer(_ layer: Layer) { insertSublayer(layer, at: sublayers.count) }

  /// Inserts a layer among the sublayers, after removing it from its superlayer.
  ///
  /// - Parameters:
  ///   - layer: The layer to insert.
  ///   - index: Its place among the other sublayers, from the back; clamped to 0 and their number.
  /// - Precondition: `layer` is neither this layer nor one of its ancestors.
  /// - Complexity: O(sublayers + depth of the tree).
  public func insertSublayer(_ layer: Layer, at index: Int) {
    var above: Layer? = self
    while let ancestor = above {
      precondition(ancestor !== layer, "a layer cannot be a sublayer of itself")
      above = ancestor.superlayer
    }
    layer.removeFromSuperlayer()
    sublayers.insert(layer, at: min(max(index, 0), sublayers.count))
    layer.superlayer = self
  }

  /// Removes the layer from its superlayer; without one, nothing happens.
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

  /// Brings the contents up to date. A plain layer draws nothing and keeps its contents.
  open func display() { isDisplayNeeded = false }
}
