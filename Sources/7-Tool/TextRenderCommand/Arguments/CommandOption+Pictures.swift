// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentPictures
internal import StyledDocuments
import TextLayers
internal import TextPainting

extension CommandOption {
  /// The options of pictures, points, films and tiles.
  static let pictures: [CommandOption] = [
    format, background, scale, padding, canvas, origin, anchor, fitInk, gridFitting, pageHeight,
    preview, at, slop, time, fps, from, to, frame, sheet, loops, tileSize, quality, levels, layout,
    overlap, out, manifest,
  ]

  static let format = CommandOption(
    "format", .words("FORMAT", PictureFormat.self), [.shape, .render, .fonts, .tiles], .picture,
    "the format of the result")
  static let background = CommandOption(
    "background", .color, .render, .picture, "the colour behind everything (default transparent)")
  static let scale = CommandOption(
    "scale", .scale, [.render, .scenes], .picture, "device pixels per px (default 1)")
  static let padding = CommandOption(
    "padding", .absoluteLength, .render, .picture, "space around the text (default 0)")
  static let canvas = CommandOption(
    "canvas", .pair, .render, .picture, "the size of the picture (default: the text's)")
  static let origin = CommandOption(
    "origin", .pair, .render, .picture,
    "the point on the canvas where the first line's baseline starts")
  static let anchor = CommandOption(
    "anchor", .words("ANCHOR", PictureAnchor.self), .render, .picture,
    "the point of the first line that --origin's X places (default start)")
  static let fitInk = CommandOption(
    "fit-ink", nil, .render, .picture,
    "make the picture larger where ink reaches beyond the text's box and the padding")
  static let gridFitting = CommandOption(
    "grid-fitting", .words("FITTING", GridFitting.self), .render, .picture,
    "moves small text to whole pixels: its baselines, its heights too (default), or none")
  static let pageHeight = CommandOption(
    "page-height", .absoluteLength, .render, .picture,
    "cut into pages of this height: out-001.png, or a pattern out-%03d.png")
  static let preview = CommandOption(
    "preview", nil, .render, .picture, "show the picture in the terminal (kitty, iTerm2 or sixel)")
  static let at = CommandOption(
    "at", .pair, .hit, .hit, "the point, in px from the top left of the layout box")
  static let slop = CommandOption(
    "slop", .absoluteLength, .hit, .hit,
    "find links, attachments and tokens up to this far from the point (default 0)")
  static let time = CommandOption(
    "time", .number, [.scene, .show], .picture,
    "the point in time, in seconds (default: the scene's)")
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
  static let quality = CommandOption(
    "quality", .integer, .tiles, .tiles, "the quality of JPEG and WebP, 1 to 100 (default 90)")
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
