// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry

/// A stage of the way from a path to its line: takes contours one after the other, each in parts,
/// so that no contour needs to be in memory as a whole.
protocol ContourSink {
  /// Whether nothing more is taken.
  var isStopped: Bool { get }

  /// Takes the next segments of the present contour; at least one.
  mutating func add(_ segments: [FlatSegment])

  /// Ends the present contour. One without segments is a dot.
  mutating func end(_ end: ContourEnd)
}

/// The properties of a contour besides its segments.
struct ContourEnd {
  /// Whether the last segment ends at the start.
  var isClosed = false
  /// The place of a dot.
  var dot = Point.zero
  /// The direction of the way through a dot.
  var dotDirection = PathVector(x: 1, y: 0)

  /// Segments that stages pass on at a time.
  static let segmentsAtOnce = 1024
}

/// A measure of contours, for the stages that must know them before they begin.
struct ContourMeter: ContourSink {
  struct Contour {
    /// The length of all segments; 0 for a dot.
    var length: Double
    var isClosed: Bool
  }

  private(set) var contours: [Contour] = []
  private(set) var segmentCount = 0
  private var length = 0.0

  /// - Parameter capacity: The contours for which room is made at once.
  init(capacity: Int) { contours.reserveCapacity(capacity) }

  /// The length of all contours.
  var total: Double { contours.reduce(0) { $0 + $1.length } }

  var isStopped: Bool { false }

  mutating func add(_ segments: [FlatSegment]) {
    for segment in segments { length += segment.length }
    segmentCount += segments.count
  }

  mutating func end(_ end: ContourEnd) {
    contours.append(Contour(length: length, isClosed: end.isClosed))
    length = 0
  }
}

/// A list of whole contours.
struct ContourCollector: ContourSink {
  private(set) var contours: [FlatContour] = []
  private var segments: [FlatSegment] = []

  var isStopped: Bool { false }

  mutating func add(_ segments: [FlatSegment]) { self.segments += segments }

  mutating func end(_ end: ContourEnd) {
    contours.append(FlatContour(segments: segments, end: end))
    segments.removeAll()
  }
}
