// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
package import CanvasGeometry

/// The parts of a bitmap and where they lie in a layer: gravity, scale, `contentsRect` and
/// `contentsCenter`.
struct ContentsMapping {
  /// The part of the bitmap that is shown, in pixels.
  let source: Rect
  /// The rectangle that it fills, in the layer's space.
  let target: Rect
  private let properties: LayerProperties
  private let contents: ImageContents
  /// Whether the layer's plane is upside down, so that the contents are drawn in a mirrored one:
  /// places in the bounds and parts of the contents are those of the layer's plane, and the picture
  /// stays upright.
  private let isFlipped: Bool

  init(_ contents: ImageContents, in properties: LayerProperties, isFlipped: Bool = false) {
    self.contents = contents
    self.isFlipped = isFlipped
    self.properties = properties
    let pixels = Self.pixels(of: contents, properties)
    let unit = properties.contentsRect
    let columns = Self.snapped(unit.minX * pixels.width, unit.width * pixels.width)
    let rows = Self.snapped(unit.minY * pixels.height, unit.height * pixels.height)
    source = Rect(x: columns.low, y: rows.low, width: columns.length, height: rows.length)
    height = pixels.height
    let scale = properties.contentsScale > 0 ? properties.contentsScale : 1
    target = properties.contentsGravity.rect(
      for: Size(width: source.width / scale, height: source.height / scale),
      in: properties.bounds)
  }

  /// The height of the contents, in pixels of the bitmap.
  private let height: Double

  /// The rectangle that the contents fill in the plane that they are drawn in.
  var drawnTarget: Rect { isFlipped ? target.mirrored(in: properties.bounds) : target }

  /// A range of pixels, each end of which is moved to a pixel edge if only a rounding error lies
  /// between: a part that begins at `6 * 0.1` shows nothing of its neighbour.
  private static func snapped(_ low: Double, _ length: Double) -> (low: Double, length: Double) {
    func edge(_ place: Double) -> Double {
      let whole = place.rounded()
      return abs(place - whole) < edgeTolerance ? whole : place
    }
    let (start, end) = (edge(low), edge(low + length))
    return start == low && end == low + length ? (low, length) : (start, end - start)
  }

  /// The distance from a pixel edge that counts as a rounding error, in pixels: more than the error
  /// of a `Float` fraction of the largest bitmap, and less than a colour of 8 bits can show.
  private static let edgeTolerance = 1.0 / 512

  /// The extent of the picture in pixels of the bitmap: of drawn contents the exact size, without
  /// the rest of a pixel that the bitmap was rounded up by.
  private static func pixels(of contents: ImageContents, _ properties: LayerProperties) -> Size {
    let whole = Size(width: Double(contents.bitmap.width), height: Double(contents.bitmap.height))
    guard let drawn = contents.drawnSize else { return whole }
    let scale = properties.contentsScale
    let exact = Size(width: drawn.width * scale, height: drawn.height * scale)
    let isThatSize =
      exact.width.rounded(.up) == whole.width && exact.height.rounded(.up) == whole.height
    return isThatSize ? exact : whole
  }

  /// The draws: one, or nine if the contents have a center.
  var parts: [BitmapDraw] {
    guard !source.isEmpty, !target.isEmpty else { return [] }
    let center = properties.contentsCenter
    if center == Rect(width: 1, height: 1) || !properties.contentsGravity.stretches {
      return [draw(source, target)]
    }
    let scale = properties.contentsScale > 0 ? properties.contentsScale : 1
    let columns = Self.slices(
      source.minX, source.width, center.minX, center.maxX, target.minX, target.width, scale)
    let rows = Self.slices(
      source.minY, source.height, center.minY, center.maxY, target.minY, target.height, scale)
    return rows.flatMap { row in
      columns.map { column in
        draw(
          Rect(x: column.from, y: row.from, width: column.length, height: row.length),
          Rect(x: column.to, y: row.to, width: column.extent, height: row.extent))
      }
    }
  }

  /// The drawing that the contents were made of, if they were made for these bounds: it gives their
  /// picture at any scale and under any transform. `nil` for other contents.
  var drawing: (any RepeatableDrawing)? {
    guard contents.repeatsDrawing, let drawing = contents.drawing,
      contents.drawnSize == properties.bounds.size,
      properties.contentsGravity == .resize, properties.contentsRect == Rect(width: 1, height: 1),
      properties.contentsCenter == Rect(width: 1, height: 1)
    else { return nil }
    return drawing
  }

  /// The drawing to repeat in place of the bitmap, and the map to draw it in: where the bitmap does
  /// not stand pixel for pixel, or has another colour; `nil` to draw the bitmap.
  ///
  /// - Parameter place: The place of the bitmap on whole pixels; `nil` for none. The drawing is
  ///   moved there, so that a change of the colour moves nothing.
  func repeatedDrawing(
    at place: (x: Int, y: Int)?, _ map: PlaneMap
  ) -> (drawing: any RepeatableDrawing, map: PlaneMap)? {
    if contents.showsDrawing, let drawing = contents.drawing {
      guard let place, let affine = map.affine else { return (drawing, map) }
      let corner = affine.apply(properties.bounds.origin)
      let move = AffineTransform.translation(
        x: Double(place.x) - corner.x, y: Double(place.y) - corner.y)
      return (drawing, .affine(affine.concatenating(move)))
    }
    return place == nil ? drawing.map { ($0, map) } : nil
  }

  /// The bounds at which a drawing in place of the bitmap is cut off: those of the bitmap if it
  /// stands on whole pixels, otherwise those of the layer.
  func drawnBounds(at place: (x: Int, y: Int)?) -> Rect {
    guard place != nil else { return properties.bounds }
    let (bitmap, scale) = (contents.bitmap, properties.contentsScale)
    return Rect(
      origin: properties.bounds.origin,
      size: Size(width: Double(bitmap.width) / scale, height: Double(bitmap.height) / scale))
  }

