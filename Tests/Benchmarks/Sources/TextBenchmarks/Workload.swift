// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Foundation

/// One text of a workload, as the file describes it, ready to be laid out and drawn.
struct Item {
  var text: AttributedText
  var width: Double?
  var height: Double?
  var scale: Double
  var maximumLines: Int
  var truncates: Bool
  var background: Color?
  var widths: [Double]
  var tile: Tile?

  struct Tile {
    var x: Double
    var y: Double?
    var width: Double
    var height: Double
  }

  var container: TextContainer {
    TextContainer(
      width: width, maximumLines: maximumLines, truncation: truncates ? .end : .none)
  }
}

/// A workload file: a header and a text a line.
struct Workload {
  var name: String
  var items: [Item]
  /// Whether each text is met once: the first pass counts.
  var isStream: Bool { name.hasPrefix("S") }

  private struct Header: Decodable {
    var workload: String
  }

  private struct Line: Decodable {
    struct Run: Decodable {
      var text: String
      var font: String?
      var size: Double?
      var weight: Double?
      var italic: Bool?
      var underline: Bool?
      var color: String?
    }
    struct Tile: Decodable {
      var x: Double
      var y: Position
      var width: Double
      var height: Double
    }
    enum Position: Decodable {
      case middle
      case at(Double)
      init(from decoder: any Decoder) throws {
        let c = try decoder.singleValueContainer()
        if let v = try? c.decode(Double.self) { self = .at(v) } else { self = .middle }
      }
    }
    var width: Double?
    var height: Double?
    var scale: Double?
    var maxLines: Int?
    var truncate: String?
    var background: String?
    var runs: [Run]
    var widths: [Double]?
    var tile: Tile?
  }

  init(path: String, limit: Int?) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let lines = data.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first else { throw CocoaError(.fileReadCorruptFile) }
    let decoder = JSONDecoder()
    name = try decoder.decode(Header.self, from: first).workload
    // One style object for each distinct look, as a program that draws many cells keeps them.
    var styles: [String: TextStyle] = [:]
    items = try lines.dropFirst().prefix(limit ?? .max).map { line in
      let line = try decoder.decode(Line.self, from: line)
      var text = AttributedText("")
      for run in line.runs {
        let key =
          "\(run.font ?? "")|\(run.size ?? 12)|\(run.weight ?? 400)|\(run.italic ?? false)|"
          + "\(run.underline ?? false)|\(run.color ?? "")"
        if styles[key] == nil {
          var style = TextStyle(
            family: run.font, size: run.size ?? 12, weight: run.weight ?? 400,
            slant: run.italic == true ? .italic : .normal,
            color: run.color.flatMap { Color(hex: $0) } ?? .black)
          if run.underline == true { style.paint.underline = TextDecoration() }
          styles[key] = style
        }
        text.append(run.text, style: styles[key] ?? .default)
      }
      return Item(
        text: text, width: line.width, height: line.height, scale: line.scale ?? 1,
        maximumLines: line.maxLines ?? 0, truncates: line.truncate == "end",
        background: line.background.flatMap { Color(hex: $0) }, widths: line.widths ?? [],
        tile: line.tile.map {
          var y: Double?
          if case .at(let v) = $0.y { y = v }
          return Item.Tile(x: $0.x, y: y, width: $0.width, height: $0.height)
        })
    }
  }
}
