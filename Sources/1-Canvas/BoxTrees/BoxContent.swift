// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// What a box without boxes in it holds, and how large that is: a text, a picture.
///
/// The layout reads the two widths once in a pass, and a height once for each width that it tries.
public protocol BoxContent: Sendable {
  /// The least width, in points, at which nothing sticks out: of a text, its longest word.
  var minContentWidth: Double { get throws }
  /// The width, in points, without any break that is not forced.
  var maxContentWidth: Double { get throws }
  /// Whether the size is the content's own, as a picture's is: such a box is not stretched of
  /// itself, but where `stretch` is said.
  var hasNaturalSize: Bool { get }
  /// The height, in points, and the baselines, from the top, at a width in points.
  func measure(width: Double) throws -> BoxContentSize
}

extension BoxContent {
  /// A text's size is not its own.
  public var hasNaturalSize: Bool { false }
}

/// The height of a content at some width.
public struct BoxContentSize: Sendable, Hashable {
  /// Points.
  public var height: Double
  /// The first baseline, in points below the top; `nil` where there is none.
  public var firstBaseline: Double?
  /// The last baseline, in points below the top; `nil` where there is none.
  public var lastBaseline: Double?

  /// Creates a size.
  public init(height: Double, firstBaseline: Double? = nil, lastBaseline: Double? = nil) {
    self.height = height
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
  }
}
