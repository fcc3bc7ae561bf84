// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import TextModel

/// The part of a text that a painter draws: everything in its colour, or in black the parts that
/// cast the same shadows.
///
/// A shadow falls from shapes, whatever their opacity, as in CSS: clear text casts shadows too.
struct PaintSelection {
  /// The shadows of the parts that are drawn; `nil` for all parts.
  private let shadows: [TextShadow]?

  /// Whether everything is drawn, in its colour.
  var isAll: Bool { shadows == nil }

  /// Everything, in its colour.
  static let all = PaintSelection(shadows: nil)

  /// The parts whose shadows are exactly the given ones, in black.
  static func casting(_ shadows: [TextShadow]) -> PaintSelection {
    PaintSelection(shadows: shadows)
  }

  /// The colour in which a part of a style is drawn; clear for parts that are not drawn.
  ///
  /// - Parameter color: The part's colour.
  func color(_ color: Color, of style: PaintStyle) -> Color {
    guard let shadows else { return color }
    return style.shadows == shadows ? .black : .clear
  }
}
