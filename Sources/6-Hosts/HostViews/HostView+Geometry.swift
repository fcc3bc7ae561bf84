// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import LayerModel

/// Conversions between views, and resizing with the superview.
extension HostView {
  /// The parts of the frame that change with the size of the superview; the same value as the
  /// layer's `autoresizingMask`.
  ///
  /// `flexibleWidth` of `UIView` is `layerWidthSizable`, `flexibleLeftMargin` is `layerMinXMargin`,
  /// and so on.
  public var autoresizingMask: AutoresizingMask {
    get { layer.autoresizingMask }
    set { layer.autoresizingMask = newValue }
  }

  /// Returns the place in another view's space of a point of this view's.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - view: A view of the same window or tree; `nil` for the window, in its points, or without
  ///     one for the space around the topmost view.
  /// - Returns: `nil` where `Layer.convert(_:to:)` returns `nil`.
  /// - Complexity: O(depth of the tree).
  public func convert(_ point: Point, to view: HostView?) -> Point? {
    layer.convert(point, to: view?.layer)
  }

  /// Returns the place in this view's space of a point of another view's, or with `nil` of the
  /// window's.
  ///
  /// - Returns: `nil` where the conversion from that view to this one returns `nil`.
  public func convert(_ point: Point, from view: HostView?) -> Point? {
    layer.convert(point, from: view?.layer)
  }

  /// Returns the bounding box in another view's space of a rectangle of this view's.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - view: A view of the same window or tree; `nil` for the window, in its points, or without
  ///     one for the space around the topmost view.
  /// - Returns: `nil` where `Layer.convert(_:to:)` returns `nil`.
  /// - Complexity: O(depth of the tree).
  public func convert(_ rect: Rect, to view: HostView?) -> Rect? {
    layer.convert(rect, to: view?.layer)
  }

  /// Returns the bounding box in this view's space of a rectangle of another view's, or with `nil`
  /// of the window's.
  ///
  /// - Returns: `nil` where the conversion from that view to this one returns `nil`.
  public func convert(_ rect: Rect, from view: HostView?) -> Rect? {
    layer.convert(rect, from: view?.layer)
  }
}
