// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Markup
internal import StyledDocuments
internal import SystemFiles
internal import TextModel

/// A parsed command line: the command, and its options with values that are not yet interpreted.
///
/// The order of options is kept, since `--face-index` belongs to the `--font` before it. An option
/// with a value takes the next argument even if it begins with a dash (`--text -x`). General
/// parsers do neither, so arguments are parsed here.
package struct Arguments: Sendable {
  /// An option of the command line.
  struct Occurrence: Sendable {
    let option: CommandOption
    /// The value; empty for an option without one.
    let value: String
  }

  let command: CommandName
  let occurrences: [Occurrence]
  /// The arguments that are neither options nor their values.
  let words: [String]
  /// Whether the command was omitted, as in `textrender "Hello" -o hello.png`.
  let isBare: Bool
  /// Notes about arguments that may have been meant otherwise.
  private(set) var notes: [String] = []

  /// Whether an option was given.
  package func contains(_ option: CommandOption) -> Bool {
    occurrences.contains { $0.option == option }
  }

  /// The value of an option; the last one if it is repeated.
  package func value(_ option: CommandOption) -> String? {
    occurrences.last { $0.option == option }?.value
  }
}

extension Arguments {
  /// Parses a command line.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the program's name.
  ///   - isPiped: Whether standard input is a pipe, from which a command line without a command
  ///     draws the text.
  /// - Throws: ``CommandError`` with `usage`.
  package init(_ arguments: [String], isPiped: Bool = false) throws(CommandError) {
    guard let first = arguments.first else {
      if isPiped {
        self.init(command: .render, occurrences: [], words: [], isBare: true)
        return
      }
      throw .usage(nil, "no command; see 'textrender help'")
    }
    if let command = CommandName.allCases.first(where: { $0.rawValue == first }) {
      let rest = arguments.dropFirst()
      if command == .render {
        self = try Self.rendering(rest, isBare: false)
      } else {
        try self.init(command, rest, isBare: false)
      }
      return
    }
    switch first {
    case "-h", "--help":
      self.init(command: .help, occurrences: [], words: [], isBare: false)
    case "--version":
      self.init(command: .versions, occurrences: [], words: [], isBare: false)
    default:
      // Without an output, a word is taken for a misspelt command, not for a text.
      let bare = arguments.contains { argument in
        argument == "-o" || argument == "--output" || argument == "--preview"
          || argument.hasPrefix("--output=") || argument.hasPrefix("-o")
      }
      if !bare && !first.hasPrefix("-") { throw Self.unknownCommand(first) }
      self = try Self.rendering(arguments[...], isBare: true)
    }
  }

  /// The arguments of `render`; those of `html` where the text is the name of a file of Markdown that
  /// is there, since such a name is hardly meant as the text of a picture.
  private static func rendering(
    _ arguments: ArraySlice<String>, isBare: Bool
  ) throws(CommandError) -> Arguments {
    func namesMarkdown(_ parsed: Arguments) -> Bool {
      parsed.words.first.map {
        MarkupLanguage(file: $0) == .markdown && FileStatus(path: $0) != nil
      } ?? false
    }
    guard arguments.contains(where: { MarkupLanguage(file: $0) == .markdown }) else {
      return try Arguments(.render, arguments, isBare: isBare)
    }
    do throws(CommandError) {
      let page = try Arguments(.html, arguments, isBare: false)
      if namesMarkdown(page) { return page }
    } catch {
      // An option that a page does not have, unless the name is the value of one of a text.
      let text = try Arguments(.render, arguments, isBare: isBare)
      if namesMarkdown(text) { throw error }
      return text
    }
    return try Arguments(.render, arguments, isBare: isBare)
  }

  private init(
    _ command: CommandName, _ arguments: ArraySlice<String>, isBare: Bool
  ) throws(CommandError) {
    var occurrences: [Occurrence] = []
    var words: [String] = []
    var notes: [String] = []
    var rest = arguments
    var optionsEnded = false
    while let argument = rest.popFirst() {
      if optionsEnded || !argument.hasPrefix("-") || argument == "-" {
        words.append(argument)
        continue
      }
      if argument == "--" {
        optionsEnded = true
        continue
      }
      let (option, attached) = try Self.option(argument, of: command, isBare: isBare)
      let form = option.form(for: command)
      var value = ""
      if let form {
        guard let given = attached ?? rest.popFirst() else {
          throw .usage(option.typed, "its value is missing")
        }
        if attached == nil, Self.isOption(given, of: command) {
          guard form.acceptsAnyText else {
            throw .usage(
              option.typed,
              "its value is missing: '\(given)' is an option; if it is meant, write "
                + "\(option.typed)=\(given)")
          }
          notes.append("\(option.typed): '\(given)' is taken as its value, not as an option")
        }
        value = given
      } else if attached != nil {
        throw .usage(option.typed, "takes no value")
      }
      if !option.mayRepeat, form != nil,
        occurrences.contains(where: { $0.option == option && $0.value != value })
      {
        notes.append("\(option.typed): given more than once; the last one counts")
      }
      occurrences.append(Occurrence(option: option, value: value))
    }
    self.init(
      command: command, occurrences: occurrences, words: words, isBare: isBare, notes: notes)
    try checkWords()
  }

