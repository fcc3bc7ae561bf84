// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import AsyncDisplay
public import CanvasDrawing
public import CanvasGeometry
public import LayerCompositing
import SystemLanes

/// A layer that shows a picture larger than memory, as `CATiledLayer` does: only visible tiles, and
/// some around them, are requested from its source, drawn on render lanes and kept.
///
/// Each tile is a display of its own. Its priority is `visible`, `near` if scrolling shows it next,
/// or `idle` for others around; scrolling changes it, and cancels tiles that are far away. Until a
/// tile is drawn, the nearest level of detail that is loaded is shown in its place. A tile that is
/// out of date stays until the new one is drawn, so nothing flashes. A drawing that began before
/// ``setNeedsDisplay(_:)`` is dropped.
///
/// ```swift
/// let map = TiledLayer()
/// map.frame = Rect(width: 1_000_000, height: 1_000_000)
/// map.levelsOfDetail = 8
/// map.source = ClosureTileSource { tile in { context, _ in … } }
/// scroll.addSublayer(map)
/// ```
///
/// Without a ``source`` the layer asks for a drawing of each tile, on the main queue: the
/// delegate's ``LayerDelegate/drawing(for:)-(TiledLayer)``, whose drawing runs on a lane; otherwise
/// ``Layer/drawing()`` and the delegate's ``LayerDelegate/drawing(for:)-(Layer)``, which draw on
/// the main queue, one tile in each turn. The drawing is that of the whole layer; its context is in
/// the layer's space and clipped to the tile. A tile without a drawing stays missing until it is
/// marked as out of date. ``Layer/display()`` and the delegate's ``LayerDelegate/display(_:)`` are
/// not called.
///
/// Which tiles are visible follows from the frames that a ``LayerHost`` composes: without a host
/// none is requested. ``LayerHost/settledFrame()`` waits for the visible tiles.
@MainActor
open class TiledLayer: Layer {
  /// The source of the tiles; a new one drops all tiles. `nil` to draw them by the delegate or by
  /// ``Layer/drawing()``.
  public final var source: (any TileSource)? { didSet { reset() } }
  /// The size of a tile, in pixels; see `TileGrid.tileSides`.
  public final var tileSize = PixelSize(width: 256, height: 256) {
    didSet { if tileSize != oldValue { reset() } }
  }
  /// The number of levels of detail, with the magnified ones. Each has half as many pixels across
  /// and down as the one before.
  public final var levelsOfDetail = 1 { didSet { if levelsOfDetail != oldValue { regrid() } } }
  /// The number of magnified levels, with twice, four times … the pixels of the `contentsScale`.
  public final var levelsOfDetailBias = 0 {
    didSet { if levelsOfDetailBias != oldValue { regrid() } }
  }
  /// The seconds that a tile fades in for, in the time of the tree; 0 shows it at once. In Core
  /// Animation it is a class method.
  public final var fadeDuration = 0.25 {
    didSet {
      tiles.fadeDuration = fadeDuration
      publish()
    }
  }
  /// The most memory of all tiles, in bytes. Visible tiles are kept in any case.
  public final var cacheByteLimit = 64 << 20 { didSet { update() } }
  /// The number of tiles beyond the visible ones that are requested, on each side.
  public final var prefetchMargin = 1 { didSet { update() } }
  /// Called on the main queue when a tile cannot be fetched or drawn. It stays missing until it is
  /// marked as out of date, or has been scrolled away and comes back.
  public final var onTileError: ((_ tile: Tile, _ error: any Error) -> Void)?
  /// The numbers of tiles that were requested, drawn, cancelled and failed so far.
  package private(set) final var counts = TileCounts()

