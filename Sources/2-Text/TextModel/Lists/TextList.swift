// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Makes a paragraph an item of a list: the item's marker, level and number.
///
/// The marker stands before the first line, ``gap`` points from the beginning of the line's text,
/// in the style of the paragraph's first character. The marker is no part of the text, so it is
/// neither selected nor copied, and takes no room of the line; the paragraph's
/// ``ParagraphStyle/startIndent`` makes room for it.
///
/// `AttributedText.numberLists()` counts the items of a text.
///
/// Source: CSS Lists 3, `list-style-position: outside`.
public struct TextList: Hashable, Sendable {
  /// What stands before an item.
  public enum Marker: Hashable, Codable, Sendable {
    /// U+2022, a disc.
    case disc
    /// U+25E6, a ring.
    case circle
    /// U+25AA, a square.
    case square
    /// A text, of which the first 256 characters are drawn.
    case text(String)
    /// The item's number between two texts. Without a suffix, the usual suffix of the counter style
    /// follows: a full stop, in Chinese and Japanese styles U+3001.
    case counter(CounterStyle, prefix: String = "", suffix: String? = nil)
  }

  /// What stands before the item.
  public var marker: Marker
  /// The number of lists around the item's list: 0 for the outermost.
  public var level: Int
  /// The number of the item.
  public var number: Int
  /// The number that `AttributedText.numberLists()` gives the item and counts on from; `nil` for
  /// one more than the number of the item before.
  public var start: Int?
  /// The space between the marker and the text, in points.
  public var gap: Double

  /// Creates an item.
  public init(
    _ marker: Marker, level: Int = 0, number: Int = 1, start: Int? = nil, gap: Double = 6
  ) {
    (self.marker, self.level, self.number, self.start) = (marker, level, start ?? number, start)
    self.gap = gap
  }

  /// The characters of the marker.
  public var label: String {
    switch marker {
    case .disc: return "\u{2022}"
    case .circle: return "\u{25E6}"
    case .square: return "\u{25AA}"
    case .text(let text): return String(text.prefix(TextLimits.markerLength))
    case .counter(let style, let prefix, let suffix):
      let label = prefix + style.string(number) + (suffix ?? style.usualSuffix)
      return String(label.prefix(TextLimits.markerLength))
    }
  }

  /// Whether ``gap`` is at most `TextLimits.containerSide` points, either way.
  var isValid: Bool { abs(gap) <= TextLimits.containerSide }
}
