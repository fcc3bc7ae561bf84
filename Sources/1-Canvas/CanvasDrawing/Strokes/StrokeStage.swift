// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemConcurrency

/// The last stage of a line: hands contours to a stroker, long ones in parts.
struct StrokeStage: ContourSink {
  private var stroker: Stroker
  private let cancellation: Cancellation
  private(set) var isStopped = false
  /// The segments of the present contour that were not handed on yet.
  private var segments: [FlatSegment] = []
  /// Whether some of the present contour was handed on.
  private var hasBegun = false
  private var stepsSincePoll = 0

  /// The segments between two polls, of up to 0.2 µs each; a contour counts as several.
  private static let stepsBetweenPolls = 4096
  private static let stepsOfContour = 4

  init(_ stroker: consuming Stroker, cancellation: Cancellation) {
    self.stroker = stroker
    self.cancellation = cancellation
  }

  /// Removes and returns the outlines so far.
  mutating func takeOutline() -> Path { stroker.takeOutline() }

  mutating func add(_ segments: [FlatSegment]) {
    if self.segments.isEmpty {
      self.segments = segments
    } else {
      self.segments += segments
    }
    guard self.segments.count >= Stroker.segmentsOfPart else { return }
    stroker.addPart(self.segments)
    count(self.segments.count)
    self.segments.removeAll(keepingCapacity: true)
    hasBegun = true
  }

  mutating func end(_ end: ContourEnd) {
    if isStopped { return }
    count(segments.count + Self.stepsOfContour)
    if hasBegun {
      stroker.addPart(segments)
      stroker.finish(isClosed: end.isClosed)
    } else {
      stroker.add(segments, end)
    }
    // A new array, not `removeAll`: the stage before may still hold this one, to use its memory
    // again.
    segments = []
    hasBegun = false
  }

  private mutating func count(_ steps: Int) {
    stepsSincePoll += steps
    if stepsSincePoll < Self.stepsBetweenPolls { return }
    stepsSincePoll = 0
    if cancellation.isCancelled { isStopped = true }
  }
}
