// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import ImageCodecs

/// The names of formats on a command line, where `svg` has always been the outlines alone.
extension PictureFormat {
  /// The word of the format on a command line.
  var commandWord: String {
    switch self {
    case .svg: "svg-picture"
    case .outlines: "svg"
    default: rawValue
    }
  }

  /// The words of the formats that this build writes, the usual ones first.
  static var commandWords: [String] {
    let usual: [PictureFormat] = [.png, .outlines, .svg]
    return (usual + allCases.filter { !usual.contains($0) }).filter(\.isBuilt).map(\.commandWord)
  }

  /// The format of a word on a command line.
  init?(commandWord word: String) {
    let renamed = Self.allCases.first { $0.commandWord == word && $0.commandWord != $0.rawValue }
    guard let format = renamed ?? Self(word: word) else { return nil }
    self = format
  }

  /// Returns the format of an option, else that of the file's name, else PNG.
  ///
  /// - Throws: ``CommandError`` with `usage` if the name has another format than the option,
  ///   or a format that is not written.
  static func format(
    named option: PictureFormat?, file path: String?
  ) throws(CommandError) -> PictureFormat {
    guard let path, let ending = ending(of: path) else { return option ?? .png }
    guard let format = PictureFormat(ending: ending), format.isBuilt else {
      guard isForeign(ending) || PictureFormat(ending: ending) != nil else { return option ?? .png }
      let endings = allCases.filter(\.isBuilt).compactMap(\.ending).map { ".\($0)" }
      throw .usage(
        CommandOption.output.typed,
        "'\(path)' names a format that is not written; name a \(endings.joined(separator: " or a ")) "
          + "file")
    }
    guard let option else { return format }
    guard option == format || option == .outlines && format == .svg else {
      throw .usage(
        CommandOption.format.typed,
        "\(option.commandWord) is asked for, but '\(path)' names another format")
    }
    return option
  }
}
