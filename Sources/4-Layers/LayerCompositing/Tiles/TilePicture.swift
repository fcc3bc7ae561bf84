// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// The tiles of a layer as they show at one time.
final class TilePicture: VectorContents {
  let contents: TileContents
  private let treeTime: Double
  /// The level that the whole frame shows, whatever part of it is painted; `nil` for a picture that
  /// is drawn by itself.
  private let level: Int?
  /// The levels of which at least one tile is loaded.
  private let levels: Set<Int>

  init(_ contents: TileContents, at treeTime: Double) {
    (self.contents, self.treeTime, level) = (contents, treeTime, nil)
    levels = Set(contents.tiles.keys.lazy.map(\.level))
  }

  private init(_ picture: TilePicture, level: Int) {
    (contents, treeTime, self.level) = (picture.contents, picture.treeTime, level)
    levels = picture.levels
  }

  /// The picture with the level that a frame shows; `nil` if it shows none of it.
  ///
  /// - Parameters:
  ///   - visible: The part that the frame shows, in points of the layer's space.
  ///   - zoom: Device pixels per point, at most.
  func shown(_ visible: Rect, zoom: Double) -> TilePicture? {
    let tiles = contents.grid.tiles(in: visible, zoom: zoom)
    return tiles.count > 0 ? TilePicture(self, level: tiles.level) : nil
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

  /// Draws the tiles of the level that fits the transform; where a tile is missing, the nearest
  /// level with loaded tiles.
  func draw(in context: inout GraphicsContext, layerBounds: Rect) throws {
    let map = PlaneMap(of: context)
    let grid = contents.grid
    context.saveGState()
    defer { context.restoreGState() }
    // The clip cuts off parts of pixels: tiles that are moved to whole pixels may reach beyond the
    // bounds.
    context.clip(pixels: PixelRect(covering: map.boundingBox(of: grid.bounds)))
    let visible = map.visible(in: context.clipPixels, of: grid.bounds)
    let range =
      level.map { grid.tiles(in: visible.insetBy(dx: -1, dy: -1), level: $0) }
      ?? grid.tiles(in: visible, zoom: map.greatestScale(in: visible))
    if let place = wholePixelPlace(on: map, level: range.level) {
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
    if area.intersection(context.clipPixels).isEmpty { return }
    let cover = try cover(of: tile)
    if cover.isEmpty { return }
    context.saveGState()
    defer { context.restoreGState() }
    context.clip(pixels: area)
    if cover.count == 1, cover[0].weight == 255, cover[0].isWhole {
      return context.draw(cover[0].bitmap, atPixelX: area.x, y: area.y)
    }
    // The pieces are placed by device pixels, since the map may be off by a part of a pixel.
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

  /// Draws tiles under any transform. Edges between two tiles leave no seam, since the coverages of
  /// a pixel by both tiles add up.
  private func drawSmoothly(
    _ range: TileRange, in context: inout GraphicsContext, _ map: PlaneMap
  ) throws {
    var pieces: [TilePiece] = []
    for tile in range.tiles { pieces += try cover(of: tile) }
    try context.drawSum(of: pieces)
  }

  // MARK: Stand-ins

  /// The pieces that show in a tile's place: the tile itself and, as far as it is missing or
  /// transparent, the nearest loaded level. The weights add up to 255 or less.
  private func cover(of tile: Tile) throws -> [TilePiece] {
    var pieces: [TilePiece] = []
    let rect = contents.grid.rect(of: tile)
    var rest = 255
    if let loaded = try loaded(tile) {
      let weight = Int((opacity(of: loaded) * 255).rounded())
      if let bitmap = loaded.bitmap, weight > 0 {
        var piece = piece(of: bitmap, at: tile, in: rect, weight: weight)
        piece.isWhole = bitmap.pixelSize == contents.grid.pixelSize(of: tile)
        pieces.append(piece)
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

  /// The number of finer levels whose tiles may stand in for a missing tile: 3 levels, 84 tiles.
  private static let finerLevels = 3

  /// The parts of tiles of the nearest loaded level, coarser ones first at the same distance. A
  /// tile is a stand-in only within its own rectangle, so that a frame repaints no more than this
  /// rectangle when a tile comes or goes.
  private func standIns(for tile: Tile, in rect: Rect, weight: Int) -> [TilePiece] {
    let all = contents.grid.levels
    var pieces: [TilePiece] = []
    // The parts of the tile for which no stand-in was found so far.
    var open = [(tile: tile, rect: rect)]
    for distance in 1...max(1, all.count) {
      let (coarser, finer) = (tile.level + distance, tile.level - distance)
      if levels.contains(coarser) {
        let place = contents.grid.tile(covering: tile, level: coarser)
        if let loaded = contents[place] {
          if let bitmap = loaded.bitmap {
            for part in open {
              pieces.append(piece(of: bitmap, at: place, in: part.rect, weight: weight))
            }
          }
          return pieces
        }
      }
      guard distance <= Self.finerLevels, levels.contains(where: { $0 <= finer }) else { continue }
      var rest: [(tile: Tile, rect: Rect)] = []
      for part in open {
        for place in contents.grid.quarters(of: part.tile) {
          let rect = contents.grid.rect(of: place)
          guard let loaded = contents[place] else {
            rest.append((place, rect))
            continue
          }
          if let bitmap = loaded.bitmap {
            pieces.append(piece(of: bitmap, at: place, in: rect, weight: weight))
          }
        }
      }
      open = rest
      if open.isEmpty { break }
    }
    return pieces
  }

  /// The part of a tile that lies in a rectangle.
  private func piece(of bitmap: Bitmap, at tile: Tile, in rect: Rect, weight: Int) -> TilePiece {
    let whole = contents.grid.rect(of: tile)
    // A bitmap of another size than its tile's is stretched to the tile.
    let size = contents.grid.pixelSize(of: tile)
    let scale = contents.grid.scale(ofLevel: tile.level)
    let (fx, fy) = (
      scale * Double(bitmap.width) / Double(size.width),
      scale * Double(bitmap.height) / Double(size.height)
    )
    let source = Rect(
      x: (rect.minX - whole.minX) * fx, y: (rect.minY - whole.minY) * fy,
      width: rect.width * fx, height: rect.height * fy)
    return TilePiece(bitmap: bitmap, source: source, rect: rect, weight: weight)
  }
}

/// A part of a bitmap that shows in a rectangle of the layer.
struct TilePiece {
  var bitmap: Bitmap
  /// The part, in pixels of the bitmap.
  var source: Rect
  /// The rectangle, in points.
  var rect: Rect
  /// The weight of the piece among all pieces in the rectangle, from 0 to 255.
  var weight: Int
  /// Whether the piece is the tile itself, with a bitmap of as many pixels as the tile has.
  var isWhole = false
}

extension GraphicsContext {
  /// Draws the sum of pieces: the coverages of a pixel by several pieces are added up.
  fileprivate mutating func drawSum(of pieces: [TilePiece]) throws(GraphicsError) {
    let map = PlaneMap(of: self)
    let areas = pieces.map { piece in
      PixelRect(covering: map.boundingBox(of: piece.rect)).intersection(clipPixels)
    }
    let area = areas.reduce(PixelRect(width: 0, height: 0)) { $0.union($1) }
    if area.isEmpty { return }
    try beginLayer(in: area)
    do throws(GraphicsError) {
      for (piece, area) in zip(pieces, areas) where !area.isEmpty {
        try beginLayer(in: area, blendMode: .plus, alpha: Double(piece.weight) / 255)
        do throws(GraphicsError) {
          var part = BitmapDraw(piece.bitmap, source: piece.source, in: piece.rect)
          part.isSummand = true
          try draw(part, alpha: 1)
        } catch {
          try endLayer()
          throw error
        }
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
      guard let inverse = map.inverted() else { return .zero }
      return inverse.boundingBox(of: device).intersection(rect)
    case .projective(let map):
      // Pixels beyond the horizon show nothing of the plane; then the whole rectangle counts.
      guard let inverse = map.inverted() else { return .zero }
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
