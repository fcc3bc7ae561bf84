// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry
package import SystemConcurrency
package import TextModel
package import TextTypesetting

/// A measurement of the ink of parts of a layout: of grapheme clusters, and of annotations beside
/// the text. Glyphs and strokes count; boxes, lines along the text and shadows do not.
///
/// In a picture that shows horizontal text upright, at one scale, rectangles are whole pixels that
/// hold all of the ink. In other pictures they are exact, in points of the layout box.
package struct PartInk: ~Copyable {
  private let layout: TextLayout
  private var meter: InkMeter
  private let hasStrokes: Bool

  /// Whether rectangles are whole pixels of the picture, and not points of the layout box.
  package let isInPixels: Bool

  /// - Parameters:
  ///   - map: The map from the plane of the layout to the pixels of the picture; `nil` for one that
  ///     is not affine.
  ///   - origin: The corner of the layout box in that plane.
  ///   - options: The options of the drawing.
  ///   - cancellation: Polled for each run, and for some glyphs.
  /// - Throws: `CancellationError`.
  package init(
    _ layout: TextLayout, under map: AffineTransform?, at origin: Point,
    _ options: TextDrawingOptions, _ cancellation: Cancellation
  ) throws {
    // This may throw, so it comes first: an error after the meter is made would have to destroy it.
    hasStrokes = try PaintKinds(of: layout, lines: layout.lines.indices, cancellation)
      .contains(.stroke)
    self.layout = layout
    // Vertical text is drawn under a rotation, so it has no grid.
    var grid =
      layout.axes.isVertical ? nil : map.flatMap { PixelGrid(transform: $0, origin: origin) }
    grid?.snapsBaselines = options.gridFitting != .none
    meter = InkMeter(
      layout, grid: grid, fitsHeights: grid != nil && options.gridFitting == .heights,
      isTight: true, cancellation: cancellation)
    isInPixels = grid != nil
  }

  /// The ink of grapheme clusters of a line, and of the hyphen at its end; `nil` for none. The ink
  /// of a ligature is divided where carets divide it.
  ///
  /// - Parameter clusters: The line's clusters, as ``TextLayout/clusters(inLine:)`` lists them.
  /// - Throws: `CancellationError`.
  package mutating func ink(
    of clusters: [(range: TextRange, rect: Rect)], onLine index: Int
  ) throws -> (clusters: [Rect?], hyphen: Rect?) {
    var found = [InkExtent](repeating: InkExtent(), count: clusters.count)
    var hyphen = InkExtent()
    for glyph in try meter.glyphInks(ofLine: index, hasStrokes: hasStrokes) {
      if glyph.isHyphen {
        hyphen.add(glyph.ink)
        continue
      }
      let parts = Self.indices(of: glyph.range, in: clusters)
      if parts.count == 1 {
        found[parts.lowerBound].add(glyph.ink)
      } else {
        divide(glyph.ink, among: parts, of: clusters, into: &found)
      }
    }
    return (found.map { rect($0) }, rect(hyphen))
  }

  /// The ink of an annotation beside the text; `nil` for none.
  ///
  /// - Throws: `CancellationError`.
  package mutating func ink(of annotation: TextAnnotation) throws -> Rect? {
    rect(try meter.extent(of: annotation.runs, hasStrokes: hasStrokes))
  }

  /// The clusters that meet a part of the text.
  private static func indices(
    of range: TextRange, in clusters: [(range: TextRange, rect: Rect)]
  ) -> Range<Int> {
    var (low, high) = (0, clusters.count)
    while low < high {
      let middle = (low + high) / 2
      if clusters[middle].range.end > range.start { high = middle } else { low = middle + 1 }
    }
    var end = low
    while end < clusters.count, clusters[end].range.start < max(range.end, range.start + 1) {
      end += 1
    }
    return low..<end
  }

  /// Divides the ink of a glyph among its clusters, by their places along the line.
  private func divide(
    _ ink: InkExtent, among parts: Range<Int>, of clusters: [(range: TextRange, rect: Rect)],
    into found: inout [InkExtent]
  ) {
    let places = parts.map { (index: $0, rect: layout.axes.lineRect(clusters[$0].rect)) }
      .sorted { $0.rect.minX < $1.rect.minX }
    for (number, place) in places.enumerated() {
      // The outermost clusters also take the ink beyond them.
      let low = number == 0 ? -Double.infinity : edge(place.rect.minX).rounded(.down)
      let high =
        number == places.count - 1 ? Double.infinity : edge(place.rect.maxX).rounded(.up)
      found[place.index].add(ink.clipped(from: low, to: high))
    }
  }

  /// An x of line space in the unit of the ink.
  private func edge(_ x: Double) -> Double {
    guard let grid = meter.grid else { return x }
    return Double(grid.x) + grid.fractionX + x * grid.scale
  }

  private func rect(_ ink: InkExtent) -> Rect? {
    if ink.isEmpty { return nil }
    var ink = ink
    if layout.isCutOff {
      let height = layout.lineSpaceSize.height
      let edge =
        meter.grid.map {
          (height * $0.scale + $0.fractionY).rounded(.up) + Double($0.y)
        } ?? height
      ink = ink.clipped(above: edge)
      if ink.isEmpty { return nil }
    }
    let rect = ink.rect(scale: 1)
    return isInPixels ? rect : layout.axes.rect(rect)
  }
}
