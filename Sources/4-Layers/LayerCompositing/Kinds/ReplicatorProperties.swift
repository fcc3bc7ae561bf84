// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// The copies that a layer draws of its sublayers. Defaults are Core Animation's.
public struct ReplicatorProperties: Hashable, Sendable {
  /// The number of copies; the first one is the sublayers themselves. 0 or less draws nothing.
  public var instanceCount = 1
  /// The transform from each copy to the next one, about the centre of the bounds and before the
  /// layer's `sublayerTransform`. The first copy is not transformed; it is at the back.
  public var instanceTransform = Transform3D.identity
  /// The colour that the pixels of the first copy are multiplied by. The colour of each further
  /// copy is that of the one before plus the offsets, clamped to 0...1.
  public var instanceColor = Color.white
  /// The red that is added from each copy to the next.
  public var instanceRedOffset = 0.0
  /// The green that is added from each copy to the next.
  public var instanceGreenOffset = 0.0
  /// The blue that is added from each copy to the next.
  public var instanceBlueOffset = 0.0
  /// The opacity that is added from each copy to the next.
  public var instanceAlphaOffset = 0.0
  /// The delay of each copy's animations against the one before, in seconds. It has no effect on
  /// layers without animations.
  public var instanceDelay = 0.0
  /// Whether the copies keep their depth instead of being flattened into the layer's plane. Like a
  /// transform layer, the layer then draws nothing itself, and its opacity applies to each sublayer
  /// of each copy.
  public var preservesDepth = false

  /// Creates one copy.
  public init() {}
}

extension ReplicatorProperties {
  /// The colour of a copy.
  func color(ofCopy index: Int) -> Color {
    func component(_ first: Double, _ offset: Double) -> Double {
      // A sum that is not a number (NaN) counts as 0.
      min(1, max(0, first + Double(index) * offset))
    }
    return Color(
      red: component(instanceColor.red, instanceRedOffset),
      green: component(instanceColor.green, instanceGreenOffset),
      blue: component(instanceColor.blue, instanceBlueOffset),
      alpha: component(instanceColor.alpha, instanceAlphaOffset))
  }
}

/// One copy of a layer's sublayers.
struct LayerCopy {
  /// The number of copies before this one.
  let index: Int
  /// The map of space that applies to the sublayers; `nil` for the identity.
  let space: Transform3D?
  /// The colour that the copy's pixels are multiplied by.
  let color: Color
}

/// The copies of a layer's sublayers, from back to front; a layer that is no replicator has one.
/// The sequence ends before the first copy whose transform is not finite.
struct LayerCopies: Sequence, IteratorProtocol {
  private let replicator: ReplicatorProperties?
  private let center: Point
  private let space: Transform3D?
  private var index = 0
  /// The power of the instance transform that maps the next copy.
  private var power = Transform3D.identity

  fileprivate init(_ replicator: ReplicatorProperties?, center: Point, space: Transform3D?) {
    (self.replicator, self.center, self.space) = (replicator, center, space)
  }

  mutating func next() -> LayerCopy? {
    guard index < replicator?.instanceCount ?? 1, power.isFinite else { return nil }
    defer { index += 1 }
    guard let replicator else { return LayerCopy(index: 0, space: space, color: .white) }
    let color = replicator.color(ofCopy: index)
    if index > 0 {
      defer { power = power.concatenating(replicator.instanceTransform) }
      let map = Transform3D.translation(x: -center.x, y: -center.y)
        .concatenating(power)
        .concatenating(.translation(x: center.x, y: center.y))
      return LayerCopy(
        index: index, space: space.map { map.concatenating($0) } ?? map, color: color)
    }
    power = replicator.instanceTransform
    return LayerCopy(index: 0, space: space, color: color)
  }
}

extension LayerProperties {
  /// The copies of the sublayers that the layer draws.
  ///
  /// - Parameter space: The map of space that applies to the sublayers of the first copy; `nil` for
  ///   the identity.
  func copies(in space: Transform3D?) -> LayerCopies {
    LayerCopies(isCommon ? nil : kind.replicator, center: bounds.center, space: space)
  }
}

extension LayerKind {
  /// The copies of a replicator.
  var replicator: ReplicatorProperties? {
    if case .replicator(let copies) = self { copies } else { nil }
  }
}

extension LayerProperties {
  /// The copies of a layer of the kind ``LayerKind/replicator(_:)``; defaults for other kinds.
  /// Setting it changes the kind to that one.
  public var replicator: ReplicatorProperties {
    get { kind.replicator ?? ReplicatorProperties() }
    set { kind = .replicator(newValue) }
  }
}

extension ReplicatorProperties {
  /// The keys of the properties.
  static let keys: [LayerKey] = [
    LayerKey(
      "instanceCount", of: .replicator(), read: { .number(Double($0.replicator.instanceCount)) },
      write: { value, properties in
        guard case .number(let count) = value else { return false }
        properties.replicator.instanceCount = Int(max(-1e9, min(1e9, count.isNaN ? 0 : count)))
        return true
      }),
    LayerKey("instanceTransform", \.replicator.instanceTransform, of: .replicator()),
    LayerKey(
      "instanceColor", of: .replicator(), read: { .color($0.replicator.instanceColor) },
      write: { value, properties in
        guard case .color(let color) = value else { return false }
        properties.replicator.instanceColor = color ?? .clear
        return true
      }),
    LayerKey("instanceRedOffset", \.replicator.instanceRedOffset, of: .replicator()),
    LayerKey("instanceGreenOffset", \.replicator.instanceGreenOffset, of: .replicator()),
    LayerKey("instanceBlueOffset", \.replicator.instanceBlueOffset, of: .replicator()),
    LayerKey("instanceAlphaOffset", \.replicator.instanceAlphaOffset, of: .replicator()),
    LayerKey("instanceDelay", \.replicator.instanceDelay, of: .replicator()),
    LayerKey("preservesDepth", \.replicator.preservesDepth, of: .replicator()),
  ]
}
