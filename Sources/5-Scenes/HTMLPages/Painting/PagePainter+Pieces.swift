// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import BoxTrees
internal import CanvasGeometry
internal import StyleSheets

/// Boxes that are broken over columns or sheets of paper.
extension PagePainter {
  /// The parts of a box that is broken over columns: what cuts each part off, and how far the box
  /// is moved for it. A box that is whole is one part.
  ///
  /// - Parameter cutsLines: Whether a part ends where the next one begins, even where its column
  ///   has room below: lines that were kept together with others stand in the next column alone.
  func pieces(
    of box: PageBox, at origin: Point, in clips: ClipChain? = nil, cutsLines: Bool = false
  ) -> [(clip: ClipChain?, shift: Point)] {
    let parts = layout.parts(of: box)
    guard parts.count > 1 else { return [(clips, .zero)] }
    let first = layout.frame(of: box).origin
    let far = 1e6
    if box.style.text.writingMode.isVertical {
      return verticalPieces(of: box, parts, at: origin, in: clips, cutsLines: cutsLines)
    }
    return parts.indices.map { index in
      let part = parts[index]
      let shift = Point(x: part.frame.minX - first.x, y: part.frame.minY - first.y - part.start)
      // Contents may stick out at the sides, and above the first part and below the last one.
      let (isFirst, isLast) = (index == 0, index == parts.count - 1)
      let next = cutsLines && !isLast ? parts[index + 1].start : .infinity
      let top = origin.y + part.frame.minY - first.y
      let rect = Rect(
        x: origin.x + shift.x - far, y: isFirst ? top - far : top, width: 2 * far,
        height: (isFirst ? far : 0) + min(part.frame.height, next - part.start)
          + (isLast ? far : 0))
      return (ClipChain(snapped(rect), radii: nil, in: clips), shift)
    }
  }

  /// The parts of a box of vertical text that is broken over columns.
  private func verticalPieces(
    of box: PageBox, _ parts: [BoxPart], at origin: Point, in clips: ClipChain?, cutsLines: Bool
  ) -> [(clip: ClipChain?, shift: Point)] {
    let (first, far) = (layout.frame(of: box), 1e6)
    let mode = box.style.text.writingMode
    let beginsAtLeft = mode == .verticalLR || mode == .sidewaysLR
    return parts.indices.map { index in
      let part = parts[index]
      let (isFirst, isLast) = (index == 0, index == parts.count - 1)
      let next = cutsLines && !isLast ? parts[index + 1].start : .infinity
      let extent = min(part.frame.width, next - part.start)
      let y = part.frame.minY - first.minY
      // The edge of the part at which its lines begin, from that of the first part.
      let edge = beginsAtLeft ? part.frame.minX - first.minX : part.frame.maxX - first.maxX
      let begin = origin.x + edge + (beginsAtLeft ? 0 : first.width)
      let (before, after) = (isFirst ? far : 0, extent + (isLast ? far : 0))
      let rect = Rect(
        x: begin - (beginsAtLeft ? before : after), y: origin.y + y - far, width: before + after,
        height: 2 * far)
      let shift = Point(x: edge + (beginsAtLeft ? -part.start : part.start), y: y)
      return (ClipChain(snapped(rect), radii: nil, in: clips), shift)
    }
  }
}
