// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
import ImageCodecs
public import LayerCompositing
import SystemConcurrency
import TextModel
public import TextPainting
public import TextTypesetting

/// A document of any length as a source of tiles.
///
/// The lines of a tile are laid out when it is requested, on a queue of the source, and drawn on a
/// lane. The pixels are the same as in a drawing of the whole document.
///
/// The heights of paragraphs that were never laid out are estimates. So if you jump to the middle
/// of the text and back, lines that are laid out for the first time may move the text below them.
/// The source then reports the tiles that it has drawn there before, so that the layer draws them
/// again:
///
/// ```swift
/// layer.source = TextTileSource(document) { [weak layer] change in
///   Task { @MainActor in layer?.setNeedsDisplay(change.rect) }
/// }
/// ```
///
/// Scrolling down from the top of the text, or up through text that was shown, reports nothing.
public actor TextTileSource: TileSource {
  /// The part of the document that has moved.
  public struct Change: Hashable, Sendable {
    /// The part of the tiles drawn so far that is out of date, in points of the layer's space;
    /// empty if none is.
    public var rect: Rect
    /// The height of the document, in points.
    public var height: Double
  }

  private nonisolated let executor = QueueExecutor(label: "AsyncTextLayer.TextTileSource")
  /// The queue of the source: laying out takes milliseconds.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    // The actor retains its executor, so the unowned reference stays valid.
    unsafe executor.asUnownedSerialExecutor()
  }

  private var document: TextDocument
  private let origin: Point
  private let screenHeight: Double
  private let options: TextDrawingOptions
  private let onChange: (@Sendable (Change) -> Void)?
  /// The range of y for which tiles were drawn, in points of the document.
  private var drawn: ClosedRange<Double>?

  /// The greatest height of a tile, in points: without a bound, all of a long text might be laid
  /// out for a few pixels.
  private static let heightLimit = 65_536.0

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - origin: The place of its upper left corner in the layer's space, in points.
  ///   - screenHeight: The height of text that is laid out together, in points; 1,024 by default.
  ///     With less, a tile comes earlier; with more, the text moves less often.
  ///   - options: The drawing options for small and for light text.
  ///   - onChange: Called on any thread after heights have become known or the document has been
  ///     replaced.
  public init(
    _ document: TextDocument, at origin: Point = .zero, screenHeight: Double = 1024,
    options: TextDrawingOptions = TextDrawingOptions(),
    onChange: (@Sendable (Change) -> Void)? = nil
  ) {
    self.document = document
    _ = self.document.takeChangedEdge()
    self.origin = origin
    self.screenHeight = screenHeight >= 1 ? min(screenHeight, Self.heightLimit) : 1
    self.options = options
    self.onChange = onChange
  }

  /// The height of the document, in points: an estimate until all of it was laid out.
  public var height: Double { document.height }

  /// Lays out the lines of a tile.
  ///
  /// - Returns: The drawing of the lines; `nil` for a tile below the text.
  /// - Throws: `ImageError` with `tooLarge` for a tile that is more than 65,536 points high; the
  ///   errors of laying out; `CancellationError`.
  public func drawing(of tile: TileRequest) async throws -> TileDrawing? {
    let flag = CancellationFlag()
    let cancellation = Cancellation(flag: flag)
    let laidOut: TextDocument.Band? = try await withTaskCancellationHandler {
      try self.band(of: tile.rect, cancellation)
    } onCancel: {
      flag.set()
    }
    guard let laidOut else { return nil }
    return { [origin, options] context, cancellation in
      try context.draw(laidOut, at: origin, options: options, cancellation: cancellation)
    }
  }

  private func band(
    of rect: Rect, _ cancellation: Cancellation
  ) throws -> TextDocument.Band? {
    guard rect.height <= Self.heightLimit else {
      throw ImageError(
        .tooLarge,
        "A tile shows at most \(Int(Self.heightLimit)) points of text; take fewer levels of detail."
      )
    }
    let (top, bottom) = (rect.minY - origin.y, rect.maxY - origin.y)
    let (before, drawnBefore) = (document.height, drawn)
    // Changes are reported after an error, too: lines laid out before it may have moved others.
    var edge = Double.infinity
    defer { tell(from: edge, before: before, drawn: drawnBefore) }
    let first = (top / screenHeight).rounded(.down) * screenHeight
    let last = (bottom / screenHeight).rounded(.up) * screenHeight
    var band: TextDocument.Band?
    // Laying out lines may move the lines below, so it is repeated until nothing moves.
    for (top, bottom) in [(first, last), (top, bottom)] {
      var isMoving = true
      while isMoving {
        try cancellation.check()
        defer {
          let changed = document.takeChangedEdge()
          isMoving = changed != nil
          edge = min(edge, changed ?? .infinity)
        }
        band = try document.layOut(from: top, to: bottom, cancellation: cancellation)
      }
    }
    guard top < document.height + document.overhang, bottom > -document.overhang else { return nil }
    drawn = min(drawn?.lowerBound ?? top, top)...max(drawn?.upperBound ?? bottom, bottom)
    return band
  }

  /// Reports text that has moved.
  ///
  /// - Parameters:
  ///   - edge: The y from which text has moved, in points of the document; infinite if none has.
  ///   - before: The height of the document before.
  ///   - drawn: The range of y for which tiles were drawn before.
  private func tell(from edge: Double, before: Double, drawn: ClosedRange<Double>?) {
    guard edge < .infinity, let onChange else { return }
    // The rectangle is enlarged by the overhang, since ink reaches beyond its line.
    let top = max(edge - document.overhang, drawn?.lowerBound ?? .infinity)
    let bottom = min(
      max(before, document.height) + document.overhang, drawn?.upperBound ?? -.infinity)
    let side = TextLimits.containerSide
    let rect =
      top < bottom
      ? Rect(x: origin.x - side, y: origin.y + top, width: 3 * side, height: bottom - top) : .zero
    onChange(Change(rect: rect, height: document.height))
  }

  /// Changes the document: its text, its width, or how much stays laid out.
  ///
  /// All tiles that were drawn below the first change are reported as out of date.
  public func update(_ change: (inout TextDocument) throws -> Void) rethrows {
    let before = document.height
    defer {
      tell(from: document.takeChangedEdge() ?? .infinity, before: before, drawn: drawn)
    }
    try change(&document)
  }
}
