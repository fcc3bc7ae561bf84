// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import TextTestSupport

@testable import LayerCompositing

/// The pixels that differ between two pictures of the same size.
struct PixelDifference: CustomStringConvertible {
  var count = 0
  var area = PixelRect(width: 0, height: 0)
  /// The greatest difference of a component.
  var most = 0
  var first: String?

  init(_ a: Bitmap, _ b: Bitmap, except ignored: DamageRegion = DamageRegion()) {
    if a == b { return }
    let (pixels, others) = (a.allPixels, b.allPixels)
    for y in 0..<min(a.height, b.height) {
      for x in 0..<min(a.width, b.width)
      where pixels[y * a.width + x] != others[y * b.width + x] {
        let (p, q) = (a.rgba(x, y), b.rgba(x, y))
        let place = PixelRect(x: x, y: y, width: 1, height: 1)
        if ignored.rectangles.contains(where: { $0.contains(place) }) { continue }
        if count == 0 { first = "\(p) and \(q) at \(x), \(y)" }
        count += 1
        area = area.union(PixelRect(x: x, y: y, width: 1, height: 1))
        most = max(most, zip(p, q).map { abs(Int($0) - Int($1)) }.max() ?? 0)
      }
    }
  }

  var description: String { "\(count) pixels in \(area), by up to \(most), first \(first ?? "")" }
}
