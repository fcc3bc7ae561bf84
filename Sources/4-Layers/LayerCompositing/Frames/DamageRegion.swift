// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing

/// Device pixels that differ between two pictures: at most 16 rectangles that do not overlap.
public struct DamageRegion: Hashable, Sendable {
  /// The most rectangles. If there are more, the two whose union adds the fewest pixels are merged.
  package static let rectangleLimit = 16

  /// The rectangles.
  public private(set) var rectangles: [PixelRect] = []

  /// Creates an empty region.
  package init() {}

  /// Creates a region of one rectangle.
  package init(_ area: PixelRect) { add(area) }

  /// Whether no pixel differs.
  public var isEmpty: Bool { rectangles.isEmpty }

  /// The number of pixels.
  package var pixelCount: Int { rectangles.reduce(0) { $0 + $1.area } }

  /// Adds a rectangle, and merges it with those that it overlaps.
  package mutating func add(_ area: PixelRect) {
    if area.isEmpty || rectangles.contains(where: { $0.contains(area) }) { return }
    var area = area
    while let other = rectangles.firstIndex(where: { !$0.intersection(area).isEmpty }) {
      area = area.union(rectangles.remove(at: other))
    }
    rectangles.append(area)
    if rectangles.count > Self.rectangleLimit { mergeCheapestPair() }
  }

  /// Adds all rectangles of another region.
  package mutating func formUnion(_ other: DamageRegion) {
    for area in other.rectangles { add(area) }
  }

  /// Removes all pixels outside a rectangle.
  package mutating func formIntersection(_ bounds: PixelRect) {
    rectangles = rectangles.map { $0.intersection(bounds) }.filter { !$0.isEmpty }
  }

  private mutating func mergeCheapestPair() {
    var best = (first: 0, second: 1, waste: Int.max)
    for i in rectangles.indices {
      for j in rectangles.indices.dropFirst(i + 1) {
        let (a, b) = (rectangles[i], rectangles[j])
        let waste = a.union(b).area - a.area - b.area
        if waste < best.waste { best = (i, j, waste) }
      }
    }
    let second = rectangles.remove(at: best.second)
    let merged = rectangles.remove(at: best.first).union(second)
    add(merged)
  }
}
