// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc
internal import SystemConcurrency

/// The command-line tool `textrender` as a library: the program is one call of ``main(_:)``.
package struct TextRenderTool: Sendable {
  /// A command that another module runs.
  package typealias Command = @Sendable (Arguments, CommandConsole) throws(CommandError) -> Void

  /// The command `stress`; `nil` if the program passes none, and in a batch.
  private let stress: Command?

  /// Creates the tool without a `stress`: the command `stress` fails.
  package init() { stress = nil }

  /// Creates the tool with a `stress`: its harness lies above this module.
  package init(stress: @escaping Command) { self.stress = stress }

  /// Runs the tool on the process's own streams.
  ///
  /// Call it on the main thread. `stress`, `show` and `serve` need the main queue or wait for
  /// signals: they do not return, but end the process with their exit status.
  ///
  /// - Parameter arguments: The arguments after the program's name.
  /// - Returns: The exit status: 0 done, 1 the request cannot be met, 2 usage error.
  package func main(_ arguments: [String]) -> Int32 {
    StandardStreams.prepare()
    let needsMainQueue = [CommandName.stress, .show, .serve].map(\.rawValue)
    if let first = arguments.first, needsMainQueue.contains(first) { runOnSecondThread(arguments) }
    let isBatch = arguments.first == CommandName.batch.rawValue
    let console = isBatch ? Self.batchConsole(arguments) : StandardStreams.console()
    Self.noteIllFormedArguments(arguments, console)
    return run(arguments, on: console)
  }

  /// The console of `batch`, which ends when the reader of its replies has gone.
  private static func batchConsole(_ arguments: [String]) -> CommandConsole {
    let output = (try? Arguments(arguments))?.value(.output) ?? "-"
    return StandardStreams.console(StopSignals(), repliesGoTo: output == "-" ? 1 : -1)
  }

  /// Notes arguments that are not UTF-8, which the standard library has repaired.
  private static func noteIllFormedArguments(_ arguments: [String], _ console: CommandConsole) {
    guard arguments.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }),
      let bytes = try? FileReader.contents(of: "/proc/self/cmdline", limit: 1 << 24)
    else { return }
    let count = DecodedText(bytes).illFormedCount
    if count > 0 {
      console.note("the arguments are not UTF-8: \(count) ill-formed parts were read as U+FFFD")
    }
  }

  /// Runs one command line.
  ///
  /// Unless the command succeeds, nothing is written to the output, except by `segment`, `stress`
  /// and `batch`, which write replies as they go. Any thread may call it, several at a time; the
  /// call blocks until the command is done.
  ///
  /// - Parameters:
  ///   - arguments: The arguments after the program's name.
  ///   - console: The command's input and output.
  /// - Returns: The exit status.
  package func run(_ arguments: [String], on console: CommandConsole) -> Int32 {
    guard let error = error(of: arguments, on: console, inBatch: false) else { return 0 }
    if error.code != .brokenPipe, !error.isReported { console.report("textrender: \(error)\n") }
    return error.exitStatus
  }

  /// Runs one command line, and returns its error without reporting it.
  func error(
    of arguments: [String], on console: CommandConsole, inBatch: Bool
  ) -> CommandError? {
    do throws(CommandError) {
      let arguments = try Arguments(arguments, isPiped: console.input == .pipe)
      for note in arguments.notes { console.note(note) }
      try execute(arguments, on: console, inBatch: inBatch)
      return nil
    } catch {
      return error
    }
  }

  /// Runs a command on a new thread, serves the main queue on this one, and ends the process.
  private func runOnSecondThread(_ arguments: [String]) -> Never {
    let console = StandardStreams.console()
    guard BlockingThread.start({ exit(run(arguments, on: console)) }) != nil else {
      console.report("textrender: \(arguments[0]): no thread can be made\n")
      exit(1)
    }
    dispatchMain()
  }

  private func execute(
    _ arguments: Arguments, on console: CommandConsole, inBatch: Bool
  ) throws(CommandError) {
    if arguments.contains(.help) {
      try console.write(Array(HelpText.text(for: arguments.command).utf8))
      return
    }
    if arguments.contains(.schema) {
      try console.write(arguments.command.schema)
      return
    }
    if arguments.value(.output) == "" {
      throw .usage(CommandOption.output.typed, "the file name is empty")
    }
    // Three commands write --output themselves: `render` and `animate` may write several files, and
    // `scene` writes its picture even if the comparison fails.
    guard ![.render, .scene, .animate].contains(arguments.command),
      let path = arguments.value(.output), path != "-"
    else {
      try dispatch(arguments, on: console, inBatch: inBatch)
      return
    }
    let file = try ResultFile(path: path, of: console)
    var inner = console
    inner.outputIsTerminal = false
    inner.write = { (bytes) throws(CommandError) in try file.write(bytes) }
    do {
      try dispatch(arguments, on: inner, inBatch: inBatch)
    } catch {
      // A batch that ends early still commits its file: the replies so far are a result, too.
      if [.requestsFailed, .terminated, .interrupted].contains(error.code) { try file.commit() }
      throw error
    }
    try file.commit()
  }

  private func dispatch(
    _ arguments: Arguments, on console: CommandConsole, inBatch: Bool
  ) throws(CommandError) {
    switch arguments.command {
    case .segment: try SegmentCommand(arguments).run(console)
    case .versions: try VersionsCommand.run(console)
    case .help: try HelpText.run(arguments, console)
    case .completions: try CompletionScript.run(arguments, console)
    case .batch:
      guard !inBatch else { throw .usage("batch", "cannot stand in a batch") }
      try BatchCommand(arguments).run(console)
    case .layout: try LayoutCommand.run(arguments, console)
    case .hit: try HitCommand(arguments).run(console)
    case .gallery: try GalleryCommand(arguments).run(console)
    case .render: try RenderCommand(arguments, inBatch: inBatch).run(console)
    case .scene: try SceneCommand(arguments, inBatch: inBatch).run(console)
    case .html: try HTMLCommand(arguments, inBatch: inBatch).run(console)
    case .animate: try AnimateCommand(arguments, inBatch: inBatch).run(console)
    case .tiles: try TilesCommand(arguments).run(console)
    case .shape: try ShapeCommand.run(arguments, console)
    case .fonts: try FontsCommand.run(arguments, console)
    case .stress:
      guard !inBatch else { throw .usage("stress", "cannot stand in a batch") }
      guard let stress else { throw CommandError(.failed, "stress", "this program has no stress") }
      try stress(arguments, console)
    case .show:
      guard !inBatch else { throw .usage("show", "cannot stand in a batch") }
      try ShowCommand(arguments).run(console)
    case .serve:
      guard !inBatch else { throw .usage("serve", "cannot stand in a batch") }
      try ServeCommand(arguments).run(console)
    }
  }
}
