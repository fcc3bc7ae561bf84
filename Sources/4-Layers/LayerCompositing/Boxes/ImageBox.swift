// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import BoxTrees
import CanvasDrawing
package import CanvasGeometry

/// An image as the contents of a box. Where the box has no size, it is as large as the image in
/// points. If only one side of the box is given, the other one follows from the image's aspect
/// ratio, as with CSS's `img`, whatever the gravity of its layer is.
package struct ImageBox: BoxContent {
  /// The size of the image, in points.
  package let size: Size
  /// Whether the height follows from another width.
  private let hasRatio: Bool

  /// Creates the contents of a box.
  ///
  /// - Parameters:
  ///   - size: The size of the image, in points.
  ///   - hasRatio: Whether the height follows from another width.
  package init(_ size: Size, hasRatio: Bool = true) {
    (self.size, self.hasRatio) = (size, hasRatio)
  }

  package var minContentWidth: Double { size.width }
  package var maxContentWidth: Double { size.width }
  package var hasNaturalSize: Bool { true }

  /// The height at a width.
  package func measure(width: Double) -> BoxContentSize {
    guard hasRatio, size.width > 0 else { return BoxContentSize(height: size.height) }
    return BoxContentSize(height: width * size.height / size.width)
  }

  /// The item with the ratio of the image, unless it has an `aspectRatio` of its own.
  package func completed(_ item: BoxItem) -> BoxItem {
    guard size.width > 0, size.height > 0, item.usedRatio == nil else { return item }
    var item = item
    item.aspectRatio = size.width / size.height
    return item
  }
}

extension ImageContents {
  /// The size of the bitmap, in points.
  ///
  /// - Parameter scale: Device pixels per point of the contents; a scale not above 0 counts as 1.
  package func naturalSize(scale: Double) -> Size {
    let scale = scale > 0 ? scale : 1
    return Size(width: Double(bitmap.width) / scale, height: Double(bitmap.height) / scale)
  }
}
