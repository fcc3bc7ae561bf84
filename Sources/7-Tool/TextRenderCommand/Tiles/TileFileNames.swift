// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The arrangements of tiles in files.
enum TileLayout: String, CaseIterable, Sendable {
  /// `NAME_XX_YY.jpg` at the picture's own size, and `NAME_L1_XX_YY.jpg` at further levels.
  case grid
  /// Deep Zoom: `NAME.dzi` and `NAME_files/LEVEL/X_Y.jpg`, all levels down to a single pixel.
  case deepzoom
}

/// The names of the files of tiles.
struct TileFileNames: Sendable {
  let layout: TileLayout
  /// The folder with a slash at its end; empty for the current one.
  let folder: String
  /// The name of the picture, without folder and ending.
  let name: String
  /// The ending, without the dot.
  let ending: String
  let levelCount: Int

  /// The folder of a file, with a slash at its end, and the file's name without its ending.
  static func parts(of file: String) -> (folder: String, name: String) {
    let start = file.lastIndex(of: "/").map { file.index(after: $0) } ?? file.startIndex
    let name = file[start...]
    let dot = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil }
    return (String(file[..<start]), String(name[..<(dot ?? name.endIndex)]))
  }

  /// The number of a level in file names: in a grid 0 is the picture's own size; in Deep Zoom 0 is
  /// the smallest level.
  func number(of level: Int) -> Int { layout == .grid ? level : levelCount - 1 - level }

  /// The file of a tile.
  func path(of tile: TileIndex) -> String {
    let (x, y) = (Self.digits(tile.column, layout), Self.digits(tile.row, layout))
    return "\(folder)\(name)\(infix(tile.level))\(x)_\(y).\(ending)"
  }

  /// The names of the tiles of a level without their folder, as a format of `printf` with the
  /// numbers of column and row.
  func pattern(of level: Int) -> String {
    let number = layout == .grid ? "%02d" : "%d"
    return "\(name.replacing("%", with: "%%"))\(infix(level))\(number)_\(number).\(ending)"
  }

  private func infix(_ level: Int) -> String {
    switch layout {
    case .grid: level == 0 ? "_" : "_L\(level)_"
    case .deepzoom: "_files/\(number(of: level))/"
    }
  }

  private static func digits(_ number: Int, _ layout: TileLayout) -> String {
    number < 10 && layout == .grid ? "0\(number)" : "\(number)"
  }

  /// The folders that the layout needs below ``folder``, outer ones first.
  var folders: [String] {
    layout == .grid
      ? [] : ["\(name)_files"] + (0..<levelCount).map { "\(name)_files/\($0)" }
  }

  /// The file that describes a Deep Zoom picture.
  var description: String { "\(folder)\(name).dzi" }
}
