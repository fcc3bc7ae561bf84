// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments
internal import TextTypesetting

/// The `layout` command: paragraphs to positioned glyphs, as JSON.
enum LayoutCommand {
  /// Lays the text out and writes the report.
  static func run(_ arguments: Arguments, _ console: CommandConsole) throws(CommandError) {
    let document = try arguments.document(console)
    let layout = try layout(document, arguments, console)
    try LayoutReport(layout: layout, text: document.text).write(to: console)
  }

  /// Lays a document out, and notes cut lines, missing fonts and missing characters.
  static func layout(
    _ document: StyledDocument, _ arguments: Arguments, _ console: CommandConsole
  ) throws(CommandError) -> TextLayout {
    let renderer = SynchronousRenderer(fonts: try FontCache.shared.collection(for: document))
    let layout = try renderer.layout(document)
    if arguments.contains(.explain) {
      FontExplanation(layout: layout, text: document.text).write(to: console)
    }
    CutTextNote.write(layout, to: console)
    MissingFamilyNote.write(layout, to: console)
    MissingCharacterNote.write(layout.missing, to: console)
    IncompleteRangeNote.write(layout.incompleteRanges, of: document.text, to: console)
    IdleOptionNote.write(arguments, document, layout, to: console)
    return layout
  }
}
