// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The `completions` command: scripts for bash, zsh and fish.
///
/// The scripts offer the commands, the long options of each command with their words or files, and,
/// without a command, the options of `render`.
enum CompletionScript {
  static let shells = ["bash", "zsh", "fish"]

  /// Writes the script for the shell that the arguments name.
  static func run(_ arguments: Arguments, _ console: CommandConsole) throws(CommandError) {
    let names = shells.joined(separator: ", ")
    guard let shell = arguments.words.first else {
      throw .usage("completions", "name a shell: \(names)")
    }
    let script: String
    switch shell {
    case "bash": script = bash
    case "zsh": script = zsh
    case "fish": script = fish
    default: throw .usage(shell, "unknown shell; known are \(names)")
    }
    try console.write(Array(script.utf8))
  }

  static func options(of command: CommandName) -> [CommandOption] {
    CommandOption.allCases.filter { $0.definition.commands.contains(command) }
  }

  /// The words that may stand after a command.
  static func words(after command: CommandName) -> [String] {
    switch command {
    case .help: CommandName.allCases.map(\.rawValue) + [HelpText.documentTopic]
    case .completions: shells
    default: []
    }
  }

  /// Replaces each `'`, which would end the string in the shell, by `’`.
  static func quoted(_ text: String) -> String {
    String(text.map { $0 == "'" ? "’" : $0 })
  }
}
