// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import LayerCompositing

/// A layer as animations present it at a time: Core Animation's presentation layer.
///
/// ``properties`` are computed when the presentation is made: later changes of the layer and its
/// animations do not affect them. Everything else is computed when it is used, for ``time``: the
/// superlayer, the sublayers and the mask (as new presentations), hit tests, and key paths outside
/// of `LayerProperties`, such as `name` or those of an emitter. Properties are those of
/// `LayerProperties`:
///
/// ```swift
/// layer.presentation()?.position
/// layer.presentation()?.shape.strokeEnd
/// root.presentation()?.hitTest(point)?.model() === button
/// ```
@MainActor @dynamicMemberLookup
public struct LayerPresentation {
  private let layer: Layer
  /// The time, in the time of the host's clock, in seconds.
  public let time: Double
  /// All properties as they are presented, without contents, mask and sublayers.
  public let properties: LayerProperties

  init(_ layer: Layer, at time: Double) {
    (self.layer, self.time) = (layer, time)
    properties = layer.presentedProperties(at: time)
  }

  /// The layer that is presented.
  public func model() -> Layer { layer }

  /// A property as it is presented.
  public subscript<Value>(dynamicMember path: KeyPath<LayerProperties, Value>) -> Value {
    properties[keyPath: path]
  }

  /// The presented value at a key path; see ``Layer/value(forKeyPath:)``. Without an animation it
  /// is the layer's value.
  ///
  /// - Throws: `unknownKey`.
  public func value(forKeyPath path: String) throws(LayerKeyError) -> LayerValue {
    let local = layer.localTime(at: time)
    if let value = layer.presentedValue(forKeyPath: path, at: local) { return value }
    if let value = try? properties.value(forKeyPath: path) { return value }
    return try layer.value(forKeyPath: path)
  }

  // MARK: The tree

  /// The superlayer at the same time; `nil` at the root.
  public var superlayer: LayerPresentation? { layer.superlayer?.presentation(at: time) }

  /// The sublayers at the same time, from back to front as they were added.
  public var sublayers: [LayerPresentation] {
    layer.sublayers.map { LayerPresentation($0, at: time) }
  }

  /// The mask at the same time; `nil` for none.
  public var mask: LayerPresentation? { layer.mask.map { LayerPresentation($0, at: time) } }

  /// Whether a point of the layer's space lies in its presented bounds. If these are the bounds of
  /// the layer itself, ``Layer/contains(_:)`` decides.
  public func contains(_ point: Point) -> Bool {
    properties.bounds == layer.bounds ? layer.contains(point) : properties.bounds.contains(point)
  }

  /// Returns the foremost layer that is presented at a point: this one or one below it; otherwise
  /// as ``Layer/hitTest(_:)``.
  ///
  /// - Parameter point: A point of the superlayer's space.
  public func hitTest(_ point: Point) -> LayerPresentation? {
    layer.hitTest(point) { LayerPresentation($0, at: time) }
  }
}

extension Layer {
  /// The layer as animations present it; `nil` for a layer that no host shows.
  ///
  /// - Parameter time: In the time of the host's clock, in seconds; `nil` for now.
  /// - Complexity: O(depth), and O(*n*) for *n* animations of the layer.
  public func presentation(at time: Double? = nil) -> LayerPresentation? {
    host.map { LayerPresentation(self, at: time ?? $0.clock.now) }
  }
}
