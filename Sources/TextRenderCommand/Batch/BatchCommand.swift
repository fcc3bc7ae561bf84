// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import LayerScenes
internal import TextModel
internal import TextRuntime

/// The `batch` command: many command lines in one process, on several threads, answered in order.
struct BatchCommand {
  /// The replies that may be ahead of a missing one, per thread.
  private static let repliesPerJob = 64

  private let jobs: Int

  init(_ arguments: Arguments) throws(CommandError) {
    let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    jobs = try arguments.integer(.jobs, 1...1024) ?? cores
  }

  /// Answers every line of standard input.
  func run(_ console: CommandConsole) throws(CommandError) {
    let requests = RequestQueue(console)
    let replies = ReplyQueue(console, capacity: Self.repliesPerJob * jobs)
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
    var unknown: [UnknownKey] = []
    var flaws = JSONFlaws()
    do {
      guard case .text(let bytes) = line else {
        throw CommandError.usage(nil, "the line has more than \(JSONLimits.bytes) bytes")
      }
      let object = try JSONReader.object(of: bytes)
      flaws = object.flaws
      // Read first, so that a reply about an invalid request has its id.
      if let member = object.member(BatchMember.id.rawValue) {
        id = Array(String(decoding: bytes[member.bytes], as: UTF8.self).utf8)
      }
      unknown = object.members.lazy.map(\.name).filter { BatchMember(key: $0) == nil }
        .map { UnknownKey(DocumentKey($0), $0, known: BatchMember.keys) }
      let key = DocumentKey(BatchMember.args.rawValue)
      guard let list = object[key.path] else {
        let meant = unknown.first { $0.hint == key.path }
        throw key.error("is missing" + (meant.map { "; did you mean it by '\($0.path)'?" } ?? ""))
      }
      guard case .array = list else { throw key.error("a list is wanted, not \(list.kind)") }
      arguments = try key.strings(list)
      let stdin = DocumentKey(BatchMember.stdin.rawValue)
      switch object[stdin.path] {
      case nil, .null: break
      case let value?: input = Array(try stdin.string(value).utf8)
      }
    } catch {
      return reply(id, exit: 2, output: [], errors: "textrender: \(error)\n")
    }
    let streams = CapturedStreams(input: input)
    unknown.note(to: streams.console)
    flaws.note("the line", to: streams.console)
    if case .text(let bytes) = line { DecodedText.reportLine(bytes, to: streams.console) }
    let status = TextRenderTool.run(arguments, on: streams.console, inBatch: true)
    let (output, errors) = streams.captured
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
