// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  import ImageCodecs
  import CanvasGeometry
  import Foundation
  import CanvasDrawing
  import VideoLayers

  /// Films whose frames tell their number: a white box of 8 × 8 pixels in the cell of that number,
  /// row by row, on dark blue.
  enum TestClip {
    static let size = PixelSize(width: 96, height: 64)
    /// The cells, and so the most frames.
    static let cells = 96
    static let background: [UInt8] = [16, 32, 96, 255]

    /// The picture of a frame.
    ///
    /// - Parameter alpha: The opacity of the background, premultiplied.
    static func picture(
      _ number: Int, size: PixelSize = size, background: [UInt8] = background
    ) -> Bitmap {
      let columns = max(1, size.width / 8)
      let (left, top) = (number % columns * 8, number / columns * 8)
      return bitmap(size) { x, y in
        (left..<left + 8).contains(x) && (top..<top + 8).contains(y)
          ? [255, 255, 255, 255] : background
      }
    }

    static func bitmap(_ size: PixelSize, _ pixel: (Int, Int) -> [UInt8]) -> Bitmap {
      var buffer = try! BitmapBuffer(width: size.width, height: size.height)
      let row = buffer.bytesPerRow
      buffer.withUnsafeMutableBytes { bytes in
        for y in 0..<size.height {
          for x in 0..<size.width {
            for (channel, value) in pixel(x, y).enumerated() {
              bytes[y * row + x * 4 + channel] = value
            }
          }
        }
      }
      return buffer.freeze()
    }

    /// The number that a picture tells: the cell with the most light; -1 if none stands out.
    static func number(_ image: Bitmap) -> Int {
      let columns = image.width / 8
      var best = (light: 0, number: -1)
      for number in 0..<columns * (image.height / 8) {
        var light = 0
        for y in 0..<8 {
          for x in 0..<8 {
            light += Int(
              image.pixel(x: number % columns * 8 + x, y: number / columns * 8 + y) & 255)
          }
        }
        if light > best.light { best = (light, number) }
      }
      // Half of a white box at least.
      return best.light > 64 * 128 ? best.number : -1
    }

    /// Writes a film.
    ///
    /// - Parameter counts: How many frames' time each is shown; one by default.
    static func write(
      _ path: String, _ format: VideoFormat = .lossless, frames: Int = 90, rate: Int32 = 30,
      size: PixelSize = size, counts: ((Int) -> Int)? = nil
    ) throws {
      let writer = try VideoWriter(
        path: path, VideoSettings(format, size: size, rate: (rate, 1)))
      for number in 0..<frames {
        try writer.append(picture(number, size: size), for: counts?(number) ?? 1)
      }
      try writer.finish()
    }
  }

  /// A folder for the files of a test, removed at its end.
  final class ClipFolder {
    let path: String

    init() throws {
      let url = FileManager.default.temporaryDirectory.appendingPathComponent(
        "clips-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    func clip(
      _ name: String, _ format: VideoFormat = .lossless, frames: Int = 90, rate: Int32 = 30,
      size: PixelSize = TestClip.size, counts: ((Int) -> Int)? = nil
    ) throws -> String {
      let path = file(name)
      try TestClip.write(
        path, format, frames: frames, rate: rate, size: size, counts: counts)
      return path
    }

    func bytes(_ name: String) throws -> [UInt8] {
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name))))
    }

    @discardableResult
    func write(_ name: String, _ bytes: [UInt8]) throws -> String {
      try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
      return file(name)
    }

    var names: [String] {
      get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }
  }

  /// The program `ffmpeg`, for films that the writer does not make.
  enum FFmpegTool {
    static let path = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    static let reason = "the program ffmpeg is not installed"

    static func run(_ arguments: [String]) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: path ?? "/nowhere")
      process.arguments = ["-nostdin", "-v", "error", "-y"] + arguments
      try process.run()
      process.waitUntilExit()
      if process.terminationStatus != 0 { throw CocoaError(.fileWriteUnknown) }
    }
  }

  extension [UInt8] {
    /// The place of a box of four letters, or of other bytes.
    func place(of name: String) -> Int? {
      let pattern = Array(name.utf8)
      return indices.dropLast(pattern.count).first { self[$0...].starts(with: pattern) }
    }
  }
#endif
