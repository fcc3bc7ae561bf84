// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry
public import SystemConcurrency

/// A source of the tiles of a picture that is larger than memory.
///
/// A tile is made in two steps: ``drawing(of:)`` fetches the data, and may wait for it, as it does
/// not run on a lane; the closure that it returns draws on a lane, and must not wait.
public protocol TileSource: Sendable {
  /// Fetches the data from which a tile is drawn.
  ///
  /// It is called in tasks, for several tiles at once; a task is cancelled when its tile is no
  /// longer needed. It may wait, but computations of milliseconds belong on a lane
  /// (`RenderLanes.perform`) or on a queue: the threads of tasks are few.
  ///
  /// - Returns: The drawing; `nil` for a tile without content.
  /// - Throws: Any error: the tile is then missing, and other tiles are not affected.
  func drawing(of tile: TileRequest) async throws -> TileDrawing?
}

/// The drawing of a tile, on a render lane.
///
/// The context is in the layer's space, in points, and its clip is the tile. The cancellation is
/// polled between units of work.
public typealias TileDrawing =
  @Sendable (_ context: inout GraphicsContext, _ cancellation: Cancellation) throws -> Void

/// A request for a tile.
public struct TileRequest: Hashable, Sendable {
  /// The place of the tile.
  public let tile: Tile
  /// The rectangle that it covers, in points of the layer's space.
  public let rect: Rect
  /// The size of its bitmap, in pixels.
  public let pixelSize: PixelSize
  /// Pixels per point.
  public let scale: Double
  /// The grid to which the tile belongs.
  public let grid: TileGrid

  /// Creates the request of a tile of a grid.
  public init(_ tile: Tile, of grid: TileGrid) {
    self.tile = tile
    self.grid = grid
    rect = grid.rect(of: tile)
    pixelSize = grid.pixelSize(of: tile)
    scale = grid.scale(ofLevel: tile.level)
  }

  /// Whether a request of another grid is for the same pixels.
  package func isSameTile(as other: TileRequest) -> Bool {
    tile == other.tile && rect == other.rect && pixelSize == other.pixelSize
      && scale == other.scale && grid.tileSize == other.grid.tileSize
      && grid.bounds.origin == other.grid.bounds.origin
  }

  /// Draws the tile into a bitmap of its own.
  ///
  /// - Throws: The errors of the drawing, or `GraphicsError`.
  package func bitmap(
    _ drawing: TileDrawing, cancellation: Cancellation = .never
  ) throws -> Bitmap {
    var context = try GraphicsContext(pixels: pixelSize)
    context.cancellation = cancellation
    try draw(drawing, in: &context, cancellation)
    try cancellation.check()
    return context.makeBitmap()
  }

  /// Draws the tile into a context of its size in pixels.
  package func draw(
    _ drawing: TileDrawing, in context: inout GraphicsContext, _ cancellation: Cancellation
  ) throws {
    concatenateMap(to: &context)
    try drawing(&context, cancellation)
  }

  /// Makes the layer's space the user space of a context of the tile's size in pixels.
  package func concatenateMap(to context: inout GraphicsContext) {
    // Offsets from the grid's corner are whole pixels, so that tiles meet without rounding.
    let (x, y) = (
      Double(tile.column) * Double(grid.tileSize.width),
      Double(tile.row) * Double(grid.tileSize.height)
    )
    context.concatenate(
      AffineTransform(
        a: scale, b: 0, c: 0, d: scale, tx: -(grid.bounds.minX * scale + x),
        ty: -(grid.bounds.minY * scale + y)))
  }
}

/// A source that calls a closure.
///
/// ```swift
/// layer.source = ClosureTileSource { tile in
///   { context, cancellation in try context.fill(tile.rect, with: .red) }
/// }
/// ```
public struct ClosureTileSource: TileSource {
  private let body: @Sendable (TileRequest) async throws -> TileDrawing?

  /// Creates a source.
  ///
  /// - Parameter body: Fetches the data of a tile, and returns the tile's drawing.
  public init(_ body: @escaping @Sendable (TileRequest) async throws -> TileDrawing?) {
    self.body = body
  }

  /// Calls the closure.
  public func drawing(of tile: TileRequest) async throws -> TileDrawing? { try await body(tile) }
}

/// A source that wraps code with a callback.
///
/// Only the first answer for a tile is used. Further ones, and answers after the tile was
/// cancelled, have no effect. A tile that is never answered is missing until it is cancelled.
package struct CallbackTileSource: TileSource {
  /// Receives the drawing of a tile, `nil` for one without content, or a failure; may be called on
  /// any thread, any number of times.
  package typealias Answer = @Sendable (Result<TileDrawing?, any Error>) -> Void
  /// Starts to fetch a tile, without blocking; returns a function that stops it.
  package typealias Start =
    @Sendable (_ tile: TileRequest, _ answer: @escaping Answer) -> (@Sendable () -> Void)?

  private let start: Start

  /// Creates a source.
  ///
  /// - Parameter start: Starts to fetch a tile. It may return a function, which is called at most
  ///   once, when the tile is cancelled.
  package init(_ start: @escaping Start) { self.start = start }

  /// Starts to fetch a tile, and waits for the first answer.
  ///
  /// - Throws: The failure of the answer; `CancellationError`.
  package func drawing(of tile: TileRequest) async throws -> TileDrawing? {
    try await CallbackCall<TileDrawing?>.answer { answer in start(tile, answer) }
  }
}

/// A source that shows a drawing, sharp at every level: a text, a page, a map.
package struct VectorTileSource: TileSource {
  /// The drawing.
  package let contents: any VectorContents
  /// The bounds that it is drawn in, in points.
  package let bounds: Rect

  /// Creates a source.
  package init(_ contents: any VectorContents, in bounds: Rect) {
    (self.contents, self.bounds) = (contents, bounds)
  }

  /// Draws the part that lies in the tile.
  package func drawing(of tile: TileRequest) async throws -> TileDrawing? {
    if contents.extent(in: bounds).intersection(tile.rect).isEmpty { return nil }
    return { [contents, bounds] context, cancellation in
      try cancellation.check()
      try contents.draw(in: &context, layerBounds: bounds)
    }
  }
}
