// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import ImageCodecs
internal import StyledDocuments
internal import TextModel

/// The format of a picture.
enum PictureFormat: String, CaseIterable, Sendable, Keyword {
  case png
  /// Only the outlines of glyphs, for programs that read outlines.
  case svg
  /// Everything that a PNG shows, as shapes.
  case svgPicture = "svg-picture"

  /// Returns the format of an option, else that of the file's name, else PNG.
  ///
  /// - Throws: ``CommandError`` with `usage` if the name tells of another format than the option,
  ///   or of one that is not written.
  static func format(
    named option: PictureFormat?, file path: String?
  ) throws(CommandError) -> PictureFormat {
    let ending = path.flatMap(ForeignImageFormat.ending)
    switch ending {
    case "png":
      if let option, option != .png { throw contradiction(path, option) }
      return .png
    case "svg":
      if option == .png { throw contradiction(path, .png) }
      return option ?? .svgPicture
    case let ending? where ForeignImageFormat.contains(ending):
      throw .usage(
        CommandOption.output.typed,
        "'\(path ?? "")' names a format that is not written; name a .png or a .svg file")
    default: return option ?? .png
    }
  }

  private static func contradiction(_ path: String?, _ option: PictureFormat) -> CommandError {
    .usage(
      CommandOption.format.typed,
      "\(option.rawValue) is asked for, but '\(path ?? "")' names another format")
  }
}
