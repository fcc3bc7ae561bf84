// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import StyledDocuments

extension CompletionScript {
  static var fish: String {
    var script = """
      # fish completion of textrender
      complete -c textrender -f

      """
    for command in CommandName.allCases {
      script += "complete -c textrender -n __fish_use_subcommand -a \(command.rawValue) "
      script += "-d '\(quoted(command.summary))'\n"
    }
    // Without a command, the options of `render` are offered.
    script += fishOptions(of: .render, "-n __fish_use_subcommand")
    for command in CommandName.allCases {
      let condition = "-n '__fish_seen_subcommand_from \(command.rawValue)'"
      script += fishOptions(of: command, condition)
      let words = words(after: command)
      if !words.isEmpty {
        script += "complete -c textrender \(condition) -a '\(words.joined(separator: " "))'\n"
      }
    }
    return script
  }

  private static func fishOptions(of command: CommandName, _ condition: String) -> String {
    var script = ""
    for option in options(of: command) {
      script += "complete -c textrender \(condition) -l \(option.name)"
      if let letter = option.letter { script += " -s \(letter)" }
      if let form = option.form(for: command) {
        script += form.isFile ? " -r -F" : " -x"
        if !form.words.isEmpty { script += " -a '\(form.words.joined(separator: " "))'" }
      }
      script += " -d '\(quoted(option.definition.summary))'\n"
    }
    return script
  }
}
