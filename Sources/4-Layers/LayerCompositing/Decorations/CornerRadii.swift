// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// The radii of the corners of a box, each along both axes: CSS Backgrounds and Borders 3, §5.
public struct CornerRadii: Hashable, Sendable {
  /// The radii of the corner with the least x and y.
  public var topLeft: Size
  /// The radii of the corner with the greatest x and the least y.
  public var topRight: Size
  /// The radii of the corner with the greatest x and y.
  public var bottomRight: Size
  /// The radii of the corner with the least x and the greatest y.
  public var bottomLeft: Size

  /// Creates radii; by default those of sharp corners.
  public init(
    topLeft: Size = .zero, topRight: Size = .zero, bottomRight: Size = .zero,
    bottomLeft: Size = .zero
  ) {
    (self.topLeft, self.topRight) = (topLeft, topRight)
    (self.bottomRight, self.bottomLeft) = (bottomRight, bottomLeft)
  }

  /// Creates equal radii of all corners.
  public init(_ radius: Double) {
    let size = Size(width: radius, height: radius)
    self.init(topLeft: size, topRight: size, bottomRight: size, bottomLeft: size)
  }

  /// The corners in the order of CSS: from the top left one clockwise.
  var all: [Size] { [topLeft, topRight, bottomRight, bottomLeft] }

  /// Whether no corner is round.
  var isSharp: Bool { all.allSatisfy { $0.width <= 0 || $0.height <= 0 } }

  /// The radii with a factor that makes the sum of each two neighbours fit their side (§5.5); a
  /// corner with a radius of zero is sharp.
  func reduced(in rect: Rect) -> CornerRadii {
    let radii = map { corner in
      corner.width > 0 && corner.height > 0 && corner.width.isFinite && corner.height.isFinite
        ? corner : .zero
    }
    let sums = [
      (rect.width, radii.topLeft.width + radii.topRight.width),
      (rect.width, radii.bottomLeft.width + radii.bottomRight.width),
      (rect.height, radii.topLeft.height + radii.bottomLeft.height),
      (rect.height, radii.topRight.height + radii.bottomRight.height),
    ]
    let factor = sums.reduce(1) { factor, side in
      side.1 > side.0 ? min(factor, max(0, side.0) / side.1) : factor
    }
    return factor < 1
      ? radii.map { Size(width: $0.width * factor, height: $0.height * factor) } : radii
  }

  /// The radii of a curve that lies further inside: those of a padding or content edge (§5.2).
  func inset(by insets: BoxInsets) -> CornerRadii {
    func inner(_ corner: Size, _ dx: Double, _ dy: Double) -> Size {
      let size = Size(width: max(0, corner.width - dx), height: max(0, corner.height - dy))
      return size.width > 0 && size.height > 0 ? size : .zero
    }
    return CornerRadii(
      topLeft: inner(topLeft, insets.left, insets.top),
      topRight: inner(topRight, insets.right, insets.top),
      bottomRight: inner(bottomRight, insets.right, insets.bottom),
      bottomLeft: inner(bottomLeft, insets.left, insets.bottom))
  }

  /// The radii of a curve that lies outside by a distance. Sharp corners stay sharp, and those with
  /// a radius below the distance grow by less, so that the change is continuous (§6.1.1).
  func outset(by distance: Double) -> CornerRadii {
    func outer(_ radius: Double) -> Double {
      guard radius < distance else { return radius + distance }
      let rest = 1 - radius / distance
      return radius + distance * (1 - rest * rest * rest)
    }
    return map { corner in
      corner.width > 0 && corner.height > 0
        ? Size(width: outer(corner.width), height: outer(corner.height)) : .zero
    }
  }

  func map(_ body: (Size) -> Size) -> CornerRadii {
    CornerRadii(
      topLeft: body(topLeft), topRight: body(topRight), bottomRight: body(bottomRight),
      bottomLeft: body(bottomLeft))
  }
}
