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
    text.updateShaping(range) { style in
      style.size *= factor
      style.letterSpacing *= factor
      style.wordSpacing *= factor
      style.baselineOffset *= factor
    }
    text.updateParagraphs(range) { style in
      style.lineHeight = style.lineHeight.scaled(by: factor)
      style.lineSpacing *= factor
      style.spacingBefore *= factor
      style.spacingAfter *= factor
      style.firstLineIndent *= factor
      style.startIndent *= factor
      style.endIndent *= factor
      style.tabInterval *= factor
      style.hyphenation?.zone *= factor
      style.strut?.style.size *= factor
      style.strut?.style.baselineOffset *= factor
      style.list?.gap *= factor
      style.tabStops = style.tabStops.map {
        TabStop(position: $0.position * factor, alignment: $0.alignment)
      }
    }
    text.updateElements(range) { element in
      guard var attachment = element.attachment else { return }
      if let size = attachment.size ?? attachment.content.naturalSize {
        attachment.size = Size(width: size.width * factor, height: size.height * factor)
      }
      attachment.margins.top *= factor
      attachment.margins.leading *= factor
      attachment.margins.bottom *= factor
      attachment.margins.trailing *= factor
      element.attachment = attachment
    }
    return text
  }
}

extension LineHeight {
  fileprivate func scaled(by factor: Double) -> LineHeight {
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
