// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

struct CommandSet: OptionSet, Sendable {
  let rawValue: UInt32

  static let render = CommandSet(.render)
  static let layout = CommandSet(.layout)
  static let shape = CommandSet(.shape)
  static let scene = CommandSet(.scene)
  static let html = CommandSet(.html)
  static let animate = CommandSet(.animate)
  static let tiles = CommandSet(.tiles)
  static let show = CommandSet(.show)
  static let serve = CommandSet(.serve)
  static let segment = CommandSet(.segment)
  static let batch = CommandSet(.batch)
  static let fonts = CommandSet(.fonts)
  static let versions = CommandSet(.versions)
  static let completions = CommandSet(.completions)
  static let help = CommandSet(.help)
  static let hit = CommandSet(.hit)
  static let gallery = CommandSet(.gallery)
  static let paragraphs: CommandSet = [.render, .layout, .hit]
  /// The commands that set paragraphs or pages.
  static let pages: CommandSet = [.paragraphs, .html]
  /// The commands that read scenes.
  static let scenes: CommandSet = [.scene, .animate, .show]
  static let text: CommandSet = [.render, .layout, .hit, .shape]
  static let stress = CommandSet(.stress)
  static let all = CommandSet(rawValue: .max)

  init(rawValue: UInt32) { self.rawValue = rawValue }

  private init(_ command: CommandName) { rawValue = Self.bit(of: command) }

  func contains(_ command: CommandName) -> Bool { rawValue & Self.bit(of: command) != 0 }

  private static func bit(of command: CommandName) -> UInt32 {
    1 << (CommandName.allCases.firstIndex(of: command) ?? 0)
  }
}
