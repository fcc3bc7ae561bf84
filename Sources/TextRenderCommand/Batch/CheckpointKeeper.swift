// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc
internal import TextGraphics

/// Keeps the checkpoint of a batch: finds the place where it goes on, and writes how far it is, on
/// a thread of its own.
///
/// What a checkpoint says is true on the disk: first replies and pictures are written through, then
/// the checkpoint, which takes the place of the one before in one step.
final class CheckpointKeeper: Sendable {
  /// The time between two checkpoints.
  private static let interval = DispatchTimeInterval.seconds(5)
  /// The largest file of a checkpoint, in bytes.
  private static let byteLimit = 16 << 20

  private let path: String
  private let console: CommandConsole
  private let names: RequestNames
  private let filesystems: WrittenFilesystems
  private let isOver = DispatchSemaphore(value: 0)
  private let hasEnded = DispatchSemaphore(value: 0)

  init(
    _ path: String, _ console: CommandConsole, _ names: RequestNames,
    _ filesystems: WrittenFilesystems
  ) {
    self.path = path
    self.console = console
    self.names = names
    self.filesystems = filesystems
  }

  // MARK: - The start

  /// The place in the input where the batch begins.
  ///
  /// - Throws: ``CommandError`` with `usage` if there is a checkpoint and `resumes` is not set, or
  ///   the checkpoint is of another input; `unreadable`.
  func start(_ requests: RequestQueue, resumes: Bool) throws(CommandError) -> InputPosition {
    guard let kind = SystemCalls.kind(of: path) else { return InputPosition() }
    guard kind == S_IFREG else {
      throw .usage(CommandOption.checkpoint.typed, "'\(path)' is no regular file")
    }
    guard resumes else {
      throw .usage(
        CommandOption.checkpoint.typed,
        "'\(path)' exists; go on from it with \(CommandOption.resume.typed), or remove it")
    }
    let bytes = try FileReader.contents(of: path, limit: Self.byteLimit)
    guard let checkpoint = Checkpoint(bytes) else { return startAgain("it is damaged") }
    if case .outdated(let reason) = checkpoint.verdict(names) { return startAgain(reason) }
    guard let position = try requests.skip(checkpoint.offset),
      SHA256.hexadecimal(position.hash.digest) == checkpoint.input
    else {
      throw .usage(
        CommandOption.checkpoint.typed,
        "'\(path)' is of another input, or the input has changed before byte \(checkpoint.offset)")
    }
    return position
  }

  private func startAgain(_ reason: String) -> InputPosition {
    console.note("the checkpoint '\(path)' is not used: \(reason); all requests are answered again")
    return InputPosition()
  }

  // MARK: - While the batch runs

  /// Writes a checkpoint from time to time, on the calling thread, until ``end()``.
  func run(_ replies: ReplyQueue) {
    while isOver.wait(timeout: .now() + Self.interval) == .timedOut {
      do throws(CommandError) {
        try write(replies)
      } catch {
        // It may be possible next time, and at the end it has to be.
        console.note("no checkpoint: \(error)")
      }
    }
    hasEnded.signal()
  }

  /// Ends ``run(_:)``, and waits for it.
  func end() {
    isOver.signal()
    hasEnded.wait()
  }

  /// Writes a checkpoint.
  ///
  /// - Throws: ``CommandError`` with `notWritten`.
  func write(_ replies: ReplyQueue) throws(CommandError) {
    let checkpoint = Checkpoint(replies.answered, names)
    try console.synchronize()
    try filesystems.synchronize()
    try FileWriter.writeThrough(checkpoint.bytes, to: path)
  }
}
