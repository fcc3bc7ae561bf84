// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import ImageCodecs
internal import Pictures
internal import StyledDocuments
internal import TextModel

extension CommandOption {
  /// The options of pictures, points, films and tiles.
  static let pictures: [CommandOption] =
    PictureOption.allCases.filter { !ofPages.contains($0) }.map { CommandOption($0) } + [
      pageHeight, preview, at, slop, fps, from, to, frame, sheet, loops, tileSize, levels, layout,
      overlap, out, manifest,
    ]

  /// The options of pages that texts have as properties of their documents.
  private static let ofPages: [PictureOption] = [.width, .height]

  /// An option of pictures; a flag takes no value on the command line.
  init(_ option: PictureOption) {
    name = option.rawValue.joinedByHyphens
    let commands: CommandSet =
      switch option {
      case .format: [.shape, .render, .scene, .html, .fonts, .tiles]
      case .quality, .effort: [.render, .scene, .html, .tiles]
      case .scale: [.render, .scenes, .html]
      case .time: [.scene, .show]
      case .strict, .imageRoot: [.paragraphs, .scenes, .html]
      default:
        (option.contents.contains(.document) ? CommandSet.render : [])
          .union(option.contents.contains(.scene) ? .scene : [])
          .union(option.contents.contains(.html) ? .html : [])
      }
    let group: Group =
      switch option {
      case .strict, .imageRoot: .input
      case .frames: .result
      default: .picture
      }
    definition = Definition(
      value: option == .format
        ? .words("FORMAT", PictureFormat.words(of: .render)) : option.isFlag ? nil : option.word,
      commands: commands, group: group, summary: option.summary)
    (property, picture) = (nil, option)
  }

  static let format = CommandOption(PictureOption.format)
  static let background = CommandOption(PictureOption.background)
  static let scale = CommandOption(PictureOption.scale)
  static let padding = CommandOption(PictureOption.padding)
  static let fitInk = CommandOption(PictureOption.fitInk)
  static let origin = CommandOption(PictureOption.origin)
  static let time = CommandOption(PictureOption.time)
  static let quality = CommandOption(PictureOption.quality)
  static let effort = CommandOption(PictureOption.effort)
  static let strict = CommandOption(PictureOption.strict)
  static let imageRoot = CommandOption(PictureOption.imageRoot)
  static let frames = CommandOption(PictureOption.frames)
  static let pageHeight = CommandOption(
    "page-height", .absoluteLength, .render, .picture,
    "cut into pages of this height: out-001.png, or a pattern out-%03d.png")
  static let preview = CommandOption(
    "preview", nil, .render, .picture, "show the picture in the terminal (kitty or iTerm2)")
  static let at = CommandOption(
    "at", .pair, .hit, .hit, "the point, in px from the top left of the layout box")
  static let slop = CommandOption(
    "slop", .absoluteLength, .hit, .hit,
    "find links, attachments and tokens up to this far from the point (default 0)")
  static let fps = CommandOption(
    "fps", .number, .animate, .film, "frames a second, also 29.97 or 0.5 (default 60)")
  static let from = CommandOption(
    "from", .number, .animate, .film, "the time of the first frame, in seconds (default 0)")
  static let to = CommandOption(
    "to", .number, .animate, .film,
    "the time at which the film ends, in seconds (default: the scene's duration)")
  static let frame = CommandOption(
    "frame", ValueForm("T", .number, forms: "a number"), .animate, .film,
    "draw one frame instead, at this time in seconds")
  static let sheet = CommandOption(
    "sheet", .integer, .animate, .film,
    "draw so many frames instead, evenly spread over the film, as one picture")
  static let loops = CommandOption(
    "loops", .integer, .animate, .film,
    "how often the film is shown, 0 to 65535 (default 0: for ever)")
  static let tileSize = CommandOption(
    "tile-size", .integer, .tiles, .tiles,
    "the side of a tile, 1 to \(TileSettings.tileSizes.upperBound) pixels (default 256)")
  static let levels = CommandOption(
    "levels", .integer, .tiles, .tiles,
    "cut the picture also at a half of its size, a quarter, …: so many sizes (default 1)")
  static let layout = CommandOption(
    "layout", .words("LAYOUT", TileLayout.allCases.map(\.rawValue)), .tiles, .tiles,
    "the names of the files: NAME_XX_YY.jpg (grid, the default), or those of Deep Zoom")
  static let overlap = CommandOption(
    "overlap", .integer, .tiles, .tiles,
    "with --layout deepzoom, the pixels of its neighbours that a tile has, too (default 0)")
  static let out = CommandOption(
    "out", .folder, .tiles, .tiles,
    "write the tiles to this folder, which is made (default: that of the picture)")
  static let manifest = CommandOption(
    "manifest", .file, .tiles, .tiles,
    "describe the tiles for a viewer, as JSON, in this file; - is standard output")
}
