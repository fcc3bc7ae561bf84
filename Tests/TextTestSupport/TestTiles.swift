// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
import CanvasGeometry
import FoundationEssentials
import ImageCodecs

/// Pictures that are cut into tiles, as files of a folder.
public enum TestTiles {
  /// An opaque picture: a snowman on a slope, with a grain that tells every place from the others.
  public static func snowman(side: Int) throws -> Bitmap {
    var context = try GraphicsContext(pixels: PixelSize(width: side, height: side))
    let unit = Double(side) / 16
    try context.fill(
      Rect(width: 16 * unit, height: 16 * unit), with: Color(red: 0.55, green: 0.75, blue: 0.95))
    try context.fill(
      Rect(y: 11 * unit, width: 16 * unit, height: 5 * unit), with: Color(white: 0.97))
    var discs: [(x: Double, y: Double, radius: Double, color: Color)] = []
    for (y, radius) in [(10.5, 3.0), (6.8, 2.2), (3.8, 1.6)] {
      discs.append((8, y, radius, Color(white: 0.8)))
      discs.append((7.9, y - 0.1, radius - 0.15, .white))
    }
    for (x, y) in [(7.4, 3.4), (8.6, 3.4), (8, 6.2), (8, 7.4), (8, 10)] {
      discs.append((x, y, 0.22, .black))
    }
    discs.append((8, 4, 0.3, Color(red: 1, green: 0.5, blue: 0)))
    for (x, y, radius, color) in discs {
      try context.fill(
        Path(
          ellipseIn: Rect(
            x: (x - radius) * unit, y: (y - radius) * unit, width: 2 * radius * unit,
            height: 2 * radius * unit)), with: color)
    }
    var random = SeededGenerator(seed: 8)
    for y in stride(from: 0, to: side, by: 16) {
      for x in stride(from: 0, to: side, by: 16) {
        let gray = Double.random(in: 0...1, using: &random)
        try context.fill(
          Rect(x: Double(x + y / 16 % 13), y: Double(y), width: 3, height: 2),
          with: Color(white: gray))
      }
    }
    return context.makeBitmap()
  }

  /// A part of a picture.
  public static func part(of picture: Bitmap, x: Int, y: Int, width: Int, height: Int) throws
    -> Bitmap
  {
    var context = try GraphicsContext(pixels: PixelSize(width: width, height: height))
    context.draw(picture, atPixelX: -x, y: -y)
    return context.makeBitmap()
  }

  /// Writes the tiles of a picture as PNG files; those at the edges are cut off.
  ///
  /// - Parameter name: The name of a file in the folder, by column and row; `nil` leaves it out.
  public static func cut(
    _ picture: Bitmap, side: Int = 256, to folder: String, name: (Int, Int) -> String?
  ) throws {
    for y in stride(from: 0, to: picture.height, by: side) {
      for x in stride(from: 0, to: picture.width, by: side) {
        guard let name = name(x / side, y / side) else { continue }
        let tile = try part(
          of: picture, x: x, y: y, width: min(side, picture.width - x),
          height: min(side, picture.height - y))
        try tile.write(to: "\(folder)/\(name)")
      }
    }
  }

  /// `Snowman_03_00.png`.
  public static func name(_ column: Int, _ row: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "Snowman_\(two(column))_\(two(row)).png"
  }

  /// Writes bytes to a file.
  public static func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(filePath: path))
  }

  /// Removes a file.
  public static func remove(_ path: String) throws {
    try FileManager.default.removeItem(atPath: path)
  }

  /// Calls a closure with a folder, which is removed afterwards.
  public static func withFolder<R>(
    _ body: (String) async throws -> R
  ) async throws -> R {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tiles-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder.path)
  }
}
