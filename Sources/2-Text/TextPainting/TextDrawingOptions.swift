// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Choices of the painter between exact shapes and crisp small text.
public struct TextDrawingOptions: Hashable, Sendable {
  /// The alignment of glyphs with rows of pixels.
  public var gridFitting: GridFitting
  /// Whether the coverage of light text is raised, so that it looks as heavy as dark text.
  ///
  /// A pixel half covered by white on black reflects a fifth of the light rather than half of it,
  /// which makes light text thin. White text gains 9 % of ink at 13 pixels; text whose luma is
  /// below a quarter keeps the exact area.
  public var strengthensLightText: Bool

  /// Creates options.
  public init(gridFitting: GridFitting = .heights, strengthensLightText: Bool = true) {
    self.gridFitting = gridFitting
    self.strengthensLightText = strengthensLightText
  }

  /// Exact shapes at quarter pixels, and exact coverage.
  public static let exact = TextDrawingOptions(gridFitting: .none, strengthensLightText: false)
}

/// The alignment of glyphs with rows of pixels, where text is drawn upright.
///
/// Nothing moves sideways: advances and the shapes of stems stay as they are.
public enum GridFitting: UInt8, Hashable, Sendable, CaseIterable {
  /// Baselines on quarter pixels.
  case none
  /// Baselines on whole pixels.
  case baselines
  /// Baselines on whole pixels, and outlines stretched so that the tops of small letters and
  /// capitals, of Hebrew and Thai letters, and the headlines of Devanagari, Bengali and Gurmukhi
  /// letters lie on whole pixels, up to 24 pixels an em. Lines become crisp. Small letters grow by
  /// up to 0.63 pixels, at 14 pixels an em and below by up to 0.81, and shrink by less than 0.38;
  /// capitals change by up to half a pixel more.
  case heights
}
