// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import DocumentJSON
internal import ImageCodecs
internal import SystemFiles

/// The description of tiles that a viewer reads.
struct TileManifest {
  let pyramid: TilePyramid
  let names: TileFileNames
  let codec: PictureFormat

  private var picture: TileLevel { pyramid.levels[0] }

  /// The manifest as JSON.
  ///
  /// - Parameter prefix: The folder that is written before the names of tiles, with a slash at its
  ///   end, or empty.
  func json(prefix: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("width", picture.size.width)
    writer.member("height", picture.size.height)
    writer.member("tileSize", picture.tileSize)
    writer.member("overlap", picture.overlap)
    writer.member("format", codec.ending)
    writer.member("layout", names.layout.rawValue)
    writer.name("levels")
    writer.beginArray()
    for level in pyramid.levels {
      writer.beginObject()
      writer.member("level", names.number(of: level.number))
      writer.member("width", level.size.width)
      writer.member("height", level.size.height)
      writer.member("columns", level.columns)
      writer.member("rows", level.rows)
      writer.member(
        "tiles", prefix.replacing("%", with: "%%") + names.pattern(of: level.number))
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    writer.newline()
    return writer.bytes
  }

  /// The description of a Deep Zoom picture.
  ///
  /// Source: Deep Zoom file format overview, Microsoft, 2012.
  var deepZoom: [UInt8] {
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="\(codec.ending)" \
      Overlap="\(picture.overlap)" TileSize="\(picture.tileSize)">
        <Size Width="\(picture.size.width)" Height="\(picture.size.height)"/>
      </Image>

      """.utf8)
  }

  /// The relative path from one folder to another, with a slash at its end; empty if they are the
  /// same.
  ///
  /// - Parameters:
  ///   - folder: The target folder, which exists; empty for the current folder.
  ///   - start: The folder where the path starts, which exists; empty for the current folder.
  static func way(to folder: String, from start: String) -> String {
    let target = FilePath.real(folder.isEmpty ? "." : folder) ?? folder
    let origin = FilePath.real(start.isEmpty ? "." : start) ?? start
    let to = target.split(separator: "/")
    let from = origin.split(separator: "/")
    let common = zip(to, from).prefix { $0 == $1 }.count
    let steps = Array(repeating: "..", count: from.count - common) + to[common...].map(String.init)
    return steps.map { $0 + "/" }.joined()
  }
}
