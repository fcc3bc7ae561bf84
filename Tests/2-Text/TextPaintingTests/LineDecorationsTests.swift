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

@Suite("The forms of lines along text") struct LineDecorationsTests {
  private func rects(
    _ kind: DecorationKind, _ layout: TextLayout
  ) throws -> [Rect] {
    try layout.marks([kind], onLine: 0, in: MarkSpace(grid: nil), .all, .never).map {
      switch $0.shape {
      case .rect(let rect): rect
      case .path(let path, _): path.bounds
      case .pixels: .zero
      }
    }
  }

  private func lined(
    _ line: TextDecoration, _ string: String = "plain", size: Double = 20
  ) throws -> TextLayout {
    try RichPaintSample.line(string, size: size) {
      $0.underline = line
      $0.overline = line
      $0.strikethrough = line
    }
  }

  @Test("Thickness and offset are those that are set; a thicker line grows away from the text")
  func places() throws {
    let font = try rects(.underline, lined(TextDecoration()))[0]
    let thick = try rects(.underline, lined(TextDecoration(thickness: 4, offset: 2)))[0]
    #expect(abs(thick.minY - font.minY - 2) < 1e-9 && abs(thick.height - 4) < 1e-9)
    let double = try rects(.underline, lined(TextDecoration(style: .thick)))[0]
    #expect(abs(double.height - 2 * font.height) < 1e-9 && double.minY == font.minY)
    let through = try rects(.strikethrough, lined(TextDecoration()))[0]
    let throughThick = try rects(.strikethrough, lined(TextDecoration(thickness: 6)))[0]
    #expect(abs(through.minY + through.maxY - throughThick.minY - throughThick.maxY) < 1e-9)
    let layout = try lined(TextDecoration(thickness: 3))
    let metrics = try #require(layout.lines[0].runs.first).run.font.metrics
    let over = try rects(.overline, layout)[0]
    let ascent = metrics.ascent * 20 / 1000
    #expect(abs(over.maxY - (layout.lines[0].baseline - ascent)) < 1e-9)
    #expect(abs(over.height - 3) < 1e-9)
  }

