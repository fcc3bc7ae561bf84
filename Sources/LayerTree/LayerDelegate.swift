// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The object that lays out and draws for a layer. All requirements have default implementations.
///
/// The tasks of an ``AsyncLayer`` come from its ``AsyncLayer/displayDelegate``; of this protocol it
/// uses ``layoutSublayers(of:)`` and ``action(for:forKey:)`` alone.
@MainActor
public protocol LayerDelegate: AnyObject, Sendable {
  /// Brings the contents of a layer up to date by setting them.
  ///
  /// - Returns: Whether it did; otherwise the layer is asked for a drawing.
  func display(_ layer: Layer) -> Bool

  /// Returns a drawing of the contents of a layer that has none itself; `nil` to leave them.
  func drawing(for layer: Layer) -> LayerDrawing?

  /// Places the sublayers of a layer.
  func layoutSublayers(of layer: Layer)

  /// Returns what happens when a property of a layer changes; `nil` to look further, and
  /// `LayerAction.null` for nothing. See ``Layer/action(forKey:)``.
  func action(for layer: Layer, forKey key: String) -> LayerAction?
}

extension LayerDelegate {
  /// Leaves the layer to itself.
  public func display(_ layer: Layer) -> Bool { false }

  /// Draws nothing.
  public func drawing(for layer: Layer) -> LayerDrawing? { nil }

  /// Does nothing.
  public func layoutSublayers(of layer: Layer) {}

  /// Looks further.
  public func action(for layer: Layer, forKey key: String) -> LayerAction? { nil }
}
