// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import TextModel

/// The part of a text that a painter draws: everything in its colour, or in black the parts that
/// cast the same shadows or that one fill is laid over.
///
/// A shadow falls from shapes, whatever their opacity, as in CSS: clear text casts shadows too.
struct PaintSelection {
  private enum Kind {
    case all
    case casting([TextShadow])
    case filling(FillTarget)
  }

  private let kind: Kind

  /// Whether everything is drawn, in its colour.
  var isAll: Bool { if case .all = kind { true } else { false } }

  /// Everything, in its colour; glyphs and strokes with a fill are not seen.
  static let all = PaintSelection(kind: .all)

  /// The parts whose shadows are exactly the given ones, in black.
  static func casting(_ shadows: [TextShadow]) -> PaintSelection {
    PaintSelection(kind: .casting(shadows))
  }

  /// The glyphs, or the strokes, that a fill is laid over, in black; colour glyphs are not among
  /// them.
  static func filling(_ target: FillTarget) -> PaintSelection {
    PaintSelection(kind: .filling(target))
  }

  /// The colour in which a line along the text or a box is drawn; clear for those that are not
  /// drawn.
  ///
  /// - Parameter color: The part's colour.
  func color(_ color: Color, of style: PaintStyle) -> Color {
    switch kind {
    case .all: color
    case .casting(let shadows): style.shadows == shadows ? .black : .clear
    case .filling: .clear
    }
  }

  /// The colours in which colour glyphs and outlines are drawn.
  ///
  /// - Parameter start: Where the style's run of equal paint begins.
  func colors(
    of style: PaintStyle, from start: Int, isOfToken: Bool
  ) -> (colored: Color, outlines: Color) {
    switch kind {
    case .all: return (style.color, style.drawnFill == nil ? style.color : .clear)
    case .casting:
      let color = color(style.color, of: style)
      return (color, color)
    case .filling(let target):
      let isFilled = !target.isStroke && target.holds(style, from: start, isOfToken: isOfToken)
      return (.clear, isFilled ? .black : .clear)
    }
  }

  /// The colour in which the stroke of a style is drawn; clear if it is not drawn.
  ///
  /// - Parameter start: Where the style's run of equal paint begins.
  func strokeColor(
    _ stroke: TextStroke, of style: PaintStyle, from start: Int, isOfToken: Bool
  ) -> Color {
    switch kind {
    case .all: stroke.drawnFill == nil ? stroke.color ?? style.color : .clear
    case .casting: color(.black, of: style)
    case .filling(let target):
      target.isStroke && target.holds(style, from: start, isOfToken: isOfToken) ? .black : .clear
    }
  }
}
