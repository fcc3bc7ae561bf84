// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CCanvasKernels
import CanvasGeometry

/// The filter of a drawn bitmap.
package enum BitmapFilter: UInt8, Hashable, Sendable {
  case nearest
  /// The average over the box that a device pixel covers, at least one source pixel wide and high:
  /// exact averaging where the bitmap is reduced, interpolation where it is magnified.
  case average
}

/// A bitmap prepared for one transform, which computes colours of device pixels.
///
/// A device pixel is the average of the source over the box that it covers there, at least one
/// source pixel wide and high: exact averaging where the picture shrinks, interpolation where it
/// grows. The edge pixels extend beyond the sides; the filled shape bounds the picture.
struct BitmapSampler {
  private let bitmap: Bitmap
  /// The part of the bitmap that is read.
  private let part: PixelRect
  private let toSource: AffineTransform
  private let boxWidth: Double
  private let boxHeight: Double
  private let alpha: Float
  /// The premultiplied colour of full coverage, for `alpha8`.
  private let tint: SIMD4<Float>
  private let isNearest: Bool
  /// Scratch memory for the rows of one shape; `nil` if the picture is rotated or `alpha8`.
  private let separable: SeparableScratch?

  /// - Returns: `nil` if nothing would be drawn.
  init?(_ draw: BitmapDraw, transform: AffineTransform, alpha: UInt8) {
    let (bitmap, rect, source) = (draw.bitmap, draw.rect, draw.source)
    guard !rect.isEmpty, !source.isEmpty else { return nil }
    let (sx, sy) = (rect.width / source.width, rect.height / source.height)
    let toRect = AffineTransform(
      a: sx, b: 0, c: 0, d: sy, tx: rect.minX - source.minX * sx, ty: rect.minY - source.minY * sy)
    guard let inverse = toRect.concatenating(transform).inverted() else { return nil }
    self.bitmap = bitmap
    let all = PixelRect(width: bitmap.width, height: bitmap.height)
    let part = PixelRect(covering: source).intersection(all)
    self.part = part.isEmpty ? all : part
    toSource = inverse
    // Along each source axis the box has the larger of the extents of the two sides of a device
    // pixel, so that a quarter turn blurs no more than no turn.
    let (across, down) = (
      max(abs(inverse.a), abs(inverse.c)), max(abs(inverse.b), abs(inverse.d))
    )
    boxWidth = min(max(1, across), Double(self.part.width))
    boxHeight = min(max(1, down), Double(self.part.height))
    self.alpha = Float(alpha) / 255
    let color = draw.tint.premultiplied8
    func component(_ shift: UInt32) -> Float { Float(color >> shift & 255) / 255 }
    tint = SIMD4(component(0), component(8), component(16), component(24))
    // The larger box decides between the filters for growing and for shrinking.
    isNearest = (max(across, down) > 1 ? draw.shrinking : draw.growing) == .nearest
    let isSeparable = !isNearest && inverse.b == 0 && inverse.c == 0 && bitmap.format == .rgba8
    separable = isSeparable ? SeparableScratch(width: self.part.width) : nil
  }

  /// Scratch memory of the separable filter, and the column weights of the last row.
  private final class SeparableScratch {
    var x = 0
    var columns: [ctk_reach] = []
    var sums: [Float]

    init(width: Int) {
      sums = [Float](repeating: 0, count: 4 * width)
    }
  }

  /// The pixels that a box touches along one axis, and the weights of the first and the last.
  private struct Reach {
    var first: Int
    var last: Int
    var firstWeight: Float
    var lastWeight: Float

    var packed: ctk_reach {
      ctk_reach(
        first: Int32(first), last: Int32(last), first_weight: firstWeight,
        last_weight: lastWeight)
    }

    init(center: Double, extent: Double) {
      let low = center - extent / 2, high = center + extent / 2
      let bounded = max(-1e9, min(1e9, low))
      first = Int(bounded.rounded(.down))
      last = max(first, Int((max(-1e9, min(1e9, high))).rounded(.up)) - 1)
      if first == last {
        firstWeight = Float(high - low)
        lastWeight = 0
      } else {
        firstWeight = Float(Double(first + 1) - low)
        lastWeight = Float(high - Double(last))
      }
    }

