// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import SystemConcurrency
internal import SystemFiles

/// Reads the checkpoint from which a batch continues, and writes a new one every five seconds, on a
/// thread of its own.
///
/// A checkpoint is never ahead of the disk: replies, pictures and files of commands are
/// synchronized first; then the checkpoint is written and replaces the one before atomically.
final class CheckpointKeeper: Sendable {
  /// The time between two checkpoints.
  private static let interval = DispatchTimeInterval.seconds(5)
  /// The largest file of a checkpoint, in bytes.
  private static let byteLimit = 64 << 20

  private let path: String
  private let console: CommandConsole
  private let names: RequestNames
  private let filesystems: WrittenFilesystems
  /// The folder of the pictures or shards.
  private let folder: String?
  private let shards: ShardPlan?
  /// The error of a synchronization that failed. Each later write throws the error again, since
  /// the system reports a lost write only once.
  private let loss = Mutex<CommandError?>(nil)
  private let isOver = DispatchSemaphore(value: 0)

  init(
    _ path: String, _ console: CommandConsole, _ names: RequestNames,
    _ filesystems: WrittenFilesystems, folder: String?, shards: ShardPlan? = nil
  ) {
    self.folder = folder
    self.shards = shards
    self.path = path
    self.console = console
    self.names = names
    self.filesystems = filesystems
  }

  // MARK: - The start

  /// Returns the part of the input that is answered already; the batch begins after it. `nil` if no
  /// checkpoint is used.
  ///
  /// - Throws: ``CommandError`` with `usage` if there is a checkpoint and `resumes` is not set, or
  ///   the checkpoint is of another input, or cannot be used for the shards of this batch;
  ///   `unreadable`; `tooLarge`.
  func start(_ requests: RequestQueue, resumes: Bool) throws(CommandError) -> AnsweredInput? {
    guard let file = try openedFile() else { return nil }
    guard resumes else {
      throw .usage(
        CommandOption.checkpoint.typed,
        "'\(path)' exists; go on from it with \(CommandOption.resume.typed), or remove it")
    }
    let bytes = try contents(of: file)
    guard Checkpoint.isOne(bytes) else {
      throw .usage(CommandOption.checkpoint.typed, "'\(path)' is no checkpoint; it is kept")
    }
    guard let checkpoint = Checkpoint(bytes) else { return try startAgain("it is damaged") }
    if case .outdated(let reason) = checkpoint.verdict(names, folder: folder, shards) {
      return try startAgain(reason)
    }
    guard let position = try requests.skip(checkpoint.offset),
      SHA256.hexadecimal(position.hash.digest) == checkpoint.input
    else {
      throw .usage(
        CommandOption.checkpoint.typed,
        "'\(path)' is of another input, or the input has changed before byte \(checkpoint.offset)")
    }
    if !checkpoint.filesAreComplete {
      console.note(
        "the requests before byte \(position.offset) name more files than a checkpoint records; "
          + "whether all are the same now is not known")
    }
    return AnsweredInput(
      end: position, count: checkpoint.count, failed: checkpoint.failed,
      shards: checkpoint.shards?.position ?? ShardPosition())
  }

  /// Opens the checkpoint without waiting, whatever lies at its path; `nil` if there is none.
  private func openedFile() throws(CommandError) -> InputFile? {
    do throws(FileError) {
      return try InputFile(path: path)
    } catch {
      switch error {
      case _ where error.isAbsence: return nil
      case .folder, .notRegular:
        throw .usage(CommandOption.checkpoint.typed, "'\(path)' is no regular file")
      default: throw CommandError(.unreadable, path, "cannot be opened: \(error.message)")
      }
    }
  }

  private func contents(of file: borrowing InputFile) throws(CommandError) -> [UInt8] {
    guard file.byteCount <= Self.byteLimit else {
      throw CommandError(
        .tooLarge, path, "has \(file.byteCount) bytes; at most \(Self.byteLimit) are read")
    }
    do throws(FileError) {
      return try file.contents(limit: Self.byteLimit) ?? []
    } catch {
      throw CommandError(.unreadable, path, "cannot be read: \(error.message)")
    }
  }

  /// Notes that the checkpoint is not used; with shards this is an error, since those that are there
  /// would be mixed with new ones.
  private func startAgain(_ reason: String) throws(CommandError) -> AnsweredInput? {
    if shards != nil {
      throw .usage(
        CommandOption.checkpoint.typed,
        "'\(path)' cannot be used: \(reason); remove it and its shards, or give other names")
    }
    console.note("the checkpoint '\(path)' is not used: \(reason); all requests are answered again")
    return nil
  }

  // MARK: - While the batch runs

  /// Writes a checkpoint every five seconds, on the calling thread, until ``end()`` is called.
  func run(_ replies: ReplyQueue) {
    while isOver.wait(timeout: .now() + Self.interval) == .timedOut {
      do throws(CommandError) {
        try write(replies)
      } catch {
        // A checkpoint that fails is only noted, since a later one may succeed. The batch fails if
        // the last one fails, which `BatchCommand` writes.
        console.note("no checkpoint: \(error)")
      }
    }
  }

  func end() { isOver.signal() }

  /// Writes a checkpoint.
  ///
  /// - Throws: ``CommandError`` with `notWritten`.
  func write(_ replies: ReplyQueue) throws(CommandError) {
    let checkpoint = Checkpoint(replies.answered, names, folder: folder, shards)
    if let loss = loss.withLock({ $0 }) { throw loss }
    do throws(CommandError) {
      try console.synchronize()
      do throws(FileError) {
        try filesystems.synchronize()
      } catch {
        throw CommandError(.notWritten, "the files", "are not on the disk: \(error.message)")
      }
    } catch {
      loss.withLock { $0 = error }
      throw error
    }
    try FileWriter.writeThrough(checkpoint.bytes, to: path)
  }
}
