// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The part of contours between two fractions of their whole length.
struct PathTrim {
  private let from: Double
  private let to: Double

  /// Creates a part; fractions are limited to 0…1, and with one that is NaN the part is empty.
  init(from: Double, to: Double) {
    let isNumber = !from.isNaN && !to.isNaN
    self.from = isNumber ? max(0, min(1, from)) : 1
    self.to = isNumber ? max(0, min(1, to)) : 0
  }

  /// Whether nothing is cut off.
  var isWhole: Bool { from <= 0 && to >= 1 }

  /// Whether nothing is left.
  var isEmpty: Bool { from >= to }

  /// Makes a stage that passes on only this part of the contours.
  ///
  /// - Parameter meter: The lengths of the contours that will be added, in order.
  func stage<Next: ContourSink>(_ meter: ContourMeter, to next: consuming Next) -> TrimStage<Next> {
    let total = meter.total
    // A part that reaches the end has no upper bound, since the sum of lengths is rounded and could
    // cut off the end of the last contour.
    return TrimStage(
      lengths: meter, from: from * total, to: to >= 1 ? .infinity : to * total, next: next)
  }
}

/// Passes on the part of contours between two distances; a contour that is not cut stays closed.
struct TrimStage<Next: ContourSink>: ContourSink {
  private let lengths: ContourMeter
  private let from: Double
  private let to: Double
  var next: Next
  /// The index of the present contour, and the length of the contours before it.
  private var index = 0
  private var passed = 0.0
  private var way = Way.new
  /// The segments of the part that were cut out and not passed on yet.
  private var part: [FlatSegment] = []

  /// The treatment of the present contour: passed on whole, cut, or left out.
  private enum Way {
    /// No segment was added yet.
    case new
    case whole
    case cut(ContourCutter<CollectionOfOne<ClosedRange<Double>>.Iterator>)
    case left
  }

  init(lengths: ContourMeter, from: Double, to: Double, next: consuming Next) {
    self.lengths = lengths
    self.from = from
    self.to = to
    self.next = next
  }

  var isStopped: Bool { next.isStopped }

  mutating func add(_ segments: [FlatSegment]) {
    if case .new = way { way = wayOfContour }
    switch way {
    case .new, .left: break
    case .whole: next.add(segments)
    case .cut(var cutter):
      way = .left
      cutter.add(segments, to: &self)
      way = .cut(cutter)
    }
  }

  mutating func end(_ end: ContourEnd) {
    switch way {
    case .new: if from <= passed, passed <= to { next.end(end) }
    case .left: break
    case .whole: next.end(end)
    case .cut(var cutter): cutter.end(to: &self)
    }
    way = .new
    passed += lengths.contours[index].length
    index += 1
  }

  private var wayOfContour: Way {
    let length = lengths.contours[index].length
    let (start, end) = (max(0, from - passed), min(length, to - passed))
    if start == 0, end == length { return .whole }
    return start < end ? .cut(ContourCutter(CollectionOfOne(start...end).makeIterator())) : .left
  }
}

extension TrimStage: ContourPartSink {
  mutating func addToPart(_ segment: FlatSegment) {
    part.append(segment)
    if part.count >= ContourEnd.segmentsAtOnce { passOn() }
  }

  mutating func endPart(_ end: ContourEnd) {
    passOn()
    next.end(end)
  }

  private mutating func passOn() {
    if !part.isEmpty { next.add(part) }
    part.removeAll(keepingCapacity: true)
  }
}
