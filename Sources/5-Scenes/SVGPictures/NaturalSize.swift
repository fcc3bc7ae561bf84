// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry

/// The size that a picture has of its own; each part may be missing (CSS Images 3, §5.1).
package struct NaturalSize: Sendable, Hashable {
  package var width: Double?
  package var height: Double?
  /// Width over height.
  package var ratio: Double?

  /// Creates a size; the ratio follows from both sides.
  package init(width: Double?, height: Double?) {
    (self.width, self.height) = (width, height)
    if let width, let height, width > 0, height > 0 { ratio = width / height }
  }

  /// The size of the picture where some sides are given: the default sizing of CSS Images 3, §5.3.
  package func size(width: Double?, height: Double?, default area: Size) -> Size {
    switch (width, height) {
    case (let width?, let height?): return Size(width: width, height: height)
    case (let width?, nil):
      return Size(width: width, height: ratio.map { width / $0 } ?? self.height ?? area.height)
    case (nil, let height?):
      return Size(width: ratio.map { height * $0 } ?? self.width ?? area.width, height: height)
    case (nil, nil):
      if self.width == nil, self.height == nil { return fitted(in: area, covers: false) }
      return Size(
        width: self.width ?? ratio.flatMap { ratio in self.height.map { $0 * ratio } }
          ?? area.width,
        height: self.height ?? ratio.flatMap { ratio in self.width.map { $0 / ratio } }
          ?? area.height)
    }
  }

  /// The largest size of the ratio within an area, or the smallest one that covers it.
  package func fitted(in area: Size, covers: Bool) -> Size {
    guard let ratio, ratio > 0, area.height > 0 else { return area }
    return (area.width / area.height < ratio) != covers
      ? Size(width: area.width, height: area.width / ratio)
      : Size(width: area.height * ratio, height: area.height)
  }
}
