// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import SystemConcurrency
import TextModel

/// The room for the lines of a container with a shape, exclusions or floats, in line space from
/// the corner between the insets at which the text begins.
final class LineRoom {
  /// The area in which lines lie; `nil` for a rectangle.
  private let shape: AreaOutline?
  /// The areas that lines keep clear of, by their upper ends.
  private var obstacles: [AreaOutline] = []
  /// The lowest end (greatest y) of each obstacle and all obstacles before it.
  private var lowest: [Double] = []
  /// The attachments that lines run beside; `nil` if there is none.
  var floats: Floats?
  /// The floats beside which lines lie by the rules of CSS; `nil` for lines beside any areas.
  var context: FloatContext?
  private let cancellation: Cancellation

  /// The most edges of all areas of a container.
  static let mostEdges = 1 << 18
  /// The greatest margin of an exclusion, in points.
  private static let greatestMargin = 1e5

  /// - Throws: ``TypesettingError`` with `badContainer`; `CancellationError`.
  init(
    _ container: TextContainer, _ floats: Floats? = nil, isRightToLeft: Bool,
    _ cancellation: Cancellation
  ) throws {
    self.cancellation = cancellation
    self.floats = floats
    context = container.floatContext
    let map =
      container.hasAreas ? try Self.map(container, isRightToLeft: isRightToLeft) : .identity
    var left = Self.mostEdges
    func outline(_ path: Path, _ rule: FillRule, _ property: String) throws -> AreaOutline {
      guard let edges = try path.edges(limit: left, cancellation) else {
        throw TypesettingError(
          .badContainer, property: property, offset: 0,
          "its curves make more than \(Self.mostEdges) straight edges; simplify them")
      }
      left -= edges.count
      return AreaOutline(
        edges.map { PathEdge(from: map.apply($0.from), to: map.apply($0.to)) }, rule: rule)
    }
    switch container.shape {
    case .rectangle: shape = nil
    case .path(let path, let rule): shape = try outline(path, rule, "shape")
    }
    for exclusion in container.exclusions {
      try cancellation.check()
      obstacles.append(try outline(exclusion.path, .nonZero, "exclusions"))
      let margin = exclusion.margin > 0 ? min(exclusion.margin, Self.greatestMargin) : 0
      guard margin > 0 else { continue }
      // Half of a stroke along the outline covers the margin; the area inside was added above.
      let border = exclusion.path.strokeOutline(
        StrokeStyle(lineWidth: 2 * margin, lineCap: .round, lineJoin: .round), from: 0, to: 1,
        scale: 1, cancellation: cancellation)
      try cancellation.check()
      obstacles.append(try outline(border, .nonZero, "exclusions"))
    }
    obstacles.removeAll { $0.bounds.height <= 0 }
    obstacles.sort { $0.bounds.minY < $1.bounds.minY }
    var most = -Double.infinity
    for obstacle in obstacles {
      most = max(most, obstacle.bounds.maxY)
      lowest.append(most)
    }
  }

