// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Pictures
internal import StyledDocuments
internal import TextTypesetting

/// The `layout` command: paragraphs to positioned glyphs, as JSON.
enum LayoutCommand {
  /// Lays the text out and writes the report.
  static func run(_ arguments: Arguments, _ console: CommandConsole) throws(CommandError) {
    let document = try arguments.document(console)
    let layout = try layout(document, arguments, console)
    let report = LayoutReport(layout: layout, text: document.text)
    try CommandError.wrapping { try report.write(to: console.write) }
  }

  /// Lays a document out, and notes what it does not show as it says.
  static func layout(
    _ document: StyledDocument, _ arguments: Arguments, _ console: CommandConsole
  ) throws(CommandError) -> TextLayout {
    let fonts = try FontCache.shared.collection(for: document)
    let layout = try CommandError.wrapping { try document.layout(with: fonts) }
    if arguments.contains(.explain) {
      FontExplanation(layout: layout, text: document.text).write(to: console)
    }
    for note in layout.notesWithoutPicture(about: document.text) { console.note(note) }
    IdleOptionNote.write(arguments, document, to: console)
    return layout
  }
}
