// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Pictures
internal import StyledDocuments
internal import TextTypesetting

/// The `layout` command: text to a layout as JSON.
enum LayoutCommand {
  /// Lays the text out and writes the report.
  static func run(_ arguments: Arguments, _ console: CommandConsole) throws(CommandError) {
    let (open, _) = try open(try arguments.document(console), arguments, console)
    try CommandError.wrapping { try open.writeLayout(to: console.write) }
  }

  /// Lays a document out, and notes which parts of it are not shown as the document says.
  static func open(
    _ document: StyledDocument, _ arguments: Arguments, _ console: CommandConsole
  ) throws(CommandError) -> (open: OpenPicture, layout: TextLayout) {
    try CommandError.wrapping {
      let open = try PictureRequest(.document(document)).open(in: arguments.environment())
      guard case .document(let drawing) = open.content else {
        throw PictureError(.engine, nil, "a document is open as a scene")
      }
      if arguments.contains(.explain) {
        FontExplanation(layout: drawing.layout, text: document.text).write(to: console)
      }
      for note in open.notesWithoutPicture { console.note(note) }
      IdleOptionNote.write(arguments, document, to: console)
      return (open, drawing.layout)
    }
  }
}
