// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments

extension StyledDocument {
  /// Notes spans and ranges of features that reach beyond the text, or are empty.
  func noteRanges(to console: CommandConsole) {
    let notes = rangeNotes
    for note in notes.shown { console.note(note.description) }
    if let more = notes.more { console.note(more) }
  }

  /// Notes built-in fonts that are searched although the document says that they are not.
  func noteFonts(to console: CommandConsole) {
    if let note = fontNote { console.note(note.description) }
  }
}
