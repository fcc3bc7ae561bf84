// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextGraphics
import TextModel

/// The tiles of a layer as they show at one time.
final class TilePicture: VectorContents {
  let contents: TileContents
  private let treeTime: Double

  init(_ contents: TileContents, at treeTime: Double) {
    (self.contents, self.treeTime) = (contents, treeTime)
  }

  func extent(in layerBounds: Rect) -> Rect { contents.extent(in: layerBounds) }

  /// Whether another picture has the same tiles with the same opacities.
  func isEqual(to other: any VectorContents) -> Bool {
    guard let other = other as? TilePicture else { return false }
    return changes(since: other)?.isEmpty ?? false
  }

  /// The rectangles of tiles that differ from those of an older picture.
  func changes(since old: any VectorContents) -> [Rect]? {
    guard let old = old as? TilePicture, old.contents.grid == contents.grid,
      old.contents.store === contents.store
    else { return nil }
    var changed: [Rect] = []
    for (place, tile) in contents.tiles {
      let before = old.contents[place]
      if before == nil || before?.bitmap?.id != tile.bitmap?.id
        || before.map({ old.opacity(of: $0) }) != opacity(of: tile)
      {
        changed.append(contents.grid.rect(of: place))
      }
    }
    for place in old.contents.tiles.keys where contents[place] == nil {
      changed.append(contents.grid.rect(of: place))
    }
    return changed
  }

  private func opacity(of tile: LoadedTile) -> Double {
    contents.opacity(of: tile, at: treeTime)
  }

  // MARK: Drawing

  /// Draws the tiles of the level that fits the transform, and in place of missing ones what is
  /// there of the nearest level.
  func draw(in context: inout GraphicsContext, layerBounds: Rect) throws {
    let map = PlaneMap(of: context)
    let visible = map.visible(in: context.clipBounds, of: contents.grid.bounds)
    let range = contents.grid.tiles(in: visible, zoom: map.greatestScale(in: visible))
    let place = wholePixelPlace(on: map, level: range.level)
    if let place {
      for tile in range.tiles { try draw(tile, atWholePixels: place, in: &context) }
    } else {
      try drawSmoothly(range, in: &context, map)
    }
  }

  /// The place on the device of the grid's corner, if a level is shown pixel for pixel: its tiles
  /// stand on whole pixels.
  private func wholePixelPlace(on map: PlaneMap, level: Int) -> (x: Int, y: Int)? {
    guard let map = map.affine, map.b == 0, map.c == 0, map.a == map.d else { return nil }
    let scale = contents.grid.scale(ofLevel: level)
    let corner = map.apply(contents.grid.bounds.origin)
    guard abs(map.a - scale) < 1e-9 * scale, abs(corner.x) < 1e12, abs(corner.y) < 1e12 else {
      return nil
    }
    return (Int(corner.x.rounded()), Int(corner.y.rounded()))
  }

  private func draw(
    _ tile: Tile, atWholePixels place: (x: Int, y: Int), in context: inout GraphicsContext
  ) throws {
    let (size, tileSize) = (contents.grid.pixelSize(of: tile), contents.grid.tileSize)
    let area = PixelRect(
      x: place.x + tile.column * tileSize.width, y: place.y + tile.row * tileSize.height,
      width: size.width, height: size.height)
    if area.intersection(context.clipBounds).isEmpty { return }
    let cover = try cover(of: tile)
    if cover.isEmpty { return }
    context.saveState()
    defer { context.restoreState() }
    context.clip(pixels: area)
    if cover.count == 1, cover[0].weight == 255, cover[0].isWhole {
      return context.draw(cover[0].bitmap, atPixelX: area.x, y: area.y)
    }
    // The rectangle is that of the pixels, which the map may place a part of a pixel away.
    context.transform = .identity
    let scale = contents.grid.scale(ofLevel: tile.level)
    try context.drawSum(
      of: cover.map { piece in
        var piece = piece
        let (x, y) = (
          piece.rect.minX - contents.grid.bounds.minX, piece.rect.minY - contents.grid.bounds.minY
        )
        piece.rect = Rect(
          x: Double(place.x) + x * scale, y: Double(place.y) + y * scale,
          width: piece.rect.width * scale, height: piece.rect.height * scale)
        return piece
      })
  }

  /// Draws tiles under any transform. Edges between two of them leave no seam, since what both
  /// cover of a pixel adds up.
  private func drawSmoothly(
    _ range: TileRange, in context: inout GraphicsContext, _ map: PlaneMap
  ) throws {
    var pieces: [TilePiece] = []
    for tile in range.tiles { pieces += try cover(of: tile) }
    try context.drawSum(of: pieces)
  }

  // MARK: Stand-ins

  /// What shows in a tile's place: the tile itself, and as far as it does not cover, what is there
  /// of the nearest level. The weights add up to 255 or less.
  private func cover(of tile: Tile) throws -> [TilePiece] {
    var pieces: [TilePiece] = []
    let rect = contents.grid.rect(of: tile)
    var rest = 255
    if let loaded = try loaded(tile) {
      let weight = Int((opacity(of: loaded) * 255).rounded())
      if let bitmap = loaded.bitmap, weight > 0 {
        pieces.append(piece(of: bitmap, at: tile, in: rect, weight: weight))
      }
      rest -= weight
    }
    if rest > 0 { pieces += standIns(for: tile, in: rect, weight: rest) }
    return pieces
  }

