// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry

/// The coverage of a rectangle with round corners, blurred or not.
///
/// Between its corners an edge looks the same everywhere. So only a small box is filled and
/// filtered, with the same corners and the same fractions of pixels at its edges; its middle row
/// and column are repeated, which gives the same bits as the whole rectangle. Small boxes are
/// cached (``SmallBox``) and serve boxes of all places and sizes.
package struct RoundedBox: Sendable {
  let key: SmallBox
  /// The pixels that the box may touch.
  package let extent: PixelRect
  /// The numbers of columns and rows by which the box is larger than the small box: the small box
  /// lacks them in its middle.
  private let missing: (columns: Int, rows: Int)
  private let blur: GaussianBlur

  /// Prepares a box.
  ///
  /// - Parameters:
  ///   - rect: The rectangle, in device pixels.
  ///   - radii: The radii of the corners along both axes, in device pixels.
  ///   - deviation: The standard deviation of the blur, in device pixels.
  ///   - blur: The filter of that deviation.
  /// - Returns: `nil` for a rectangle without area or beyond ±10^6 pixels, for one that is neither
  ///   round nor blurred, which is filled as fast, and if the corners are so large that the small
  ///   box could not be kept.
  package init?(
    rect: Rect, radii: Size, corners: Corners, deviation: Double = 0, blur: GaussianBlur = .none
  ) {
    guard !rect.isEmpty, abs(rect.minX) < 1e6, abs(rect.minY) < 1e6, rect.width < 1e6,
      rect.height < 1e6
    else { return nil }
    let origin = (x: rect.minX.rounded(.down), y: rect.minY.rounded(.down))
    func reduced(_ length: Double, _ radius: Double) -> Int {
      // The small box keeps both corners, the pixels that the corners affect, and one of the equal
      // columns between them.
      let kept = 2 * (radius.rounded(.up) + Double(blur.reach) + 2) + 3
      let missing = Int((length - kept).rounded(.down))
      // Fewer than 32 pixels cost less within the small box than as a repeated part.
      return missing < 32 ? 0 : missing
    }
    // Places within a pixel are rounded to 2⁻²⁰ pixel. Otherwise rounding errors, which depend on
    // the whole part of the place, would give boxes with equal fractions different keys.
    func rounded(_ place: Double) -> Double { (place * 0x1p20).rounded() * 0x1p-20 }
    missing = (reduced(rect.width, radii.width), reduced(rect.height, radii.height))
    self.blur = blur
    key = SmallBox(
      rect: Rect(
        x: rounded(rect.minX - origin.x), y: rounded(rect.minY - origin.y),
        width: rounded(rect.width - Double(missing.columns)),
        height: rounded(rect.height - Double(missing.rows))),
      radii: radii, corners: corners, deviation: deviation)
    let small = PixelRect(covering: key.rect).inset(by: -blur.reach)
    extent = PixelRect(
      x: Int(origin.x) + small.x, y: Int(origin.y) + small.y, width: small.width + missing.columns,
      height: small.height + missing.rows)
    let limit = blur.reach > 0 ? SmallBox.blurredLimit : SmallBox.sharpLimit
    guard small.width * small.height <= limit, blur.reach > 0 || !key.isSharp else { return nil }
  }

  /// The outline of the box, in device pixels.
  package var path: Path {
    let small = PixelRect(covering: key.rect).inset(by: -blur.reach)
    let rect = Rect(
      x: key.rect.minX + Double(extent.x - small.x), y: key.rect.minY + Double(extent.y - small.y),
      width: key.rect.width + Double(missing.columns),
      height: key.rect.height + Double(missing.rows))
    return Path(roundedRect: rect, radii: key.radii, corners: key.corners)
  }

  /// The standard deviation of the blur, in device pixels.
  package var deviation: Double { key.deviation }

  /// Finds or makes the coverage.
  ///
  /// - Throws: `allocationFailed`.
  fileprivate func coverage() throws(GraphicsError) -> BoxCoverage {
    let small = try SmallBox.shared(key, blur)
    return BoxCoverage(
      small: small, columns: Slice.slices(small.width, missing.columns, extent.x),
      rows: Slice.slices(small.height, missing.rows, extent.y))
  }
}

/// A part of a box along one axis.
private struct Slice {
  /// The device pixels.
  var place: Range<Int>
  /// The pixel of the small box that the first device pixel is copied from.
  var source: Int
  /// Whether all device pixels are copied from the pixel ``source``.
  let isRepeated: Bool

  /// The part before the middle, the repeated middle, and the part behind the middle. If no pixels
  /// are missing, the first part is the whole.
  static func slices(_ length: Int, _ missing: Int, _ origin: Int) -> InlineArray<3, Slice> {
    let first = missing > 0 ? (length + 1) / 2 : length
    let middle = origin + first
    return [
      Slice(place: origin..<middle, source: 0, isRepeated: false),
      Slice(place: middle..<middle + missing, source: first, isRepeated: true),
      Slice(
        place: middle + missing..<origin + length + missing, source: first, isRepeated: false),
    ]
  }

  func clamped(to range: Range<Int>) -> Slice {
    let part = place.clamped(to: range)
    let skipped = isRepeated ? 0 : part.lowerBound - place.lowerBound
    return Slice(place: part, source: source + skipped, isRepeated: isRepeated)
  }
}

