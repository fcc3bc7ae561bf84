// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
package import SystemConcurrency

extension Path {
  /// The outline of a line along the path: filled by non-zero winding, it is the line.
  ///
  /// Curves become lines whose sides are within 1/32 device pixel of the true ones. Joints within a
  /// curve are round, also in a cusp. A contour without length has its round or square caps, square
  /// ones along the axes; a move alone draws nothing. Contours with numbers that are not finite are
  /// left out. Without a positive, finite width the outline is empty; widths over 10⁹ count as 10⁹.
  ///
  /// - Parameters:
  ///   - style: The width, ends, corners and dashes of the line.
  ///   - scale: Device pixels per unit of the path.
  /// - Complexity: O(segments + dashes).
  public func stroked(_ style: StrokeStyle, scale: Double = 1) -> Path {
    strokeOutline(style, from: 0, to: 1, scale: scale)
  }

  /// The dashes of the path as open contours of straight lines.
  ///
  /// The pattern begins anew with each contour. In a closed contour, a dash that ends at the start
  /// continues in one that begins there. A dash without length is a contour without length. The
  /// path stays whole if an entry is negative or not finite, if all are zero, or if there were more
  /// dashes than `CanvasLimits.dashes`.
  ///
  /// - Parameters:
  ///   - pattern: The lengths of dashes and gaps in turn; a list of odd length counts twice.
  ///   - phase: The distance into the pattern at which a contour begins.
  ///   - scale: Device pixels per unit of the path: curves are flattened to 1/64 pixel.
  public func dashed(_ pattern: [Double], phase: Double = 0, scale: Double = 1) -> Path {
    guard let dasher = PathDasher(pattern, phase: phase) else { return self }
    let scale = Self.drawableScale(scale)
    let meter = meter(scale: scale)
    if dasher.count(in: meter) == nil {
      return Path(contours(to: ContourCollector(), scale).contours)
    }
    return Path(
      contours(to: DashStage(dasher, meter, to: ContourCollector()), scale).next.contours)
  }

  /// The part of the path between two fractions of its length, over all contours, as straight
  /// lines; the path itself from 0 to 1.
  ///
  /// - Parameters:
  ///   - from: The start, limited to 0…1.
  ///   - to: The end, limited to 0…1; nothing is left unless it is greater than the start.
  ///   - scale: Device pixels per unit of the path: curves are flattened to 1/64 pixel.
  public func trimmed(from: Double, to: Double, scale: Double = 1) -> Path {
    let trim = PathTrim(from: from, to: to)
    if trim.isWhole { return self }
    if trim.isEmpty { return Path() }
    let scale = Self.drawableScale(scale)
    let stage = trim.stage(meter(scale: scale), to: ContourCollector())
    return Path(contours(to: stage, scale).next.contours)
  }

  /// The length of all contours, within about 1/10,000. Contours with numbers that are not finite
  /// do not count. O(segments).
  public var length: Double {
    let box = controlBounds
    let side = max(box.width, box.height)
    let scale = side > 0 && side.isFinite ? 1024 / side : 1
    return meter(scale: scale).total
  }

  /// Whether a point lies on a line along the path.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - style: The width, ends, corners and dashes of the line.
  ///   - scale: Device pixels per unit of the path: the sides are within 1/32 pixel.
  public func strokeContains(_ point: Point, style: StrokeStyle, scale: Double = 1) -> Bool {
    stroked(style, scale: scale).contains(point)
  }

