// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// Core Graphics' names.
extension Path {
  /// ``controlBounds``: around all points, control points included.
  public var boundingBox: Rect { controlBounds }

  /// ``bounds``: around the lines and curves.
  public var boundingBoxOfPath: Rect { bounds }
}
