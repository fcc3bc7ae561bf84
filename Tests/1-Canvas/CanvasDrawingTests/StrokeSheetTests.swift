// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Testing
import TextTestSupport

@Suite struct StrokeSheetTests {
  /// Rows: joins by caps. Columns: an angle, a closed shape, a curve with a cusp, each solid, with
  /// dashes and with dots.
  @Test("A6: joins, caps and dashes on one sheet")
  func a6Sheet() throws {
    let shapes = ["M8 48L28 10L48 48", "M10 10H46L28 46Z", "M8 46C64 0 -8 0 48 46"]
    let dashes: [[Double]] = [[], [14, 12], [0, 13]]
    var context = try GraphicsContext(size: Size(width: 590, height: 540), background: .white)
    for (row, (join, cap)) in LineJoin.allCases.flatMap({ join in
      LineCap.allCases.map { (join, $0) }
    }).enumerated() {
      for (column, (shape, dash)) in shapes.flatMap({ shape in dashes.map { (shape, $0) } })
        .enumerated()
      {
        let path = Path(svg: shape)
        let style = StrokeStyle(lineWidth: 7, lineCap: cap, lineJoin: join, dashPattern: dash)
        context.saveGState()
        context.concatenate(
          AffineTransform(
            a: 1, b: 0, c: 0, d: 1, tx: Double(column) * 60 + 2, ty: Double(row) * 60 + 2))
        try context.fill(path.stroked(style), with: Color(red: 0.2, green: 0.4, blue: 0.8))
        try context.fill(path.stroked(StrokeStyle(lineWidth: 0.7)), with: .black)
        context.restoreGState()
      }
    }
    try context.fill(
      StrokerTests.stick.applying(AffineTransform(a: 0.2, b: 0, c: 0, d: 0.2, tx: 540, ty: 0))
        .stroked(StrokeStyle(lineWidth: 1, lineCap: .round, lineJoin: .round)),
      with: Color(red: 1, green: 0, blue: 0))
    #expect(GoldenImage.mismatch(context.makeBitmap(), named: "stroke-sheet") == nil)
  }
}
