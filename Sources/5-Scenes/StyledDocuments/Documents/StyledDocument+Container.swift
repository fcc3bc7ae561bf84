// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
package import SystemConcurrency
package import TextModel
package import TextTypesetting

extension StyledDocument {
  /// An area that lines keep clear of.
  package struct Exclusion: Sendable {
    /// The area, in px from the upper left corner of the box.
    package var path: Path
    package var margin: Length = 0
  }

  /// The columns of the text.
  package struct Columns: Sendable {
    /// The most columns of a document, as in ``TextTypesetting/TextColumns``.
    package static let mostColumns = 1000

    package var count: Int
    /// The distance between two columns; as in CSS, 1em by default.
    package var gap = Length(ems: 1)
    package var isBalanced = false

    package init(count: Int) { self.count = count }
  }

  /// The most exclusions of a document.
  package static let mostExclusions = 10_000

  /// The container that the text is laid out in.
  ///
  /// - Throws: ``DocumentError`` with `tooLarge` if too many spans of the token overlap.
  package func container() throws(DocumentError) -> TextContainer {
    try container(cancellation: .never)
  }

  /// The container that the text is laid out in.
  ///
  /// - Parameter cancellation: Polled while the text of the token is made.
  /// - Throws: ``DocumentError`` with `tooLarge` if too many spans of the token overlap, or
  ///   `cancelled`.
  package func container(
    cancellation: Cancellation
  ) throws(DocumentError) -> TextContainer {
    let em = emSize
    var container = TextContainer(
      width: width?.pixels(em: em), height: height?.pixels(em: em),
      maximumLines: maximumLines, truncation: truncation ?? (ellipsis.isEmpty ? .none : .end),
      ellipsis: ellipsis.isEmpty && truncation != nil ? "\u{2026}" : ellipsis,
      token: try tokenText(cancellation), insets: insets, verticalAlignment: verticalAlignment,
      minimumScale: minimumScale)
    container.writingMode = writingMode
    if trim != .none { container.trim = trim }
    if maximumScale != 1 { container.maximumScale = maximumScale }
    if shape != .rectangle { container.shape = shape }
    if !exclusions.isEmpty {
      container.exclusions = exclusions.map {
        TextTypesetting.Exclusion($0.path, margin: $0.margin.pixels(em: em))
      }
    }
    if let columns {
      container.columns = TextColumns(
        count: columns.count, gap: columns.gap.pixels(em: em), isBalanced: columns.isBalanced)
    }
    return container
  }

  /// Whether the length of lines is bounded: by the width, in vertical text by the height, or by
  /// the shape.
  package var isBroken: Bool {
    (writingMode.isVertical ? height : width) != nil || shape != .rectangle
  }
}
