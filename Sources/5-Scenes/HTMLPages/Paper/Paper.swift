// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
internal import StyleSheets
internal import TextModel

/// The sheets of paper on which a document is printed, unless its `@page` rules say others.
public struct Paper: Hashable, Sendable {
  /// The size of a sheet, in points (1/72 inch).
  public var size: Size
  /// The room around the contents, in points.
  public var margin: Double

  /// Creates paper.
  public init(size: Size, margin: Double = 36) { (self.size, self.margin) = (size, margin) }

  /// Creates paper of a size in millimetres.
  private init(millimetres width: Double, _ height: Double) {
    self.init(size: Size(width: width * 72 / 25.4, height: height * 72 / 25.4))
  }

  /// 297 × 420 mm.
  public static let a3 = Paper(millimetres: 297, 420)
  /// 210 × 297 mm.
  public static let a4 = Paper(millimetres: 210, 297)
  /// 148 × 210 mm.
  public static let a5 = Paper(millimetres: 148, 210)
  /// 105 × 148 mm.
  public static let a6 = Paper(millimetres: 105, 148)
  /// 8.5 × 11 inches.
  public static let letter = Paper(size: Size(width: 612, height: 792))
  /// 8.5 × 14 inches.
  public static let legal = Paper(size: Size(width: 612, height: 1008))

  /// The area of the contents of a sheet, in points from its upper left corner.
  package var contents: Rect {
    let margin = min(max(0, margin), 0.49 * min(size.width, size.height))
    return Rect(origin: .zero, size: size).insetBy(dx: margin, dy: margin)
  }

  /// The same paper, turned to be wider than high.
  public var landscape: Paper {
    var paper = self
    paper.size = Size(
      width: max(size.width, size.height), height: min(size.width, size.height))
    return paper
  }
}

/// The sheets of a page of HTML as its layout has them, in points of CSS (1/96 inch).
struct Sheet {
  let size: Size
  let margin: Sides<Double>

  /// The points of CSS in a point of paper.
  static let unit = 96.0 / 72

  /// The size of the contents of a sheet.
  var contents: Size {
    Size(
      width: max(1, size.width - margin.left - margin.right),
      height: max(1, size.height - margin.top - margin.bottom))
  }

  /// Finds the size and the margins of the sheets (CSS Page 3, §4 and §7).
  ///
  /// - Parameter rules: The rules of pages, later ones before others; those for some pages alone,
  ///   such as `:first`, do not count.
  init(_ paper: Paper, _ rules: [PageRule]) {
    var size = Size(width: paper.size.width * Self.unit, height: paper.size.height * Self.unit)
    var margins = Sides<LengthPercentage?>(nil)
    for rule in rules where rule.selector.isEmpty {
      if let width = rule.width, let height = rule.height, width >= 1, height >= 1 {
        size = Size(width: width, height: height)
      } else if let isWide = rule.isWide, isWide != (size.width > size.height) {
        size = Size(width: size.height, height: size.width)
      }
      for side in Side.allCases { margins[side] = rule.margin[side] ?? margins[side] }
    }
    self.size = size
    func margin(_ side: Side, of basis: Double) -> Double {
      let points = margins[side]?.points(of: basis) ?? paper.margin * Self.unit
      // Something of the sheet stays for its contents.
      return min(max(0, points), basis * 0.49)
    }
    self.margin = Sides(
      margin(.top, of: size.height), margin(.right, of: size.width),
      margin(.bottom, of: size.height), margin(.left, of: size.width))
  }
}
