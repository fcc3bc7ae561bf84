// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU

/// The orientation of a character in a vertical line: the property Vertical_Orientation. Source:
/// UTR #50.
///
/// The numbers are ICU's `UVerticalOrientation`.
package enum VerticalOrientation: Int32, Sendable, CaseIterable {
  /// `R`: the character is turned clockwise by 90°.
  case rotated
  /// `Tr`: the character has a form for vertical lines, or else is turned.
  case transformedOrRotated
  /// `Tu`: the character has a form for vertical lines, or else is upright.
  case transformedOrUpright
  /// `U`: the character is upright.
  case upright

  /// The property's value as Unicode's data files write it.
  package var name: String {
    switch self {
    case .rotated: "R"
    case .transformedOrRotated: "Tr"
    case .transformedOrUpright: "Tu"
    case .upright: "U"
    }
  }

  /// The property of a code point. ICU is called each time, since only vertical text needs it.
  package init(of scalar: UInt32) {
    self =
      VerticalOrientation(
        rawValue: ctext_icu_vertical_orientation(Int32(truncatingIfNeeded: scalar))) ?? .rotated
  }

  /// The property of a grapheme cluster: the property of its first character, but upright where an
  /// enclosing mark surrounds that character. Source: UTR #50, 2, *Grapheme Clusters*.
  ///
  /// Chromium does not treat enclosing marks in this way.
  package init(ofCluster text: Span<UInt16>, _ range: Range<Int>) {
    let (base, length) = decodeScalar(text, at: range.lowerBound)
    var i = range.lowerBound + length
    let end = min(range.upperBound, range.lowerBound + GraphemeBreaks.longestExamined)
    while i < end {
      let (scalar, length) = decodeScalar(text, at: i)
      // In ICU's UCharCategory, 7 is an enclosing mark.
      if scalar >= 0x488, ctext_icu_general_category(Int32(scalar)) == 7 {
        self = .upright
        return
      }
      i += length
    }
    self.init(of: base)
  }
}
