// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The order in which flat layers of a three-dimensional space are drawn, from back to front.
///
/// Polygons are compared in pairs where they overlap on the screen, and sorted by their depth
/// there; coplanar ones keep the order of their layers. Only polygons that intersect are divided.
struct DepthOrder {
  /// The polygons from back to front. A divided polygon is replaced by its parts.
  let polygons: [DepthPolygon]

  /// The most polygons, with the parts of divided polygons, that are compared in pairs. If there
  /// are more, all are sorted by their mean depth.
  static let limit = 1024

  /// Sorts polygons. O(*n*²) for *n* of them.
  init(_ polygons: [DepthPolygon]) {
    var pieces: [DepthPolygon] = []
    var left = Array(polygons.reversed())
    while let next = left.popLast() {
      if pieces.count + left.count >= Self.limit {
        self.polygons = Self.byMeanDepth(pieces + [next] + left.reversed())
        return
      }
      var line: HalfPlane?
      for piece in pieces where line == nil {
        if case .crossing(let found) = next.relation(to: piece) { line = found }
      }
      if let line {
        left += next.divided(by: line).reversed()
      } else {
        pieces.append(next)
      }
    }
    self.polygons = Self.sorted(pieces)
  }

  private static func byMeanDepth(_ polygons: [DepthPolygon]) -> [DepthPolygon] {
    let depths = polygons.map(\.meanDepth)
    return polygons.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }.map { polygons[$0] }
  }

  /// Puts each polygon after those behind it. Where three or more cover each other in a cycle, the
  /// one with the least mean depth, the farthest, comes first.
  private static func sorted(_ polygons: [DepthPolygon]) -> [DepthPolygon] {
    var behind = [Int](repeating: 0, count: polygons.count)
    var before = [[Int]](repeating: [], count: polygons.count)
    for i in polygons.indices {
      for j in 0..<i {
        switch polygons[i].relation(to: polygons[j]) {
        // Coplanar polygons keep their order, even if a third polygon overlaps only one of them.
        case .nearer, .coplanar:
          behind[i] += 1
          before[j].append(i)
        case .farther:
          behind[j] += 1
          before[i].append(j)
        case .none, .crossing: continue
        }
      }
    }
    var result: [DepthPolygon] = []
    var isLeft = [Bool](repeating: true, count: polygons.count)
    while result.count < polygons.count {
      let left = polygons.indices.filter { isLeft[$0] }
      let next =
        left.first { behind[$0] == 0 }
        ?? left.min { polygons[$0].meanDepth < polygons[$1].meanDepth }
      guard let next else { break }
      isLeft[next] = false
      result.append(polygons[next])
      for nearer in before[next] { behind[nearer] -= 1 }
    }
    return result
  }
}
