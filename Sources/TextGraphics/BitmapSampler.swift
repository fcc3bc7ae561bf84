// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextKernels
import TextModel

/// A bitmap made ready to be read at device pixels.
///
/// Each device pixel is the average of the source over the box that it covers there, at least one source
/// pixel wide and high: exact averaging where the picture shrinks, interpolation where it grows. Beyond its
/// sides the picture's outermost pixels go on; the shape that is filled bounds it.
@safe struct BitmapSampler {
  private let bitmap: Bitmap
  private let toSource: AffineTransform
  private let boxWidth: Double
  private let boxHeight: Double
  private let alpha: Float
  /// Kept between the rows of one shape; `nil` if the picture is turned or has no colours.
  private let upright: Upright?

  /// Returns `nil` where nothing would be drawn.
  init?(_ bitmap: Bitmap, rect: Rect, transform: AffineTransform, alpha: UInt8) {
    guard !rect.isEmpty else { return nil }
    let toRect = AffineTransform(
      a: rect.width / Double(bitmap.width), b: 0, c: 0,
      d: rect.height / Double(bitmap.height), tx: rect.minX, ty: rect.minY)
    guard let inverse = transform.concatenated(with: toRect).inverted else { return nil }
    self.bitmap = bitmap
    toSource = inverse
    // Along each source axis, the larger of the extents of the two sides of a device pixel, so that a
    // quarter turn blurs no more than no turn.
    boxWidth = min(max(1, max(abs(inverse.a), abs(inverse.c))), Double(bitmap.width))
    boxHeight = min(max(1, max(abs(inverse.b), abs(inverse.d))), Double(bitmap.height))
    self.alpha = Float(alpha) / 255
    let isUpright = inverse.b == 0 && inverse.c == 0 && bitmap.format == .rgba8
    upright = isUpright ? Upright(width: bitmap.width) : nil
  }

  /// Scratch of the separable way.
  private final class Upright {
    var x = 0
    var columns: [ctk_reach] = []
    var sums: [Float]

    init(width: Int) {
      sums = [Float](repeating: 0, count: 4 * width)
    }
  }

  /// The pixels that a box touches along one axis, and how much of the first and the last.
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
  func shade(x: Int, y: Int, into row: UnsafeMutableBufferPointer<UInt32>) {
    if let upright {
      unsafe shade(x: x, y: y, into: row, upright)
      return
    }
    let m = toSource
    let norm = alpha / Float(boxWidth * boxHeight)
    unsafe bitmap.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for i in 0..<row.count {
        let (px, py) = (Double(x + i) + 0.5, Double(y) + 0.5)
        let columns = Reach(center: m.a * px + m.c * py + m.tx, extent: boxWidth)
        let rows = Reach(center: m.b * px + m.d * py + m.ty, extent: boxHeight)
        var sum = SIMD4<Float>(repeating: 0)
        for sy in rows.first...rows.last {
          let from = unsafe base + max(0, min(bitmap.height - 1, sy)) * bitmap.bytesPerRow
          var line = SIMD4<Float>(repeating: 0)
          for sx in columns.first...columns.last {
            let k = max(0, min(bitmap.width - 1, sx))
            line += unsafe load(from, k) * columns.weight(sx)
          }
          sum += line * rows.weight(sy)
        }
        let v = sum * norm + 0.5
        func byte(_ f: Float) -> UInt32 { UInt32(max(0, min(255, f))) }
        unsafe row[i] = byte(v[0]) | byte(v[1]) << 8 | byte(v[2]) << 16 | byte(v[3]) << 24
      }
    }
  }

  /// The same for a picture that is not turned: rows are summed first, then columns.
  private func shade(
    x: Int, y: Int, into row: UnsafeMutableBufferPointer<UInt32>, _ scratch: Upright
  ) {
    let m = toSource
    if scratch.x != x || scratch.columns.count != row.count {
      scratch.x = x
      scratch.columns = (0..<row.count).map {
        Reach(center: m.a * (Double(x + $0) + 0.5) + m.tx, extent: boxWidth).packed
      }
    }
    var rows = Reach(center: m.d * (Double(y) + 0.5) + m.ty, extent: boxHeight).packed
    let norm = alpha / Float(boxWidth * boxHeight)
    unsafe bitmap.withUnsafeBytes { bytes in
      unsafe scratch.sums.withUnsafeMutableBufferPointer { sums in
        unsafe scratch.columns.withUnsafeBufferPointer { columns in
          unsafe ctk_average_row_rgba8(
            row.baseAddress, columns.baseAddress, Int32(row.count),
            bytes.assumingMemoryBound(to: UInt8.self).baseAddress, bitmap.bytesPerRow,
            Int32(bitmap.width), Int32(bitmap.height), &rows, norm, sums.baseAddress)
        }
      }
    }
  }

  @inline(__always)
  private func load(_ row: UnsafeRawPointer, _ x: Int) -> SIMD4<Float> {
    switch bitmap.format {
    case .rgba8:
      let p = unsafe row.load(fromByteOffset: x * 4, as: UInt32.self)
      return SIMD4(
        Float(p & 255), Float((p >> 8) & 255), Float((p >> 16) & 255), Float(p >> 24))
    case .alpha8:
      return SIMD4(0, 0, 0, Float(unsafe row.load(fromByteOffset: x, as: UInt8.self)))
    }
  }
}
