// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry

extension AttributedText {
  /// The text with every length of its shaping and paragraph styles and of its attachments
  /// multiplied by a factor.
  ///
  /// - Complexity: O(length + runs).
  package func scaled(by factor: Double) -> AttributedText {
    var text = self
    text.updateShaping(range) { $0.scale(by: factor) }
    text.updateParagraphs(range) { $0.scale(by: factor) }
    text.updateElements(range) { element in
      guard var attachment = element.attachment else { return }
      if let size = attachment.size ?? attachment.content.naturalSize {
        attachment.size = Size(width: size.width * factor, height: size.height * factor)
      }
      attachment.margins.top *= factor
      attachment.margins.leading *= factor
      attachment.margins.bottom *= factor
      attachment.margins.trailing *= factor
      if case .box(let descent) = attachment.inlinePart {
        attachment.inlinePart = .box(descent: descent * factor)
      }
      element.attachment = attachment
    }
    return text
  }
}

extension LineHeight {
  mutating func scale(by factor: Double) {
    self =
      switch self {
      case .natural, .multiple, .relative: self
      case .fixed(let points): .fixed(points * factor)
      case .atLeast(let points): .atLeast(points * factor)
      case .atMost(let points): .atMost(points * factor)
      case .baselineDistance(let points): .baselineDistance(points * factor)
      case .between(let least, let most): .between(least: least * factor, most: most * factor)
      }
  }
}
