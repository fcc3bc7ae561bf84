// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A font of `@font-face` (CSS Fonts 4, §4).
package struct FontFace: Sendable, Hashable {
  /// Where the font's file is.
  package enum Source: Sendable, Hashable {
    /// A font of the system, by its full name.
    case local(String)
    /// A file: the reference, resolved against its style sheet's, and the format if one is given.
    case url(String, format: String?)
  }

  package var family = ""
  /// `src`, in order.
  package var sources: [Source] = []
  /// `font-weight`; `nil` for `auto`.
  package var weights: ClosedRange<Double>?
  /// `font-stretch`, in percent; `nil` for `auto`.
  package var stretches: ClosedRange<Double>?
  /// `font-style`; `nil` for `auto`.
  package var slant: FontSlant?
  /// `unicode-range`; empty for all.
  package var characters: [ClosedRange<UInt32>] = []
  package var features: [FontSetting] = []
  package var variations: [FontSetting] = []
  /// `ascent-override`, `descent-override`, `line-gap-override`, `size-adjust` in percent.
  package var ascent: Double?
  package var descent: Double?
  package var lineGap: Double?
  package var sizeAdjust: Double?
}

/// A page box of `@page` (CSS Page 3).
package struct PageRule: Sendable, Hashable {
  /// The name and the pseudo-classes of the pages, such as `:first`; empty for all.
  package var selector = ""
  /// The size in points; `nil` for that of the viewport.
  package var width: Double?
  package var height: Double?
  /// Whether the page is wider than high; `nil` where only its size says so.
  package var isWide: Bool?
  /// The margins that are given, in points, `nil` for `auto`.
  package var margin = Sides<LengthPercentage?>(nil)
  /// The declarations of the page's text, which its margin boxes inherit.
  package var text = ""
  /// The declarations of the boxes in the margins, such as `bottom-center`, by their names.
  package var boxes: [String: String] = [:]

  /// The names of the boxes in the margins (CSS Page 3, §5.2).
  static let boxNames: Set = [
    "top-left-corner", "top-left", "top-center", "top-right", "top-right-corner", "right-top",
    "right-middle", "right-bottom", "bottom-right-corner", "bottom-right", "bottom-center",
    "bottom-left", "bottom-left-corner", "left-bottom", "left-middle", "left-top",
  ]
}
