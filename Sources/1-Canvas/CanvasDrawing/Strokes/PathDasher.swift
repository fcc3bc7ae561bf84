// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry

/// A pattern of dashes and gaps along contours.
struct PathDasher {
  /// The lengths of dashes and gaps in turn, of even count.
  fileprivate let lengths: [Double]
  private let sum: Double
  /// The entry of the pattern at the start of a contour, and the length that is left of the entry.
  fileprivate let first: (index: Int, rest: Double)

  /// Creates a pattern; `nil` for one that leaves the line whole: without entries, with one that is
  /// negative or not finite, or without length.
  ///
  /// - Parameters:
  ///   - pattern: The lengths of dashes and gaps; a list of odd length counts twice.
  ///   - phase: The distance into the pattern at the start; 0 if it is not finite.
  init?(_ pattern: [Double], phase: Double) {
    guard pattern.allSatisfy({ $0 >= 0 && $0.isFinite }) else { return nil }
    lengths = pattern.count % 2 == 0 ? pattern : pattern + pattern
    sum = lengths.reduce(0, +)
    guard sum > 0, sum.isFinite else { return nil }
    var rest = phase.isFinite ? phase.truncatingRemainder(dividingBy: sum) : 0
    if rest < 0 { rest += sum }
    var index = 0
    // Sums of lengths are rounded: a rest that is smaller than their error counts as 0.
    let least = sum * 1e-12
    while index < lengths.count - 1, rest >= lengths[index] - least, rest > 0 {
      rest -= lengths[index]
      index += 1
    }
    first = (index, max(0, lengths[index] - max(0, rest)))
  }

  /// An estimate of the dashes of contours; `nil` for more than `CanvasLimits.dashes`, in which
  /// case none are made.
  func count(in meter: ContourMeter) -> Int? {
    let turns = meter.contours.reduce(0) { $0 + $1.length / sum + 1 }
    let count = turns * Double(lengths.count / 2)
    return count <= Double(CanvasLimits.dashes) ? Int(count) : nil
  }

  /// The dashes of a contour of a length, as distances from its start.
  fileprivate func dashes(length: Double) -> Dashes {
    Dashes(lengths: lengths, index: first.index, rest: first.rest, length: length)
  }

  /// The dashes of a contour in order, as distances from its start.
  struct Dashes: IteratorProtocol {
    fileprivate let lengths: [Double]
    fileprivate var index: Int
    fileprivate var rest: Double
    fileprivate let length: Double
    private var position = 0.0

    fileprivate init(lengths: [Double], index: Int, rest: Double, length: Double) {
      self.lengths = lengths
      self.index = index
      self.rest = rest
      self.length = length
    }

    mutating func next() -> ClosedRange<Double>? {
      // Sums of lengths are rounded: a dash that would begin this near the end is left out.
      let end = length * (1 - 1e-9)
      while position < end {
        let (start, isOn) = (position, index % 2 == 0)
        position += rest
        index = (index + 1) % lengths.count
        rest = lengths[index]
        if isOn { return start...(position < end ? position : length) }
      }
      return nil
    }
  }
}

/// Passes on the dashes of contours.
///
/// The pattern begins anew with each contour. In a closed contour, a dash that ends at the start
/// continues in one that begins there.
struct DashStage<Next: ContourSink>: ContourSink {
  private let dasher: PathDasher
  private let contours: ContourMeter
  var next: Next
  /// The number of the present contour.
  private var index = 0
  private var way = Way.new
  /// The segments of the present dash that were not passed on yet.
  private var dash: [FlatSegment] = []
  /// The index of the present dash, and the number of dashes of a closed contour whose last dash
  /// continues in the first; `nil` for other contours.
  private var number = 0
  private var joinedCount: Int?
  /// The first dash of a contour with ``joinedCount``, in pieces, to be added after the last one.
  private var first: [[FlatSegment]] = []

  /// The form of the present contour.
  private enum Way {
    /// No segment was added yet.
    case new
    case whole
    case dashes(ContourCutter<PathDasher.Dashes>)
    case stopped
  }

  /// - Parameters:
  ///   - contours: The lengths of the contours that will be added, in order.
  ///   - next: Takes the dashes.
  init(_ dasher: PathDasher, _ contours: ContourMeter, to next: consuming Next) {
    self.dasher = dasher
    self.contours = contours
    self.next = next
  }

  var isStopped: Bool { next.isStopped }

  mutating func add(_ segments: [FlatSegment]) {
    if case .new = way { begin() }
    switch way {
    case .new, .stopped: break
    case .whole: next.add(segments)
    case .dashes(var cutter):
      way = .stopped
      cutter.add(segments, to: &self)
      way = .dashes(cutter)
    }
  }

  mutating func end(_ end: ContourEnd) {
    switch way {
    case .new: if dasher.first.index % 2 == 0 { next.end(end) }
    case .stopped: break
    case .whole: next.end(end)
    case .dashes(var cutter): cutter.end(to: &self)
    }
    way = .new
    index += 1
  }

  private mutating func begin() {
    let contour = contours.contours[index]
    let dashes = dasher.dashes(length: contour.length)
    way = .dashes(ContourCutter(dashes))
    number = 0
    joinedCount = nil
    guard contour.isClosed else { return }
    var (count, start, end) = (0, -1.0, 0.0)
    var all = dashes
    while let dash = all.next() {
      if count == 0 { start = dash.lowerBound }
      end = dash.upperBound
      count += 1
    }
    guard start == 0, end == contour.length else { return }
    if count == 1 { way = .whole } else { joinedCount = count }
  }
}

extension DashStage: ContourPartSink {
  mutating func addToPart(_ segment: FlatSegment) {
    dash.append(segment)
    if dash.count >= ContourEnd.segmentsAtOnce { passOn() }
  }

  mutating func endPart(_ end: ContourEnd) {
    passOn()
    defer { number += 1 }
    if let joinedCount {
      if number == 0 { return }
      if number == joinedCount - 1 {
        for part in first { next.add(part) }
        first.removeAll()
      }
    }
    next.end(end)
  }

  private mutating func passOn() {
    if dash.isEmpty { return }
    if joinedCount != nil, number == 0 {
      first.append(dash)
    } else {
      next.add(dash)
    }
    dash.removeAll(keepingCapacity: true)
  }
}
