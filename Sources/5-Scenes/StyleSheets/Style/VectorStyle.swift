// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry

/// The properties of the shapes of SVG, which elements inherit (SVG 2, §13).
package struct VectorStyle: Sendable, Hashable {
  /// What fills a shape, or the line along it.
  package enum Paint: Sendable, Hashable {
    case none
    case color(StyleColor)
    /// A gradient by its reference, and the colour where there is none.
    case server(String, StyleColor?)
  }

  package enum LineCap: String, Sendable { case butt, round, square }
  package enum LineJoin: String, Sendable { case miter, round, bevel }
  package enum FillRule: String, Sendable { case nonzero, evenodd }

  package var fill = Paint.color(.color(.black))
  package var fillOpacity = 1.0
  package var fillRule = FillRule.nonzero
  package var clipRule = FillRule.nonzero
  package var stroke = Paint.none
  package var strokeOpacity = 1.0
  package var strokeWidth = LengthPercentage.points(1)
  package var lineCap = LineCap.butt
  package var lineJoin = LineJoin.miter
  package var miterLimit = 4.0
  /// The lengths of dashes and gaps; empty for none.
  package var dashes: [LengthPercentage] = []
  package var dashOffset = LengthPercentage.zero

  /// The style of an element that is shown in another place: what it has of the element around it
  /// in the document comes from the element around it there (SVG 2, §5.6).
  package func moved(from outer: VectorStyle, to place: VectorStyle) -> VectorStyle {
    var result = self
    func move<Value: Equatable>(_ path: WritableKeyPath<VectorStyle, Value>) {
      if self[keyPath: path] == outer[keyPath: path] {
        result[keyPath: path] = place[keyPath: path]
      }
    }
    move(\.fill)
    move(\.fillOpacity)
    move(\.fillRule)
    move(\.clipRule)
    move(\.stroke)
    move(\.strokeOpacity)
    move(\.strokeWidth)
    move(\.lineCap)
    move(\.lineJoin)
    move(\.miterLimit)
    move(\.dashes)
    move(\.dashOffset)
    return result
  }
}
