// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// Lines of shape layers beside the same lines drawn into a bitmap.
@Suite struct ShapeStrokeTests {
  private static var curve: Path {
    var path = Path()
    path.move(to: Point(x: 10, y: 40))
    path.addCurve(
      to: Point(x: 70, y: 40), control1: Point(x: 20, y: -30), control2: Point(x: 60, y: 110))
    path.addLine(to: Point(x: 30, y: 12))
    return path
  }

  private static let styles = [
    StrokeStyle(lineWidth: 5), StrokeStyle(lineWidth: 3, lineCap: .round, lineJoin: .round),
    StrokeStyle(
      lineWidth: 4, lineCap: .square, lineJoin: .bevel, dashPattern: [9, 5], dashPhase: 2),
    StrokeStyle(lineWidth: 0.4),
  ]

  @Test("a shape's line is that of a drawing, to two levels", arguments: [1.0, 1.5, 3])
  func lineOfALayerIsThatOfADrawing(_ scale: Double) throws {
    for style in Self.styles {
      var properties = LayerProperties()
      properties.bounds.size = Size(width: 80, height: 80)
      properties.position = Point(x: 40, y: 40)
      properties.shape.path = Self.curve
      properties.shape.fillColor = nil
      properties.shape.strokeColor = .red
      properties.shape.stroke = style
      let tree = RenderTree(
        root: RenderNode(properties: properties), size: Size(width: 80, height: 80), scale: scale,
        background: .white)
      var context = try GraphicsContext(
        size: Size(width: 80, height: 80), scale: scale, background: .white)
      try context.stroke(Self.curve, with: .red, style: style)
      let difference = PixelDifference(try tree.image, context.makeBitmap())
      #expect(difference.most <= 2, "\(style) at \(scale)")
    }
  }

  @Test("fill and line fade as one picture, and trimmed lines end where they must")
  func fadesAsOne() throws {
    var properties = LayerProperties()
    properties.bounds.size = Size(width: 80, height: 80)
    properties.position = Point(x: 40, y: 40)
    properties.opacity = 0.5
    properties.shape.path = Path(rect: Rect(x: 20, y: 20, width: 40, height: 40))
    properties.shape.fillColor = .blue
    properties.shape.strokeColor = .red
    properties.shape.stroke.lineWidth = 10
    var tree = RenderTree(
      root: RenderNode(properties: properties), size: Size(width: 80, height: 80),
      background: .white)
    // Where both lie, the line alone is seen.
    #expect(try tree.image.rgba(22, 40) == [255, 127, 127, 255])
    #expect(try tree.image.rgba(40, 40) == [127, 127, 255, 255])
    // The first quarter of the outline is the upper side.
    properties.shape.strokeEnd = 0.25
    tree.root = RenderNode(properties: properties)
    #expect(try tree.image.rgba(40, 20) == [255, 127, 127, 255])
    #expect(try tree.image.rgba(60, 50) == [255, 255, 255, 255])
    #expect(try tree.image.rgba(18, 40) == [255, 255, 255, 255])
  }
}
