// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

/// Parts of a bitmap side by side in one rectangle, such as those of a nine-patch image.
///
/// Every device pixel shows one part: the part in which its centre lies or, beyond the sides, the
/// nearest part. Only the sides of the whole grid have soft edges, so there is no seam where two
/// parts meet within a pixel, whatever the transform.
package struct BitmapGrid: Sendable {
  /// The parts, row by row.
  let parts: [BitmapDraw]
  /// The number of parts in a row.
  private let columns: Int
  /// The coordinates at which parts meet, in user space.
  private let (edgesX, edgesY): ([Double], [Double])
  /// The rectangle that all parts fill.
  let rect: Rect

  /// Creates a grid.
  ///
  /// - Parameter parts: At least one part, row by row; the parts of a row begin at the same height.
  package init(_ parts: [BitmapDraw]) {
    precondition(!parts.isEmpty, "a grid has a part")
    self.parts = parts
    let columns = parts.prefix { $0.rect.minY == parts[0].rect.minY }.count
    precondition(parts.count % columns == 0, "rows of a grid have as many parts")
    self.columns = columns
    edgesX = parts[..<columns].dropFirst().map(\.rect.minX)
    edgesY = stride(from: columns, to: parts.count, by: columns).map { parts[$0].rect.minY }
    let (first, last) = (parts[0].rect, parts[parts.count - 1].rect)
    rect = Rect(
      x: first.minX, y: first.minY, width: last.maxX - first.minX, height: last.maxY - first.minY)
  }

  /// The index of the part that a place shows.
  fileprivate func part(atX x: Double, y: Double) -> Int {
    var index = 0
    for edge in edgesX where x >= edge { index += 1 }
    for edge in edgesY where y >= edge { index += columns }
    return index
  }
}

/// A grid prepared for one transform, which computes colours of device pixels.
private struct GridSampler {
  private enum PartSampler {
    case flat(BitmapSampler)
    case projected(ProjectedSampler)

    func shade(x: Int, y: Int, into row: inout [UInt32]) {
      switch self {
      case .flat(let sampler): sampler.shade(x: x, y: y, into: &row)
      case .projected(let sampler): sampler.shade(x: x, y: y, into: &row)
      }
    }
  }

  private let grid: BitmapGrid
  private let samplers: [PartSampler]
  private let toRect: Projection

  /// - Returns: `nil` if nothing would be drawn.
  /// - Throws: `allocationFailed`.
  init?(
    _ grid: BitmapGrid, transform: AffineTransform, projection: Projection?, alpha: UInt8
  ) throws(GraphicsError) {
    let whole = projection.map { Projection(transform).concatenating($0) } ?? Projection(transform)
    guard let inverse = whole.inverted() else { return nil }
    toRect = inverse
    self.grid = grid
    var samplers: [PartSampler] = []
    for part in grid.parts {
      if projection != nil {
        guard let one = try ProjectedSampler(part, projection: whole, alpha: alpha) else {
          return nil
        }
        samplers.append(.projected(one))
      } else {
        guard let one = BitmapSampler(part, transform: transform, alpha: alpha) else { return nil }
        samplers.append(.flat(one))
      }
    }
    self.samplers = samplers
  }

  /// Writes the premultiplied colours of the pixels from a device position to the right.
  func shade(x: Int, y: Int, into row: inout [UInt32]) {
    func part(_ i: Int) -> Int {
      let center = toRect.homogeneous(Point(x: Double(x + i) + 0.5, y: Double(y) + 0.5))
      return grid.part(atX: center.x / center.weight, y: center.y / center.weight)
    }
    var start = 0
    var shown = part(0)
    while start < row.count {
      var end = start + 1
      var next = shown
      while end < row.count {
        next = part(end)
        if next != shown { break }
        end += 1
      }
      var colors = [UInt32](repeating: 0, count: end - start)
      samplers[shown].shade(x: x + start, y: y, into: &colors)
      row.replaceSubrange(start..<end, with: colors)
      (start, shown) = (end, next)
    }
  }
}

extension GraphicsContext {
  /// Draws a grid of parts.
  ///
  /// - Parameter alpha: The opacity, 0 to 1.
  /// - Throws: `allocationFailed`.
  package mutating func draw(_ grid: BitmapGrid, alpha: Double) throws(GraphicsError) {
    // Parts on whole pixels leave no seams, so each is drawn alone; some are copied as they are.
    if grid.parts.allSatisfy({ wholePixels($0.rect) != nil }) {
      for part in grid.parts { try draw(part, alpha: alpha) }
      return
    }
    let opacity = Self.byte(alpha)
    guard opacity > 0,
      let sampler = try GridSampler(
        grid, transform: transform, projection: projection, alpha: opacity)
    else { return }
    let (target, clip) = (target, clipMask)
    try cover(Path(rect: grid.rect), rule: .nonZero) { mask in
      Self.blend(mask, target: target, clip: clip) { x, y, row in
        sampler.shade(x: x, y: y, into: &row)
      }
    }
  }
}
