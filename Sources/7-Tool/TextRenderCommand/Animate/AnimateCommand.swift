// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import ImageCodecs
internal import LayerScenes
internal import SystemLanes

/// The `animate` command: layers from JSON to a film, or to pictures of it.
struct AnimateCommand {
  private let arguments: Arguments
  /// The file that is read; - for standard input.
  private let file: String
  private let options: SceneOptions
  private let settings: FilmSettings

  init(_ arguments: Arguments, inBatch: Bool) throws(CommandError) {
    guard let file = arguments.words.first else {
      throw .usage(nil, "no scene; name a file, or - for standard input")
    }
    self.arguments = arguments
    self.file = file
    settings = try FilmSettings(arguments, inBatch: inBatch)
    var options = arguments.sceneOptions(of: file)
    options.scale = try arguments.scale(.scale)
    self.options = options
  }

  /// Draws the film and writes it.
  func run(_ console: CommandConsole, lanes: RenderLanes = .shared) throws(CommandError) {
    switch settings.work {
    case .frame(_, nil), .sheet(_, nil):
      if console.outputIsTerminal {
        throw .usage(nil, "a PNG is not written to a terminal; give -o FILE")
      }
    default: break
    }
    noteIdleOptions(console)
    let scene = try Scene(file: file, options, console)
    let times = try settings.times(duration: scene.duration)
    for note in scene.notes { console.note(note) }
    let recorder = FilmRecorder(
      frames: FrameSequence(times: times, of: scene.tree), file: file, console: console,
      lanes: lanes)
    defer {
      for note in scene.tileNotes + scene.filmNotes + recorder.frames.notes.all {
        console.note(note)
      }
    }
    switch settings.work {
    case .frame(_, let output):
      try console.write(try RenderCommand.png(try recorder.picture()), to: output)
    case .sheet(_, let output):
      try console.write(try RenderCommand.png(try recorder.sheet()), to: output)
    case .film(let output):
      noteDelays(of: output, console)
      try recorder.write(output, rate: settings.rate, loops: settings.loops)
    }
  }

  // MARK: - Notes

  private func noteIdleOptions(_ console: CommandConsole) {
    let idle: [CommandOption]
    let reason: String
    switch settings.work {
    case .frame: (idle, reason) = ([.fps, .from, .to, .loops], "with --frame")
    case .sheet: (idle, reason) = ([.fps, .loops], "with --sheet")
    case .film(.pictures): (idle, reason) = ([.loops], "on pictures, only on a film in one file")
    case .film(.ffmpeg(let output)) where output.form == .mp4:
      (idle, reason) = ([.loops], "on an MP4, which does not tell how often it is shown")
    case .film: return
    }
    for option in idle where arguments.contains(option) {
      console.note("\(option.typed): it has no effect \(reason)")
    }
  }

  /// Notes frame times that the format can only store rounded.
  private func noteDelays(of output: FilmOutput, _ console: CommandConsole) {
    let option = CommandOption.fps.typed
    switch output {
    case .apng:
      let delay = FrameDelay(framesPerSecond: settings.rate)
      if !delay.isExact {
        console.note(
          "\(option): an APNG cannot tell this rate exactly; each frame is shown for "
            + "\(delay.numerator)/\(delay.denominator) s")
      }
    case .gif:
      if settings.rate > 50 {
        console.note(
          "\(option): a GIF counts hundredths of a second, and most programs show frames of less "
            + "than two more slowly; up to --fps 50 the film runs as it should")
      } else if 100 / settings.rate > Double(UInt16.max) {
        console.note("\(option): a GIF shows no frame longer than 655.35 s")
      }
    case .ffmpeg(let output):
      let delay = FrameDelay(framesPerSecond: settings.rate)
      if output.form == .webp, settings.rate > 100 {
        console.note(
          "\(option): a WebP counts thousandths of a second, and most programs show frames of less "
            + "than ten more slowly")
      } else if output.form == .mp4, !delay.isExact {
        console.note(
          "\(option): this rate is written as \(delay.denominator)/\(delay.numerator) frames a second"
        )
      }
    case .pictures: break
    }
  }
}
