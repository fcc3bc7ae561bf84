// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextFonts
package import TextModel

extension Shaper {
  package static func shape(
    _ text: AttributedText, fonts: FontCollection, cancellation: Cancellation
  ) throws -> (paragraphs: [ShapedParagraph], missing: [MissingCharacter]) {
    ([], [])
  }

  package static func reshape(
    _ run: ShapedRun, _ range: TextRange, in paragraph: ShapedParagraph, of text: AttributedText
  ) throws -> ShapedRun { run }

  package static func shapeToken(
    _ token: [UInt16], style: ShapingStyle, level: UInt8, script: FontTag, fonts: FontCollection
  ) throws -> [ShapedRun] { [] }
}
