// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import SystemConcurrency

/// The places of tiles along one axis: CSS Backgrounds and Borders 3, §3.4.
struct TileAxis: Sendable {
  /// The start of the first tile that is seen.
  var first: Double
  /// The length of a tile.
  var length: Double
  /// The distance from one start to the next.
  var step: Double
  /// The number of tiles that are seen.
  var count: Int

  /// The most tiles along an axis; more are not drawn.
  static let most = 1 << 14

  init(first: Double, length: Double, step: Double, count: Int) {
    (self.first, self.length, self.step, self.count) = (first, length, step, count)
  }

  /// Places the tiles of a background.
  ///
  /// - Parameters:
  ///   - position: The start of a tile, from the start of the area.
  ///   - length: The length that tiles have unless they are rounded.
  ///   - area: The range in which tiles are placed.
  ///   - seen: The range that is drawn.
  init(
    _ repetition: BoxRepeat, position: Double, length: Double, area: (from: Double, to: Double),
    seen: (from: Double, to: Double)
  ) {
    (first, self.length, step, count) = (area.from + position, length, length, 1)
    let room = area.to - area.from
    switch repetition {
    case .noRepeat, .stretch: return
    case .repeat: break
    case .round:
      guard room > 0 else { return }
      self.length = room / max(1, (room / length).rounded())
      step = self.length
    case .space:
      let fitting = (room / length + 1e-9).rounded(.down)
      if fitting < 2 { return }
      step = length + (room - fitting * length) / (fitting - 1)
      first = area.from
    }
    guard step > 0 else { return }
    first += ((seen.from - first) / step).rounded(.down) * step
    let number = ((seen.to - first) / step).rounded(.up)
    count = number > 0 ? min(Self.most, Int(min(number, 1e9))) : 0
  }

  /// The tiles that are seen in a range.
  func range(from: Double, to: Double) -> (Int, Int) {
    guard step > 0 else { return (0, count) }
    func index(_ place: Double, _ rule: FloatingPointRoundingRule) -> Int {
      Int(max(0, min(Double(count), ((place - first) / step).rounded(rule))))
    }
    return (index(from - length, .down), index(to, .up))
  }

  /// The start of a tile.
  func start(_ index: Int) -> Double { first + Double(index) * step }
}

/// Tiles of a picture, and the map to the device.
final class TileDraw: Sendable {
  let image: BoxImage
  /// The part of the picture that a tile shows, and the size of the picture; `nil` for all.
  let part: (rect: Rect, size: Size)?
  let columns: TileAxis
  let rows: TileAxis
  let map: PlaneMap

  init(_ image: BoxImage, columns: TileAxis, rows: TileAxis, map: PlaneMap) {
    (self.image, self.columns, self.rows, self.map) = (image, columns, rows, map)
    part = nil
  }

  init(
    _ image: BoxImage, part: Rect, of size: Size, columns: TileAxis, rows: TileAxis, map: PlaneMap
  ) {
    (self.image, self.columns, self.rows, self.map) = (image, columns, rows, map)
    self.part = (part, size)
  }

  /// The rectangle around all tiles.
  var extent: Rect {
    Rect(
      x: columns.first, y: rows.first,
      width: columns.start(columns.count - 1) + columns.length - columns.first,
      height: rows.start(rows.count - 1) + rows.length - rows.first)
  }

  /// Draws the tiles that the clip shows.
  func draw(in context: inout GraphicsContext, cancellation: Cancellation?) throws {
    let (across, down) = (device(columns, .x), device(rows, .y))
    if let across, let down, across.count * down.count > 4, max(across.step, down.step) <= 512 {
      return try drawPattern(across, down, in: &context)
    }
    context.use(map)
    let seen = context.clipBounds
    let (left, right) = columns.range(from: seen.minX, to: seen.maxX)
    let (top, bottom) = rows.range(from: seen.minY, to: seen.maxY)
    // Tiles far smaller than pixels are not drawn.
    if (right - left) * (bottom - top) > Self.most { return }
    for row in top..<bottom {
      try cancellation?.check()
      for column in left..<right {
        let tile = Rect(
          x: columns.start(column), y: rows.start(row), width: columns.length,
          height: rows.length)
        try image.draw(part, in: whole(tile), &context)
      }
    }
  }

  /// The tiles as shapes; `nil` in a perspective, and for more than 1,024.
  var shapes: [PaintedShape]? {
    guard let map = map.affine, columns.count * rows.count <= 1024 else { return nil }
    return (0..<rows.count).flatMap { row in
      (0..<columns.count).compactMap { column in
        let tile = Rect(
          x: columns.start(column), y: rows.start(row), width: columns.length, height: rows.length)
        return image.shape(part, in: tile, map)
      }
    }
  }

  /// The most tiles that are drawn one by one.
  private static let most = 1 << 16

  /// A tile whose edges lie on pixel edges along axes with several tiles, so that no seams are seen.
  private func whole(_ tile: Rect) -> Rect {
    guard let map = map.affine, map.b == 0, map.c == 0, map.a != 0, map.d != 0 else { return tile }
    func rounded(_ place: Double, _ scale: Double, _ shift: Double, _ tiles: TileAxis) -> Double {
      tiles.count > 1 ? ((place * scale + shift).rounded() - shift) / scale : place
    }
    let x = rounded(tile.minX, map.a, map.tx, columns)
    let y = rounded(tile.minY, map.d, map.ty, rows)
    return Rect(
      x: x, y: y, width: rounded(tile.maxX, map.a, map.tx, columns) - x,
      height: rounded(tile.maxY, map.d, map.ty, rows) - y)
  }

