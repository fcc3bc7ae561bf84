// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import StyledDocuments
internal import TextModel
internal import TextShaping
package import TextTypesetting

extension TextLayout {
  /// Notes about parts of a document that its picture does not show as written: a line that is cut
  /// off, text that is left out, and missing families, features, characters and glyphs.
  ///
  /// - Parameter text: The text of the document.
  package func notes(about text: ScalarText) -> [String] {
    var notes: [String] = []
    if let note = cutOffNote {
      let bound = axes.isVertical ? DocumentMember.width : .height
      notes.append("\(bound.rawValue): \(note)")
    }
    notes += missingFamilyNotes + styleNotes
    if let note = MissingCharacters.note(missing.flatMap(\.scalars)) { notes.append(note) }
    if let first = incompleteRanges.first {
      let more =
        incompleteRanges.count > 1 ? " and \(incompleteRanges.count - 1) more places" : ""
      notes.append(
        "the font's substitutions make more glyphs than are drawn, at "
          + "\(text.scalar(at: first.start))...\(text.scalar(at: first.end))\(more)")
    }
    return notes
  }

  /// The notes about a layout of which no picture is drawn. A note about a ruby or an emphasis mark
  /// beyond the box stands for the note about cut ink, which only a picture has.
  ///
  /// - Parameter text: The text of the document.
  package func notesWithoutPicture(about text: ScalarText) -> [String] {
    notes(about: text) + [annotationNote].compactMap(\.self)
  }
}
