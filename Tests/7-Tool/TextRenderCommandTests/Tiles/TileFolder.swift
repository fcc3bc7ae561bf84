// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import FoundationEssentials
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import ImageCodecs
@testable import SystemFiles
@testable import SystemLanes
@testable import TextRenderCommand

/// A picture of straight RGBA pixels, and what tiles of it have to be, computed plainly.
struct TiledPicture: Equatable {
  var width: Int
  var height: Int
  var pixels: [UInt8]

  /// A picture that is smooth with some edges and some noise, as photographs are.
  ///
  /// - Parameter isOpaque: Whether opacity is 255 everywhere.
  init(width: Int, height: Int, isOpaque: Bool = true) {
    (self.width, self.height) = (width, height)
    var random = SeededGenerator(seed: 9)
    let noise = (0..<1024).map { _ in Int.random(in: -3...3, using: &random) }
    pixels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { bytes, count in
      count = width * height * 4
      var at = 0
      for y in 0..<height {
        for x in 0..<width {
          let edge = (x / 90 + y / 70) % 5 == 0 ? 40 : 0
          let grain = noise[(x * 7 + y * 131) & 1023]
          bytes[at] = UInt8(truncatingIfNeeded: 60 + (x >> 4 & 127) + grain + edge)
          bytes[at + 1] = UInt8(truncatingIfNeeded: 70 + (y >> 4 & 127) + grain)
          bytes[at + 2] = UInt8(truncatingIfNeeded: 80 + ((x + y) >> 5 & 127) - grain)
          bytes[at + 3] = isOpaque ? 255 : UInt8(truncatingIfNeeded: x * 5 + y * 3)
          at += 4
        }
      }
    }
  }

  init(width: Int, height: Int, pixels: [UInt8]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// Reads a file without going through premultiplied colours.
  init(png file: [UInt8]) throws {
    var isRead = false
    let reader = try PNGRowReader(
      ByteStream {
        defer { isRead = true }
        return isRead ? [] : file
      }, side: 1 << 20)
    (width, height) = (reader.size.width, reader.size.height)
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    var span = pixels.mutableSpan
    try reader.read(reader.size.height, into: &span)
    self.pixels = pixels
  }

  init(of bitmap: Bitmap) {
    (width, height) = (bitmap.width, bitmap.height)
    pixels = bitmap.straightPixels(in: PixelRect(x: 0, y: 0, width: width, height: height))
  }

  func png() throws -> [UInt8] {
    try StraightPixels.pngData(
      pixels.span, size: PixelSize(width: width, height: height), bytesPerRow: width * 4)
  }

  func part(_ columns: Range<Int>, _ rows: Range<Int>) -> TiledPicture {
    TiledPicture(
      width: columns.count, height: rows.count,
      pixels: rows.flatMap { y in
        pixels[(y * width + columns.lowerBound) * 4..<(y * width + columns.upperBound) * 4]
      })
  }

  /// The picture at half its size.
  var half: TiledPicture {
    let size = ((width + 1) / 2, (height + 1) / 2)
    var result: [UInt8] = []
    for y in 0..<size.1 {
      for x in 0..<size.0 {
        let places = [(0, 0), (1, 0), (0, 1), (1, 1)].map { dx, dy in
          (min(height - 1, 2 * y + dy) * width + min(width - 1, 2 * x + dx)) * 4
        }
        let opacity = places.reduce(0) { $0 + Int(pixels[$1 + 3]) }
        let mean = (opacity + 2) / 4
        for channel in 0..<3 {
          let sum = places.reduce(0) { $0 + Int(pixels[$1 + channel]) * Int(pixels[$1 + 3]) }
          let isOpaque = opacity == 1020
          let value =
            isOpaque
            ? (places.reduce(0) { $0 + Int(pixels[$1 + channel]) } + 2) / 4
            : mean == 0 ? 0 : (2 * sum + opacity) / (2 * opacity)
          result.append(UInt8(value))
        }
        result.append(UInt8(mean))
      }
    }
    return TiledPicture(width: size.0, height: size.1, pixels: result)
  }

  /// The greatest signal-to-noise ratio of another picture of the same size, in dB.
  func noiseRatio(of other: TiledPicture) -> Double {
    var sum = 0
    for i in 0..<pixels.count where i & 3 != 3 {
      let difference = Int(pixels[i]) - Int(other.pixels[i])
      sum += difference * difference
    }
    let mean = Double(sum) / Double(width * height * 3)
    return mean == 0 ? .infinity : 10 * log10(255 * 255 / mean)
  }

  private func log10(_ value: Double) -> Double {
    // Powers of ten by thousandths: more than a test of decibels needs.
    var (exponent, power) = (0.0, 1.0)
    while power < value {
      power *= 1.002_305_238_077_9
      exponent += 0.001
    }
    return exponent
  }
}

/// The files of a folder.
struct TileFolder {
  let path: String

  var names: [String] { get throws { try Self.list(path) } }

  private static func list(_ path: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path).filter { name in
      var isFolder = false
      _ = FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder)
      return !isFolder
    }.sorted()
  }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try #require(FileManager.default.contents(atPath: "\(path)/\(name)"), "\(name)"))
  }

  func png(_ name: String) throws -> TiledPicture { try TiledPicture(png: bytes(name)) }

  /// Name and contents of all files.
  func contents() throws -> [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: try names.map { ($0, try bytes($0)) })
  }

  /// Runs `tiles` on some lanes.
  static func cut(_ arguments: [String], lanes: RenderLanes) throws {
    try TilesCommand(try Arguments(["tiles"] + arguments)).run(CommandConsole(), lanes: lanes)
  }
}