  /// The outline of a line along a part of the path: trimmed, then dashed, then stroked; see
  /// ``stroked(_:scale:)`` and ``trimmed(from:to:scale:)``.
  ///
  /// - Parameter cancellation: Ends the work early, within a millisecond or two: then the outline
  ///   is empty.
  package func strokeOutline(
    _ style: StrokeStyle, from: Double, to: Double, scale: Double,
    cancellation: Cancellation = .never
  ) -> Path {
    let trim = PathTrim(from: from, to: to)
    guard style.lineWidth > 0, style.lineWidth.isFinite, !trim.isEmpty else { return Path() }
    var style = style
    // The limits keep products finite; the rasteriser clips lines far from the picture anyway.
    style.lineWidth = min(style.lineWidth, 1e9)
    style.miterLimit = min(style.miterLimit, 1e6)
    let scale = Self.drawableScale(scale)
    let half = style.lineWidth / 2
    /// The last stage, with room for an outline.
    func strokes(of segments: Int, ends: Int) -> StrokeStage {
      var stroker = Stroker(style, scale: scale)
      stroker.reserveCapacity(segments: segments, ends: ends)
      return StrokeStage(consume stroker, cancellation: cancellation)
    }
    func lengths() -> ContourMeter {
      self.meter(halfWidth: half, scale: scale, cancellation: cancellation)
    }
    let dasher = PathDasher(style.dashPattern, phase: style.dashPhase)
    if dasher == nil, trim.isWhole {
      var count = verbs.count
      if count > Stroker.segmentsOfPart, hasCurves { count = lengths().segmentCount }
      var stage = line(strokes(of: count, ends: 0), half, scale, cancellation)
      return Self.whole(stage.takeOutline(), cancellation)
    }
    let meter = lengths()
    if cancellation.isCancelled { return Path() }
    guard let dasher else {
      var stage = line(
        trim.stage(meter, to: strokes(of: meter.segmentCount, ends: 1)), half, scale, cancellation)
      return Self.whole(stage.next.takeOutline(), cancellation)
    }
    // The lengths of the contours that are dashed: those that the trim leaves.
    var parts = meter
    if !trim.isWhole {
      let count = meter.contours.count
      parts =
        line(trim.stage(meter, to: ContourMeter(capacity: count)), half, scale, cancellation).next
      if cancellation.isCancelled { return Path() }
    }
    let dashCount = dasher.count(in: parts)
    // Each cut splits a segment in two, so each dash adds up to two segments.
    let ends = dashCount ?? meter.contours.count
    let strokes = strokes(of: meter.segmentCount + 2 * ends, ends: ends)
    if dashCount == nil {
      // There would be too many dashes: the line is drawn without gaps.
      var stage = line(trim.stage(meter, to: strokes), half, scale, cancellation)
      return Self.whole(stage.next.takeOutline(), cancellation)
    }
    var stage = line(
      trim.stage(meter, to: DashStage(dasher, parts, to: strokes)), half, scale, cancellation)
    return Self.whole(stage.next.next.takeOutline(), cancellation)
  }

  /// The outline; an empty one if the work was cancelled before its end.
  private static func whole(_ outline: consuming Path, _ cancellation: Cancellation) -> Path {
    if !cancellation.isCancelled { return outline }
    outline.release()
    return Path()
  }

  private var hasCurves: Bool { verbs.contains { $0 == 2 || $0 == 3 } }

  /// The lengths of all contours.
  private func meter(
    halfWidth: Double = 0, scale: Double, cancellation: Cancellation = .never
  ) -> ContourMeter {
    let count = verbs.reduce(0) { $0 + ($1 == 0 ? 1 : 0) }
    return line(ContourMeter(capacity: count), halfWidth, scale, cancellation)
  }

  /// Sends all contours to a stage, flattened as for a fill, and returns the stage.
  private func contours<Sink: ContourSink>(to sink: Sink, _ scale: Double) -> Sink {
    line(sink, 0, scale, .never)
  }

  /// Sends all contours to a stage and returns the stage.
  private func line<Sink: ContourSink>(
    _ sink: consuming Sink, _ halfWidth: Double, _ scale: Double, _ cancellation: Cancellation
  ) -> Sink {
    PathFlattener.flatten(
      self, halfWidth: halfWidth, scale: scale, to: &sink, cancellation: cancellation)
    return sink
  }

  /// A scale within the range of pictures; 1 for one that is not positive.
  private static func drawableScale(_ scale: Double) -> Double {
    scale > 0 ? max(1e-6, min(1e6, scale)) : 1
  }
}
