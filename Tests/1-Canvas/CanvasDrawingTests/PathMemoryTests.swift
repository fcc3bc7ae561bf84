// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import Testing
import TextTestSupport

@testable import CanvasDrawing

/// The memory of paths, told before it is taken.
@Suite("The memory of paths")
struct PathMemoryTests {
  enum Kind: CaseIterable {
    case lines, flatLines, quads, cubics, small
  }

  private func path(_ kind: Kind, _ count: Int) -> Path {
    var random = SeededGenerator(seed: 20_261_129)
    var path = Path()
    func point(_ height: Double = 400) -> Point {
      Point(
        x: Double.random(in: 0...400, using: &random),
        y: Double.random(in: 0...height, using: &random))
    }
    path.move(to: point())
    for _ in 0..<count {
      switch kind {
      case .lines: path.addLine(to: point())
      case .flatLines: path.addLine(to: point(2))
      case .quads: path.addQuadCurve(to: point(), control: point())
      case .cubics: path.addCurve(to: point(), control1: point(), control2: point())
      case .small:
        let p = point()
        path.addCurve(
          to: p, control1: Point(x: p.x + 2, y: p.y), control2: Point(x: p.x, y: p.y + 3))
      }
    }
    path.closeSubpath()
    return path
  }

  @Test(
    "The estimate is near what the rasteriser takes", arguments: Kind.allCases, [0.25, 1.0, 4.0])
  func filling(kind: Kind, scale: Double) throws {
    let path = path(kind, 800)
    let rasterizer = PathRasterizer()
    let area = PixelRect(width: 1600, height: 1600)
    let map = AffineTransform.scale(x: scale, y: scale)
    _ = try rasterizer.prepare(path, transform: map, overlap: .possible)
    _ = try rasterizer.coverage(in: area)
    let (told, taken) = (path.fillingMemory(scale: scale), rasterizer.scratchByteCount)
    // Arrays have up to twice the room that they need; of what is told, copies of lines for one row
    // are a guess.
    #expect(told > taken / 3, "\(kind): \(told) for \(taken)")
    #expect(told < 12 * taken, "\(kind): \(told) for \(taken)")
  }

  @Test("A path with overlaps takes 28 bytes for each line, besides those of a row")
  func bytesOfLine() throws {
    // A million lines of a pixel, up and down, of which few cross one row.
    var path = Path()
    path.move(to: .zero)
    for i in 1...1_000_000 {
      path.addLine(to: Point(x: Double(i % 1000), y: Double(i / 1000 + i % 2)))
    }
    let rasterizer = PathRasterizer()
    _ = try rasterizer.prepare(path, transform: .identity, overlap: .possible)
    _ = try rasterizer.coverage(in: PixelRect(width: 1001, height: 1001))
    // 16 bytes of the mapped point, 8 of the vertex, 4 of its place in the order, some with room
    // for a quarter more.
    #expect(rasterizer.scratchByteCount < 36 << 20)
  }

  @Test("A stroke takes more for dashes, and for a larger scale; nothing overflows")
  func stroking() {
    let path = path(.cubics, 100)
    var style = StrokeStyle()
    style.lineWidth = 2
    let plain = path.strokingMemory(style, scale: 1).work
    #expect(path.strokingMemory(style, scale: 4).work > plain)
    style.dashPattern = [1, 1]
    #expect(path.strokingMemory(style, scale: 1).work > 2 * plain)
    style.dashPattern = [1e-300]
    var far = Path()
    far.move(to: Point(x: -.greatestFiniteMagnitude, y: 0))
    far.addCurve(
      to: Point(x: .greatestFiniteMagnitude, y: .nan), control1: Point(x: .infinity, y: 0),
      control2: .zero)
    #expect(far.strokingMemory(style, scale: 1e300).work > 0 && far.fillingMemory(scale: 1e300) > 0)
  }
}