  /// The place of the bitmap's upper left pixel on the device, for contents that were drawn for
  /// these bounds and this scale: they stand on whole pixels, so that text stays sharp.
  func wholePixelPlace(on map: PlaneMap) -> (x: Int, y: Int)? {
    guard let map = map.affine, let drawn = contents.drawnSize, drawn == properties.bounds.size,
      map.b == 0, map.c == 0, map.a == map.d, abs(map.a - properties.contentsScale) < 1e-9,
      properties.contentsGravity == .resize, properties.contentsRect == Rect(width: 1, height: 1),
      let pixels = drawn.pixels(scale: properties.contentsScale),
      pixels == contents.bitmap.pixelSize
    else { return nil }
    let corner = map.apply(properties.bounds.origin)
    guard abs(corner.x) < 1e9, abs(corner.y) < 1e9 else { return nil }
    return (Int(corner.x.rounded()), Int(corner.y.rounded()))
  }

  private func draw(_ source: Rect, _ target: Rect) -> BitmapDraw {
    var (source, target) = (source, target)
    if isFlipped {
      source.origin.y = height - source.maxY
      target = target.mirrored(in: properties.bounds)
    }
    var draw = BitmapDraw(contents.bitmap, source: source, in: target)
    draw.growing = properties.magnificationFilter == .nearest ? .nearest : .average
    draw.shrinking = properties.minificationFilter == .nearest ? .nearest : .average
    draw.tint = contents.tint
    return draw
  }

  /// One of three parts along an axis.
  private struct Slice {
    var from: Double
    var length: Double
    var to: Double
    var extent: Double
  }

  /// The two ends keep their size, and share the target if it is too small for both.
  private static func slices(
    _ from: Double, _ length: Double, _ low: Double, _ high: Double, _ to: Double,
    _ extent: Double, _ scale: Double
  ) -> [Slice] {
    let low = min(max(low, 0), 1)
    let high = min(max(high, low), 1)
    var (first, last) = (low * length, (1 - high) * length)
    if length - first - last < 1 {
      // A centre of less than a pixel of the source is widened to one pixel about its middle.
      let pixel = min(length, 1)
      first = min(max((first + length - last - pixel) / 2, 0), length - pixel)
      last = length - first - pixel
    }
    let ends = (first + last) / scale
    let fit = ends > extent ? extent / ends : 1
    let (start, end) = (first / scale * fit, last / scale * fit)
    let slices = [
      Slice(from: from, length: first, to: to, extent: start),
      Slice(
        from: from + first, length: length - first - last, to: to + start,
        extent: extent - start - end),
      Slice(from: from + length - last, length: last, to: to + extent - end, extent: end),
    ]
    // A middle slice that exists only through rounding is dropped: it would displace the last
    // slice.
    let least = extent * 1e-9
    var kept: [Slice] = []
    for slice in slices where slice.length > 0 && slice.extent > least {
      if slice.to > kept.last?.to ?? -.infinity { kept.append(slice) }
    }
    return kept
  }
}

extension Rect {
  /// The rectangle mirrored within bounds, top to bottom.
  func mirrored(in bounds: Rect) -> Rect {
    Rect(
      x: minX, y: 2 * bounds.minY + bounds.height - maxY, width: width, height: height)
  }
}

extension RenderNode {
  /// The map for the contents of a layer whose plane is upside down: mirrored, so that they are
  /// upright. Particles are not mirrored, since their places are geometry.
  ///
  /// - Parameter map: The map of the layer's plane.
  func contentsMap(_ map: PlaneMap) -> PlaneMap {
    if contents.areParticles { return map }
    let bounds = properties.bounds
    let mirror = AffineTransform(
      a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 2 * bounds.minY + bounds.height)
    return PlaneMap.affine(mirror).concatenating(map)
  }
}

extension ContentsGravity {
  /// Whether the contents are stretched.
  var stretches: Bool {
    switch self {
    case .resize, .resizeAspect, .resizeAspectFill: true
    default: false
    }
  }

  /// The rectangle of contents of a size in points.
  package func rect(for size: Size, in bounds: Rect) -> Rect {
    guard size.width > 0, size.height > 0 else { return .zero }
    switch self {
    case .resize: return bounds
    case .resizeAspect, .resizeAspectFill:
      let (x, y) = (bounds.width / size.width, bounds.height / size.height)
      let factor = self == .resizeAspect ? min(x, y) : max(x, y)
      return Self.place(
        Size(width: size.width * factor, height: size.height * factor), x: 0.5, y: 0.5, bounds)
    case .center: return Self.place(size, x: 0.5, y: 0.5, bounds)
    case .top: return Self.place(size, x: 0.5, y: 0, bounds)
    case .bottom: return Self.place(size, x: 0.5, y: 1, bounds)
    case .left: return Self.place(size, x: 0, y: 0.5, bounds)
    case .right: return Self.place(size, x: 1, y: 0.5, bounds)
    case .topLeft: return Self.place(size, x: 0, y: 0, bounds)
    case .topRight: return Self.place(size, x: 1, y: 0, bounds)
    case .bottomLeft: return Self.place(size, x: 0, y: 1, bounds)
    case .bottomRight: return Self.place(size, x: 1, y: 1, bounds)
    }
  }

  private static func place(_ size: Size, x: Double, y: Double, _ bounds: Rect) -> Rect {
    Rect(
      x: bounds.minX + x * (bounds.width - size.width),
      y: bounds.minY + y * (bounds.height - size.height), width: size.width, height: size.height)
  }
}
