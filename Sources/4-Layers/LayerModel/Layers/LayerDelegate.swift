// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import LayerCompositing

/// The object that lays out and draws for a layer. All requirements have default implementations.
///
/// The tasks of an ``AsyncLayer`` come from its ``AsyncLayer/displayDelegate``; of this protocol it
/// uses ``layoutSublayers(of:)`` and ``action(for:forKey:)`` alone.
///
/// If your delegate is not called, compare its methods with these: a method with another signature,
/// such as Core Animation's `draw(_:in:)` or a `display(_:)` that returns nothing, compiles, but is
/// never called.
@MainActor
public protocol LayerDelegate: AnyObject, Sendable {
  /// Brings the contents of a layer up to date by setting them.
  ///
  /// - Returns: Whether the contents were set; otherwise the layer calls ``Layer/drawing()``.
  func display(_ layer: Layer) -> Bool

  /// Returns a drawing of the contents of a layer that has none itself; `nil` to leave them.
  func drawing(for layer: Layer) -> LayerDrawing?

  /// Returns a drawing of a layer of tiles that has no source; `nil` to leave the tile missing.
  ///
  /// Called on the main queue for each tile that the layer needs. It takes there the snapshot of
  /// the state to draw, and returns a drawing of the whole layer, which runs on a render lane. The
  /// context is in the layer's space, in points, and clipped to the tile: with the origin of the
  /// clip in that space, `floor(origin / tileSize)` is the tile's column and row, for a tile size
  /// in points. The counterpart of `draw(_:in:)` of a `CATiledLayer`.
  ///
  /// If it returns `nil`, the drawing of ``drawing(for:)-(Layer)`` is drawn on the main queue.
  func drawing(for layer: TiledLayer) -> TileDrawing?

  /// Places the sublayers of a layer.
  func layoutSublayers(of layer: Layer)

  /// Returns what happens when a property of a layer changes; `nil` to look further, and
  /// `LayerAction.null` for nothing. See ``Layer/action(forKey:)``.
  func action(for layer: Layer, forKey key: String) -> LayerAction?
}

extension LayerDelegate {
  /// Does nothing, and returns `false`.
  public func display(_ layer: Layer) -> Bool { false }

  /// Draws nothing.
  public func drawing(for layer: Layer) -> LayerDrawing? { nil }

  /// Draws nothing.
  public func drawing(for layer: TiledLayer) -> TileDrawing? { nil }

  /// Does nothing.
  public func layoutSublayers(of layer: Layer) {}

  /// Returns `nil`.
  public func action(for layer: Layer, forKey key: String) -> LayerAction? { nil }
}
