// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import ImageCodecs
internal import SystemLanes

/// The file or files of a film.
enum FilmOutput: Sendable {
  case apng(String)
  case gif(String)
  /// A PNG for each frame.
  case pictures(PageNames)
  /// An MP4 or an animated WebP; only with the package trait Video.
  case ffmpeg(FFmpegOutput)
}

/// A film that FFmpeg writes.
struct FFmpegOutput: Hashable, Sendable {
  /// The formats by the endings of their names.
  enum Form: String, CaseIterable, Sendable {
    case mp4
    case webp
  }

  let path: String
  let form: Form
}

/// Draws a film on lanes, and writes it in order: the same bytes on any number of lanes.
struct FilmRecorder {
  let frames: FrameSequence
  /// The name of the scene, for messages.
  let file: String
  let console: CommandConsole
  var lanes = RenderLanes.shared

  private var count: Int { frames.times.count }

  /// Writes a film.
  ///
  /// An APNG or a GIF appears under its name when it is complete; of a sequence of pictures, each
  /// file when it is complete.
  ///
  /// - Parameters:
  ///   - rate: Frames a second.
  ///   - loops: How often the film is shown, up to 65,535; 0 for ever.
  func write(_ output: FilmOutput, rate: Double, loops: Int) throws(CommandError) {
    let isOpaque = frames.isOpaque
    switch output {
    case .apng(let path):
      let delay = FrameDelay(framesPerSecond: rate)
      var writer = APNGWriter(frameCount: count, delay: delay, loops: loops)
      let file = try ResultFile(path: path, of: console)
      try run { image, previous in
        .apng(try APNGFrame(image, after: previous, isOpaque: isOpaque))
      } take: { _, frame in
        if case .apng(let frame) = frame { try file.write(writer.bytes(of: frame)) }
      }
      try file.commit()
    case .gif(let path):
      var writer = GIFWriter(frameCount: count, framesPerSecond: rate, loops: loops)
      let file = try ResultFile(path: path, of: console)
      try run { image, previous in
        .gif(try GIFFrame(image, after: previous, isOpaque: isOpaque))
      } take: { _, frame in
        if case .gif(let frame) = frame { try file.write(writer.bytes(of: frame)) }
      }
      try file.commit()
    case .pictures(let names):
      try run { image, _ in
        .png(try image.pngData())
      } take: { number, frame in
        if case .png(let bytes) = frame { try console.write(bytes, to: names.name(number)) }
      }
    case .ffmpeg(let output): try write(output, rate: rate, loops: loops)
    }
  }

  /// Draws all frames as one picture.
  func sheet() throws(CommandError) -> Bitmap {
    // One frame is drawn for its size: a sheet that is too large is refused before all are drawn.
    let cell = try picture().pixelSize
    do {
      var sheet = try ContactSheet(of: cell, count: count)
      try run { image, _ in
        .bitmap(image)
      } take: { number, frame in
        if case .bitmap(let image) = frame { try sheet.place(image, at: number) }
      }
      return sheet.freeze()
    } catch {
      throw CommandError.wrapping(error, subject: CommandOption.sheet.typed)
    }
  }

  func picture() throws(CommandError) -> Bitmap {
    do {
      return try frames.picture(0, on: lanes)
    } catch {
      throw CommandError.wrapping(error, subject: file)
    }
  }

  func run(
    pack: @escaping @Sendable (Bitmap, Bitmap?) throws -> PackedFrame,
    take: (Int, PackedFrame) throws -> Void
  ) throws(CommandError) {
    var progress = ProgressBar(console, count: count, unit: "frames")
    defer { progress.end() }
    let frames = frames
    let queue = FrameQueue(
      count: count, lanes: lanes, draw: { try frames.picture($0) }, pack: pack)
    do {
      progress.show(0)
      try queue.run { number, frame in
        try take(number, frame)
        progress.show(number + 1)
      }
    } catch {
      throw CommandError.wrapping(error, subject: file)
    }
  }
}
