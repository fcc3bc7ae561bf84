// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A filter of the pixels of a layer.
package enum PixelFilter: Sendable {
  /// A blur of all channels; beyond the layer there is nothing.
  case blur(GaussianBlur)
  /// A map of straight colours.
  case color(ColorMatrix)
  /// A shadow of the pixels, below them.
  case dropShadow(AlphaShadow)

  /// The most pixels by which a result lies from what it depends on.
  package var reach: Int {
    switch self {
    case .blur(let blur): blur.reach
    case .color: 0
    case .dropShadow(let shadow): shadow.blur.reach + max(abs(shadow.dx), abs(shadow.dy))
    }
  }
}

extension GraphicsContext {
  /// Filters the pixels of the innermost layer. Without a layer it does nothing.
  ///
  /// - Throws: `allocationFailed`.
  package mutating func filterLayer(by filters: [PixelFilter]) throws(GraphicsError) {
    if layers.isEmpty || format != .rgba8 { return }
    for filter in filters { target = try filtered(target, by: filter) }
  }

  /// The pixels below the clip, filtered as a picture that is mirrored at its sides.
  ///
  /// - Parameters:
  ///   - area: The device pixels, within those of the innermost layer.
  ///   - box: The pixels at whose sides the picture is mirrored.
  /// - Returns: `nil` without pixels.
  package mutating func backdrop(
    in area: PixelRect, filters: [PixelFilter], mirroredIn box: PixelRect
  ) throws(GraphicsError) -> Bitmap? {
    let reach = filters.reduce(0) { $0 + $1.reach }
    let source = area.inset(by: -2 * reach).intersection(box).intersection(target.bounds)
    guard !source.isEmpty, format == .rgba8 else { return nil }
    var picture = try mirrored(source, in: box, beyond: reach)
    for filter in filters { picture = try filtered(picture, by: filter) }
    let result = DrawingTarget(
      try BitmapBuffer(
        width: area.width, height: area.height, format: format, freeList: freeList, pattern: 0),
      x: area.x, y: area.y)
    result.blend(
      picture, in: area.intersection(picture.bounds), mode: .source, alpha: 255, clip: nil)
    return Bitmap(
      width: area.width, height: area.height, format: format, bytesPerRow: result.bytesPerRow,
      storage: result.storage)
  }

  /// A copy of some pixels of the target, with a margin where they end at a side of a box: there
  /// the copy is mirrored.
  private func mirrored(
    _ source: PixelRect, in box: PixelRect, beyond reach: Int
  ) throws(GraphicsError) -> DrawingTarget {
    let area = source.inset(by: -reach)
    let copy = DrawingTarget(
      try BitmapBuffer(
        width: area.width, height: area.height, format: format, freeList: freeList, pattern: 0),
      x: area.x, y: area.y)
    copy.blend(target, in: source, mode: .source, alpha: 255, clip: nil)
    func place(_ at: Int, _ low: Int, _ high: Int, _ from: Int, _ to: Int) -> Int {
      var at = at
      if at < low { at = 2 * low - 1 - at }
      if at >= high { at = 2 * high - 1 - at }
      return min(max(at, from), to - 1)
    }
    let columns = (area.x..<area.maxX).map { place($0, box.x, box.maxX, source.x, source.maxX) }
    for y in area.y..<area.maxY {
      let row = place(y, box.y, box.maxY, source.y, source.maxY)
      copy.copyRow(y, from: target, row: row, columns: columns)
    }
    return copy
  }

  private func filtered(
    _ picture: DrawingTarget, by filter: PixelFilter
  ) throws(GraphicsError) -> DrawingTarget {
    switch filter {
    case .color(let matrix):
      picture.apply(matrix)
      return picture
    case .blur(let blur):
      if blur.reach == 0 { return picture }
      let result = try clear(like: picture)
      for channel in 0..<4 {
        try blur.coverage(in: picture.bounds) { source throws(GraphicsError) in
          picture.channel(channel, in: source)
        } _: { mask in
          result.store(mask, channel: channel)
        }
      }
      return result
    case .dropShadow(let shadow):
      let result = try clear(like: picture)
      try shadow.coverage(of: picture, in: picture.bounds) { mask in
        result.over(shadow.color, through: mask)
      }
      result.blend(picture, in: picture.bounds, mode: .sourceOver, alpha: 255, clip: nil)
      return result
    }
  }

  private func clear(like picture: DrawingTarget) throws(GraphicsError) -> DrawingTarget {
    let bounds = picture.bounds
    return DrawingTarget(
      try BitmapBuffer(
        width: bounds.width, height: bounds.height, format: format, freeList: freeList,
        pattern: 0),
      x: bounds.x, y: bounds.y)
  }
}
