// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The ends of a stroked line.
public enum LineCap: String, Hashable, Sendable, CaseIterable {
  /// The line ends at its last point.
  case butt
  /// Half a circle around the last point.
  case round
  /// Half a square around the last point.
  case square
}

/// The corners of a stroked line.
public enum LineJoin: String, Hashable, Sendable, CaseIterable {
  /// The outer sides go on until they meet; a ``bevel`` where that is beyond the miter limit.
  case miter
  /// A circle around the corner.
  case round
  /// The outer ends are joined by a straight line.
  case bevel
}

/// The shape of a line along a path. Defaults are Core Animation's.
public struct StrokeStyle: Hashable, Sendable {
  /// The width, in the units of the path; a line of no positive width is not drawn.
  public var lineWidth = 1.0
  /// The ends of open contours and of dashes.
  public var lineCap = LineCap.butt
  /// The corners.
  public var lineJoin = LineJoin.miter
  /// The greatest length of a miter as a multiple of the width.
  public var miterLimit = 10.0
  /// The lengths of dashes and gaps in turn; a list of odd length counts twice, and an empty one is
  /// a line without gaps.
  public var dashPattern: [Double] = []
  /// The distance into the pattern at which a contour begins.
  public var dashPhase = 0.0

  /// Creates a solid line of width 1.
  public init(
    lineWidth: Double = 1, lineCap: LineCap = .butt, lineJoin: LineJoin = .miter,
    miterLimit: Double = 10, dashPattern: [Double] = [], dashPhase: Double = 0
  ) {
    self.lineWidth = lineWidth
    self.lineCap = lineCap
    self.lineJoin = lineJoin
    self.miterLimit = miterLimit
    self.dashPattern = dashPattern
    self.dashPhase = dashPhase
  }

  /// The farthest that the line reaches from its path, in the units of the path.
  package var reach: Double {
    guard lineWidth > 0 else { return 0 }
    let atJoins = lineJoin == .miter ? max(1, miterLimit) : 1
    let atEnds = lineCap == .square ? 2.0.squareRoot() : 1
    return lineWidth / 2 * max(atJoins, atEnds)
  }
}