  /// Whether an argument is spelt like an option: any long one, or a letter of the command.
  private static func isOption(_ argument: String, of command: CommandName) -> Bool {
    guard argument.hasPrefix("-"), argument.utf8.count > 1 else { return false }
    return CommandOption.allCases.contains { option in
      argument == option.typed
        || option.letter.map { argument == "-\($0)" } ?? false
          && option.definition.commands.contains(command)
    }
  }

  private func checkWords() throws(CommandError) {
    if contains(.help) { return }
    switch command {
    case .help, .completions:
      if words.count > 1 { throw .usage(words[1], "one word too many") }
    case .scene, .animate, .show:
      if words.count > 1 { throw .usage(words[1], "one word too many; a scene is one file") }
    case .html:
      if words.count > 1 { throw .usage(words[1], "one word too many; a page is one file") }
    case .tiles:
      if words.count > 1 { throw .usage(words[1], "one word too many; a picture is one file") }
    case .gallery:
      if words.count > 1 {
        throw .usage(words[1], "one word too many; the pictures go to one folder")
      }
    case .render, .layout, .hit, .shape:
      if words.count > 1 {
        throw .usage(words[1], "one word too many; put a text of several words in quotes")
      }
      if isBare && !words.isEmpty && words[0] != "-" && !contains(.output) && !contains(.preview) {
        throw Self.unknownCommand(words[0])
      }
    default:
      if let word = words.first { throw .usage(word, "unknown word") }
    }
  }

  private static func option(
    _ argument: String, of command: CommandName, isBare: Bool
  ) throws(CommandError) -> (CommandOption, attached: String?) {
    if argument.hasPrefix("--") {
      let body = argument.dropFirst(2)
      let end = body.firstIndex(of: "=")
      let name = String(body[..<(end ?? body.endIndex)])
      let attached = end.map { String(body[body.index(after: $0)...]) }
      guard let option = CommandOption.allCases.first(where: { $0.name == name }) else {
        throw unknownOption("--\(name)", of: command)
      }
      guard option.definition.commands.contains(command) else {
        throw notOfCommand(option, command, isBare: isBare)
      }
      return (option, attached)
    }
    let body = argument.dropFirst()
    guard let letter = body.first,
      let option = CommandOption.allCases.first(where: {
        $0.letter == letter && $0.definition.commands.contains(command)
      })
    else { throw unknownOption(argument, of: command) }
    let attached = body.dropFirst()
    return (option, attached.isEmpty ? nil : String(attached))
  }

  private static func notOfCommand(
    _ option: CommandOption, _ command: CommandName, isBare: Bool
  ) -> CommandError {
    if let meant = synonyms.first(where: { $0.0 == option.name })?.1,
      meant.definition.commands.contains(command)
    {
      return .usage(
        option.typed, "unknown option of '\(command.rawValue)'; did you mean \(meant.typed)?")
    }
    let having = CommandName.allCases.filter { option.definition.commands.contains($0) }
    let names = having.map(\.rawValue).joined(separator: ", ")
    return .usage(
      option.typed, "unknown option of '\(command.rawValue)'; it belongs to \(names)")
  }

  private static let synonyms: [(String, CommandOption)] = [
    ("bg", .background), ("fg", .color), ("file", .textFile), ("input", .textFile),
    ("out", .output), ("type", .format), ("size", .fontSize), ("dpi", .scale), ("zoom", .scale),
    ("resolution", .scale), ("margin", .padding), ("columns", .width), ("crop", .fitInk),
    ("trim", .fitInk), ("rate", .fps), ("start", .from), ("end", .to), ("duration", .to),
    ("loop", .loops),
    ("verbose", .explain), ("threads", .jobs),
  ]

  private static func unknownOption(_ name: String, of command: CommandName) -> CommandError {
    let known = CommandOption.allCases.filter { $0.definition.commands.contains(command) }
    let word = String(name.drop { $0 == "-" })
    // The suggestion also covers keys of documents, names of CSS and options of other tools.
    let key = UnknownKey.nearest(to: word, StyleProperty.allCases.map(\.key))
    let meant =
      CommandOption.allCases.first { $0.property != nil && $0.property?.key == key }
      ?? synonyms.first { $0.0 == word }?.1
    let near =
      meant.flatMap { known.contains($0) ? $0.typed : nil }
      ?? Spelling.nearest(to: name, among: known.map(\.typed))
    let hint = near.map { "did you mean \($0)?" } ?? "see 'textrender help \(command.rawValue)'"
    return .usage(name, "unknown option; \(hint)")
  }

  private static func unknownCommand(_ word: String) -> CommandError {
    let shown = word.count > 40 ? word.prefix(40) + "…" : word
    let near = Spelling.nearest(to: word, among: CommandName.allCases.map(\.rawValue))
    let hint =
      near.map { "did you mean '\($0)'?" }
      ?? "to draw it as text, add -o FILE or --preview; see 'textrender help'"
    return .usage(String(shown), "unknown command; \(hint)")
  }
}
