// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import BoxTrees
package import CanvasGeometry

/// Contents that are made once box layout has given their layer its size, such as a text, whose
/// lines end at the width of the box.
package protocol FittedContents: BoxContent {
  /// Makes the contents.
  ///
  /// - Parameters:
  ///   - room: The room that is left by the padding and the border of the box, in points from the
  ///     upper left corner of the layer's bounds.
  ///   - properties: The properties of the layer, with the size of its box.
  func contents(in room: Rect, _ properties: inout LayerProperties) throws -> NodeContents
}

/// Contents without a size of their own, such as tiles, made for the bounds of their layer.
package struct BoundsContents: FittedContents {
  private let make: @Sendable (inout LayerProperties) throws -> NodeContents

  /// Creates contents.
  ///
  /// - Parameter make: Makes the contents for the bounds of the properties.
  package init(_ make: @escaping @Sendable (inout LayerProperties) throws -> NodeContents) {
    self.make = make
  }

  package var minContentWidth: Double { 0 }
  package var maxContentWidth: Double { 0 }
  package func measure(width: Double) -> BoxContentSize { BoxContentSize(height: 0) }

  package func contents(
    in room: Rect, _ properties: inout LayerProperties
  ) throws -> NodeContents {
    try make(&properties)
  }
}
