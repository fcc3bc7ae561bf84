// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import ImageCodecs
internal import Pictures
internal import StyledDocuments

struct TileSettings: Sendable {
  /// The sides of tiles, in pixels.
  static let tileSizes = 1...4096
  /// The allowed numbers of levels; no picture has more than 32.
  static let levelCounts = 1...32

  /// The format of the tiles, and how they are packed.
  let picture: PictureOptions
  var codec: PictureFormat { picture.format ?? .jpeg }
  let layout: TileLayout
  let tileSize: Int
  let overlap: Int
  /// The most levels; `nil` for all.
  let levelCount: Int?
  /// The folder of the tiles; `nil` for the folder of the picture.
  let folder: String?
  /// The file of the manifest; - for standard output.
  let manifest: String?

  /// Reads the options.
  ///
  /// - Throws: ``CommandError`` with `usage`; with `failed` if this build does not write the format.
  init(_ arguments: Arguments) throws(CommandError) {
    var picture = try arguments.givenOptions()
    layout = try arguments.word(.layout).flatMap(TileLayout.init(rawValue:)) ?? .grid
    tileSize = try arguments.integer(.tileSize, Self.tileSizes) ?? 256
    let levels = try arguments.integer(.levels, Self.levelCounts)
    let overlap = try arguments.integer(.overlap, 0...tileSize / 2)
    switch layout {
    case .grid:
      if overlap != nil {
        throw .usage(
          CommandOption.overlap.typed,
          "only tiles of \(CommandOption.layout.typed) deepzoom overlap")
      }
      levelCount = levels ?? 1
    case .deepzoom:
      if levels != nil {
        throw .usage(
          CommandOption.levels.typed,
          "does not go with \(CommandOption.layout.typed) deepzoom, which has all levels")
      }
      levelCount = nil
    }
    self.overlap = overlap ?? 0
    folder = arguments.value(.out)
    manifest = arguments.value(.manifest)
    for (option, value) in [(CommandOption.out, folder), (.manifest, manifest)] where value == "" {
      throw .usage(option.typed, "the name is empty")
    }
    picture.format = try arguments.format(else: .jpeg)
    self.picture = picture
  }
}
