// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
import SystemConcurrency

extension GraphicsContext {
  /// Fills a rectangle of user space.
  ///
  /// - Throws: `allocationFailed`.
  public mutating func fill(_ rect: Rect, with color: Color) throws(GraphicsError) {
    guard let pixels = wholePixels(rect) else {
      try fill(Path(rect: rect), with: color)
      return
    }
    fill(clipPixels.intersection(pixels), premultiplied: color.premultiplied8)
  }

  /// Fills a path of user space with one colour.
  ///
  /// - Throws: `allocationFailed`.
  public mutating func fill(
    _ path: Path, with color: Color, rule: FillRule = .nonZero
  ) throws(GraphicsError) {
    let packed = color.premultiplied8
    guard packed != 0 else { return }
    let (target, clip) = (target, clipMask)
    try cover(path, rule: rule) { mask in
      Self.blend(mask, color: packed, into: target, clip: clip)
    }
  }

  /// Fills a path of user space with a gradient.
  ///
  /// - Throws: `allocationFailed`.
  public mutating func fill(
    _ path: Path, with gradient: Gradient, rule: FillRule = .nonZero
  ) throws(GraphicsError) {
    guard let shader = shader(gradient) else { return }
    if let rect = path.rectangle, let pixels = wholePixels(rect) {
      return fill(clipPixels.intersection(pixels), with: shader)
    }
    let (target, clip) = (target, clipMask)
    try cover(path, rule: rule) { mask in
      Self.blend(mask, target: target, clip: clip) { x, y, row in
        shader.shade(x: x, y: y, into: &row)
      }
    }
  }

  /// Strokes a path of user space with one colour.
  ///
  /// - Throws: `allocationFailed`.
  public mutating func stroke(
    _ path: Path, with color: Color, style: StrokeStyle = StrokeStyle()
  ) throws(GraphicsError) {
    guard color.premultiplied8 != 0 else { return }
    let scale = max(
      (transform.a * transform.a + transform.b * transform.b).squareRoot(),
      (transform.c * transform.c + transform.d * transform.d).squareRoot())
    let outline = path.strokeOutline(
      style, from: 0, to: 1, scale: scale, cancellation: cancellation)
    try fill(outline, with: color)
    (consume outline).release()
  }

  /// Fills the clip with one colour.
  package mutating func fillClip(with color: Color) throws(GraphicsError) {
    fill(clipPixels, premultiplied: color.premultiplied8)
  }

  /// Fills the clip with a gradient.
  package mutating func fillClip(with gradient: Gradient) throws(GraphicsError) {
    if let shader = shader(gradient) { fill(clipPixels, with: shader) }
  }

  private func shader(_ gradient: Gradient) -> GradientShader? {
    GradientShader(gradient, transform: transform, projection: projection)
  }

  /// Fills device pixels within the clip's bounds.
  private func fill(_ area: PixelRect, with shader: GradientShader) {
    guard !area.isEmpty else { return }
    if shader.isOpaque, clipMask == nil, target.format == .rgba8 {
      return target.store(shader, in: area)
    }
    Self.blendRows(of: area, mask: nil, target: target, clip: clipMask) { x, y, row in
      shader.shade(x: x, y: y, into: &row)
    }
  }

  /// Draws a bitmap, stretched to a rectangle of user space. Pixels are averaged where the bitmap
  /// shrinks and interpolated where it grows. An `alpha8` bitmap is drawn in black.
  ///
  /// - Parameters:
  ///   - bitmap: The picture.
  ///   - rect: The rectangle that the bitmap fills, in user space.
  ///   - alpha: The opacity of the bitmap, 0 to 1.
  /// - Throws: `allocationFailed`.
  public mutating func draw(
    _ bitmap: Bitmap, in rect: Rect, alpha: Double = 1
  ) throws(GraphicsError) {
    try draw(
      BitmapDraw(
        bitmap, source: Rect(width: Double(bitmap.width), height: Double(bitmap.height)), in: rect),
      alpha: alpha)
  }

  // MARK: Rows of pixels

  /// The bytes of coverage that are computed at a time: large shapes are filled in bands, between
  /// which the cancellation is polled.
  private static var bandBytes: Int { 1 << 16 }