/// The coverage of a box at a place, made from a small box by repeating its middle.
private struct BoxCoverage {
  let small: SmallBox.Pixels
  let columns: InlineArray<3, Slice>
  let rows: InlineArray<3, Slice>

  /// Calls a closure for each part of an area: corners, edges and the middle.
  func parts(in area: PixelRect, _ body: (_ column: Slice, _ row: Slice, _ part: PixelRect) -> Void)
  {
    for r in rows.indices where !rows[r].place.isEmpty {
      let row = rows[r].clamped(to: area.y..<area.maxY)
      if row.place.isEmpty { continue }
      for c in columns.indices where !columns[c].place.isEmpty {
        let column = columns[c].clamped(to: area.x..<area.maxX)
        if column.place.isEmpty { continue }
        let part = PixelRect(
          x: column.place.lowerBound, y: row.place.lowerBound, width: column.place.count,
          height: row.place.count)
        body(column, row, part)
      }
    }
  }

  /// Copies a row of coverage, from a device position to the right.
  func copyRow(x: Int, y: Int, to line: inout [UInt8]) {
    let area = PixelRect(x: x, y: y, width: line.count, height: 1)
    parts(in: area) { column, row, part in
      let start = row.source * small.width + column.source
      for i in 0..<part.width {
        line[part.x - x + i] = small.bytes[column.isRepeated ? start : start + i]
      }
    }
  }

  /// The level of a part whose columns are all the same.
  func level(_ column: Slice, row: Int) -> UInt8 { small.bytes[row * small.width + column.source] }

  /// Lends the coverage of a part whose columns differ.
  func lend(_ column: Slice, _ row: Slice, _ part: PixelRect, _ body: (CoverageMask) -> Void) {
    let start = row.source * small.width + column.source
    // The memory of `small.bytes` is valid during the call and includes the 16 bytes that kernels
    // read beyond the last row.
    unsafe small.bytes.withUnsafeBufferPointer { bytes in
      guard let pixels = bytes.baseAddress else { return }
      unsafe body(
        CoverageMask(
          bounds: part, stride: row.isRepeated ? 0 : small.width, pixels: pixels + start))
    }
  }
}

extension GraphicsContext {
  /// Draws a box in one colour.
  ///
  /// - Parameters:
  ///   - box: The box, in device pixels.
  ///   - color: The colour, premultiplied R, G, B, A with red in the lowest byte.
  ///   - areas: Device pixels that are left out.
  /// - Throws: `allocationFailed`.
  package mutating func fill(
    _ box: RoundedBox, premultiplied color: UInt32, except areas: [PixelRect] = []
  ) throws(GraphicsError) {
    let seen = box.extent.intersection(clipPixels)
    guard color != 0, !seen.isEmpty else { return }
    let coverage = try box.coverage()
    seen.forEachStrip(around: areas[...]) { fill(coverage, in: $0, color) }
  }

  private func fill(_ coverage: BoxCoverage, in area: PixelRect, _ color: UInt32) {
    if let clipMask {
      var line = [UInt8](repeating: 0, count: area.width)
      for y in area.y..<area.maxY {
        coverage.copyRow(x: area.x, y: y, to: &line)
        clipMask.multiply(&line, x: area.x, y: y)
        target.over(color, through: line, x: area.x, y: y)
      }
      return
    }
    let target = target
    coverage.parts(in: area) { column, row, part in
      if !column.isRepeated {
        coverage.lend(column, row, part) { target.over(color, through: $0) }
        return
      }
      // Drawing a colour through one level of coverage gives the same bits as filling with a
      // fainter colour. Adjacent rows of one level are filled together.
      var y = 0
      while y < part.height {
        let level = coverage.level(column, row: row.source + y)
        var height = row.isRepeated ? part.height : 1
        while y + height < part.height,
          coverage.level(column, row: row.source + y + height) == level
        {
          height += 1
        }
        let color = Self.color(color, through: level)
        let area = PixelRect(x: part.x, y: part.y + y, width: part.width, height: height)
        y += height
        if color >> 24 == 255 {
          target.store(color, in: area)
        } else if color != 0 {
          target.over(color, in: area)
        }
      }
    }
  }

  /// A premultiplied colour of the opacity that a level of coverage leaves.
  private static func color(_ color: UInt32, through level: UInt8) -> UInt32 {
    if level == 255 { return color }
    var result: UInt32 = 0
    for shift in stride(from: 0 as UInt32, to: 32, by: 8) {
      let product = (color >> shift & 255) * UInt32(level) + 128
      result |= ((product + product >> 8) >> 8) << shift
    }
    return result
  }

  /// Restricts drawing to a box, in addition to the present clip.
  ///
  /// - Throws: `allocationFailed`.
  package mutating func clip(to box: RoundedBox) throws(GraphicsError) {
    let bounds = clipPixels.intersection(box.extent)
    var mask: ClipMask?
    if !bounds.isEmpty {
      let coverage = try box.coverage()
      mask = try ClipMask(bounds: bounds, times: clipMask, freeList: freeList) { y, line in
        coverage.copyRow(x: bounds.x, y: y, to: &line)
      }
    }
    (clipPixels, clipMask) = (bounds, mask)
  }
}
