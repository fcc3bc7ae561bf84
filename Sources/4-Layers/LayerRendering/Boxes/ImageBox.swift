// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasBoxes
import CanvasDrawing
public import CanvasGeometry

/// An image as the contents of a box: as large as it is, in points, where the box has no size.
///
/// With ``keepsRatio`` the height follows from the width of the box, as that of CSS's `img` does;
/// otherwise it is that of the image.
public struct ImageBox: BoxContent {
  /// The size of the image, in points.
  public let size: Size
  /// Whether the image keeps its ratio in a box of another size: under the gravities
  /// `resizeAspect` and `resizeAspectFill`.
  public let keepsRatio: Bool

  /// Creates the contents of a box.
  ///
  /// - Parameters:
  ///   - size: The size of the image, in points.
  ///   - gravity: The place of the image in its layer.
  public init(_ size: Size, gravity: ContentsGravity) {
    self.size = size
    keepsRatio = gravity == .resizeAspect || gravity == .resizeAspectFill
  }

  public var minContentWidth: Double { size.width }
  public var maxContentWidth: Double { size.width }
  public var hasNaturalSize: Bool { true }

  /// The height at a width.
  public func measure(width: Double) -> BoxContentSize {
    guard keepsRatio, size.width > 0 else { return BoxContentSize(height: size.height) }
    return BoxContentSize(height: width * size.height / size.width)
  }

  /// The item with the ratio of the image, if the image keeps it and the item has no
  /// `aspectRatio`.
  public func completed(_ item: BoxItem) -> BoxItem {
    guard keepsRatio, item.aspectRatio == nil, size.width > 0, size.height > 0 else { return item }
    var item = item
    item.aspectRatio = size.width / size.height
    return item
  }
}

extension ImageContents {
  /// The size of the bitmap, in points.
  ///
  /// - Parameter scale: Device pixels per point of the contents; what is not above 0 counts as 1.
  package func naturalSize(scale: Double) -> Size {
    let scale = scale > 0 ? scale : 1
    return Size(width: Double(bitmap.width) / scale, height: Double(bitmap.height) / scale)
  }
}