  private let coordinator: DisplayCoordinator
  private var link: TiledLayerLink?
  /// The loaded tiles.
  private var tiles = TileContents(TileGrid(bounds: .zero))
  /// The value of `clockOfUses` at which each loaded tile was last wanted.
  private var uses: [Tile: Int] = [:]
  private var clockOfUses = 0
  private var byteCount = 0
  /// The loaded tiles that are out of date.
  private var stale: Set<Tile> = []
  private var displays: [Tile: TileDisplay] = [:]
  private var failures: Set<Tile> = []
  /// Whether the delegate or ``Layer/drawing()`` is making a drawing; invalidations are ignored
  /// meanwhile.
  private var isAsking = false
  private var demand: (visible: Rect, zoom: Double)?
  private var movement = Point.zero
  private var wantedTiles = WantedTiles(TileGrid(bounds: .zero), visible: .zero, zoom: 1)

  /// Creates a layer without extent and source.
  public override convenience init() { self.init(coordinator: .main) }

  /// Creates a layer whose tiles another coordinator displays.
  ///
  /// - Parameter coordinator: A coordinator that commits on the main queue.
  public init(coordinator: DisplayCoordinator) {
    self.coordinator = coordinator
    super.init()
    tiles.fadeDuration = fadeDuration
  }

  open override class var keys: [LayerClassKey] { super.keys + tileKeys }

  open override var bounds: Rect { didSet { if bounds != oldValue { regrid() } } }
  open override var contentsScale: Double {
    didSet { if contentsScale != oldValue { regrid() } }
  }
  /// Whether tiles are filled with `backgroundColor`, composited over white, before drawing.
  open override var isOpaque: Bool { didSet { if isOpaque != oldValue { setNeedsDisplay() } } }
  /// The colour behind the tiles; a new value draws the tiles of an opaque layer anew.
  open override var backgroundColor: Color? {
    didSet { if isOpaque, backgroundColor != oldValue { setNeedsDisplay() } }
  }

  /// The division into tiles.
  public final var grid: TileGrid { tiles.grid }

  /// Whether visible tiles are being fetched or drawn.
  package final var isDisplayingTiles: Bool {
    displays.values.contains { $0.priority == .visible }
  }

  /// Whether visible tiles are being fetched or drawn.
  open override var isDisplaying: Bool { isDisplayingTiles }

  /// The memory of the loaded tiles, in bytes.
  package final var tileByteCount: Int { byteCount }

  /// The loaded tiles, also those that are out of date.
  package final var loadedTiles: Set<Tile> { Set(tiles.tiles.keys) }

  /// The pixels of a loaded tile; `nil` if it is not loaded or has no content.
  public final func bitmap(of tile: Tile) -> Bitmap? { tiles[tile]?.bitmap }

  /// The number of tiles that are being fetched or drawn.
  package final var displayingTileCount: Int { displays.count }
  /// The number of tiles that the last frame shows, loaded or not.
  package final var visibleTileCount: Int { wantedTiles.visible.count }

  // MARK: Invalidation

  /// Marks all tiles as out of date.
  open override func setNeedsDisplay() { invalidate { _ in true } }

  /// Marks the tiles that a rectangle touches as out of date, at all levels. They stay until the
  /// new ones have been drawn.
  ///
  /// - Parameter rect: In the layer's space, in points.
  open override func setNeedsDisplay(_ rect: Rect) {
    let grid = grid
    invalidate { !grid.rect(of: $0).intersection(rect).isEmpty }
  }

  /// `false`: tiles are displayed when they become visible.
  open override var needsDisplay: Bool { false }

  /// Does nothing: tiles are displayed when they become visible.
  open override func displayIfNeeded() {}

  /// Does nothing: tiles are displayed when they become visible.
  open override func display() {}

  private func invalidate(_ isOutOfDate: (Tile) -> Bool) {
    if isAsking { return }
    for tile in tiles.tiles.keys where isOutOfDate(tile) { stale.insert(tile) }
    for (tile, display) in displays where isOutOfDate(tile) { cancel(display) }
    failures = failures.filter { !isOutOfDate($0) }
    update()
  }