  @Test("Two lines lie a thickness apart, farther from the text or on both sides of it")
  func double() throws {
    let single = TextDecoration(thickness: 2)
    let double = TextDecoration(style: .double, thickness: 2)
    for (kind, shifts) in [
      (DecorationKind.underline, [0.0, 4]), (.overline, [0, -4]), (.strikethrough, [-2, 2]),
    ] {
      let one = try rects(kind, lined(single))[0]
      let two = try rects(kind, lined(double))
      #expect(two.map(\.height) == [2, 2])
      for (rect, shift) in zip(two, shifts) { #expect(abs(rect.minY - one.minY - shift) < 1e-9) }
    }
    // On a grid both have whole pixels, with as many between them.
    let picture = try RichPaintSample.draw(
      RichPaintSample.line("      ab") {
        $0.color = .clear
        $0.underline = TextDecoration(color: .black, style: .double, thickness: 1.6)
      })
    let column = (0..<picture.height).map { picture.alpha(30, $0) }.filter { $0 > 0 }
    #expect(column == [255, 255, 255, 255])
  }

  @Test("Dashes are three thicknesses long and two apart, dots round and one apart")
  func dashes() throws {
    func dashes(_ style: TextDecoration.Style) throws -> [Rect] {
      let layout = try lined(TextDecoration(style: style, thickness: 2), "a long enough text")
      let marks = try layout.marks(
        [.underline], onLine: 0, in: MarkSpace(grid: nil), .all, .never)
      guard case .path(let path, _) = try #require(marks.first).shape else { return [] }
      var contours: [Path] = []
      for element in path.elements {
        switch element {
        case .move(let p):
          contours.append(Path())
          contours[contours.count - 1].move(to: p)
        case .line(let p): contours[contours.count - 1].addLine(to: p)
        case .cubic(let a, let b, let p):
          contours[contours.count - 1].addCurve(to: p, control1: a, control2: b)
        default: break
        }
      }
      return contours.map(\.bounds)
    }
    let dashed = try dashes(.dashed)
    #expect(dashed.count > 8)
    #expect(dashed.dropLast().allSatisfy { abs($0.width - 6) < 1e-9 && abs($0.height - 2) < 1e-9 })
    #expect(abs(dashed[1].minX - dashed[0].minX - 10) < 1e-9)
    let dotted = try dashes(.dotted)
    #expect(dotted.allSatisfy { abs($0.width - 2) < 1e-3 && abs($0.height - 2) < 1e-3 })
    #expect(abs(dotted[1].minX - dotted[0].minX - 4) < 1e-3)
    let dashDot = try dashes(.dashDot)
    #expect(abs(dashDot[1].minX - dashDot[0].minX - 10) < 1e-3 && abs(dashDot[1].width - 2) < 1e-3)
    #expect(abs(dashDot[2].minX - dashDot[0].minX - 16) < 1e-3)
    let twoDots = try dashes(.dashDotDot)
    #expect(twoDots[0...3].map { ($0.width * 10).rounded() / 10 } == [6, 2, 2, 6])
  }

  @Test("A wave is as high as its stroke and its swing, on the side of its line")
  func wave() throws {
    let line = TextDecoration(style: .wavy, thickness: 2)
    let height = Wave.height(thickness: 2, scale: 1)
    for kind in [DecorationKind.underline, .overline, .strikethrough] {
      let straight = try rects(kind, lined(TextDecoration(thickness: 2)))[0]
      let wave = try rects(kind, lined(line))[0]
      #expect(abs(wave.height - height) < 0.1)
      switch kind {
      case .underline: #expect(abs(wave.minY - straight.minY) < 0.1)
      case .overline: #expect(abs(wave.maxY - straight.maxY) < 0.1)
      default: #expect(abs(wave.minY + wave.maxY - straight.minY - straight.maxY) < 0.1)
      }
      #expect(abs(wave.minX - straight.minX) < 1 && abs(wave.maxX - straight.maxX) < 1)
    }
  }

  @Test("Gaps lie where outlines cross the line, with its thickness on both sides")
  func gaps() throws {
    let line = TextDecoration(thickness: 2, skipsInk: true)
    #expect(try rects(.underline, lined(line, "nnnn")).count == 1)
    let layout = try lined(line, "npn")
    let parts = try rects(.underline, layout)
    #expect(parts.count == 2)
    // The stem of the p, from its outline.
    let run = try #require(layout.lines[0].runs.first)
    var outline = Path()
    run.run.font.paintedOutline(of: UInt32(run.run.glyph(at: 1)), into: &outline)
    let origin = Double(run.run.advance(at: 0)) * run.run.unit
    let scale = run.run.scale
    var stem = (Double.infinity, -Double.infinity)
    for element in outline.elements {
      switch element {
      case .move(let p), .line(let p):
        if p.y < -200 { stem = (min(stem.0, p.x), max(stem.1, p.x)) }
      default: break
      }
    }
    #expect(abs(parts[0].maxX - (origin + stem.0 * scale - 2)) < 1e-6)
    #expect(abs(parts[1].minX - (origin + stem.1 * scale + 2)) < 1e-6)
    // Without the choice, and in Chinese, Japanese and Korean, lines are whole.
    #expect(try rects(.underline, lined(TextDecoration(thickness: 2), "gpg")).count == 1)
    let low = TextDecoration(thickness: 2, offset: -2, skipsInk: true)
    #expect(try rects(.underline, lined(low, "漢字かな")).count == 1)
    #expect(try rects(.underline, lined(low, "漢gか")).count == 2)
    // Gaps of a double line are those of both.
    let two = try rects(
      .underline, lined(TextDecoration(style: .double, thickness: 2, skipsInk: true), "npn"))
    #expect(two.count == 4 && two[0].maxX == two[2].maxX)
  }

  @Test("No pixel of a line lies within a thickness of a glyph that crosses it", arguments: [1, 2])
  func gapPixels(scale: Int) throws {
    func draw(_ glyphs: Bool, _ line: Bool) throws -> Bitmap {
      let layout = try RichPaintSample.line("jumpy gag", size: 24) {
        $0.color = glyphs ? .black : .clear
        if line {
          $0.underline = TextDecoration(color: RichPaintSample.red, thickness: 2, skipsInk: true)
        }
      }
      return try RichPaintSample.draw(layout, scale: Double(scale))
    }
    let (glyphs, line) = (try draw(true, false), try draw(false, true))
    var (touching, ink) = (0, 0)
    for y in 0..<line.height {
      for x in 2..<line.width - 2 where line.alpha(x, y) > 0 {
        ink += 1
        if (x - 2 * scale + 1...x + 2 * scale - 1).contains(where: { glyphs.alpha($0, y) > 32 }) {
          touching += 1
        }
      }
    }
    #expect(ink > 60)
    #expect(touching == 0)
  }
}
