// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import TextModel
internal import TextRuntime

/// `batch`: many command lines in one process, on several threads, answered in order.
struct BatchCommand {
  private let jobs: Int

  init(_ arguments: Arguments) throws(CommandError) {
    let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    jobs = try arguments.integer(.jobs, 1...1024) ?? cores
  }

  /// Answers every line of standard input.
  func run(_ console: CommandConsole) throws(CommandError) {
    let requests = RequestQueue(console)
    let replies = ReplyQueue(console, capacity: 64 * jobs)
    BlockingThread.run(jobs) {
      while !replies.hasFailed {
        guard let (index, line) = requests.next() else { return }
        replies.deliver(Self.answer(line), at: index)
      }
    }
    replies.endProgress()
    if let error = requests.error { throw error }
    if let error = replies.error { throw error }
  }

  // MARK: - One request

  private static func answer(_ line: LineReader.Line) -> [UInt8] {
    var id = Array("null".utf8)
    var arguments: [String] = []
    var input: [UInt8]?
    do {
      guard case .text(let bytes) = line else {
        throw CommandError.usage(nil, "the line has more than \(TextLimits.jsonBytes) bytes")
      }
      let object = try JSONReader.object(of: bytes)
      // The reply names the request even if the rest of it is wrong.
      if let member = object.member("id") {
        id = Array(String(decoding: bytes[member.bytes], as: UTF8.self).utf8)
      }
      let key = DocumentKey("args")
      guard let list = object["args"] else { throw key.error("is missing") }
      guard case .array = list else { throw key.error("a list is wanted, not \(list.kind)") }
      arguments = try key.strings(list)
      switch object["stdin"] {
      case nil, .null: break
      case let value?: input = Array(try DocumentKey("stdin").string(value).utf8)
      }
    } catch {
      return reply(id, exit: 2, output: [], errors: "textrender: \(error)\n")
    }
    let capture = Capture(input: input)
    let status = TextRenderTool.run(arguments, on: capture.console, inBatch: true)
    let (output, errors) = capture.taken
    return reply(id, exit: status, output: status == 0 ? output : [], errors: errors)
  }

  private static func reply(
    _ id: [UInt8], exit: Int32, output: [UInt8], errors: String
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("id")
    writer.raw(id)
    writer.member("exit", Int(exit))
    writer.name("stdout")
    writer.string(utf8: output)
    writer.member("stderr", errors)
    writer.endObject()
    writer.newline()
    return writer.takeBytes()
  }
}

/// The console of one request: its input is given, its output is kept.
private final class Capture: Sendable {
  /// What one reply may hold; a larger result needs `--output`.
  private static let mostOutput = 256 << 20

  private struct State {
    var input: [UInt8]
    var output: [UInt8] = []
    var errors = ""
  }

  private let state: Mutex<State>
  private let hasInput: Bool

  init(input: [UInt8]?) {
    state = Mutex(State(input: input ?? []))
    hasInput = input != nil
  }

  var taken: (output: [UInt8], errors: String) {
    state.withLock { ($0.output, $0.errors) }
  }

  var console: CommandConsole {
    CommandConsole(
      read: { [self] () throws(CommandError) in
        state.withLock { state in
          defer { state.input = [] }
          return state.input
        }
      },
      write: { [self] (bytes) throws(CommandError) in
        let fits = state.withLock { state in
          guard state.output.count + bytes.count <= Self.mostOutput else { return false }
          state.output += bytes
          return true
        }
        guard fits else {
          throw CommandError(
            .tooLarge, "standard output",
            "over \(Self.mostOutput >> 20) MiB in one reply; use --output FILE")
        }
      },
      report: { [self] message in state.withLock { $0.errors += message } },
      environment: SystemCalls.environmentVariable,
      input: hasInput ? .pipe : .none)
  }
}

/// Requests, numbered as they are read; whoever is free reads the next one.
private final class RequestQueue: Sendable {
  private struct State {
    var lines: LineReader
    var count = 0
    var error: CommandError?
    var ended = false
  }

  private let state: Mutex<State>

  init(_ console: CommandConsole) {
    state = Mutex(State(lines: LineReader(console, limit: TextLimits.jsonBytes)))
  }

  var error: CommandError? { state.withLock { $0.error } }

  func next() -> (Int, LineReader.Line)? {
    state.withLock { state in
      guard !state.ended else { return nil }
      do throws(CommandError) {
        if let line = try state.lines.nextLine() {
          defer { state.count += 1 }
          return (state.count, line)
        }
      } catch {
        state.error = error
      }
      state.ended = true
      return nil
    }
  }
}
