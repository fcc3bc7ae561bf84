// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import DocumentJSON
internal import Pictures
internal import StyledDocuments
import TextLayers
internal import TextModel

/// The `help` command, and the help page of each command.
enum HelpText {
  /// Writes the overview, or the page of the command that is named.
  static func run(_ arguments: Arguments, _ console: CommandConsole) throws(CommandError) {
    if arguments.contains(.man) {
      try console.write(Array(ManualPage.text.utf8))
      return
    }
    guard let word = arguments.words.first else {
      try console.write(Array(overview.utf8))
      return
    }
    if word == documentTopic {
      try console.write(Array(DocumentPage.text.utf8))
      return
    }
    guard let command = CommandName(rawValue: word) else {
      let near = Spelling.nearest(
        to: word, among: CommandName.allCases.map(\.rawValue) + [documentTopic])
      throw .usage(
        word,
        near.map { "unknown command; did you mean '\($0)'?" }
          ?? "unknown command; see 'textrender help'")
    }
    try console.write(Array(text(for: command).utf8))
  }

  /// The word for the page about documents.
  static let documentTopic = "document"

  /// The help page of one command.
  static func text(for command: CommandName) -> String {
    if command == .help { return overview }
    var page = "textrender \(command.rawValue): \(command.summary)\n\n"
    page += "Usage: textrender \(command.rawValue)"
    page += " \(command.words.isEmpty ? "" : command.words + " ")[options]\n"
    let examples = examples(of: command)
    if !examples.isEmpty { page += "\nExamples\n" + examples }
    page += options(of: command)
    page += notes(on: command)
    if command == .scene { page += SceneKeys.text }
    return page
  }

  private static let overview: String = {
    var page = """
      textrender: any text, in any script, to a picture

      Usage: textrender TEXT -o FILE [options of render]
             textrender COMMAND [options]

      Start here
        textrender "Hello, مرحبا, नमस्ते 👩‍🚀" -o hello.png
        textrender "A longer text that wraps" -o out.png --width 240 --scale 2
        echo "from a pipe" | textrender --color crimson --font-size 2em > pipe.png
        echo "from a pipe" | textrender --preview
        textrender render --text-file book.txt --width 600 --page-height 800 -o page.png

      Commands

      """
    for command in CommandName.allCases {
      page += "  \(padded(command.rawValue, 14))\(command.summary)\n"
    }
    page += """

      'textrender help COMMAND' explains a command and its options, 'textrender help document' the
      JSON documents; 'textrender help --man' prints a manual page, '--schema' a JSON schema.
      'textrender --version' is the same as 'textrender versions'.

      \(overviewNotes)
      """
    return page
  }()

  /// The notes that apply to all commands.
  static let overviewNotes = """
    Text offsets count Unicode scalar values, from 0. Lengths are in px; --scale sets the device
    pixels per px. A text is a word of the command line (- is standard input), --text, --text-file
    or --unicodes, or comes through a pipe, which is read only if no other text is given: UTF-8, or
    what a byte order mark says; one line end at its end is removed. Ill-formed parts are read as
    U+FFFD, and noted.
    Exit status: 0 done, 1 the request cannot be met, 2 usage error. A failing command writes
    nothing to standard output. Characters that no font has are drawn as .notdef and listed on
    standard error; the exit status stays 0.

    Limits: text \(TextLimits.textLength) UTF-16 units; a side of a picture \
    \(CanvasLimits.bitmapSide) pixels; an em \(Int(TextLimits.fontSize)) px;
    a line of layout's JSON \(LayoutReport.longestLine) units; a document \
    \(JSONLimits.bytes >> 20) MiB, \(JSONLimits.values) values, \(JSONLimits.depth) levels,
    \(StyledDocument.overlapLimit) overlapping spans. Beyond a limit: exit 1, with a message.
    """

  /// The options of a command in a group.
  static func options(
    of command: CommandName, in group: CommandOption.Group
  ) -> [CommandOption] {
    CommandOption.allCases.filter {
      $0.definition.commands.contains(command) && $0.group(for: command) == group
    }
  }

  private static func options(of command: CommandName) -> String {
    var page = ""
    for group in CommandOption.Group.allCases {
      let options = options(of: command, in: group)
      guard !options.isEmpty else { continue }
      page += "\n\(group.rawValue)\n"
      for option in options { page += line(for: option, of: command) }
    }
    let forms = CommandOption.allCases.filter { $0.definition.commands.contains(command) }
      .compactMap { $0.form(for: command) }
    return page + values(of: Self.sorted(forms))
  }

  private static func line(for option: CommandOption, of command: CommandName) -> String {
    let form = option.form(for: command)
    var left = "  " + (option.letter.map { "-\($0), " } ?? "") + option.typed
    if let form { left += " \(form.placeholder)" }
    let text = summary(of: option, for: command)
    return entry(left, text, column: 28)
  }

  /// A name with its explanation, which is wrapped at 100 columns and begins at a column.
  static func entry(_ name: String, _ text: String, column: Int) -> String {
    let indent = String(repeating: " ", count: column)
    var page = ""
    var line = name.count < column ? padded(name, column) : name + "\n" + indent
    var width = column
    for word in text.split(separator: " ") {
      if width > column && width + 1 + word.count > 100 {
        page += line + "\n"
        line = indent
        width = column
      }
      if width > column {
        line += " "
        width += 1
      }
      line += word
      width += word.count
    }
    return page + line + "\n"
  }

  /// The summary of an option with the values that it accepts.
  static func summary(of option: CommandOption, for command: CommandName) -> String {
    let summary = option.summary(for: command)
    guard let form = option.form(for: command), !form.isCommon else { return summary }
    return explained(summary, form)
  }

  /// Forms, sorted so that the longest one of each placeholder is first.
  private static func sorted(_ forms: [ValueForm]) -> [ValueForm] {
    forms.filter { $0.forms == ValueForm.length.forms } + forms
  }

  /// A summary with the accepted values.
  static func explained(_ summary: String, _ form: ValueForm) -> String {
    form.forms.isEmpty || form.type == .boolean ? summary : "\(summary): \(form.forms)"
  }

  /// The placeholders that stand for the same values everywhere, each with its values.
  static func values(of forms: [ValueForm]) -> String {
    var seen: [String] = []
    var page = ""
    for form in forms where form.isCommon && !seen.contains(form.placeholder) {
      seen.append(form.placeholder)
      page += entry("  \(form.placeholder)", form.forms, column: 28)
    }
    return page.isEmpty ? "" : "\nValues\n\(page)"
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
