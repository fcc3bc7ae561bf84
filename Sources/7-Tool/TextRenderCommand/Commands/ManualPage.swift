// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Pictures
import StyledDocuments
import TextLayers

/// The manual page, in the macros of man(7): `textrender help --man`.
enum ManualPage {
  /// The page, made from the tables of commands and options.
  static var text: String {
    var page = """
      .TH TEXTRENDER 1 "" "textrender \(RenderingVersions.project)" "User Commands"
      .SH NAME
      textrender \\- text in any script to a picture
      .SH SYNOPSIS
      .B textrender
      .I TEXT
      .B \\-o
      .I FILE
      [options of render]
      .br
      .B textrender
      .I COMMAND
      [options]

      """
    page += ".SH DESCRIPTION\n" + paragraphs(HelpText.overviewNotes)
    page += ".SH COMMANDS\n"
    for command in CommandName.allCases {
      page += ".TP\n.B \(escaped(command.rawValue + " " + command.words))\n"
      page += "\(escaped(command.summary))\n"
    }
    for command in CommandName.allCases { page += section(command) }
    page += ".SH SCENES\n.nf\n" + escaped(SceneKeys.text) + ".fi\n"
    page += ".SH DOCUMENTS\n.nf\n" + escaped(DocumentPage.text) + ".fi\n"
    page += """
      .SH EXIT STATUS
      .TP
      .B 0
      done
      .TP
      .B 1
      the request cannot be met
      .TP
      .B 2
      usage error

      """
    return page
  }

  private static func section(_ command: CommandName) -> String {
    let name = command.rawValue
    var section = ".SH \(name.uppercased())\n\(escaped(command.summary)).\n"
    for group in CommandOption.Group.allCases {
      let options = HelpText.options(of: command, in: group)
      if options.isEmpty { continue }
      section += ".SS \(escaped(group.rawValue))\n"
      for option in options {
        let letter = option.letter.map { "\\fB\\-\($0)\\fR, " } ?? ""
        let value = option.form(for: command).map { " \\fI\(escaped($0.placeholder))\\fR" } ?? ""
        section += ".TP\n\(letter)\\fB\(escaped(option.typed))\\fR\(value)\n"
        section += escaped(HelpText.summary(of: option, for: command)) + "\n"
      }
    }
    let examples = HelpText.examples(of: command)
    if !examples.isEmpty { section += ".SS Examples\n.nf\n" + escaped(examples) + ".fi\n" }
    let notes = HelpText.notes(on: command)
    if !notes.isEmpty { section += ".SS Notes\n.nf\n" + escaped(notes) + ".fi\n" }
    return section
  }

  private static func paragraphs(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? ".PP" : escaped(String($0)) }.joined(separator: "\n") + "\n"
  }

  /// Escapes characters that roff would read as commands.
  static func escaped(_ text: String) -> String {
    var result = ""
    var isLineStart = true
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case ".", "'": result += isLineStart ? "\\&\(character)" : String(character)
      default: result.append(character)
      }
      isLineStart = character == "\n"
    }
    while result.hasSuffix(" ") { result.removeLast() }
    return result
  }
}
