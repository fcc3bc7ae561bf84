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
  case stress
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
    case .stress: "load the display machinery with a seeded storm of requests and check it"
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

  static let render = CommandSet(.render)
  static let layout = CommandSet(.layout)
  static let shape = CommandSet(.shape)
  static let segment = CommandSet(.segment)
  static let batch = CommandSet(.batch)
  static let fonts = CommandSet(.fonts)
  static let versions = CommandSet(.versions)
  static let completions = CommandSet(.completions)
  static let help = CommandSet(.help)
  static let paragraphs: CommandSet = [.render, .layout]
  static let text: CommandSet = [.render, .layout, .shape]
  static let stress = CommandSet(.stress)
  static let all = CommandSet(rawValue: 1023)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  private init(_ command: CommandName) { rawValue = Self.bit(of: command) }

  func contains(_ command: CommandName) -> Bool { rawValue & Self.bit(of: command) != 0 }

  private static func bit(of command: CommandName) -> UInt16 {
    switch command {
    case .render: 1
    case .layout: 2
    case .shape: 4
    case .segment: 8
    case .batch: 16
    case .fonts: 32
    case .versions: 64
    case .completions: 128
    case .help: 256
    case .stress: 512
    }
  }
}
