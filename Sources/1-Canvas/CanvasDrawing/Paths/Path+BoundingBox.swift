// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// Core Graphics' names.
extension Path {
  /// The smallest rectangle around all points, control points included; `Rect.zero` without any.
  /// O(points).
  public var boundingBox: Rect { controlBounds }

  /// The smallest rectangle around the lines and curves; `Rect.zero` for an empty path. O(points).
  public var boundingBoxOfPath: Rect { bounds }
}