  /// Adds a rectangle that lines keep clear of, in line space from the corner at which the text
  /// begins.
  ///
  /// - Complexity: O(areas that begin below it).
  func add(_ rect: Rect) {
    guard rect.height > 0, rect.width > 0 else { return }
    let corners = [
      Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.minY),
      Point(x: rect.maxX, y: rect.maxY), Point(x: rect.minX, y: rect.maxY),
    ]
    let edges = corners.indices.map { PathEdge(from: corners[$0], to: corners[($0 + 1) % 4]) }
    var index = obstacles.count
    while index > 0, obstacles[index - 1].bounds.minY > rect.minY { index -= 1 }
    obstacles.insert(AreaOutline(edges, rule: .nonZero), at: index)
    lowest.insert(index > 0 ? lowest[index - 1] : -.infinity, at: index)
    for later in index..<lowest.count { lowest[later] = max(lowest[later], rect.maxY) }
  }

  /// The map from the layout box to line space from the corner at which the text begins. Lines of
  /// `WritingMode.verticalLR` are set as if they followed each other downwards: mirrored.
  private static func map(
    _ container: TextContainer, isRightToLeft: Bool
  ) throws -> AffineTransform {
    let insets = container.lineInsets(isRightToLeft: isRightToLeft)
    switch container.writingMode {
    case .horizontal: return .translation(x: -insets.left, y: -insets.before)
    case .verticalLR:
      return AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: -insets.left, ty: -insets.before)
    case .verticalRL:
      guard let width = container.boundedWidth else {
        throw TypesettingError(
          .badContainer, property: "exclusions", offset: 0,
          "lines that follow each other from the right need a container with a width to know where "
            + "an exclusion lies")
      }
      return AffineTransform(
        a: 0, b: -1, c: 1, d: 0, tx: -insets.left, ty: width - insets.before)
    }
  }

  /// The lower end of all room; infinite without a shape.
  var bottom: Double { shape?.bounds.maxY ?? .infinity }

  /// The greatest width of a line anywhere: the given width, or that of a narrower shape.
  func greatestWidth(_ width: Double) -> Double { min(width, shape?.bounds.width ?? .infinity) }

  /// The intervals between two x in which a line from one y to another may lie, from the left.
  ///
  /// - Throws: `CancellationError`.
  func slots(
    from top: Double, to bottom: Double, left: Double, right: Double
  ) throws -> [LineSlot] {
    if let context {
      return [context.slot(from: top, to: bottom, in: LineSlot(left: left, right: right))]
    }
    guard left < right else { return [] }
    var slots = [LineSlot(left: left, right: right)]
    if let shape {
      slots = try shape.insides(from: top, to: bottom, cancellation)
        .clamped(from: left, to: right)
    }
    var covered: [LineSlot] = []
    try forEachObstacle(from: top, to: bottom) {
      covered += try $0.touched(from: top, to: bottom, cancellation)
    }
    return covered.isEmpty ? slots : slots.without(covered.merged)
  }

  /// The y down to which lines that begin at `y` have the whole width; `y` itself if an area begins
  /// there or above, or if there is a shape.
  func clearance(below y: Double) -> Double {
    if let context { return context.clearance(below: y) }
    if shape != nil { return y }
    let next = firstObstacle(endingBelow: y)
    return next < obstacles.count ? max(y, obstacles[next].bounds.minY) : .infinity
  }

  /// The next y at which a line may find a place, below a band in which it found none.
  ///
  /// - Throws: `CancellationError`.
  func next(below top: Double, to bottom: Double) throws -> Double {
    if let context { return context.nextPlace(below: top, to: bottom) }
    // A curve leaves other room at every y, so it is tried in steps: one point or, far from the
    // end, a 256th of the distance, so that a large curve takes few steps.
    func step(towards end: Double, isBox: Bool) -> Double {
      isBox ? end : min(end, top + max(1, (end - top) / 256))
    }
    var next = Double.infinity
    if let shape { next = max(top + 1, step(towards: shape.bounds.maxY, isBox: false)) }
    try forEachObstacle(from: top, to: bottom) {
      next = min(next, step(towards: $0.bounds.maxY, isBox: $0.isBox))
    }
    return next.isFinite ? next : top + 1
  }

  /// The first obstacle that ends below a y.
  private func firstObstacle(endingBelow y: Double) -> Int {
    var (low, high) = (0, lowest.count)
    while low < high {
      let middle = (low + high) / 2
      if lowest[middle] > y { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func forEachObstacle(
    from top: Double, to bottom: Double, _ body: (AreaOutline) throws -> Void
  ) throws {
    var index = firstObstacle(endingBelow: top)
    while index < obstacles.count, obstacles[index].bounds.minY < bottom {
      if index & 0xFF == 0xFF { try cancellation.check() }
      if obstacles[index].bounds.maxY > top { try body(obstacles[index]) }
      index += 1
    }
  }
}
