// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import ImageCodecs
internal import Pictures
internal import StyledDocuments

/// The names of formats on a command line, where `svg` has always been the outlines alone; the
/// name of the outlines in JSON, `svg-outlines`, is read, too.
extension PictureFormat {
  /// The word of the format on a command line.
  var commandWord: String {
    switch self {
    case .svg: "svg-picture"
    case .outlines: "svg"
    default: rawValue
    }
  }

  /// The formats that a command writes, the usual ones first.
  static func formats(of command: CommandName) -> [PictureFormat] {
    switch command {
    case .tiles: files
    case .scene: allCases.filter(\.drawsLayers)
    default:
      [.png, .outlines, .svg] + allCases.filter { $0 != .png && $0 != .svg && $0.drawsLayers }
    }
  }

  /// The words of the formats that a command writes.
  static func words(of command: CommandName) -> [String] {
    formats(of: command).filter(\.isBuilt).map(\.commandWord)
  }

  /// Returns the format of an option, else that of the file's name, else PNG.
  ///
  /// - Throws: ``CommandError`` with `usage` if the name has another format than the option,
  ///   or a format that is not written; with `failed` if this build does not write it.
  static func format(
    named option: PictureFormat?, file path: String?
  ) throws(CommandError) -> PictureFormat {
    guard let path, let ending = ending(of: path) else { return option ?? .png }
    if let option, option.hasEnding(ending) { return option }
    guard let format = PictureFormat(ending: ending) else {
      guard isForeign(ending) else { return option ?? .png }
      let endings = allCases.filter { $0.isBuilt && $0 != .outlines }.map { ".\($0.ending)" }
      throw .usage(
        CommandOption.output.typed,
        "'\(path)' names a format that is not written; name a \(endings.joined(separator: " or a ")) "
          + "file")
    }
    if let option {
      throw .usage(
        CommandOption.format.typed,
        "\(option.commandWord) is asked for, but '\(path)' names another format")
    }
    return try CommandError.converting { () throws(DocumentError) in
      try PictureOption.format(
        format.commandWord, DocumentKey(CommandOption.output.typed), of: formats(of: .render),
        \.commandWord)
    }
  }
}