  /// Drops all tiles, and requests the wanted ones again.
  private func reset() {
    for display in displays.values { cancel(display) }
    (uses, stale, failures, byteCount) = ([:], [], [], 0)
    tiles = contents(of: newGrid)
    publish()
    update()
  }

  /// Divides the layer anew. Tiles that are the same in the new grid are kept.
  private func regrid() {
    let new = newGrid
    if new == grid { return }
    let old = tiles
    tiles = contents(of: new)
    for (tile, loaded) in old.tiles {
      if new.contains(tile),
        TileRequest(tile, of: new).isSameTile(as: TileRequest(tile, of: old.grid))
      {
        tiles[tile] = loaded
      } else {
        forget(tile, loaded)
      }
    }
    for (tile, display) in displays
    where !new.contains(tile) || !TileRequest(tile, of: new).isSameTile(as: display.request) {
      cancel(display)
    }
    failures = []
    publish()
    update()
  }

  private var newGrid: TileGrid {
    TileGrid(
      bounds: bounds, tileSize: tileSize, contentsScale: contentsScale,
      levelsOfDetail: levelsOfDetail, levelsOfDetailBias: levelsOfDetailBias)
  }

  private func contents(of grid: TileGrid) -> TileContents {
    let link = link ?? TiledLayerLink(self)
    self.link = link
    var contents = TileContents(grid)
    contents.fadeDuration = fadeDuration
    contents.owner = link
    return contents
  }

  // MARK: What frames show

  /// Receives the part of the layer that the last frame shows, in points; `nil` if it shows
  /// nothing.
  final func take(visible: Rect?, zoom: Double) {
    if let old = demand?.visible, let new = visible, old != new {
      movement = Point(x: new.midX - old.midX, y: new.midY - old.midY)
    }
    demand = visible.map { ($0, zoom) }
    update()
  }

  /// Starts and cancels displays, and changes their priorities, so that the wanted tiles are drawn.
  private func update() {
    wantedTiles = WantedTiles(
      grid, visible: demand?.visible ?? .zero, zoom: demand?.zoom ?? 1, movement: movement,
      margin: prefetchMargin, byteLimit: cacheByteLimit)
    clockOfUses += 1
    var wanted: [Tile: LanePriority] = [:]
    for (tile, priority) in wantedTiles.tiles { wanted[tile] = priority }
    for (tile, display) in displays {
      if let priority = wanted[tile] {
        if display.priority != priority { display.priority = priority }
      } else {
        cancel(display)
      }
    }
    failures = failures.filter { wanted[$0] != nil }
    var (started, refused) = (false, false)
    for (tile, priority) in wantedTiles.tiles {
      if tiles[tile] != nil { uses[tile] = clockOfUses }
      let isThere = tiles[tile] != nil && !stale.contains(tile)
      if !isThere, displays[tile] == nil, !failures.contains(tile) {
        if start(tile, priority) { started = true } else { refused = true }
      }
    }
    noteSource(started: started, refused: refused)
    evict()
    if !isDisplayingTiles { LayerTurn.main.checkWaitingHosts() }
  }

  /// Updates whether frames note that nothing draws the layer's tiles.
  ///
  /// - Parameters:
  ///   - started: Whether the display of a tile was started.
  ///   - refused: Whether a tile could not be started, since nothing draws it.
  private func noteSource(started: Bool, refused: Bool) {
    let lacksSource =
      !started && displays.isEmpty && tiles.tiles.isEmpty && (refused || tiles.lacksSource)
    if lacksSource != tiles.lacksSource {
      tiles.lacksSource = lacksSource
      publish()
    }
  }

  /// Starts the display of a tile.
  ///
  /// - Returns: Whether a source, the delegate or the layer draws the tile.
  private func start(_ tile: Tile, _ priority: LanePriority) -> Bool {
    guard let origin = nextOrigin else {
      failures.insert(tile)
      return false
    }
    let display = TileDisplay(
      TileRequest(tile, of: grid), for: self, priority: priority, coordinator: coordinator,
      background: isOpaque ? backgroundColor ?? .white : nil)
    displays[tile] = display
    counts.requested += 1
    display.start(from: origin)
    return true
  }