    func weight(_ i: Int) -> Float { i == first ? firstWeight : i == last ? lastWeight : 1 }
  }

  /// Writes the premultiplied colours of the pixels from a device position to the right.
  func shade(x: Int, y: Int, into row: inout [UInt32]) {
    if let separable { return shade(x: x, y: y, into: &row, separable) }
    if isNearest { return shadeNearest(x: x, y: y, into: &row) }
    let m = toSource
    let norm = alpha / Float(boxWidth * boxHeight)
    bitmap.withBytes { bytes in
      for i in row.indices {
        let (px, py) = (Double(x + i) + 0.5, Double(y) + 0.5)
        let columns = Reach(center: m.a * px + m.c * py + m.tx, extent: boxWidth)
        let rows = Reach(center: m.b * px + m.d * py + m.ty, extent: boxHeight)
        var sum = SIMD4<Float>(repeating: 0)
        for sy in rows.first...rows.last {
          let start = max(part.y, min(part.maxY - 1, sy)) * bitmap.bytesPerRow
          var line = SIMD4<Float>(repeating: 0)
          for sx in columns.first...columns.last {
            let k = max(part.x, min(part.maxX - 1, sx))
            line += color(bytes, start, k) * columns.weight(sx)
          }
          sum += line * rows.weight(sy)
        }
        row[i] = Self.packed(sum * norm)
      }
    }
  }

  private static func packed(_ color: SIMD4<Float>) -> UInt32 {
    let v = color + 0.5
    func byte(_ f: Float) -> UInt32 { UInt32(max(0, min(255, f))) }
    return byte(v[0]) | byte(v[1]) << 8 | byte(v[2]) << 16 | byte(v[3]) << 24
  }

  private func shadeNearest(x: Int, y: Int, into row: inout [UInt32]) {
    let m = toSource
    func index(_ v: Double) -> Int { Int(max(-1e9, min(1e9, v)).rounded(.down)) }
    bitmap.withBytes { bytes in
      for i in row.indices {
        let (px, py) = (Double(x + i) + 0.5, Double(y) + 0.5)
        let sx = max(part.x, min(part.maxX - 1, index(m.a * px + m.c * py + m.tx)))
        let sy = max(part.y, min(part.maxY - 1, index(m.b * px + m.d * py + m.ty)))
        row[i] = Self.packed(color(bytes, sy * bitmap.bytesPerRow, sx) * alpha)
      }
    }
  }

  /// The separable filter for a picture that is not rotated: sums rows first, then columns.
  private func shade(x: Int, y: Int, into row: inout [UInt32], _ scratch: SeparableScratch) {
    let m = toSource
    if scratch.x != x || scratch.columns.count != row.count {
      scratch.x = x
      scratch.columns = row.indices.map {
        Reach(
          center: m.a * (Double(x + $0) + 0.5) + m.tx - Double(part.x), extent: boxWidth
        ).packed
      }
    }
    var rows =
      Reach(center: m.d * (Double(y) + 0.5) + m.ty - Double(part.y), extent: boxHeight).packed
    let norm = alpha / Float(boxWidth * boxHeight)
    unsafe bitmap.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return }
      let corner = unsafe first + part.y * bitmap.bytesPerRow + part.x * 4
      // C call: there is a column for each pixel of the row, and `sums` has room for the part's
      // width.
      unsafe ctk_average_row_rgba8(
        &row, scratch.columns, Int32(row.count), corner.assumingMemoryBound(to: UInt8.self),
        bitmap.bytesPerRow, Int32(part.width), Int32(part.height), &rows, norm, &scratch.sums)
    }
  }

  /// The colour of a source pixel in the row that starts at an offset.
  @inline(__always)
  private func color(_ bytes: Span<UInt8>, _ row: Int, _ x: Int) -> SIMD4<Float> {
    switch bitmap.format {
    case .rgba8:
      let start = row + x * 4
      return SIMD4(
        Float(bytes[start]), Float(bytes[start + 1]), Float(bytes[start + 2]),
        Float(bytes[start + 3]))
    case .alpha8:
      return tint * Float(bytes[row + x])
    }
  }
}
