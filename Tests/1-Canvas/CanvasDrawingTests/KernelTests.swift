// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCanvasKernels
import CanvasDrawing
import CanvasGeometry
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Every variant of a pixel loop has the bits of the scalar one.
@Suite(.serialized) struct KernelTests {
  static func bytes(_ n: Int, _ random: inout AreaOracle.Random, premultiplied: Bool = false)
    -> [UInt8]
  {
    var result = (0..<n).map { _ -> UInt8 in
      switch UInt8.random(in: 0...9, using: &random) {
      case 0...2: 0
      case 3...5: 255
      default: UInt8.random(in: 0...255, using: &random)
      }
    }
    if premultiplied {
      for i in stride(from: 0, to: n, by: 4) {
        for k in 0..<3 { result[i + k] = min(result[i + k], result[i + 3]) }
      }
    }
    return result
  }

  /// Runs a loop in every variant and compares the results.
  static func compare(_ name: String, _ body: () -> [UInt8]) {
    defer { _ = ctk_set_level(-1) }
    _ = ctk_set_level(0)
    let expected = body()
    for level in 1...2 where ctk_set_level(Int32(level)) == level {
      #expect(body() == expected, "\(name), variant \(level)")
    }
  }

  @Test func halvesAreMeansOfSquaresInEveryVariant() {
    var random = AreaOracle.Random(23)
    for (width, height) in [(1, 1), (2, 5), (15, 2), (16, 3), (17, 4), (33, 2), (64, 7), (70, 8)] {
      let source = Self.bytes(4 * width * height, &random)
      let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
      var expected = [UInt8](repeating: 0, count: 4 * columns * rows)
      for i in expected.indices {
        let (x, y, k) = (i / 4 % columns, i / 4 / columns, i % 4)
        var sum = 2
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
          let (sx, sy) = (min(2 * x + dx, width - 1), min(2 * y + dy, height - 1))
          sum += Int(source[4 * (sy * width + sx) + k])
        }
        expected[i] = UInt8(sum / 4)
      }
      func halves() -> [UInt8] {
        var half = [UInt8](repeating: 0, count: expected.count)
        ctk_halve_rgba8(&half, 4 * columns, source, 4 * width, Int32(width), Int32(height))
        return half
      }
      #expect(halves() == expected, "\(width) x \(height)")
      Self.compare("halves", halves)
    }
  }

  @Test func variantsHaveTheSameBits() {
    var random = AreaOracle.Random(11)
    for n in Array(1...40) + [64, 100, 255] {
      let target = Self.bytes(n * 4, &random, premultiplied: true)
      let source = Self.bytes(n * 4, &random, premultiplied: true)
      let mask = Self.bytes(n, &random)
      let count = Int32(n)
      for color in [0xff20_4060, 0x8030_0010, 0xffff_ffff, 0x0101_0101] as [UInt32] {
        Self.compare("mask over rgba") {
          var d = target
          ctk_mask_over_rgba8(&d, n * 4, mask, n, count, 1, color)
          return d
        }
        Self.compare("over rgba") {
          var d = target
          ctk_over_rgba8(&d, n * 4, count, 1, color)
          return d
        }
        Self.compare("mask over alpha") {
          var d = target
          ctk_mask_over_alpha8(&d, n * 4, mask, n, count, 1, UInt8(color >> 24))
          return d
        }
      }
      Self.compare("over row") {
        var d = target
        ctk_over_row_rgba8(&d, source, count)
        return d
      }
      Self.compare("mask over row") {
        var d = target
        ctk_mask_over_row_rgba8(&d, source, mask, count)
        return d
      }
      for color in [0xff80_ffff, 0x6620_4060, 0] as [UInt32] {
        Self.compare("modulate") {
          var d = target
          ctk_modulate_row_rgba8(&d, count, color)
          return d
        }
      }
      Self.compare("multiply") {
        var d = target
        ctk_multiply_row_alpha8(&d, source, count * 4)
        return d
      }
    }
  }

  /// Runs of opaque pixels, which vectors copy, others that are not quite opaque, and runs of full
  /// coverage, whose mask vectors leave out.
  @Test func opaqueRunsHaveTheSameBits() {
    var random = AreaOracle.Random(12)
    for run in 1...20 {
      let n = 3 * run + 17
      let target = Self.bytes(n * 4, &random, premultiplied: true)
      var source = Self.bytes(n * 4, &random, premultiplied: true)
      for i in 0..<n where i / run % 2 == 0 { source[4 * i + 3] = i % 29 == 28 ? 254 : 255 }
      let mask = [UInt8](repeating: 255, count: n)
      Self.compare("over row") {
        var d = target
        ctk_over_row_rgba8(&d, source, Int32(n))
        return d
      }
      Self.compare("mask over row") {
        var d = target
        ctk_mask_over_row_rgba8(&d, source, mask, Int32(n))
        return d
      }
      for color in [0xff20_4060, 0x8030_0010, 0x0101_0101] as [UInt32] {
        Self.compare("mask over rgba") {
          var d = target
          ctk_mask_over_rgba8(&d, n * 4, mask, n, Int32(n), 1, color)
          return d
        }
      }
    }
  }

  @Test func arcsInAllVariantsHaveTheSameBits() throws {
    var random = AreaOracle.Random(13)
    for round in 0..<60 {
      let size = [9.0, 14, 40, 130][round % 4]
      // Petals around the middle: parabolas, cubics and lines in turn, on whole pixels and off
      // them.
      let n = Int.random(in: 3...16, using: &random)
      var path = Path()
      func point(_ turn: Double, _ radius: Double) -> Point {
        let p = Point(
          x: size * (0.5 + radius * cos(turn)), y: size * (0.5 + radius * sin(turn)))
        return round % 3 == 0 ? Point(x: p.x.rounded(), y: p.y.rounded()) : p
      }
      for i in 0..<n {
        let turn = Double(i) * 2 * .pi / Double(n), step = 2 * .pi / Double(n)
        let to = point(turn + step, .random(in: 0.1...0.48, using: &random))
        if i == 0 { path.move(to: point(0, 0.3)) }
        switch i % 4 {
        case 0: path.addLine(to: to)
        case 1: path.addQuadCurve(to: to, control: point(turn + step / 2, 0.4))
        case 2:
          path.addCurve(
            to: to, control1: point(turn + step * 0.3, 0.2), control2: point(turn, 0.45))
        default: path.addQuadCurve(to: to, control: point(turn + step, 0.3))
        }
      }
      path.closeSubpath()
      let rasterizer = PathRasterizer()
      // Taken for simple, so that curves go the plain way however they lie.
      let bounds = try rasterizer.prepare(path, transform: .identity, overlap: .none)
      let parts = [
        bounds, PixelRect(x: bounds.x + 3, y: bounds.y + 2, width: bounds.width - 5, height: 4),
      ]
      for part in parts {
        Self.compare("arcs, round \(round)") {
          let again = try? rasterizer.prepare(path, transform: .identity, overlap: .none)
          guard again == bounds, let mask = try? rasterizer.coverage(in: part) else { return [] }
          return (0..<mask.bounds.height).flatMap { y in
            (0..<mask.bounds.width).map { mask.pixels[y * mask.stride + $0] }
          }
        }
      }
    }
  }

  @Test func coverageVariantsHaveTheSameBits() {
    var random = AreaOracle.Random(12)
    for _ in 0..<300 {
      let (width, rows) = (Int.random(in: 1...90, using: &random), 3)
      let padded = (width + 7) & ~7, sumsPerRow = (width + 2 + 7) & ~7
      let sums = (0..<rows * sumsPerRow).map { _ in
        Bool.random(using: &random) ? 0 : Int32.random(in: -(1 << 25)...(1 << 25), using: &random)
      }
      Self.compare("coverage") {
        var s = sums
        var d = [UInt8](repeating: 7, count: rows * padded)
        ctk_coverage_rows(&d, padded, &s, Int32(sumsPerRow), Int32(width), Int32(rows))
        #expect(s.allSatisfy { $0 == 0 })
        return d
      }
    }
  }

  /// Every byte of a colour with every coverage, on white, on nothing and on anything.
  @Test func placedMasksHaveTheSameBits() {
    var random = AreaOracle.Random(13)
    let mask = (0..<256).map { UInt8($0) } + [UInt8](repeating: 0, count: 16)
    let grounds: [[UInt8]] = [
      [UInt8](repeating: 255, count: 1024), [UInt8](repeating: 0, count: 1024),
      Self.bytes(1024, &random, premultiplied: true),
    ]
    for c in UInt32(0)...255 {
      let opaque = 0xff00_0000 | c | (255 - c) << 8 | (c ^ 0x55) << 16
      let gray = 0xff00_0000 | c * 0x01_0101
      let sheer = c << 24 | c | (c / 2) << 8
      for color in [opaque, gray, sheer] {
        for ground in grounds {
          Self.compare("placed masks \(color)") {
            var pixels = ground
            mask.withUnsafeBufferPointer { mask in
              pixels.withUnsafeMutableBufferPointer { pixels in
                // A wide one, and one of each width up to 16.
                var masks = [
                  ctk_placed_mask(
                    mask: mask.baseAddress, stride: 256, width: 256, height: 1, x: 0, y: 0)
                ]
                for width in Int32(1)...16 {
                  let x = (width - 1) * width / 2
                  masks.append(
                    ctk_placed_mask(
                      mask: mask.baseAddress.map { $0 + Int(x) }, stride: 256, width: width,
                      height: 1, x: 136 - x, y: 0))
                }
                var canvas = ctk_canvas(
                  pixels: pixels.baseAddress, stride: 1024, byte_count: 1024, x: 0, y: 0, left: 0,
                  top: 0, right: 256, bottom: 1)
                ctk_masks_over_rgba8(&canvas, masks, c % 8 == 0 ? masks.count : 1, color)
              }
            }
            return pixels
          }
        }
      }
    }
  }

  @Test func roundsToNearest() {
    for m in 0...255 {
      for c in stride(from: 0, through: 255, by: 5) {
        var d: [UInt8] = [0, 0, 0, 0]
        let color = UInt32(c) | 0xff00_0000
        ctk_mask_over_rgba8(&d, 4, [UInt8(m)], 1, 1, 1, color)
        #expect(Int(d[0]) == Int((Double(c * m) / 255).rounded()))
      }
    }
  }
}
