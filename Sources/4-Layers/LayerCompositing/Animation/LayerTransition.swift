// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// A change from an old picture of a layer to its new one: Core Animation's `CATransition`.
///
/// Transitions other than `fade` are clipped to the layer's bounds.
public struct LayerTransition: Sendable {
  /// The way in which the new picture appears.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The pictures mix, pixel by pixel.
    case fade
    /// The new picture slides over the old one.
    case moveIn
    /// The new picture pushes the old one away.
    case push
    /// The old picture slides away from the new one.
    case reveal
  }

  /// The side from which the new picture comes; for ``Kind/reveal`` the side away from which the
  /// old one goes.
  public enum Side: String, Hashable, Sendable, CaseIterable {
    /// The left side.
    case left
    /// The right side.
    case right
    /// The upper side.
    case top
    /// The lower side.
    case bottom
  }

  /// The way in which the new picture appears.
  package var kind: Kind
  /// The side from which it comes; not used by ``Kind/fade``.
  package var side: Side
  /// The old picture: the layer as it was, with all below it.
  package var old: RenderNode
  /// The progress at the start.
  package var start: Double
  /// The progress at the end.
  package var end: Double
  /// The number of interrupted transitions that the old picture shows, one inside another.
  package var depth = 0

  /// The limit of ``depth``: each interrupted transition is another group to compose.
  package static let depthLimit = 8

  /// Creates a transition.
  ///
  /// - Parameters:
  ///   - kind: How the new picture appears.
  ///   - old: The layer as it was; it is shown without animations, as at time 0.
  ///   - side: The side from which the new one comes.
  ///   - start: The progress at the start.
  ///   - end: The progress at the end.
  package init(
    _ kind: Kind, from old: RenderNode, side: Side = .left, start: Double = 0, end: Double = 1
  ) {
    self.kind = kind
    self.old = old.presented(at: 0)
    self.side = side
    self.start = start
    self.end = end
  }

  /// The layer at a progress from the old picture to the new one.
  func node(to new: RenderNode, _ progress: Double) -> RenderNode {
    let progress = start + (end - start) * progress
    guard progress.isFinite else { return new }
    // The layer `around` both pictures has the place and the bounds of the new layer.
    var around = LayerProperties()
    let place = new.properties
    around.bounds = place.bounds
    around.position = place.position
    around.anchorPoint = place.anchorPoint
    around.zPosition = place.zPosition
    around.isHidden = old.properties.isHidden && place.isHidden
    around.transform = place.transform
    around.anchorPointZ = place.anchorPointZ
    around.isDoubleSided = place.isDoubleSided
    around.blendMode = place.blendMode
    around.shouldRasterize = true
    around.masksToBounds = kind != .fade
    let fraction = max(0, min(1, progress))
    let way = Point(
      x: place.bounds.width * (side == .left ? -1 : side == .right ? 1 : 0),
      y: place.bounds.height * (side == .top ? -1 : side == .bottom ? 1 : 0))
    func moved(_ fraction: Double) -> Point { Point(x: way.x * fraction, y: way.y * fraction) }
    let (oldMove, newMove): (Point, Point) =
      switch kind {
      case .fade: (.zero, .zero)
      case .moveIn: (.zero, moved(1 - fraction))
      case .push: (moved(-fraction), moved(1 - fraction))
      case .reveal: (moved(-fraction), .zero)
      }
    var (back, front) = (
      Self.inside(old, moved: oldMove, in: place.bounds),
      Self.inside(new, moved: newMove, in: place.bounds)
    )
    switch kind {
    case .fade:
      // A fade is the weighted sum of both pictures.
      back = back.weighted(1 - fraction, .sourceOver)
      front = front.weighted(fraction, .plus)
    case .reveal: swap(&back, &front)
    case .moveIn, .push: break
    }
    return RenderNode(
      id: new.id, name: new.name, properties: around, sublayers: [back, front], copies: nil,
      isAnimated: true)
  }

  /// Places a layer inside the layer around both pictures: at the origin of its bounds, moved by a
  /// vector.
  private static func inside(
    _ node: RenderNode, moved: Point, in bounds: Rect
  ) -> RenderNode {
    var properties = node.properties
    properties.transform = .identity
    properties.anchorPointZ = 0
    properties.zPosition = 0
    if properties.isHidden { properties.opacity = 0 }
    properties.isHidden = false
    properties.blendMode = .sourceOver
    let anchor = properties.anchor
    properties.position = Point(
      x: anchor.x - properties.bounds.minX + bounds.minX + moved.x,
      y: anchor.y - properties.bounds.minY + bounds.minY + moved.y)
    return node.with(properties)
  }
}

extension RenderNode {
  /// The layer with other properties; it has no identity.
  fileprivate func with(_ properties: LayerProperties) -> RenderNode {
    RenderNode(
      name: name, properties: properties, contents: contents, mask: mask, sublayers: sublayers,
      copies: copies, isAnimated: isAnimated)
  }

  /// The layer as a group that fades.
  fileprivate func weighted(_ weight: Double, _ mode: BlendMode) -> RenderNode {
    var properties = properties
    properties.opacity *= weight
    properties.blendMode = mode
    return with(properties)
  }
}
