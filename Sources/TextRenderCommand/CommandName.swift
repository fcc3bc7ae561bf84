// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The commands of the tool.
enum CommandName: String, CaseIterable, Sendable {
  case render
  case layout
  case shape
  case segment
  case batch
  case fonts
  case versions
  case completions
  case help

  /// What it does, in half a line.
  var summary: String {
    switch self {
    case .render: "draw text to a PNG or SVG picture"
    case .layout: "lay text out; lines, runs, glyphs and carets as JSON"
    case .shape: "shape one run with one font; glyphs as JSON or in hb-shape's form"
    case .segment: "find character, word, sentence and line boundaries, or bidi levels"
    case .batch: "run many commands in one process"
    case .fonts: "list the fonts that would be used"
    case .versions: "print the versions of the tool and of its libraries, as JSON"
    case .completions: "print a completion script for bash, zsh or fish"
    case .help: "explain the tool or one command"
    }
  }

  /// The words that it takes besides options.
  var words: String {
    switch self {
    case .completions: "bash|zsh|fish"
    case .help: "[COMMAND]"
    default: ""
    }
  }
}

/// A set of commands.
struct CommandSet: OptionSet, Sendable {
  let rawValue: UInt16

  static let render = CommandSet(rawValue: 1)
  static let layout = CommandSet(rawValue: 2)
  static let shape = CommandSet(rawValue: 4)
  static let segment = CommandSet(rawValue: 8)
  static let batch = CommandSet(rawValue: 16)
  static let fonts = CommandSet(rawValue: 32)
  static let versions = CommandSet(rawValue: 64)
  static let completions = CommandSet(rawValue: 128)
  static let help = CommandSet(rawValue: 256)
  static let paragraphs: CommandSet = [.render, .layout]
  static let text: CommandSet = [.render, .layout, .shape]
  static let all = CommandSet(rawValue: 511)

  func contains(_ command: CommandName) -> Bool {
    switch command {
    case .render: contains(.render)
    case .layout: contains(.layout)
    case .shape: contains(.shape)
    case .segment: contains(.segment)
    case .batch: contains(.batch)
    case .fonts: contains(.fonts)
    case .versions: contains(.versions)
    case .completions: contains(.completions)
    case .help: contains(.help)
    }
  }
}
