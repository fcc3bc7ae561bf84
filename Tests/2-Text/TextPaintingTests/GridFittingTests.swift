// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing
import TextFonts
import TextModel
import TextTestSupport
import TextTypesetting

@testable import CanvasGeometry
@testable import TextPainting

@Suite("Small text on the grid of pixels, and light text")
struct GridFittingTests {
  private func layout(_ string: String, size: Double, color: Color = .black) throws -> TextLayout {
    try TextLayout(
      AttributedText(string, style: TextStyle(size: size, color: color)),
      fonts: BundledFonts.collection)
  }

  private func draw(
    _ layout: TextLayout, y: Double = 4, background: Color? = nil, options: TextDrawingOptions
  ) throws -> Bitmap {
    var context = try GraphicsContext(
      size: Size(width: layout.size.width + 8, height: layout.size.height + 12),
      background: background)
    try context.draw(layout, at: Point(x: 4, y: y), options: options)
    return context.makeBitmap()
  }

  /// The mean coverage of the pixels with ink in each row.
  private func rows(_ picture: Bitmap) -> [(ink: Double, count: Int)] {
    (0..<picture.height).map { y in
      let row = (0..<picture.width).map { picture.pixel(x: $0, y: y) >> 24 }.filter { $0 > 0 }
      return (row.isEmpty ? 0 : Double(row.reduce(0, +)) / Double(row.count) / 255, row.count)
    }
  }

  /// The mean coverage of the darkest row of a headline in Devanagari: of the rows that reach from
  /// one end of the text to the other.
  private func headline(_ size: Double, _ fitting: GridFitting) throws -> Double {
    let picture = try draw(
      try layout("नमक गरम समय", size: size), options: TextDrawingOptions(gridFitting: fitting))
    let rows = rows(picture)
    let longest = rows.map(\.count).max() ?? 0
    return rows.filter { $0.count * 10 > longest * 9 }.map(\.ink).max() ?? 0
  }

  @Test("Headlines are crisp at small sizes where heights are fitted, and grey where not")
  func headlines() throws {
    var exact: [Double] = []
    for size in stride(from: 9.0, through: 24, by: 1) {
      let fitted = try headline(size, .heights)
      #expect(fitted > 0.6, "at \(size)")
      exact.append(try headline(size, .none))
      #expect(fitted > exact[exact.count - 1] - 0.1, "at \(size)")
    }
    #expect((exact.min() ?? 1) < 0.55)
  }

  /// The coverage of the first and the last row with ink, of letters with flat tops and bottoms.
  private func edges(_ size: Double, _ options: TextDrawingOptions) throws -> (Double, Double) {
    let inked = rows(try draw(try layout("xzvxzv", size: size), options: options))
      .filter { $0.count > 0 }
    return (try #require(inked.first).ink, try #require(inked.last).ink)
  }

  @Test("Small letters fill the first and the last row of pixels that they touch, by default")
  func tops() throws {
    var faintTops = 0
    var faintBottoms = 0
    for size in stride(from: 9.0, through: 24, by: 1) {
      let (top, bottom) = try edges(size, TextDrawingOptions())
      let least = size < 12 ? 0.45 : 0.55
      #expect(top > least && bottom > least, "at \(size)")
      if try edges(size, TextDrawingOptions(gridFitting: .baselines)).0 < 0.3 { faintTops += 1 }
      if try edges(size, TextDrawingOptions(gridFitting: .none)).1 < 0.3 { faintBottoms += 1 }
    }
    // What the bounds tell apart.
    #expect(faintTops >= 7 && faintBottoms >= 3)
  }

  @Test("A baseline between two rows of pixels is moved to one of them")
  func baselines() throws {
    let layout = try layout("Baseline gym", size: 13)
    for fitting in [GridFitting.baselines, .heights] {
      let options = TextDrawingOptions(gridFitting: fitting)
      var pictures: [Bitmap] = []
      for y in stride(from: 4.0, to: 5, by: 0.25) {
        pictures.append(try draw(layout, y: y, options: options))
      }
      // One whole step in a pixel's way, none else.
      let changes = zip(pictures, pictures.dropFirst()).filter { $0 != $1 }.count
      #expect(changes == 1)
      #expect(try draw(layout, y: 5, options: options) != pictures[0])
    }
    #expect(try draw(layout, y: 4, options: .exact) != draw(layout, y: 4.25, options: .exact))
  }

  @Test("Large text keeps its shapes")
  func large() throws {
    let large = try layout("Large क", size: 25)
    #expect(
      try draw(large, options: TextDrawingOptions(gridFitting: .heights))
        == draw(large, options: TextDrawingOptions(gridFitting: .baselines)))
    let small = try layout("Small क", size: 13)
    #expect(
      try draw(small, options: TextDrawingOptions(gridFitting: .heights))
        != draw(small, options: TextDrawingOptions(gridFitting: .baselines)))
  }

  @Test("The heights of a fit never turn back")
  func monotone() throws {
    for name in ["NotoSans-Regular.ttf", "NotoSansDevanagari-Regular.ttf", "NotoSansThai-Bold.ttf"]
    {
      let font = try BundledFonts.face(name).font()
      for size in stride(from: 4.0, through: 24, by: 0.5) {
        guard let fit = HeightFit(font: font, emSize: size) else { continue }
        var path = Path()
        path.move(to: Point(x: 0, y: -2000))
        for y in stride(from: -1999.0, through: 3000, by: 1) { path.addLine(to: Point(x: 0, y: y)) }
        let before = path.points
        fit.apply(to: &path)
        #expect(zip(path.points, path.points.dropFirst()).allSatisfy { $0.y <= $1.y + 1e-9 })
        let pixel = Double(font.unitsPerEm) / size
        #expect(zip(before, path.points).allSatisfy { abs($0.y - $1.y) < 1.5 * pixel })
      }
    }
  }

  @Test("White text on black has 6 to 12 per cent more ink than black on white, by default")
  func lightText() throws {
    func ink(_ color: Color, on background: Color, _ options: TextDrawingOptions) throws -> Double {
      let layout = try layout("Hamburgefonstiv quick brown", size: 13, color: color)
      let picture = try draw(layout, background: background, options: options)
      var sum = 0
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          sum += abs(
            Int(picture.pixel(x: x, y: y) & 255) - Int(background.premultiplied8 & 255))
        }
      }
      return Double(sum)
    }
    let dark = try ink(.black, on: .white, TextDrawingOptions())
    let light = try ink(.white, on: .black, TextDrawingOptions())
    #expect(light > dark * 1.06)
    #expect(light < dark * 1.12)
    let exact = TextDrawingOptions(strengthensLightText: false)
    #expect(abs(try ink(.white, on: .black, exact) / dark - 1) < 0.005)
    // Dark text is the same either way.
    #expect(try ink(.black, on: .white, exact) == dark)
    for levels in LightText.levels {
      #expect(levels[0] == 0 && levels[255] == 255)
      #expect(zip(levels, levels.dropFirst()).allSatisfy { $0 <= $1 })
      #expect(levels.indices.allSatisfy { Int(levels[$0]) >= $0 })
    }
  }

  @Test("Colours of one text have their own levels, cached or not")
  func mixedColors() throws {
    var text = AttributedText("black and white", style: TextStyle(size: 14))
    text.updatePaint(TextRange(6, 15)) { $0.color = .white }
    let layout = try TextLayout(text, fonts: BundledFonts.collection)
    let whole = try PaintingSample.draw(layout)
    #expect(try PaintingSample.draw(layout, maskBytes: 0) == whole)
    #expect(try PaintingSample.draw(layout, options: .exact) != whole)
  }
}
