// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// An operator that joins drawn pixels (the source) with those below them (the backdrop).
///
/// The Porter-Duff operators and the blend modes of CSS Compositing 1. Raw values are those of the
/// OpenType `COLR` table.
public enum BlendMode: UInt8, Hashable, Sendable, CaseIterable {
  /// Neither source nor backdrop.
  case clear
  /// The source alone.
  case source
  /// The backdrop alone.
  case destination
  /// The source over the backdrop, the default.
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
  /// Source and backdrop, each where the other is absent.
  case xor
  /// The sum of both, clamped.
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
  /// The absolute difference of both.
  case difference
  /// A difference of lower contrast.
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
