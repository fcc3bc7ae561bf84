// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import StyledDocuments
internal import TextModel
internal import TextShaping
package import TextTypesetting

extension TextLayout {
  /// Notes about what the picture of a document does not show as the document says: a line that is
  /// cut off, text that is left out, families, features, characters and glyphs that are missing.
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

  /// The notes about a layout of which no picture is drawn that would tell what its edges cut off.
  ///
  /// - Parameter text: The text of the document.
  package func notesWithoutPicture(about text: ScalarText) -> [String] {
    notes(about: text) + [annotationNote].compactMap(\.self)
  }
}