  // MARK: Patterns

  private enum Axis {
    case x, y
  }

  /// The places of tiles in device pixels, if they are whole; otherwise `nil`.
  private func device(_ tiles: TileAxis, _ axis: Axis) -> PixelTiles? {
    guard let map = map.affine, map.b == 0, map.c == 0, map.a > 0, map.d > 0 else { return nil }
    let (scale, shift) = axis == .x ? (map.a, map.tx) : (map.d, map.ty)
    func whole(_ value: Double) -> Int? {
      let rounded = value.rounded()
      return abs(value - rounded) < 1.0 / 4096 && abs(rounded) < 1e9 ? Int(rounded) : nil
    }
    if let first = whole(tiles.first * scale + shift), let step = whole(tiles.step * scale),
      let length = whole(tiles.length * scale), step > 0, length > 0
    {
      return PixelTiles(first: first, length: length, step: step, count: tiles.count)
    }
    // Tiles of few pixels are as large as whole ones.
    let (step, length) = (tiles.step * scale, tiles.length * scale)
    guard step < 4, let first = whole((tiles.first * scale + shift).rounded()) else { return nil }
    let pixels = max(1, Int(step.rounded()))
    return PixelTiles(
      first: first, length: min(pixels, max(1, Int(length.rounded()))), step: pixels,
      count: max(1, Int((Double(tiles.count) * step / Double(pixels)).rounded(.up))))
  }

  private struct PixelTiles {
    let first, length, step, count: Int
    /// The tiles in a picture of several ones, so that it has some 64 pixels at least.
    var copies: Int { min(count, max(1, (64 + step - 1) / step)) }
  }

  /// Draws a picture of some tiles again and again, pixel for pixel.
  private func drawPattern(
    _ across: PixelTiles, _ down: PixelTiles, in context: inout GraphicsContext
  ) throws {
    let clip = context.clipPixels
    let (width, height) = (across.copies * across.step, down.copies * down.step)
    var tile = try GraphicsContext(pixels: PixelSize(width: across.length, height: down.length))
    // A gradient is in points of the layer.
    tile.scaleBy(
      x: Double(across.length) / columns.length, y: Double(down.length) / rows.length)
    try image.draw(part, in: Rect(width: columns.length, height: rows.length), &tile)
    let one = tile.makeBitmap()
    var cell = try GraphicsContext(pixels: PixelSize(width: width, height: height))
    for row in 0..<down.copies {
      for column in 0..<across.copies {
        cell.draw(one, atPixelX: column * across.step, y: row * down.step)
      }
    }
    let bitmap = cell.makeBitmap()
    let all = PixelRect(
      x: across.first, y: down.first,
      width: (across.count - 1) * across.step + across.length,
      height: (down.count - 1) * down.step + down.length)
    context.saveGState()
    defer { context.restoreGState() }
    context.clip(pixels: all)
    let part = clip.intersection(all)
    if part.isEmpty { return }
    for y in stride(
      from: down.first + (part.y - down.first) / height * height, to: part.maxY, by: height)
    {
      for x in stride(
        from: across.first + (part.x - across.first) / width * width, to: part.maxX, by: width)
      {
        context.draw(bitmap, atPixelX: x, y: y)
      }
    }
  }
}

extension BoxImage {
  /// Draws the picture, or a part of it, in a rectangle.
  fileprivate func draw(
    _ part: (rect: Rect, size: Size)?, in tile: Rect, _ context: inout GraphicsContext
  ) throws(GraphicsError) {
    switch shape(part, in: tile, .identity) {
    case .image(let draw, let opacity, _): try context.draw(draw, alpha: opacity)
    case .gradient(let path, let gradient, let map):
      context.saveGState()
      context.concatenate(map)
      try context.fill(path, with: gradient)
      context.restoreGState()
    default: break
    }
  }

  /// The picture, or a part of it, as a shape in a rectangle.
  fileprivate func shape(
    _ part: (rect: Rect, size: Size)?, in tile: Rect, _ map: AffineTransform
  ) -> PaintedShape? {
    let size = part?.size ?? tile.size
    let source = part?.rect ?? Rect(origin: .zero, size: size)
    if case .bitmap(let bitmap) = self {
      let (x, y) = (Double(bitmap.width) / size.width, Double(bitmap.height) / size.height)
      let pixels = Rect(
        x: source.minX * x, y: source.minY * y, width: source.width * x,
        height: source.height * y)
      return .image(BitmapDraw(bitmap, source: pixels, in: tile), opacity: 1, map)
    }
    guard let gradient = gradient(size) else { return nil }
    let (x, y) = (tile.width / source.width, tile.height / source.height)
    let place = AffineTransform(
      a: x, b: 0, c: 0, d: y, tx: tile.minX - source.minX * x, ty: tile.minY - source.minY * y)
    return .gradient(Path(rect: source), gradient, place.concatenating(map))
  }

  /// The gradient in points of a picture of a size; `nil` for a bitmap.
  private func gradient(_ size: Size) -> Gradient? {
    switch self {
    case .bitmap: nil
    case .gradient(let gradient): gradient
    case .unitGradient(let properties):
      properties.gradient(in: Rect(origin: .zero, size: size), opacity: 1)
    }
  }
}
