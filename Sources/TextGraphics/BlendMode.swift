// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// How drawn pixels (the source) are joined with what lies below them (the backdrop).
///
/// The Porter-Duff operators and the blend modes of CSS Compositing 1, in the order of the `COLR` table,
/// so a raw value is that table's number.
public enum BlendMode: UInt8, Hashable, Sendable, CaseIterable {
  /// Neither is kept.
  case clear
  /// The source alone.
  case source
  /// The backdrop alone.
  case destination
  /// The source over the backdrop: the usual way.
  case sourceOver
  /// The backdrop over the source.
  case destinationOver
  /// The source where there is backdrop.
  case sourceIn
  /// The backdrop where there is source.
  case destinationIn
  /// The source where there is no backdrop.
  case sourceOut
  /// The backdrop where there is no source.
  case destinationOut
  /// The source over the backdrop, where there is backdrop.
  case sourceAtop
  /// The backdrop over the source, where there is source.
  case destinationAtop
  /// Each where the other is not.
  case xor
  /// The sum of both, no more than full.
  case plus
  /// The complement of the product of the complements.
  case screen
  /// Multiply or screen, by the backdrop.
  case overlay
  /// The darker of both.
  case darken
  /// The lighter of both.
  case lighten
  /// Brightens the backdrop by the source.
  case colorDodge
  /// Darkens the backdrop by the source.
  case colorBurn
  /// Multiply or screen, by the source.
  case hardLight
  /// A softer hard light.
  case softLight
  /// The distance of both.
  case difference
  /// A softer difference.
  case exclusion
  /// The product of both.
  case multiply
  /// The source's hue with the backdrop's saturation and luminosity.
  case hue
  /// The source's saturation with the backdrop's hue and luminosity.
  case saturation
  /// The source's hue and saturation with the backdrop's luminosity.
  case color
  /// The source's luminosity with the backdrop's hue and saturation.
  case luminosity
}
