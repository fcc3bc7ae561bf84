// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// The mark of an emphasised style, shaped.
package final class ShapedEmphasis: Sendable {
  private let horizontal: AnnotationLine
  private let vertical: AnnotationLine
  private let mark: EmphasisMark
  private let language: String

  /// Where no font has the form, the mark is a bullet or a dot.
  ///
  /// - Parameter shape: Shapes a character.
  /// - Throws: `FontError` where there is no font at all.
  init?(
    _ style: ShapingStyle,
    _ shape: (_ character: String, _ isVertical: Bool) throws -> [ShapedRun]
  ) rethrows {
    guard let mark = style.emphasis, !mark.character.isEmpty else { return nil }
    self.mark = mark
    language = style.language
    var character = mark.character
    if case .string = mark.shape {
    } else {
      let others = [mark.isFilled ? "\u{2022}" : "\u{25E6}", "\u{2022}", "\u{30FB}", "\u{B7}"]
      for other in [character] + others {
        if try !shape(other, false).contains(where: \.hasMissing) {
          character = other
          break
        }
      }
    }
    horizontal = AnnotationLine(try shape(character, false), isVertical: false)
    vertical = AnnotationLine(try shape(character, true), isVertical: true)
  }

  package func line(isVertical: Bool) -> AnnotationLine { isVertical ? vertical : horizontal }

  /// Whether marks stand above the text, not below.
  package func isOver(isVertical: Bool) -> Bool {
    mark.isOver(language: language, isVertical: isVertical)
  }
}
