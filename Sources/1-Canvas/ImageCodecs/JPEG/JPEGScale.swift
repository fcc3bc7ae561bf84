// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The sizes at which a JPEG image is decoded at a part of the cost.
public enum JPEGScale: Hashable, Sendable, CaseIterable {
  /// All pixels.
  case whole
  /// A half of each side.
  case half
  /// A quarter of each side.
  case quarter
  /// An eighth of each side.
  case eighth

  /// The smallest scale whose bitmap has at least as many pixels as a level of detail shows.
  ///
  /// - Parameter level: How often each side is halved, from 0; above 3 it is ``eighth``.
  public init(level: Int) {
    self =
      switch level {
      case ...0: .whole
      case 1: .half
      case 2: .quarter
      default: .eighth
      }
  }

  /// The number of eighths of a side.
  var eighths: Int {
    switch self {
    case .whole: 8
    case .half: 4
    case .quarter: 2
    case .eighth: 1
    }
  }
}
