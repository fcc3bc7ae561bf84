// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A receiver of the parts of a contour that is cut.
protocol ContourPartSink {
  /// Whether nothing more is taken.
  var isStopped: Bool { get }

  /// Takes the next segment of the present part.
  mutating func addToPart(_ segment: FlatSegment)

  /// Ends the present part. A part without segments is a dot with the direction of the contour.
  mutating func endPart(_ end: ContourEnd)
}

/// A cutter of the parts of one contour between distances from its start, all open.
struct ContourCutter<Ranges: IteratorProtocol<ClosedRange<Double>>> {
  /// Distances from the start, in ascending order.
  private var ranges: Ranges
  /// The next range to cut, or the range that is being cut; `nil` after the last range.
  private var range: ClosedRange<Double>?
  /// The distance from the start of the contour to the present segment.
  private var passed = 0.0
  /// The end of the part that has begun, and where it begins in the present segment.
  private var part: (end: ContourEnd, start: Double)?
  /// The last segment that was added. It is cut when the next one comes or the contour ends, since
  /// only the last segment of a contour reaches to the end, however lengths are rounded.
  private var waiting: FlatSegment?

  init(_ ranges: Ranges) {
    self.ranges = ranges
    range = self.ranges.next()
  }

  /// Adds the next segments of the contour.
  mutating func add(_ segments: [FlatSegment], to sink: inout some ContourPartSink) {
    for segment in segments {
      if let waiting { cut(waiting, isLast: false, to: &sink) }
      if sink.isStopped { return }
      waiting = segment
    }
  }

  mutating func end(to sink: inout some ContourPartSink) {
    if let waiting { cut(waiting, isLast: true, to: &sink) }
    waiting = nil
  }

  private mutating func cut(
    _ segment: FlatSegment, isLast: Bool, to sink: inout some ContourPartSink
  ) {
    while let range, !sink.isStopped {
      if part == nil {
        if !isLast, passed + segment.length <= range.lowerBound { break }
        let place = segment.place(at: range.lowerBound - passed)
        part = (
          ContourEnd(dot: place.point, dotDirection: place.direction),
          max(0, range.lowerBound - passed)
        )
      }
      guard let (contourEnd, start) = part else { break }
      let end = min(range.upperBound - passed, segment.length)
      if end > start { sink.addToPart(segment.part(from: start, to: end)) }
      guard passed + segment.length >= range.upperBound || isLast else {
        part = (contourEnd, 0)
        break
      }
      sink.endPart(contourEnd)
      part = nil
      self.range = ranges.next()
    }
    passed += segment.length
  }
}
