// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The rule for the height of a line.
///
/// A number in CSS, as in `line-height: 1.5`, is ``relative(toSize:)``; `normal` is ``natural``.
public enum LineHeight: Hashable, Sendable {
  /// The largest ascent, descent and leading of the fonts in the line.
  case natural
  /// The natural height times a factor; half of the difference is added above the text and half
  /// below.
  ///
  /// The natural height is a property of the fonts, commonly 1.15 to 1.5 times the size.
  case multiple(Double)
  /// The largest font size on the line times a factor, whatever the fonts' own heights; half of the
  /// difference to the natural height is added above the text and half below.
  ///
  /// Source: CSS 2.2, 10.8, `line-height: <number>`.
  case relative(toSize: Double)
  /// Exactly this many points; half of the difference to the natural height is added above the text
  /// and half below.
  case fixed(Double)
  /// The natural height, but at least this many points.
  case atLeast(Double)
  /// The natural height, attachments included, but at most this many points; half of the excess is
  /// taken off above the text and half below, and glyphs may reach beyond the line.
  case atMost(Double)
  /// The natural height, but within two bounds in points, as with ``atLeast(_:)`` and
  /// ``atMost(_:)``. If `least` is above `most`, `least` counts. Source: CSS 2.2, 10.7.
  case between(least: Double, most: Double)
  /// Exactly this many points from one baseline to the next, whatever fonts and attachments the
  /// lines hold: each line has this height, and its baseline lies where ``fixed(_:)`` would put it
  /// for the paragraph's own font, or for its ``ParagraphStyle/strut``.
  case baselineDistance(Double)
}

extension LineHeight {
  /// Whether this is ``baselineDistance(_:)``.
  package var isOfBaselines: Bool {
    if case .baselineDistance = self { true } else { false }
  }
}
