// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry
package import SystemConcurrency
package import TextModel

extension TextLayout {
  /// The grapheme clusters of a line that are shown with some width, with their rectangles, in the
  /// order of the text. Each is as high as its line. Clusters that begin beyond the right edge of
  /// line space, as white space that hangs there does, are left out, and so is text that a token
  /// replaces.
  ///
  /// - Complexity: O(*n*) in the line's length.
  package func clusters(inLine index: Int) -> [(range: TextRange, rect: Rect)] {
    let record = records[index]
    let edges = LineEdges(self, record)
    let axes = axes
    let right = max(lineSpaceSize.width, markedExtent(of: record).right)
    var clusters: [(range: TextRange, rect: Rect)] = []
    clusters.reserveCapacity(edges.count)
    for i in 0..<edges.count where i != edges.gap {
      let (left, end) = (
        min(edges.leading[i], edges.trailing[i]), max(edges.leading[i], edges.trailing[i])
      )
      guard left < end, left < right else { continue }
      clusters.append(
        (
          TextRange(edges.offsets[i], edges.offsets[i + 1]),
          axes.rect(Rect(x: left, y: record.y, width: end - left, height: record.height))
        ))
    }
    return clusters
  }

  /// The stretches of the text between boundaries of words (UAX #29, dictionaries included), in
  /// order: words, punctuation, white space.
  ///
  /// - Parameter cancellation: Polled every 64 stretches.
  /// - Throws: `CancellationError`.
  /// - Complexity: O(*n*) in the text's length.
  package func wordStretches(_ cancellation: Cancellation) throws -> [TextRange] {
    var stretches: [TextRange] = []
    var words = WordStretches(self)
    var offset = 0
    while offset < text.length {
      if stretches.count & 63 == 63 { try cancellation.check() }
      let stretch = words.stretch(containing: offset)
      stretches.append(TextRange(offset, max(offset + 1, stretch.end)))
      offset = max(offset + 1, stretch.end)
    }
    return stretches
  }
}
