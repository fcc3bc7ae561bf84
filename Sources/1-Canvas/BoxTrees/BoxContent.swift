// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The content of a box that has no boxes in it, such as a text or a picture, and its size.
///
/// A layout reads both widths once, and the height once for each width that is tried.
public protocol BoxContent: Sendable {
  /// The least width, in points, at which nothing overflows; of a text, that of its longest word.
  var minContentWidth: Double { get throws }
  /// The width, in points, with forced line breaks only.
  var maxContentWidth: Double { get throws }
  /// Whether the content has a size of its own, as a picture has: its box is stretched only where
  /// `stretch` is set, and not by default.
  var hasNaturalSize: Bool { get }
  /// Whether boxes stand in its lines: the content is ``LineContent``.
  var holdsBoxes: Bool { get }
  /// The height, in points, and the baselines, from the top, at a width in points.
  func measure(width: Double) throws -> BoxContentSize
}

extension BoxContent {
  /// `false`: a text has no size of its own.
  public var hasNaturalSize: Bool { false }
  /// `false`: no boxes stand in the lines.
  public var holdsBoxes: Bool { false }
}

/// The height of a content at some width.
public struct BoxContentSize: Sendable, Hashable {
  /// The height, in points.
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
