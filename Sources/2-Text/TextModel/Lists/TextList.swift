// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The item of a list that a paragraph is: its marker, its level and its number.
///
/// The marker stands before the first line, ``gap`` points from where its text begins, in the look
/// of the paragraph's first character; it is no part of the text, so it is neither selected nor
/// copied, and takes no room of the line. What makes room for it is the paragraph's
/// ``ParagraphStyle/startIndent``.
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
    /// The item's number between two texts; without a suffix that which the signs usually have, a
    /// full stop or, of Chinese and Japanese ones, U+3001.
    case counter(CounterStyle, prefix: String = "", suffix: String? = nil)
  }

  /// What stands before the item.
  public var marker: Marker
  /// How deep the list lies in others, 0 for the outermost.
  public var level: Int
  /// The number of the item.
  public var number: Int
  /// The number of the item wherever it stands, from which those that follow count on; `nil` for
  /// one more than that of the item before.
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

  /// Whether ``gap`` is a length.
  var isValid: Bool { abs(gap) <= TextLimits.containerSide }
}
