// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import ImageCodecs
internal import Pictures
internal import StyledDocuments
internal import TextModel

/// An option of any command, with what help, completions and the parser share.
package struct CommandOption: Hashable, Sendable, CaseIterable {
  /// All options, in the order of help.
  package static let allCases = texts + pictures + services + results

  /// The long name without its dashes.
  package let name: String
  let definition: Definition
  /// The property of a style that the option sets; `nil` if it sets none.
  let property: StyleProperty?
  /// The picture option with the same meaning; `nil` if there is none.
  let picture: PictureOption?

  init(
    _ name: String, _ value: ValueForm?, _ commands: CommandSet, _ group: Group, _ summary: String
  ) {
    self.name = name
    definition = Definition(value: value, commands: commands, group: group, summary: summary)
    (property, picture) = (nil, nil)
  }

  package static func == (a: CommandOption, b: CommandOption) -> Bool { a.name == b.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// A group of options in help, in the order of the groups.
  enum Group: String, CaseIterable, Sendable {
    case text = "Text"
    case input = "Documents and scenes"
    case font = "Fonts"
    case style = "Style"
    case paragraph = "Lines and paragraphs"
    case shape = "Shaping"
    case picture = "Picture"
    case film = "Film"
    case tiles = "Tiles"
    case show = "Live"
    case serve = "Service"
    case limits = "Limits"
    case hit = "Point"
    case segment = "Boundaries"
    case batch = "Requests"
    case stress = "Storm"
    case result = "Result"
  }

  /// The properties of an option that help, completions and the parser share.
  struct Definition: Sendable {
    private let makeValue: @Sendable () -> ValueForm?
    /// The value; `nil` if the option takes none. Computed at each access, since most command lines
    /// need the values of few options.
    var value: ValueForm? { makeValue() }
    /// The commands that accept the option.
    let commands: CommandSet
    let group: Group
    /// The explanation in help, one line long.
    let summary: String

    init(
      value: @autoclosure @escaping @Sendable () -> ValueForm?, commands: CommandSet, group: Group,
      summary: String
    ) {
      makeValue = value
      (self.commands, self.group, self.summary) = (commands, group, summary)
    }
  }

  /// The long name with its dashes.
  package var typed: String { "--\(name)" }

  /// The one-letter name, if there is one.
  var letter: Character? {
    switch self {
    case .output: "o"
    case .help: "h"
    case .jobs: "j"
    default: nil
    }
  }

  /// The value that a command accepts; `nil` if the option takes none.
  func form(for command: CommandName) -> ValueForm? {
    switch (self, command) {
    case (.direction, .shape): .words("DIR", ["ltr", "rtl", "ttb", "btt"])
    case (.format, .shape): .words("FORMAT", ["json", "hb"])
    case (.images, .serve): .folder
    case (.format, .tiles), (.format, .scene):
      .words("FORMAT", PictureFormat.words(of: command))
    case (.format, .fonts): .words("FORMAT", ["text", "json"])
    case (.fontSize, .shape): ValueForm("N", .number, forms: "a number above 0")
    default: definition.value
    }
  }

  /// The explanation in help, one line long.
  func summary(for command: CommandName) -> String {
    switch (self, command) {
    case (.direction, .shape): "the text direction (default: that of the script)"
    case (.frames, _): "write the places of layers and texts, as JSON, instead of a picture"
    case (.scale, .show): "device pixels per px (default: the scene's, or the viewer's)"
    case (.time, .show): "stand still at this point in time, in seconds"
    case (.port, .serve): "the port, 1 to 65535 (default 0: any that is free)"
    case (.images, .serve): "the folder below which documents and scenes name pictures"
    case (.requests, .serve):
      "the most requests that are worked on or wait (default 256); beyond them 503"
    case (.explain, .scene):
      "report on standard error, as JSON, the work of the picture and what does not fit"
    case (.format, .tiles):
      PictureFormat.jpeg.isBuilt
        ? "the format of the tiles (default jpeg)"
        : "the format of the tiles (the default, jpeg, is not in this build)"
    case (.format, .render):
      "the format of the result; svg (in JSON svg-outlines) is the outlines of glyphs alone, "
        + "svg-picture (in JSON svg) all that a PNG shows"
    case (.format, _): "the format of the result"
    case (.fontSize, .shape): "the em size in output units (default: the font's unitsPerEm)"
    default: definition.summary
    }
  }

  /// The group in the help of a command.
  func group(for command: CommandName) -> Group {
    switch (self, command) {
    case (.port, .serve), (.images, .serve): .serve
    case (.requests, .serve): .limits
    case (.quality, .tiles), (.effort, .tiles): .tiles
    default: definition.group
    }
  }

  /// The accepted words; empty if other values are accepted too.
  func choices(for command: CommandName) -> [String] {
    guard let form = form(for: command), form.isClosed else { return [] }
    return form.words
  }

  /// Whether each occurrence counts, not only the last.
  var mayRepeat: Bool { self == .font || self == .faceIndex }
}
