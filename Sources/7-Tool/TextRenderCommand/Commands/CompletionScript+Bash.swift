// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import StyledDocuments

extension CompletionScript {
  /// The script for bash. It also completes `--option=value`, which bash splits at the sign.
  static var bash: String {
    var script = """
      # bash completion of textrender; use it with: source <(textrender completions bash)
      _textrender() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        local command=${COMP_WORDS[1]} options= choices=
        COMPREPLY=()
        if [[ $current == = ]]; then
          current=
        elif [[ $previous == = ]]; then
          previous=${COMP_WORDS[COMP_CWORD-2]}
        fi
        if (( COMP_CWORD == 1 )) && [[ $current != -* ]]; then
          COMPREPLY=( $(compgen -W "\(names)" -- "$current") )
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
        guard let form = option.form(for: command), !form.words.isEmpty else { continue }
        let words = form.words.joined(separator: " ")
        script += "    \(command.rawValue):\(option.typed)) choices=\"\(words)\" ;;\n"
      }
      let words = words(after: command)
      if !words.isEmpty {
        let name = command.rawValue
        script += "    \(name):\(name)) choices=\"\(words.joined(separator: " "))\" ;;\n"
      }
    }
    let valued = CommandOption.allCases.filter { $0.definition.value != nil }
    let files = valued.filter { $0.definition.value?.isFile == true }
    let others = valued.filter { $0.definition.value?.isFile == false }
    script += """
        esac
        if [[ -n $choices ]]; then
          COMPREPLY=( $(compgen -W "$choices" -- "$current") )
          return
        fi
        case $previous in
          \((files.map(\.typed) + ["-o"]).joined(separator: "|")))
            COMPREPLY=( $(compgen -f -- "$current") )
            compopt -o filenames 2>/dev/null
            return ;;
          \(others.map(\.typed).joined(separator: "|"))) return ;;
        esac
        COMPREPLY=( $(compgen -W "$options" -- "$current") )
      }
      complete -F _textrender textrender

      """
    return script
  }

  private static var names: String { CommandName.allCases.map(\.rawValue).joined(separator: " ") }
}