  private func loaded(_ tile: Tile) throws -> LoadedTile? {
    if let loaded = contents[tile] { return loaded }
    return contents.store?.tile(at: tile, of: contents.grid)
  }

  /// The parts of tiles of the nearest level that is there, coarser ones first at the same
  /// distance; finer ones only where all of them are there.
  private func standIns(for tile: Tile, in rect: Rect, weight: Int) -> [TilePiece] {
    let levels = contents.grid.levels
    // Of three levels finer, 64 tiles are looked for.
    for distance in 1...max(1, levels.count) {
      let (coarser, finer) = (tile.level + distance, tile.level - distance)
      if coarser < levels.upperBound {
        let place = contents.grid.tile(covering: tile, level: coarser)
        if let loaded = contents[place] {
          guard let bitmap = loaded.bitmap else { return [] }
          return [piece(of: bitmap, at: place, in: rect, weight: weight)]
        }
      }
      if finer >= levels.lowerBound, distance <= 3 {
        let places = contents.grid.tiles(
          in: rect.inset(dx: rect.width * 1e-6, dy: rect.height * 1e-6), level: finer
        ).tiles
        let found = places.compactMap { place in contents[place].map { (place, $0) } }
        guard found.count == places.count else { continue }
        return found.compactMap { place, loaded in
          loaded.bitmap.map {
            piece(of: $0, at: place, in: contents.grid.rect(of: place), weight: weight)
          }
        }
      }
    }
    return []
  }

  /// The part of a tile that lies in a rectangle.
  private func piece(of bitmap: Bitmap, at tile: Tile, in rect: Rect, weight: Int) -> TilePiece {
    let whole = contents.grid.rect(of: tile)
    // A bitmap of another size than the tile's is stretched.
    let size = contents.grid.pixelSize(of: tile)
    let scale = contents.grid.scale(ofLevel: tile.level)
    let (fx, fy) = (
      scale * Double(bitmap.width) / Double(size.width),
      scale * Double(bitmap.height) / Double(size.height)
    )
    let source = Rect(
      x: (rect.minX - whole.minX) * fx, y: (rect.minY - whole.minY) * fy,
      width: rect.width * fx, height: rect.height * fy)
    let isWhole = rect == whole && bitmap.pixelSize == size
    return TilePiece(bitmap: bitmap, source: source, rect: rect, weight: weight, isWhole: isWhole)
  }
}

/// A part of a bitmap that shows in a rectangle of the layer.
struct TilePiece {
  var bitmap: Bitmap
  /// The part, in pixels of the bitmap.
  var source: Rect
  /// The rectangle, in points.
  var rect: Rect
  /// Its share of what shows there, of 255.
  var weight: Int
  /// Whether all pixels are shown, one for each of the level.
  var isWhole: Bool
}

extension GraphicsContext {
  /// Draws the sum of pieces: each pixel is covered by as much as all pieces there add up to.
  fileprivate mutating func drawSum(of pieces: [TilePiece]) throws(GraphicsError) {
    let map = PlaneMap(of: self)
    let areas = pieces.map { piece in
      PixelRect(covering: map.boundingBox(of: piece.rect)).intersection(clipBounds)
    }
    let area = areas.reduce(PixelRect(width: 0, height: 0)) { $0.union($1) }
    if area.isEmpty { return }
    try beginLayer(in: area)
    do throws(GraphicsError) {
      for (piece, area) in zip(pieces, areas) where !area.isEmpty {
        try beginLayer(in: area, blendMode: .plus, alpha: Double(piece.weight) / 255)
        try draw(
          BitmapDraw(piece.bitmap, source: piece.source, in: piece.rect), alpha: 1)
        try endLayer()
      }
    } catch {
      try endLayer()
      throw error
    }
    try endLayer()
  }
}

extension PlaneMap {
  /// The part of a rectangle that device pixels show, or a larger one.
  func visible(in pixels: PixelRect, of rect: Rect) -> Rect {
    if pixels.isEmpty { return .zero }
    let device = Rect(
      x: Double(pixels.x), y: Double(pixels.y), width: Double(pixels.width),
      height: Double(pixels.height))
    switch self {
    case .affine(let map):
      guard let inverse = map.inverted else { return .zero }
      return inverse.boundingBox(of: device).intersection(rect)
    case .projective(let map):
      // Pixels beyond the horizon show nothing, but no rectangle says so.
      guard let inverse = map.inverted else { return .zero }
      let corners = device.corners.map { inverse.homogeneous($0) }
      let isInFront = corners.allSatisfy { $0.weight > 0 } || corners.allSatisfy { $0.weight < 0 }
      guard isInFront else { return rect }
      let points = corners.map { Point(x: $0.x / $0.weight, y: $0.y / $0.weight) }
      let (x, y) = (points.map(\.x), points.map(\.y))
      guard let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max()
      else { return rect }
      return Rect(x: left, y: top, width: right - left, height: bottom - top).intersection(rect)
    }
  }
}
