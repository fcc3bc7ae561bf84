// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import StyledDocuments

extension CompletionScript {
  static var zsh: String {
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
        if (( CURRENT == 2 )) && [[ $PREFIX != -* ]]; then
          _describe command commands
          return
        fi
        local command=$words[2]
        if (( ${+commands[(r)$command:*]} )); then
          shift words
          (( CURRENT-- ))
        else
          command=render
        fi
        case $command in

      """
    for command in CommandName.allCases {
      script += "    \(command.rawValue))\n      _arguments"
      for option in options(of: command) { script += zshArgument(option, command) }
      let words = words(after: command)
      if !words.isEmpty { script += " \\\n        '1:word:(\(words.joined(separator: " ")))'" }
      script += " ;;\n"
    }
    script += """
        esac
      }
      if [[ $funcstack[1] == _textrender ]]; then
        _textrender "$@"
      else
        compdef _textrender textrender
      fi

      """
    return script
  }

  private static func zshArgument(_ option: CommandOption, _ command: CommandName) -> String {
    let repeated = option.mayRepeat ? "*" : ""
    var value = ""
    if let form = option.form(for: command) {
      value = ":\(form.placeholder):"
      if !form.words.isEmpty {
        value += "(\(form.words.joined(separator: " ")))"
      } else if form.isFile {
        value += "_files"
      }
    }
    let summary = quoted(option.definition.summary).map { character -> Character in
      switch character {
      case "[": "("
      case "]": ")"
      case ":": ";"
      default: character
      }
    }
    let sign = value.isEmpty ? "" : "="
    var arguments = " \\\n        '\(repeated)\(option.typed)\(sign)[\(String(summary))]\(value)'"
    if let letter = option.letter {
      arguments += " \\\n        '-\(letter)[\(String(summary))]\(value)'"
    }
    return arguments
  }
}
