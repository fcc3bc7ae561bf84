// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel

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

  /// The part of contours; one that is left whole stays closed.
  func part(of contours: [FlatContour]) -> [FlatContour] {
    if isWhole { return contours }
    if isEmpty { return [] }
    let lengths = contours.map(\.length)
    let total = lengths.reduce(0, +)
    let (first, last) = (from * total, to * total)
    var passed = 0.0
    var result: [FlatContour] = []
    for (contour, length) in zip(contours, lengths) {
      defer { passed += length }
      let (start, end) = (max(0, first - passed), min(length, last - passed))
      if contour.segments.isEmpty {
        if first <= passed, passed <= last { result.append(contour) }
      } else if start == 0, end == length {
        result.append(contour)
      } else if start < end {
        result += contour.parts([(start, end)])
      }
    }
    return result
  }
}
