// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Sizes from a box's own properties: CSS Sizing 3 and 4.
extension LayoutPass {
  /// Padding and border together.
  func edges(of box: Int, basis: Double?) -> Edges {
    let values = boxes[box]
    guard values.hasRelativeEdges else { return values.decidedEdges }
    if let collapsed = collapsedBorders[box] {
      // A table with collapsed borders has no padding.
      guard !values.isTable else { return collapsed }
      return collapsed + Edges(values.layout.padding, values.isRightToLeft, basis: basis)
    }
    return Edges(values.layout.padding, values.isRightToLeft, basis: basis)
      + Edges(values.layout.border, values.isRightToLeft, basis: basis)
  }

  /// The border alone.
  func border(of box: Int, basis: Double?) -> Edges {
    if boxes[box].layout.collapsesBorders, let collapsed = collapsedBorders[box] {
      return collapsed
    }
    return Edges(boxes[box].layout.border, boxes[box].isRightToLeft, basis: basis)
  }

  /// The margins of a box; start and end are those of its container's direction.
  func margins(of box: Int, basis: Double?, isRightToLeft: Bool) -> Margins {
    guard boxes[box].hasMargins else { return .none }
    let margin = boxes[box].item.margin
    let (start, end) =
      isRightToLeft ? (margin.right, margin.left) : (margin.left, margin.right)
    return Margins(
      edges: Edges(
        start: start.points(of: basis) ?? 0, end: end.points(of: basis) ?? 0,
        top: margin.top.points(of: basis) ?? 0, bottom: margin.bottom.points(of: basis) ?? 0),
      isStartAuto: start == .auto, isEndAuto: end == .auto, isTopAuto: margin.top == .auto,
      isBottomAuto: margin.bottom == .auto)
  }

  /// The height, with padding and border, that a property sets; `nil` if it sets none.
  func height(_ length: BoxLength, of box: Int, basis: Double?, edges: Edges) -> Double? {
    guard let points = length.points(of: basis) else { return nil }
    return outer(points, of: box, edges: edges.block)
  }

  /// A size with padding and border, from a size that is measured as `boxSizing` says.
  func outer(_ points: Double, of box: Int, edges: Double) -> Double {
    boxes[box].item.boxSizing == .contentBox ? max(0, points) + edges : max(points, edges)
  }

  /// A width from a height, or the other way, through the aspect ratio: CSS Sizing 4, §5.1. The
  /// ratio is that of the box that `boxSizing` names.
  func width(fromHeight height: Double, ratio: Double, of box: Int, edges: Edges) -> Double {
    let width =
      boxes[box].item.hasContentRatio
      ? max(0, height - edges.block) * ratio + edges.inline : max(height * ratio, edges.inline)
    return min(width, BoxLength.limit)
  }

  func height(fromWidth width: Double, ratio: Double, of box: Int, edges: Edges) -> Double {
    let height =
      boxes[box].item.hasContentRatio
      ? max(0, width - edges.inline) / ratio + edges.block : max(width / ratio, edges.block)
    return min(height, BoxLength.limit)
  }

  /// The height of a box and its bounds.
  ///
  /// - Parameter content: The height of the box's contents with padding and border, where it is
  ///   known: bounds such as `min-content` refer to it.
  func heightBounds(
    of box: Int, in space: Space, edges: Edges, content: Double? = nil
  ) -> HeightBounds {
    let values = boxes[box]
    switch space.height {
    case .fixed(let height, let isDefinite):
      let height = max(height, edges.block)
      return HeightBounds(
        known: height, isDefinite: isDefinite, least: edges.block, greatest: .infinity,
        edges: edges.block, grownFrom: space.ratioHeight)
    case .content:
      return HeightBounds(
        known: nil, isDefinite: false, least: edges.block, greatest: .infinity, edges: edges.block)
    case .own:
      break
    }
    /// A bound of the height. With a ratio, `min-content` is the height that the ratio makes of the
    /// width.
    func bound(_ length: BoxLength) -> Double? {
      guard length.isSought else {
        return height(length, of: box, basis: space.basisHeight, edges: edges)
      }
      guard let ratio = boxes[box].ratio else { return content }
      return height(fromWidth: space.width, ratio: ratio, of: box, edges: edges)
    }
    let least = max(edges.block, bound(values.item.minHeight) ?? 0)
    let greatest = max(least, bound(values.item.maxHeight) ?? .infinity)
    var bounds = HeightBounds(
      known: nil, isDefinite: false, least: least, greatest: greatest, edges: edges.block)
    if let height = height(values.item.height, of: box, basis: space.basisHeight, edges: edges) {
      bounds.known = min(max(height, least), greatest)
      bounds.isDefinite = true
    } else if let ratio = boxes[box].ratio {
      let height = height(fromWidth: space.width, ratio: ratio, of: box, edges: edges)
      bounds.ratioHeight = min(max(height, least), greatest)
      // The automatic least height is that of the contents: CSS Sizing 4, §5.1.1.
      if values.item.minHeight == .auto, !boxes[box].isClipped, !boxes[box].isNatural {
        bounds.growsWithContents = true
      }
    }
    return bounds
  }
}

/// Margins of a box in its container.
struct Margins {
  var edges: Edges
  let isStartAuto: Bool
  let isEndAuto: Bool
  let isTopAuto: Bool
  let isBottomAuto: Bool

  static let none = Margins(
    edges: Edges(), isStartAuto: false, isEndAuto: false, isTopAuto: false, isBottomAuto: false)

  var inline: Double { edges.inline }
  var block: Double { edges.block }
}

/// A height that is decided, or the bounds within which the contents decide; with padding and
/// border, in points.
struct HeightBounds {
  /// The height, if it does not depend on the contents.
  var known: Double?
  /// Whether percentages in the box refer to ``known``.
  var isDefinite: Bool
  var least: Double
  var greatest: Double
  /// Padding and border.
  var edges: Double
  /// The height that the aspect ratio makes of the width.
  var ratioHeight: Double?
  /// The height that the aspect ratio made of the width, where the contents made the box higher.
  var grownFrom: Double?
  /// Whether contents that are higher than ``ratioHeight`` make the box higher.
  var growsWithContents = false

  /// The height of the box, given that of its contents; both with padding and border.
  func used(content: Double) -> Double {
    if let known { return known }
    if let ratioHeight {
      return growsWithContents ? min(max(ratioHeight, content), max(greatest, least)) : ratioHeight
    }
    return min(max(content, least), max(greatest, least))
  }

  /// The height of the box without padding and border, if it does not depend on the contents.
  var inner: Double? { (known ?? ratioHeight).map { max(0, $0 - edges) } }

  /// The height to which percentages of heights in the box refer; `nil` if it is indefinite.
  var basis: Double? {
    if let grownFrom { return max(0, grownFrom - edges) }
    if known != nil { return isDefinite ? inner : nil }
    return ratioHeight == nil ? nil : inner
  }
}
