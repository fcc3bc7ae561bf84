// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel
import TextShaping

extension LinePieces {
  /// An order of the pieces in which the edges of inline boxes stand outside of all that the boxes
  /// hold on the line, in text of any direction.
  ///
  /// Source: CSS 2.2, 8.6: the left edge stands at the leftmost piece, the right one at the
  /// rightmost.
  ///
  /// - Parameters:
  ///   - order: The order from left to right by levels.
  ///   - isRightToLeft: Whether start edges stand at the right.
  func order(_ order: [Int32], edgesOutside isRightToLeft: Bool) -> [Int32] {
    // The boxes on the line by the pieces of their edges, inner ones before outer ones.
    var boxes: [(start: Int?, end: Int?)] = []
    var open: [Int] = []
    for index in 0..<count {
      switch self[index].run.attachment?.inlinePart {
      case .startEdge: open.append(index)
      case .endEdge: boxes.append((open.popLast(), index))
      default: break
      }
    }
    boxes += open.reversed().map { ($0, nil) }
    var order = order
    for box in boxes {
      let content = ((box.start ?? -1) + 1)..<(box.end ?? count)
      if content.isEmpty { continue }
      for (edge, isAtLeft) in [(box.start, !isRightToLeft), (box.end, isRightToLeft)] {
        guard let edge else { continue }
        order.removeAll { $0 == edge }
        let isInside = { (index: Int32) in content.contains(Int(index)) }
        let place = isAtLeft ? order.firstIndex(where: isInside) : order.lastIndex(where: isInside)
        order.insert(Int32(edge), at: place.map { isAtLeft ? $0 : $0 + 1 } ?? order.count)
      }
    }
    return order
  }
}
