// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry
package import SystemConcurrency

/// A straight edge of a filled path.
package struct PathEdge: Hashable, Sendable {
  package var from: Point
  package var to: Point

  package init(from: Point, to: Point) { (self.from, self.to) = (from, to) }
}

extension Path {
  /// The edges of the filled path, curves as straight lines within 1/64 unit. Open contours are
  /// closed; those with numbers that are not finite, or over 10¹⁵, are left out.
  ///
  /// - Parameters:
  ///   - limit: The most edges.
  ///   - cancellation: Polled within a millisecond or two.
  /// - Returns: `nil` if there are more edges than the limit.
  /// - Throws: `CancellationError`.
  /// - Complexity: O(edges).
  package func edges(limit: Int, _ cancellation: Cancellation) throws -> [PathEdge]? {
    var collector = EdgeCollector(limit: limit)
    PathFlattener.flatten(
      self, halfWidth: 0, scale: 1, to: &collector, cancellation: cancellation)
    try cancellation.check()
    return collector.isStopped ? nil : collector.edges
  }
}

/// A list of edges, up to a limit.
private struct EdgeCollector: ContourSink {
  let limit: Int
  private(set) var edges: [PathEdge] = []
  private var first: Point?

  init(limit: Int) { self.limit = limit }

  var isStopped: Bool { edges.count > limit }

  mutating func add(_ segments: [FlatSegment]) {
    for segment in segments {
      if first == nil { first = segment.start }
      edges.append(PathEdge(from: segment.start, to: segment.end))
    }
  }

  mutating func end(_ end: ContourEnd) {
    // The flattener leaves out very short segments, so the last one may end beside the start: an
    // edge closes the gap.
    if let first, let last = edges.last?.to, last != first {
      edges.append(PathEdge(from: last, to: first))
    }
    first = nil
  }
}
