// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import ImageCodecs
internal import VideoLayers

struct FilmSettings: Sendable {
  enum Work: Sendable {
    case film(FilmOutput)
    /// One frame, at a time in seconds; the file is `nil` for standard output.
    case frame(Double, file: String?)
    /// Several frames in one picture.
    case sheet(Int, file: String?)
  }

  /// The allowed numbers of pictures in a sheet.
  private static let sheetCounts = 1...FrameTimes.limit
  private static let films =
    VideoSupport.isBuilt
    ? "name a .apng, .gif, .mp4 or .webp file, or pictures such as frames-%04d.png"
    : "name a .apng or a .gif file, or pictures such as frames-%04d.png"

  let work: Work
  /// Frames a second.
  let rate: Double
  private let start: Double
  /// The end in seconds; `nil` for the end of the scene.
  private let end: Double?
  let loops: Int

  /// Reads the options.
  ///
  /// - Throws: ``CommandError`` with `usage`.
  init(_ arguments: Arguments, inBatch: Bool) throws(CommandError) {
    rate = try arguments.number(.fps, over: 0) ?? 60
    start = try arguments.number(.from) ?? 0
    end = try arguments.number(.to)
    loops = try arguments.integer(.loops, 0...Int(UInt16.max)) ?? 0
    let path = arguments.value(.output)
    let file = path == "-" ? nil : path
    let time = try arguments.number(.frame)
    let count = try arguments.integer(.sheet, Self.sheetCounts)
    if let time {
      if count != nil {
        throw .usage(CommandOption.sheet.typed, "does not go with \(CommandOption.frame.typed)")
      }
      work = .frame(time, file: try Self.picture(file, inBatch))
    } else if let count {
      work = .sheet(count, file: try Self.picture(file, inBatch))
    } else {
      work = .film(try Self.film(file))
    }
  }

  /// The times of the frames.
  ///
  /// - Parameter duration: The length of the scene in seconds, if it has one.
  /// - Throws: ``CommandError`` with `usage`.
  func times(duration: Double?) throws(CommandError) -> FrameTimes {
    if case .frame(let time, _) = work { return FrameTimes(time) }
    guard let end = end ?? duration else {
      throw .usage(
        CommandOption.to.typed, "is missing: the scene has no duration; say when the film ends")
    }
    let range = "from \(DecimalNumber.text(start)) to \(DecimalNumber.text(end)) s"
    guard end > start, (end - start).isFinite else {
      throw .usage(CommandOption.to.typed, "there are no frames \(range)")
    }
    if case .sheet(let count, _) = work { return FrameTimes(from: start, to: end, count: count) }
    guard let times = FrameTimes(from: start, to: end, framesPerSecond: rate) else {
      throw .usage(
        CommandOption.fps.typed,
        "\(range) there are more than \(FrameTimes.limit) frames, the most that a film has")
    }
    return times
  }

  // MARK: - Files

  /// Checks the name of one picture.
  private static func picture(_ file: String?, _ inBatch: Bool) throws(CommandError) -> String? {
    if inBatch, file == nil {
      throw .usage(CommandOption.output.typed, "is missing: a PNG needs it in a batch")
    }
    if let file, let ending = PictureFormat.ending(of: file),
      PictureFormat.isForeign(ending) || PictureFormat(ending: ending) ?? .png != .png
    {
      throw .usage(
        CommandOption.output.typed,
        "'\(file)' names another format, but one picture of a film is a PNG")
    }
    if let file, let first = PageNames.conversions(in: file).first {
      throw .usage(
        CommandOption.output.typed, "a name with \(first) is a pattern; one picture has one name")
    }
    return file
  }

  private static func film(_ file: String?) throws(CommandError) -> FilmOutput {
    let option = CommandOption.output.typed
    guard let file else { throw .usage(option, "is missing: \(films)") }
    let isPattern = !PageNames.conversions(in: file).isEmpty
    let ending = PictureFormat.ending(of: file)
    switch ending {
    case "apng", "gif":
      if isPattern { throw .usage(option, "'\(file)' is a pattern, but a film is one file") }
      return ending == "gif" ? .gif(file) : .apng(file)
    case "mp4", "webp":
      guard let form = ending.flatMap(FFmpegOutput.Form.init) else { break }
      if isPattern { throw .usage(option, "'\(file)' is a pattern, but a film is one file") }
      guard VideoSupport.isBuilt else {
        throw .usage(option, "'\(file)': \(form.missingTrait); \(films)")
      }
      return .ffmpeg(FFmpegOutput(path: file, form: form))
    case "png":
      if let names = PageNames(frames: file) { return .pictures(names) }
      if file.contains("%") {
        throw .usage(option, "'\(file)': a pattern has one %d or %04d, and no other %")
      }
      throw .usage(
        option,
        "'\(file)' is one picture, which \(CommandOption.frame.typed) T or "
          + "\(CommandOption.sheet.typed) N draws; for a film, \(films)")
    default: break
    }
    throw .usage(option, "'\(file)' names no format of films; \(films)")
  }
}
