// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
import ImageCodecs
public import LayerRendering
import SystemConcurrency
import TextModel
public import TextPainting
public import TextTypesetting

/// A document of any length as a source of tiles.
///
/// The rows of a tile are laid out when it is asked for, on a queue of the source, and drawn on a
/// lane.
/// Pixels are those of a drawing of the whole document.
///
/// The heights of paragraphs that were never laid out are estimates, so rows that are laid out for
/// the first time may move the text below them, after a jump to the middle and back. The source
/// tells what it has drawn there before, for the layer to draw it again:
///
/// ```swift
/// layer.source = TextTileSource(document) { [weak layer] change in
///   Task { @MainActor in layer?.setNeedsDisplay(change.rect) }
/// }
/// ```
///
/// A view that scrolls down from the top of the text, or up within text that was seen, gets no such
/// rectangle.
public actor TextTileSource: TileSource {
  /// The part of the document that has moved.
  public struct Change: Hashable, Sendable {
    /// The part of the tiles drawn so far that is out of date, in points of the layer's space;
    /// empty if it is none.
    public var rect: Rect
    /// The height of the document, in points.
    public var height: Double
  }

  private nonisolated let executor = QueueExecutor(label: "AsyncTextLayer.TextTileSource")
  /// The queue of the source: laying out takes milliseconds.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    // The actor holds its executor.
    unsafe executor.asUnownedSerialExecutor()
  }

  private var document: TextDocument
  private let origin: Point
  private let screenHeight: Double
  private let options: TextDrawingOptions
  private let onChange: (@Sendable (Change) -> Void)?
  /// The rows of the document for which tiles were drawn, from the upper edge of the first one to
  /// the lower edge of the last one.
  private var drawn: ClosedRange<Double>?

  /// The most rows that one tile may show, in points: with more, all of a long text would be laid
  /// out for a few pixels.
  private static let heightLimit = 65_536.0

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - origin: The place of its upper left corner in the layer's space, in points.
  ///   - screenHeight: The rows that are laid out together, in points, 1,024 by default: fewer make
  ///     a tile come earlier, more make the text move less often.
  ///   - options: Choices for small and for light text.
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

  /// Lays out the rows of a tile.
  ///
  /// - Returns: Their drawing; `nil` below the text.
  /// - Throws: `ImageError` with `tooLarge` for a tile that shows more than 65,536 points of rows;
  ///   the errors of laying out; `CancellationError`.
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
    // Rows that were laid out before an error or a cancellation have moved others, too.
    var edge = Double.infinity
    defer { tell(from: edge, before: before, drawn: drawnBefore) }
    let first = (top / screenHeight).rounded(.down) * screenHeight
    let last = (bottom / screenHeight).rounded(.up) * screenHeight
    var band: TextDocument.Band?
    // Rows move while they are laid out, until all heights down to the last one are known.
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

  /// Tells of rows that have moved.
  ///
  /// - Parameters:
  ///   - edge: The uppermost one, in the document; infinite if none has.
  ///   - before: The height of the document before.
  ///   - drawn: The rows that were drawn before.
  private func tell(from edge: Double, before: Double, drawn: ClosedRange<Double>?) {
    guard edge < .infinity, let onChange else { return }
    // Ink reaches beyond its row.
    let top = max(edge - document.overhang, drawn?.lowerBound ?? .infinity)
    let bottom = min(
      max(before, document.height) + document.overhang, drawn?.upperBound ?? -.infinity)
    let side = TextLimits.containerSide
    let rect =
      top < bottom
      ? Rect(x: origin.x - side, y: origin.y + top, width: 3 * side, height: bottom - top) : .zero
    onChange(Change(rect: rect, height: document.height))
  }

  /// Changes the document: its text, its width, the lines that it keeps.
  ///
  /// All that was drawn below the first change is told to be out of date.
  public func update(_ change: (inout TextDocument) throws -> Void) rethrows {
    let before = document.height
    defer {
      tell(from: document.takeChangedEdge() ?? .infinity, before: before, drawn: drawn)
    }
    try change(&document)
  }
}
