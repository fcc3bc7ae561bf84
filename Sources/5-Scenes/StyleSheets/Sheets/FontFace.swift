// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A font of `@font-face` (CSS Fonts 4, §4).
public struct FontFace: Sendable, Hashable {
  /// Where the font's file is.
  public enum Source: Sendable, Hashable {
    /// A font of the system, by its full name.
    case local(String)
    /// A file: the reference, resolved against its style sheet's, and the format if one is given.
    case url(String, format: String?)
  }

  /// `font-family`.
  public var family = ""
  /// `src`, in order.
  public var sources: [Source] = []
  /// `font-weight`; `nil` for `auto`.
  public var weights: ClosedRange<Double>?
  /// `font-stretch`, in percent; `nil` for `auto`.
  public var stretches: ClosedRange<Double>?
  /// `font-style`; `nil` for `auto`.
  public var slant: FontSlant?
  /// `unicode-range`; empty for all.
  public var characters: [ClosedRange<UInt32>] = []
  /// `font-feature-settings`.
  public var features: [FontSetting] = []
  /// `font-variation-settings`.
  public var variations: [FontSetting] = []
  /// `ascent-override`, `descent-override`, `line-gap-override`, `size-adjust` in percent.
  public var ascent: Double?
  public var descent: Double?
  public var lineGap: Double?
  public var sizeAdjust: Double?
}

/// A page box of `@page` (CSS Page 3).
public struct PageRule: Sendable, Hashable {
  /// The name and the pseudo-classes of the pages, such as `:first`; empty for all.
  public var selector = ""
  /// The size in points; `nil` for that of the viewport.
  public var width: Double?
  public var height: Double?
  /// The margins that are given, in points, `nil` for `auto`.
  public var margin = Sides<LengthPercentage?>(nil)
}
