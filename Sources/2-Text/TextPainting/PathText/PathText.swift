// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
public import CanvasGeometry
import SystemConcurrency
public import TextModel
import TextShaping
public import TextTypesetting

/// One line of text along a path.
///
/// Each cluster of glyphs stands upright on the path where its middle lies, as in browsers; lines
/// along the text and boxes behind it are bent. Clusters whose middle lies before the beginning of
/// the path or beyond its end are not shown: ``hiddenRange`` holds them.
///
/// ```swift
/// let layout = try TextLayout(text)
/// let arc = PathText(layout, along: TextPath(path, alignment: .center))
/// try context.draw(arc)
/// ```
public struct PathText: Sendable {
  /// A cluster of glyphs on the line, from left to right.
  struct Cluster {
    /// The code units; empty for what stands for no characters.
    var range: TextRange?
    /// The edges in line space.
    var left: Double
    var right: Double
    /// How far the cluster is moved along the line, so that the text fills its room.
    var shift = 0.0
    /// Whether its middle lies on the path.
    var isShown = true
  }

  /// The layout of the line: the first one, if there are several.
  public let layout: TextLayout
  /// The path.
  public let path: TextPath
  let ruler: PathRuler
  private(set) var clusters: [Cluster] = []
  /// The distance along the path of the left end of the line.
  private var start = 0.0
  /// The characters that the path has no room for, or that stand on other lines; `nil` if all are
  /// shown.
  public private(set) var hiddenRange: TextRange?

  /// Places a layout along a path.
  ///
  /// - Parameter layout: A text of one horizontal line, such as one without a width. Of several
  ///   lines the first is shown; of vertical lines none is.
  /// - Complexity: O(glyphs + steps of the path).
  public init(_ layout: TextLayout, along path: TextPath) {
    (self.layout, self.path) = (layout, path)
    ruler = PathRuler(path.path, isReversed: path.side == .right)
    guard let line = layout.lines.first, ruler.length > 0, !layout.axes.isVertical else {
      if layout.text.length > 0 { hiddenRange = layout.text.range }
      return
    }
    // Only a cancellation throws, and nothing cancels here.
    try? layout.forEachRun(ofLine: 0, .never) { run in
      var pen = run.x
      run.forEachGlyph { glyph in
        let range = run.characters(at: glyph.index)
        let (left, right) = (pen, pen + glyph.advance)
        pen = right
        if let range, let last = clusters.indices.last, clusters[last].range == range {
          clusters[last].right = right
        } else {
          clusters.append(Cluster(range: range, left: left, right: right))
        }
      }
    }
    let begin = path.start.isFinite ? path.start : 0
    let room = ruler.length - begin
    let width = line.inlineExtent
    switch path.alignment {
    case .start, .spread: start = begin
    case .center: start = begin + (room - width) / 2
    case .end: start = begin + room - width
    }
    let visible = clusters.indices.filter { clusters[$0].left < line.inlineStart + width }
    if path.alignment == .spread, visible.count > 1, room > width {
      let gap = (room - width) / Double(visible.count - 1)
      for (place, index) in visible.enumerated() { clusters[index].shift = gap * Double(place) }
    }
    for index in clusters.indices {
      let middle = distance((clusters[index].left + clusters[index].right) / 2, clusters[index])
      // Rounding hides no cluster that ends exactly with the path.
      clusters[index].isShown = middle >= -1e-9 && middle <= ruler.length + 1e-9
      if !clusters[index].isShown, let range = clusters[index].range, !range.isEmpty { hide(range) }
    }
    if layout.lines.count > 1 { hide(TextRange(line.range.end, layout.text.length)) }
  }

  private mutating func hide(_ range: TextRange) {
    hiddenRange =
      hiddenRange.map {
        TextRange(min($0.start, range.start), max($0.end, range.end))
      } ?? range
  }

  /// The distance along the path of an x in line space, beside a cluster.
  private func distance(_ x: Double, _ cluster: Cluster) -> Double {
    start + x - (layout.lines.first?.inlineStart ?? 0) + cluster.shift
  }

  private var baseline: Double { layout.lines.first?.blockBaseline ?? 0 }

  // MARK: Maps

  /// The map from line space to the plane of the path for a cluster; `nil` if it is not shown.
  func map(of cluster: Cluster) -> AffineTransform? {
    let middle = (cluster.left + cluster.right) / 2
    guard cluster.isShown, let place = ruler.place(at: distance(middle, cluster)) else {
      return nil
    }
    return AffineTransform.translation(x: -middle, y: -baseline).concatenating(place)
  }

  /// The cluster of some characters, or else the one at an x in line space.
  func cluster(of range: TextRange?, atX x: Double) -> Cluster? {
    if let range, let found = clusters.first(where: { $0.range?.start == range.start }) {
      return found
    }
    return clusters.last { $0.left <= x } ?? clusters.first
  }

  /// A point of line space, bent with the path; a distance beyond the path counts as its end.
  func bent(_ point: Point) -> Point {
    let cluster = clusters.last { $0.left <= point.x } ?? clusters.first
    let along = cluster.map { distance(point.x, $0) } ?? 0
    let place = ruler.place(at: min(ruler.length, max(0, along))) ?? .identity
    return place.apply(Point(x: 0, y: point.y - baseline))
  }

  // MARK: Carets and quads

  /// The ends of the caret at an offset, the upper one first: at the edge of its cluster, as high
  /// as the line; `nil` where the cluster is not shown.
  ///
  /// - Complexity: O(clusters).
  public func caret(at offset: Int) -> (top: Point, bottom: Point)? {
    guard let line = layout.lines.first else { return nil }
    let caret = layout.caret(at: TextPosition(offset))
    let inside = clusters.first { $0.range.map { $0.start <= offset && offset < $0.end } ?? false }
    guard let cluster = inside ?? clusters.last(where: { $0.range != nil }),
      let map = map(of: cluster)
    else { return nil }
    return (
      map.apply(Point(x: caret.minX, y: line.blockStart)),
      map.apply(Point(x: caret.minX, y: line.blockStart + line.blockExtent))
    )
  }

  /// The quads of the clusters that hold characters of a range, from left to right on the line:
  /// the corners of each from the upper left one clockwise, as seen along the path.
  ///
  /// - Complexity: O(clusters).
  public func quads(for range: TextRange) -> [[Point]] {
    guard let line = layout.lines.first else { return [] }
    let (top, bottom) = (line.blockStart, line.blockStart + line.blockExtent)
    return clusters.compactMap { cluster in
      guard let own = cluster.range, own.start < range.end, own.end > range.start,
        let map = map(of: cluster)
      else { return nil }
      return [
        (cluster.left, top), (cluster.right, top), (cluster.right, bottom), (cluster.left, bottom),
      ].map { map.apply(Point(x: $0.0, y: $0.1)) }
    }
  }

  /// The position in the text that is nearest to a point along the path.
  ///
  /// - Complexity: O(clusters + pieces of the path).
  public func position(at point: Point) -> TextPosition {
    let along = ruler.distance(nearest: point)
    let shown = clusters.filter(\.isShown)
    let nearest = shown.min {
      abs(distance(($0.left + $0.right) / 2, $0) - along)
        < abs(distance(($1.left + $1.right) / 2, $1) - along)
    }
    guard let nearest else { return TextPosition(0) }
    let x = along - distance(nearest.left, nearest) + nearest.left
    return layout.position(
      at: Point(x: min(nearest.right, max(nearest.left, x)), y: baseline - 1e-3))
  }
}
