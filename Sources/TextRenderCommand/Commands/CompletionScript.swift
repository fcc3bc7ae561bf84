// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The `completions` command: scripts for bash, zsh and fish.
enum CompletionScript {
  private static let shells = ["bash", "zsh", "fish"]

  /// Writes the script for the shell that is named.
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

  private static func options(of command: CommandName) -> [CommandOption] {
    CommandOption.allCases.filter { $0.definition.commands.contains(command) }
  }

  private static func takesFile(_ option: CommandOption) -> Bool {
    option.definition.value == "FILE"
  }

  // MARK: - bash

  private static var bash: String {
    var script = """
      # bash completion of textrender; use it with: source <(textrender completions bash)
      _textrender() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        local command=${COMP_WORDS[1]} options= choices=
        COMPREPLY=()
        if (( COMP_CWORD == 1 )); then
          COMPREPLY=( $(compgen -W "\(CommandName.allCases.map(\.rawValue).joined(separator: " "))" \
      -- "$current") )
          return
        fi
        case $command in

      """
    for command in CommandName.allCases {
      let words = options(of: command).map(\.typed).joined(separator: " ")
      script += "    \(command.rawValue)) options=\"\(words)\" ;;\n"
    }
    script += """
          *) command=render
             options="\(options(of: .render).map(\.typed).joined(separator: " "))" ;;
        esac
        case $command:$previous in

      """
    for command in CommandName.allCases {
      for option in options(of: command) {
        let choices = option.choices(for: command)
        if !choices.isEmpty {
          let words = choices.joined(separator: " ")
          script += "    \(command.rawValue):\(option.typed)) choices=\"\(words)\" ;;\n"
        }
      }
    }
    script +=
      "    help:help) choices=\"\(CommandName.allCases.map(\.rawValue).joined(separator: " "))\" ;;\n"
    script += "    completions:completions) choices=\"\(shells.joined(separator: " "))\" ;;\n"
    let files = CommandOption.allCases.filter(takesFile).map { "*:\($0.typed)" } + ["*:-o"]
    let values = CommandOption.allCases.filter { $0.definition.value != nil && !takesFile($0) }
    script += """
          \(files.joined(separator: "|")))
            COMPREPLY=( $(compgen -f -- "$current") )
            compopt -o filenames 2>/dev/null
            return ;;
          \(values.map { "*:\($0.typed)" }.joined(separator: "|"))) return ;;
        esac
        if [[ -n $choices ]]; then
          COMPREPLY=( $(compgen -W "$choices" -- "$current") )
        else
          COMPREPLY=( $(compgen -W "$options" -- "$current") )
        fi
      }
      complete -F _textrender textrender

      """
    return script
  }

  // MARK: - zsh

  private static var zsh: String {
    var script = """
      #compdef textrender
      # zsh completion of textrender; put it into a folder of $fpath as _textrender
      _textrender() {
        local -a commands
        commands=(

      """
    for command in CommandName.allCases {
      script += "    '\(command.rawValue):\(quoted(command.summary))'\n"
    }
    script += """
        )
        if (( CURRENT == 2 )); then
          _describe command commands
          return
        fi
        local command=$words[2]
        shift words
        (( CURRENT-- ))
        case $command in

      """
    for command in CommandName.allCases {
      script += "    \(command.rawValue))\n      _arguments"
      for option in options(of: command) { script += zshArgument(option, command) }
      switch command {
      case .help:
        script +=
          " \\\n        '1:command:(\(CommandName.allCases.map(\.rawValue).joined(separator: " ")))'"
      case .completions: script += " \\\n        '1:shell:(\(shells.joined(separator: " ")))'"
      default: break
      }
      script += " ;;\n"
    }
    script += """
        esac
      }
      if [[ $funcstack[1] == _textrender ]]; then _textrender "$@"; else compdef _textrender textrender; fi

      """
    return script
  }

  private static func zshArgument(_ option: CommandOption, _ command: CommandName) -> String {
    let definition = option.definition
    let repeated = option == .font || option == .faceIndex ? "*" : ""
    var value = ""
    if let word = definition.value {
      let choices = option.choices(for: command)
      value = ":\(word.replacing(":", with: " ")):"
      if !choices.isEmpty {
        value += "(\(choices.joined(separator: " ")))"
      } else if takesFile(option) {
        value += "_files"
      }
    }
    let text = quoted(definition.summary).replacing("[", with: "(").replacing("]", with: ")")
    var arguments = " \\\n        '\(repeated)\(option.typed)[\(text)]\(value)'"
    if let letter = option.letter { arguments += " \\\n        '-\(letter)[\(text)]\(value)'" }
    return arguments
  }

  // MARK: - fish

  private static var fish: String {
    var script = """
      # fish completion of textrender
      complete -c textrender -f

      """
    for command in CommandName.allCases {
      script += "complete -c textrender -n __fish_use_subcommand -a \(command.rawValue) "
      script += "-d '\(quoted(command.summary))'\n"
    }
    for command in CommandName.allCases {
      let condition = "-n '__fish_seen_subcommand_from \(command.rawValue)'"
      for option in options(of: command) {
        script += "complete -c textrender \(condition) -l \(option.rawValue)"
        if let letter = option.letter { script += " -s \(letter)" }
        if option.definition.value != nil { script += takesFile(option) ? " -r -F" : " -x" }
        let choices = option.choices(for: command)
        if !choices.isEmpty { script += " -a '\(choices.joined(separator: " "))'" }
        script += " -d '\(quoted(option.definition.summary))'\n"
      }
    }
    script +=
      "complete -c textrender -n '__fish_seen_subcommand_from completions' -a '\(shells.joined(separator: " "))'\n"
    return script
  }

  private static func quoted(_ text: String) -> String { text.replacing("'", with: "’") }
}

extension String {
  /// Replaces every occurrence of a character.
  fileprivate func replacing(_ character: Character, with other: String) -> String {
    var result = ""
    for c in self { if c == character { result += other } else { result.append(c) } }
    return result
  }
}
