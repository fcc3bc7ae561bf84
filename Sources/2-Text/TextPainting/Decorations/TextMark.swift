// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import SystemConcurrency

/// A filled shape of one colour: a part of a background, a decoration or a border.
struct TextMark {
  enum Shape {
    /// Device pixels.
    case pixels(PixelRect)
    /// A rectangle in points of the layout.
    case rect(Rect)
    /// A path in the coordinates of a ``MarkSpace``. Where contours overlap, the coverage of a
    /// pixel may change by one level with the rest of its row, so such a path must not be cut to
    /// its visible part.
    case path(Path, overlap: ContourOverlap)
  }

  var shape: Shape
  var color: Color
}

/// The coordinates in which marks are made: pixels from a grid's origin, or else points.
///
/// Where there is a grid, straight edges lie on whole pixels.
struct MarkSpace {
  let grid: PixelGrid?
  /// The columns that are visible; `nil` for all.
  let visible: ClosedRange<Double>?

  init(grid: PixelGrid?, clip: PixelRect? = nil) {
    self.grid = grid
    if let grid, let clip {
      visible = Double(clip.x - grid.x)...Double(max(clip.x, clip.maxX) - grid.x)
    } else {
      visible = nil
    }
  }

  /// The units of the space for each point.
  var scale: Double { grid?.scale ?? 1 }

  /// The fineness of curves that are cut into lines, in pixels for a unit: without a grid it is not
  /// known, and a few pixels are assumed.
  var flatness: Double { grid == nil ? 8 : 1 }

  /// A vertical edge at an x in points.
  func column(_ x: Double) -> Double { grid.map { Double($0.column(x) - $0.x) } ?? x }

  /// A horizontal edge at a y in points.
  func row(_ y: Double) -> Double { grid.map { Double($0.row(y) - $0.y) } ?? y }

  /// A thickness in points: on a grid at least one pixel, and whole ones.
  func thickness(_ points: Double) -> Double {
    grid == nil ? points : max(1, (points * scale + 0.5).rounded(.down))
  }

  /// The band of a horizontal line.
  func band(_ rect: Rect) -> Rect {
    let left = column(rect.minX)
    return Rect(
      x: left, y: row(rect.minY), width: max(0, column(rect.maxX) - left),
      height: thickness(rect.height))
  }

  /// An x within a band, on whole pixels where there is a grid.
  func snapped(_ x: Double) -> Double { grid == nil ? x : (x + 0.5).rounded(.down) }

  /// A rectangle of the space.
  func rectangle(left: Double, top: Double, right: Double, height: Double) -> TextMark.Shape {
    guard let grid else {
      return .rect(Rect(x: left, y: top, width: right - left, height: height))
    }
    func pixel(_ value: Double) -> Int { Int(max(-PixelGrid.far, min(PixelGrid.far, value))) }
    return .pixels(
      PixelRect(
        x: pixel(left) + grid.x, y: pixel(top) + grid.y, width: pixel(right - left),
        height: pixel(height)))
  }

  /// The y of the baseline of text that lies at a y in points.
  func baseline(_ y: Double) -> Double {
    guard let grid else { return y }
    let exact = (y + grid.below) * grid.scale + grid.fractionY
    return grid.snapsBaselines ? (exact + 0.5).rounded(.down) : exact
  }

  /// An x in points as units of the space, not snapped to pixels.
  func x(_ points: Double) -> Double { grid.map { points * $0.scale + $0.fractionX } ?? points }
}

extension GraphicsContext {
  /// Fills marks that were made for a grid.
  mutating func fill(
    _ marks: [TextMark], on grid: PixelGrid, clip: PixelRect, _ cancellation: Cancellation
  ) throws {
    for (index, mark) in marks.enumerated() {
      if index & 0xFF == 0xFF { try cancellation.check() }
      let color = mark.color.premultiplied8
      switch mark.shape {
      case .pixels(let area): fill(pixels: area.intersection(clip), premultiplied: color)
      case .rect(let rect):
        fill(
          pixels: grid.snapped(rect, isLine: false).intersection(clip), premultiplied: color)
      case .path(let path, let overlap):
        try fill(
          path, overlap: overlap, fromPixelX: grid.x, y: grid.y, premultiplied: color, clip,
          cancellation)
      }
    }
  }

  /// Fills marks that were made without a grid.
  ///
  /// - Parameter below: The distance from the origin down to the layout, in points.
  mutating func fill(
    _ marks: [TextMark], below: Double, _ cancellation: Cancellation
  ) throws {
    for mark in marks {
      try cancellation.check()
      switch mark.shape {
      case .pixels: break
      case .rect(var rect):
        rect.origin.y += below
        try fill(Path(rect: rect), with: mark.color)
      case .path(let path, _):
        let present = transform
        concatenate(.translation(x: 0, y: below))
        defer { transform = present }
        try fill(path, with: mark.color)
      }
    }
  }

  /// Fills a path of pixels that count from a pixel of the device, whatever the transform.
  ///
  /// The coverage does not depend on that pixel nor on the clip, so tiles are like the whole.
  ///
  /// - Parameters:
  ///   - x: The column on the device of the path's column 0.
  ///   - y: The row on the device of the path's row 0.
  mutating func fill(
    _ path: Path, overlap: ContourOverlap = .unknown, fromPixelX x: Int, y: Int,
    premultiplied color: UInt32, _ clip: PixelRect, _ cancellation: Cancellation
  ) throws {
    let box = path.controlBounds
    guard color >> 24 > 0, !path.isEmpty, abs(box.minX) < PixelGrid.far,
      abs(box.minY) < PixelGrid.far, box.width.isFinite, box.height.isFinite
    else { return }
    let clip = clip.intersection(clipPixels)
    // The rasteriser clips paths that are far from its origin, so the origin is moved near the
    // path.
    let near = 65_536.0
    let ax = (box.minX / near).rounded(.down) * near
    let ay = (box.minY / near).rounded(.down) * near
    let (left, top) = (x + Int(ax), y + Int(ay))
    try PathRasterizer.withScratch { rasterizer throws in
      let ink = try rasterizer.prepare(
        path, transform: .translation(x: -ax, y: -ay), overlap: overlap)
      let visible = ink.intersection(clip.offset(dx: -left, dy: -top))
      if visible.isEmpty { return }
      let rows = max(16, Self.bandPixels / visible.width)
      for row in stride(from: visible.y, to: visible.maxY, by: rows) {
        try cancellation.check()
        let band = PixelRect(
          x: visible.x, y: row, width: visible.width, height: min(rows, visible.maxY - row))
        if let coverage = try rasterizer.coverage(in: band) {
          fillMask(coverage, fromPixelX: left, y: top, color: color)
        }
      }
    }
  }

  /// The pixels that are filled between two cancellation points.
  private static var bandPixels: Int { 1 << 17 }
}
