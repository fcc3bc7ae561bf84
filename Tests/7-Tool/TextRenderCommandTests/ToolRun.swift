// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SystemConcurrency
import Testing
import TextRenderCommand
import TextTestSupport

/// The result of a command line that ran in this process with in-memory streams.
struct ToolRun {
  let status: Int32
  let output: [UInt8]
  let errors: String

  /// Runs a command line.
  ///
  /// - Parameters:
  ///   - input: The contents of standard input; `nil` for none.
  ///   - terminal: Whether standard output is a terminal.
  init(_ arguments: String..., input: String? = nil, terminal: Bool = false) {
    self.init(arguments, input: input.map { Array($0.utf8) }, terminal: terminal)
  }

  init(_ arguments: [String], input: [UInt8]? = nil, terminal: Bool = false) {
    let streams = Streams(input ?? [])
    let console = CommandConsole(
      read: { streams.read() }, write: { streams.write($0) }, report: { streams.report($0) },
      input: input == nil ? .none : .pipe, outputIsTerminal: terminal)
    status = TextRenderTool().run(arguments, on: console)
    output = streams.output
    errors = streams.errors
  }

  var text: String { String(decoding: output, as: UTF8.self) }

  /// The output as JSON, parsed by another parser than the tool's.
  func json() throws -> [String: Any] {
    let value = try UntypedJSON.value(output)
    return try #require(value as? [String: Any])
  }

  /// The lines of the output, each as JSON.
  func jsonLines() throws -> [[String: Any]] {
    try text.split(separator: "\n").map { line in
      let value = try UntypedJSON.value(line.utf8)
      return try #require(value as? [String: Any])
    }
  }

  /// The path of a bundled font.
  static let sans = BundledFonts.path("NotoSans-Regular.ttf")
  static let serif = BundledFonts.path("NotoSerif-Regular.ttf")

  /// Runs a test in a new temporary folder, which is removed afterwards.
  static func withFolder<R>(_ body: (String) throws -> R) throws -> R {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("textrender-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder.path)
  }
}

/// In-memory streams.
private final class Streams: Sendable {
  private struct State {
    var input: [UInt8]
    var output: [UInt8] = []
    var errors = ""
  }

  private let state: Mutex<State>

  init(_ input: [UInt8]) { state = Mutex(State(input: input)) }

  var output: [UInt8] { state.withLock { $0.output } }
  var errors: String { state.withLock { $0.errors } }

  /// Returns at most seven bytes, so that lines arrive in pieces.
  func read() -> [UInt8] {
    state.withLock { state in
      let piece = Array(state.input.prefix(7))
      state.input.removeFirst(piece.count)
      return piece
    }
  }

  func write(_ bytes: [UInt8]) { state.withLock { $0.output += bytes } }
  func report(_ message: String) { state.withLock { $0.errors += message } }
}
