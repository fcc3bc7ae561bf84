// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import CanvasGeometry
internal import ImageCodecs
internal import VideoLayers

extension FilmRecorder {
  /// Writes a film by FFmpeg, encoded on the calling thread.
  ///
  /// An MP4 has no alpha: translucent pixels are drawn on white. A WebP is lossless.
  ///
  /// - Parameters:
  ///   - rate: Frames a second.
  ///   - loops: How often a WebP is shown; 0 for ever.
  func write(_ output: FFmpegOutput, rate: Double, loops: Int) throws(CommandError) {
    #if Video
      let delay = FrameDelay(framesPerSecond: rate)
      let format: VideoFormat = output.form == .mp4 ? .mp4 : .webP(isLossless: true)
      var settings = VideoSettings(
        format, size: try picture().pixelSize,
        rate: (Int32(delay.denominator), Int32(delay.numerator)))
      settings.loops = loops
      note(output, settings)
      do {
        console.willWrite(output.path)
        let writer = try VideoWriter(path: output.path, settings)
        try run { image, _ in
          .bitmap(image)
        } take: { _, frame in
          if case .bitmap(let image) = frame { try writer.append(image) }
        }
        try writer.finish()
      } catch let error as VideoError {
        throw CommandError(error)
      } catch {
        throw CommandError.wrapping(error, subject: file)
      }
    #else
      throw .usage(CommandOption.output.typed, output.form.missingTrait)
    #endif
  }

  #if Video
    /// Notes properties of the film that an MP4 cannot have.
    private func note(_ output: FFmpegOutput, _ settings: VideoSettings) {
      guard output.form == .mp4 else { return }
      if !frames.isOpaque {
        console.note("an MP4 has no opacity: what is not opaque lies on white")
      }
      let size = settings.size
      if size.width % 2 != 0 || size.height % 2 != 0 {
        console.note(
          "an MP4 has sides of an even number of pixels: of \(size.width)×\(size.height) the last "
            + "column or row is repeated")
      }
    }
  #endif
}

extension FFmpegOutput.Form {
  /// The message of a program that cannot write the format.
  var missingTrait: String {
    "a .\(rawValue) film needs the package trait Video, which this program was built without"
  }
}
