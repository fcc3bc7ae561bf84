// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU

/// How a character stands in a vertical line: the property Vertical_Orientation. Source: UTR #50.
///
/// The numbers are ICU's `UVerticalOrientation`.
package enum VerticalOrientation: Int32, Sendable, CaseIterable {
  /// `R`: turned clockwise by 90°.
  case rotated
  /// `Tr`: in a form for vertical lines, or else turned.
  case transformedOrRotated
  /// `Tu`: in a form for vertical lines, or else upright.
  case transformedOrUpright
  /// `U`: upright.
  case upright

  /// The property's value as Unicode's data names it.
  package var name: String {
    switch self {
    case .rotated: "R"
    case .transformedOrRotated: "Tr"
    case .transformedOrUpright: "Tu"
    case .upright: "U"
    }
  }

  /// The property of a code point. Asked of ICU each time, since only vertical text needs it.
  package init(of scalar: UInt32) {
    self =
      VerticalOrientation(
        rawValue: ctext_icu_vertical_orientation(Int32(truncatingIfNeeded: scalar))) ?? .rotated
  }

  /// The property of a grapheme cluster: that of its first character, but upright where a mark
  /// encloses it. Source: UTR #50, 2, *Grapheme Clusters*.
  ///
  /// Chromium passes over enclosing marks like all others.
  package init(ofCluster text: Span<UInt16>, _ range: Range<Int>) {
    let (base, length) = decodeScalar(text, at: range.lowerBound)
    var i = range.lowerBound + length
    let end = min(range.upperBound, range.lowerBound + GraphemeBreaks.longestExamined)
    while i < end {
      let (scalar, length) = decodeScalar(text, at: i)
      // UCharCategory: 7 is an enclosing mark.
      if scalar >= 0x488, ctext_icu_general_category(Int32(scalar)) == 7 {
        self = .upright
        return
      }
      i += length
    }
    self.init(of: base)
  }
}
