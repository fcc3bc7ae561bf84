// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
import LayerCompositing

extension Layer {
  /// Returns the foremost layer at a point: this one or one below it.
  ///
  /// Layers that are not drawn are not hit. So these are passed over, with all below them: layers
  /// that are hidden, have `display` `none`, are fully transparent, are seen from their edge or
  /// from behind (if not double-sided), or lie more than `LayerLimits.depth` levels deep; and
  /// sublayers that are clipped at the point. What a transform does to z makes no difference, as in
  /// frames: a scale of (1, −1, 0) can be hit. Sublayers are hit in front of their superlayer,
  /// those with a greater `zPosition` first; in a ``TransformLayer``, which is not hit itself,
  /// those that are nearer to the eye at that point.
  ///
  /// - Parameter point: A point of the superlayer's space.
  /// - Complexity: O(layers below this one), and sorting the sublayers of each.
  public func hitTest(_ point: Point) -> Layer? { hitTest(point) { $0 } }

  /// Returns the foremost of the layers at a point, as they are or as they are presented.
  func hitTest<Seen: HitLayer>(_ point: Point, _ seen: (Layer) -> Seen) -> Seen? {
    // Depth-first traversal without recursion; the task that was added last comes first.
    var tasks = HitTask.tasks(for: seen(self), at: point, space: nil, level: 1, seen)
    while let task = tasks.popLast() {
      switch task {
      case .test(let layer, let point): if layer.contains(point) { return layer }
      case .enter(let layer, let inside, let level):
        if layer.properties.masksToBounds, !layer.contains(inside) { continue }
        tasks.append(.test(layer, inside))
        let inner = layer.properties.transformOfSublayers
        let sublayers = layer.model().sublayers.map(seen)
        for sublayer in sublayers.backToFront({ $0.properties.zPosition }) {
          tasks += HitTask.tasks(for: sublayer, at: inside, space: inner, level: level + 1, seen)
        }
      }
    }
    return nil
  }
}

/// The parts of a layer that a hit test uses; both a layer and its presentation have them.
@MainActor
protocol HitLayer {
  var properties: LayerProperties { get }
  func model() -> Layer
  func contains(_ point: Point) -> Bool
}

extension Layer: HitLayer {
  /// The layer itself. A ``LayerPresentation`` returns the layer that it presents.
  public final func model() -> Layer { self }
}

extension LayerPresentation: HitLayer {}

extension Layer {
  /// Whether hit tests pass the layer over, with all below it, because its view takes no events.
  package final var passesHits: Bool {
    get { state.extras?.passesHits ?? false }
    set { if newValue != passesHits { extras.passesHits = newValue } }
  }
}

/// A step of a hit test, at a point of a layer's own space.
private enum HitTask<Seen: HitLayer> {
  /// Tests a layer and all layers below it; the level is 1 for the layer where the hit test began.
  case enter(Seen, Point, level: Int)
  /// Tests a layer alone.
  case test(Seen, Point)

  /// The tasks for a layer: itself, or the layers in its space, from back to front.
  ///
  /// - Parameters:
  ///   - point: A point of the superlayer's plane.
  ///   - space: The map that the superlayer applies to its sublayers.
  ///   - level: The level of the layer, 1 for the layer where the hit test began.
  @MainActor
  static func tasks(
    for layer: Seen, at point: Point, space: Transform3D?, level: Int, _ seen: (Layer) -> Seen
  ) -> [HitTask] {
    var hits: [(task: HitTask, depth: Double)] = []
    var left = [(layer: layer, space: space, level: level)]
    while let (layer, space, level) = left.popLast() {
      let properties = layer.properties
      guard !properties.isHidden, properties.opacity > 0, level <= LayerLimits.depth,
        !layer.model().passesHits, !layer.model().isWithoutBox
      else { continue }
      var map = properties.transformToSuperlayer
      if let space { map = map.concatenating(space) }
      if properties.kind.isSpace {
        if let own = properties.transformOfSublayers { map = own.concatenating(map) }
        for sublayer in layer.model().sublayers.reversed() {
          left.append((seen(sublayer), map, level + 1))
        }
        continue
      }
      guard let inside = properties.pointInPlane(of: point, under: map) else { continue }
      // Depths are rounded to 1/1024 point: drawing, too, treats smaller differences as one plane.
      let depth = (map.depth(at: inside) * 1024).rounded()
      hits.append((.enter(layer, inside, level: level), depth))
    }
    if hits.count > 1 {
      hits = hits.indices.sorted { (hits[$0].depth, $0) < (hits[$1].depth, $1) }.map { hits[$0] }
    }
    return hits.map(\.task)
  }
}

extension Transform3D {
  /// The depth of the image of a point of the plane z = 0.
  fileprivate func depth(at p: Point) -> Double {
    (p.x * m13 + p.y * m23 + m43) / (p.x * m14 + p.y * m24 + m44)
  }
}