  /// The next higher level for each level of coverage; 0 and 255 stay.
  private static let raisedLevels: [UInt8] = [0] + Array(2...255) + [255]

  /// Computes the coverage of a path within the clip's bounds, band by band.
  ///
  /// - Parameter isSummand: Whether partial coverage is rounded up; see ``BitmapDraw/isSummand``.
  borrowing func cover(
    _ path: Path, rule: FillRule, isSummand: Bool = false, _ body: (CoverageMask) -> Void
  ) throws(GraphicsError) {
    let clip = clipPixels
    guard !clip.isEmpty, !path.isEmpty else { return }
    let (path, map) = onDevice(path)
    let cancellation = cancellation
    try PathRasterizer.withScratch { (rasterizer) throws(GraphicsError) in
      let area = try rasterizer.prepare(path, transform: map, cancellation: cancellation)
        .intersection(clip)
      guard !area.isEmpty else { return }
      let rows = max(16, Self.bandBytes / area.width)
      for y in stride(from: area.y, to: area.maxY, by: rows) {
        let band = PixelRect(
          x: area.x, y: y, width: area.width, height: min(rows, area.maxY - y))
        let mask = try rasterizer.coverage(in: band, rule: rule, cancellation: cancellation)
        if let mask {
          if isSummand { rasterizer.replaceLevels(of: mask, Self.raisedLevels) }
          body(mask)
        }
        if cancellation.isCancelled { return }
      }
    }
  }

  /// Fills device pixels within the clip's bounds.
  func fill(_ area: PixelRect, premultiplied color: UInt32) {
    guard !area.isEmpty, color != 0 else { return }
    if let clipMask {
      Self.blend(clipMask.coverage(in: area), color: color, into: target, clip: nil)
    } else if color >> 24 == 255 {
      target.store(color, in: area)
    } else {
      target.over(color, in: area)
    }
  }

  /// Blends one colour through a mask that lies within the target.
  static func blend(
    _ mask: CoverageMask, color: UInt32, into target: DrawingTarget, clip: ClipMask?
  ) {
    guard let clip else { return target.over(color, through: mask) }
    let area = mask.bounds
    var row = [UInt8](repeating: 0, count: area.width)
    for y in area.y..<area.maxY {
      mask.copyRow(y, to: &row)
      clip.multiply(&row, x: area.x, y: y)
      target.over(color, through: row, x: area.x, y: y)
    }
  }

  /// Blends shaded pixels through a mask that lies within the target.
  static func blend(
    _ mask: CoverageMask, target: DrawingTarget, clip: ClipMask?,
    shade: (Int, Int, inout [UInt32]) -> Void
  ) {
    blendRows(of: mask.bounds, mask: mask, target: target, clip: clip, shade: shade)
  }

  /// Blends rows of shaded pixels through rows of coverage.
  ///
  /// - Parameters:
  ///   - mask: The coverage of the area; `nil` for full coverage.
  ///   - shade: Writes the colours of a row, given the device position of its first pixel.
  private static func blendRows(
    of area: PixelRect, mask: CoverageMask?, target: DrawingTarget, clip: ClipMask?,
    shade: (Int, Int, inout [UInt32]) -> Void
  ) {
    guard !area.isEmpty else { return }
    var colors = [UInt32](repeating: 0, count: area.width)
    var coverage = [UInt8](repeating: 255, count: area.width)
    for y in area.y..<area.maxY {
      if let mask {
        mask.copyRow(y, to: &coverage)
      } else if clip != nil {
        for i in coverage.indices { coverage[i] = 255 }
      }
      clip?.multiply(&coverage, x: area.x, y: y)
      shade(area.x, y, &colors)
      target.over(colors, through: coverage, x: area.x, y: y)
    }
  }
}

extension Path {
  /// The rectangle that the path is, if its four sides are drawn as `init(rect:)` draws them.
  fileprivate var rectangle: Rect? {
    guard verbs == [0, 1, 1, 1, 4] else { return nil }
    let (p, q, r, s) = (points[0], points[1], points[2], points[3])
    guard p.y == q.y, q.x == r.x, r.y == s.y, s.x == p.x, p.x <= r.x, p.y <= r.y else { return nil }
    return Rect(x: p.x, y: p.y, width: r.x - p.x, height: r.y - p.y)
  }
}
