// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import ImageCodecs
internal import LayerScenes
internal import Pictures
internal import StyledDocuments
internal import SystemLanes

extension CommandOption {
  /// The option of the command line for an option of pictures.
  static func named(_ option: PictureOption) -> String { CommandOption(option).typed }
}

extension Arguments {
  /// The options of a picture; the format may come from the name of the output.
  ///
  /// - Throws: ``CommandError`` with `usage`.
  func pictureOptions() throws(CommandError) -> PictureOptions {
    var options = try givenOptions()
    let path = value(.output)
    let named = try format()
    if let named {
      try CommandError.converting { () throws(DocumentError) in
        try PictureOption.format.read(
          .string(named.rawValue), DocumentKey(CommandOption.format.typed), into: &options)
      }
    }
    // Places are written in place of a picture, so that the format has no effect.
    options.format =
      contains(.frames) ? nil : try .format(named: named, file: path == "-" ? nil : path)
    return options
  }

  /// The format of the option.
  ///
  /// - Parameter other: The format where the option is absent.
  func format(else other: PictureFormat? = nil) throws(CommandError) -> PictureFormat? {
    guard let word = value(.format) ?? other?.commandWord else { return nil }
    return try CommandError.converting { () throws(DocumentError) in
      // A scene refuses formats of shapes by its own sentence.
      try PictureOption.format(
        word, DocumentKey(CommandOption.format.typed),
        of: PictureFormat.formats(of: command == .tiles ? .tiles : .render), \.commandWord)
    }
  }

  /// The options of a picture that were given, without the format.
  func givenOptions() throws(CommandError) -> PictureOptions {
    var options = PictureOptions()
    for occurrence in occurrences {
      // Command lines have their own names of formats, and write frames in place of a picture.
      guard let option = occurrence.option.picture, option != .format, option != .frames else {
        continue
      }
      try CommandError.converting { () throws(DocumentError) in
        try option.read(
          option.isFlag ? .bool(true) : .string(occurrence.value),
          DocumentKey(occurrence.option.typed), into: &options)
      }
    }
    return options
  }

  /// The environment in which a command draws pictures.
  ///
  /// - Parameters:
  ///   - file: The document or scene, in whose folder relative names start; - for standard input.
  ///   - lanes: The lanes that help to draw; `nil` if the lanes draw other pictures.
  func environment(
    of file: String = "-", lanes: RenderLanes? = nil
  ) -> PictureEnvironment {
    var reading = sceneOptions(of: file)
    // The picture's own options hold the image root.
    reading.imageRoot = nil
    var environment = PictureEnvironment(reading, lanes: lanes) { CommandOption.named($0) }
    environment.formatName = { $0.commandWord }
    environment.documentName = CommandOption.document.typed
    return environment
  }
}
