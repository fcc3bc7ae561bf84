// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncTextLayer
internal import CanvasGeometry
internal import LayerCompositing
internal import LayerModel

/// A layer of tiles in a view that scrolls and zooms, with the state that it must have.
@MainActor
final class TiledLayerUnderTest {
  let index: Int
  let view = ScrollLayer()
  let source: StormTileSource
  private(set) var layer = TiledLayer()
  private let findings: StressFindings
  /// The rectangles that are out of date since the source was new, and the version since when.
  private var invalidations: [(rect: Rect, version: Int)] = []
  /// The bitmaps seen so far, by which new ones are recognised.
  private var seen: [Tile: ObjectIdentifier] = [:]

  /// The side of the view, in points.
  static let side = 96.0

  init(_ index: Int, seed: UInt64, _ findings: StressFindings) {
    self.index = index
    self.findings = findings
    source = StormTileSource(seed: seed ^ UInt64(index) << 40, findings)
    view.frame = Rect(
      x: Double(index % 10) * Self.side, y: Double(index / 10 % 10) * Self.side,
      width: Self.side, height: Self.side)
    layer.frame = Rect(width: 1024, height: 1024)
    layer.tileSize = PixelSize(width: 32, height: 32)
    layer.levelsOfDetail = 4
    layer.levelsOfDetailBias = 1
    layer.fadeDuration = index % 2 == 0 ? 0 : 0.01
    layer.cacheByteLimit = 64 * 32 * 32 * 4
    layer.source = source
    view.addSublayer(layer)
  }

  // MARK: Requests

  func perform(_ action: TileStormAction, _ choice: Int) {
    let (x, y) = (Double(choice & 1023), Double(choice >> 10 & 1023))
    switch action {
    case .scroll: view.scroll(to: Point(x: x, y: y))
    case .nudge:
      let origin = view.bounds.origin
      view.scroll(to: Point(x: origin.x + x / 64 - 8, y: origin.y + y / 64 - 8))
    case .zoom:
      let zoom = [0.25, 0.4, 0.5, 1, 1, 1.5, 2][choice % 7]
      view.sublayerTransform = .scale(x: zoom, y: zoom, z: 1)
    case .invalidate: invalidate(nil)
    case .invalidatePart:
      invalidate(Rect(x: x, y: y, width: 1 + y.remainder(dividingBy: 90).magnitude, height: 40))
    case .resize: layer.frame = Rect(width: 200 + x, height: 200 + y)
    case .hide: layer.isHidden = choice % 2 == 0
    case .leave:
      if choice % 2 == 0 { layer.removeFromSuperlayer() } else { view.addSublayer(layer) }
    case .bound: layer.cacheByteLimit = (choice % 100) * 32 * 32 * 4
    case .prefetch: layer.prefetchMargin = choice % 3
    case .stall: SimulatedWork.pause(milliseconds: 1 + choice % 4)
    }
  }

  private func invalidate(_ rect: Rect?) {
    source.change()
    if let rect {
      layer.setNeedsDisplay(rect)
      invalidations.append((rect, source.version))
      if invalidations.count > 64 { invalidations.removeFirst() }
    } else {
      layer.setNeedsDisplay()
      invalidations = [(Rect(x: -1e6, y: -1e6, width: 2e6, height: 2e6), source.version)]
    }
  }

  // MARK: Checks

  /// Checks the tiles that are new since the last call: none is older than the last invalidation.
  func checkTiles() {
    let grid = layer.grid
    for tile in layer.loadedTiles {
      guard let bitmap = layer.bitmap(of: tile), seen[tile] != bitmap.id else { continue }
      seen[tile] = bitmap.id
      let version = Int(bitmap.pixel(x: 0, y: 0) >> 8 & 0xFF)
      findings.expect(
        bitmap.pixel(x: 0, y: 0) == StormTileSource.pixel(of: tile, version: version), .askedTiles,
        "layer \(index) has \(String(bitmap.pixel(x: 0, y: 0), radix: 16)) for \(tile)")
      let rect = grid.rect(of: tile)
      let least = invalidations.last { !$0.rect.intersection(rect).isEmpty }?.version ?? 0
      // Versions count modulo 256; a difference of more than 128 means a newer version.
      let age = (least - version) & 0xFF
      findings.expect(
        age == 0 || age > 128, .freshTiles,
        "layer \(index): \(tile) has version \(version), invalid since \(least)")
    }
    seen = seen.filter { layer.loadedTiles.contains($0.key) }
    let counts = layer.counts
    findings.expect(
      counts.requested == counts.drawn + counts.cancelled + counts.failed
        + layer.displayingTileCount, .countedTiles, "layer \(index): \(counts)")
    let visible = grid.tileSize.width * grid.tileSize.height * 4 * layer.visibleTileCount
    findings.expect(
      layer.tileByteCount <= max(layer.cacheByteLimit, visible), .boundedTiles,
      "layer \(index) keeps \(layer.tileByteCount) bytes, \(visible) are seen")
  }

  /// Makes the source reliable, and requests all tiles again.
  func settle() {
    source.setReliable()
    layer.isHidden = false
    view.addSublayer(layer)
    view.scroll(to: .zero as Point)
    view.sublayerTransform = .identity
    layer.cacheByteLimit = 1 << 20
    invalidate(nil)
  }

  /// Whether all visible tiles are loaded in the last version.
  var isSettled: Bool { outdatedTile == nil }

  /// A visible tile that is missing or out of date.
  private var outdatedTile: Tile? {
    layer.grid.tiles(in: layer.visibleRect, level: 0).tiles.first { tile in
      layer.bitmap(of: tile)?.pixel(x: 0, y: 0)
        != StormTileSource.pixel(of: tile, version: source.version)
    }
  }

  /// Checks that all visible tiles are loaded in the last version.
  func checkSettled() {
    checkTiles()
    if let tile = outdatedTile {
      let pixel = layer.bitmap(of: tile)?.pixel(x: 0, y: 0)
      findings.report(
        .settledTiles,
        "layer \(index): \(tile) is \(pixel.map { String($0, radix: 16) } ?? "missing")")
    }
    findings.expect(!layer.visibleRect.isEmpty, .settledTiles, "layer \(index) shows nothing")
  }
}

/// An action of the storm of tiles.
enum TileStormAction: Int, CaseIterable {
  case scroll
  case nudge
  case zoom
  case invalidate
  case invalidatePart
  case resize
  case hide
  /// Takes the layer out of the tree, or puts it back.
  case leave
  /// Sets the bound of the memory of tiles.
  case bound
  case prefetch
  /// Blocks the main queue for a few milliseconds.
  case stall

  private var weight: Int {
    switch self {
    case .scroll: 100
    case .nudge: 200
    case .zoom, .invalidatePart: 60
    case .invalidate: 40
    case .resize, .hide, .leave, .bound, .prefetch: 20
    case .stall: 1
    }
  }

  static func next(_ random: inout StressRandom) -> TileStormAction {
    var rest = random.below(allCases.reduce(0) { $0 + $1.weight })
    for action in allCases {
      if rest < action.weight { return action }
      rest -= action.weight
    }
    return .nudge
  }
}