  /// The source or the drawing of the next tile; `nil` if there is none.
  private var nextOrigin: TileDisplay.Origin? {
    if let source { return .source(source) }
    isAsking = true
    defer { isAsking = false }
    if let drawing: TileDrawing = delegate?.drawing(for: self) { return .drawing(drawing) }
    let drawing: LayerDrawing? = drawing() ?? delegate?.drawing(for: self as Layer)
    return drawing.map { .mainDrawing($0) }
  }

  /// Asks a new delegate for the tiles that are missing.
  final override func delegateChanged() {
    if source != nil { return }
    failures = []
    update()
  }

  private func cancel(_ display: TileDisplay) {
    display.cancel()
    if displays.removeValue(forKey: display.request.tile) != nil { counts.cancelled += 1 }
  }

  // MARK: The ends of displays

  /// Adds a tile that was drawn; its bitmap is `nil` if it has no content.
  final func loaded(_ display: TileDisplay, _ bitmap: Bitmap?) {
    let tile = display.request.tile
    guard displays[tile] === display else { return }
    displays[tile] = nil
    counts.drawn += 1
    let old = tiles[tile]
    if let old { forget(tile, old) }
    let isSeen = display.priority == .visible
    // A tile that replaces another, or was loaded before it became visible, does not fade in.
    tiles[tile] = LoadedTile(
      bitmap, appeared: old?.appeared ?? (isSeen ? clock.now : -.infinity))
    byteCount += bitmap?.byteCount ?? 0
    uses[tile] = clockOfUses
    publish()
    evict()
    if !isDisplayingTiles { LayerTurn.main.checkWaitingHosts() }
  }

  /// Notes that a tile is missing.
  final func failed(_ display: TileDisplay, _ error: any Error) {
    let tile = display.request.tile
    guard displays[tile] === display else { return }
    displays[tile] = nil
    counts.failed += 1
    failures.insert(tile)
    if !isDisplayingTiles { LayerTurn.main.checkWaitingHosts() }
    onTileError?(tile, error)
  }

  /// Gives frames the loaded tiles.
  private func publish() { vectorContents = tiles }

  /// Drops tiles that are out of date and not being drawn anew, and above ``cacheByteLimit`` those
  /// that were not wanted for the longest time.
  private func evict() {
    // While a visible tile is missing, loaded tiles that are out of date are shown in its place.
    let standIn =
      wantedTiles.visible.tiles.contains { tiles[$0] == nil && !failures.contains($0) }
      ? demand?.visible ?? .zero : .zero
    let grid = grid
    var removed = stale.filter { tile in
      !wantedTiles.visible.contains(tile) && displays[tile] == nil
        && grid.rect(of: tile).intersection(standIn).isEmpty
    }
    if byteCount > cacheByteLimit {
      var bytes = byteCount - removed.reduce(0) { $0 + (tiles[$1]?.bitmap?.byteCount ?? 0) }
      let oldest = uses.filter {
        !wantedTiles.visible.contains($0.key) && !removed.contains($0.key)
      }
      .map { (use: $0.value, tile: $0.key) }
      .sorted { ($0.use, $0.tile.row, $0.tile.column) < ($1.use, $1.tile.row, $1.tile.column) }
      for (_, tile) in oldest where bytes > cacheByteLimit {
        bytes -= tiles[tile]?.bitmap?.byteCount ?? 0
        removed.insert(tile)
      }
    }
    if removed.isEmpty { return }
    for tile in removed {
      guard let loaded = tiles[tile] else { continue }
      forget(tile, loaded)
      tiles[tile] = nil
    }
    publish()
  }

  private func forget(_ tile: Tile, _ loaded: LoadedTile) {
    byteCount -= loaded.bitmap?.byteCount ?? 0
    uses[tile] = nil
    stale.remove(tile)
  }
}
