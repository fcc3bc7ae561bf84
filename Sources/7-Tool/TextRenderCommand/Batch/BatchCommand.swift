// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import SystemConcurrency
internal import SystemFiles

/// The `batch` command: many requests in one process, on several threads, answered in order.
struct BatchCommand {
  /// The most replies per thread that are held back because an earlier reply is missing.
  private static let repliesPerJob = 64

  private let settings: BatchSettings

  init(_ arguments: Arguments) throws(CommandError) {
    settings = try BatchSettings(arguments)
  }

  /// Answers every line of standard input, and writes the counts to standard error.
  ///
  /// - Throws: ``CommandError``: an error of reading, of writing or of a signal, or
  ///   `requestsFailed`.
  func run(_ console: CommandConsole) throws(CommandError) {
    let began = ContinuousClock.now
    SystemCalls.keepFreedMemory()
    let names = RequestNames()
    let filesystems = WrittenFilesystems()
    let folder = ResultFolder(settings.shards?.pattern.folder ?? settings.folder, filesystems)
    let requests = RequestQueue(console, hashesInput: settings.checkpoint != nil)
    let keeper = try settings.checkpoint.map { path throws(CommandError) in
      let isInline = settings.folder == nil && settings.shards == nil && settings.isInline
      return CheckpointKeeper(
        path, console, names, filesystems, folder: isInline ? nil : try folder.makeRoot(),
        shards: settings.shards)
    }
    let answered = try keeper?.start(requests, resumes: settings.resumes)
    let shards = try settings.shards.map { plan throws(CommandError) in
      _ = try folder.makeRoot()
      return try ShardSet(plan, filesystems, after: answered, console)
    }
    let start = answered ?? AnsweredInput()
    let replies = ReplyQueue(
      console, capacity: Self.repliesPerJob * settings.jobs, start: start, shards: shards)
    // The first checkpoint is written now, so that an unwritable one fails before any work.
    try keeper?.write(replies)

    // Only a checkpoint synchronizes the file systems to which requests write, so they are
    // collected only for a checkpoint.
    let written = keeper == nil ? nil : filesystems
    answer(
      requests, replies, keeper, BatchWorker(settings, names, folder, written), from: start.count)

    replies.endProgress()
    var error = replies.error ?? requests.error ?? failure(replies)
    do throws(CommandError) {
      let hasEnded = replies.error == nil && requests.hasReachedEnd
      try shards?.finish(inputHasEnded: hasEnded, hasCheckpoint: keeper != nil)
    } catch let failure {
      error = error ?? failure
    }
    // Replies in a pipe without a reader are lost, so the checkpoint does not advance.
    if replies.error == nil {
      do throws(CommandError) {
        try keeper?.write(replies)
      } catch let failure {
        error = error ?? failure
      }
      if keeper != nil, replies.leavesSomeBehind {
        console.note(
          "the checkpoint stays at byte \(replies.answered.end.offset): the result of the request "
            + "there was not written, or its line has no end; it is answered again next time")
      }
    }
    if let error, error.code != .brokenPipe { console.report("textrender: \(error)\n") }
    console.report(replies.tally.summary(seconds: (ContinuousClock.now - began) / .seconds(1)))
    if let error { throw error.reported }
  }

  /// The error of the command if more requests failed than the options allow; otherwise `nil`.
  private func failure(_ replies: ReplyQueue) -> CommandError? {
    if replies.exceeds(settings.failureLimit, isFinal: true) {
      return CommandError(
        .requestsFailed, nil, "more requests failed than \(CommandOption.failAfter.typed) allows")
    }
    guard settings.fails, replies.exceeds(.count(0), isFinal: true) else { return nil }
    return CommandError(.requestsFailed, nil, "some requests failed")
  }

  /// Answers requests on threads until the input ends or too many have failed.
  ///
  /// - Parameter first: The number of the first request in the input.
  private func answer(
    _ requests: RequestQueue, _ replies: ReplyQueue, _ keeper: CheckpointKeeper?,
    _ worker: BatchWorker, from first: Int
  ) {
    let keeping = keeper.flatMap { keeper in BlockingThread.start { keeper.run(replies) } }
    BlockingThread.run(settings.jobs) {
      while replies.error == nil, let request = requests.next() {
        replies.deliver(
          worker.answer(request.line, number: first + request.index), at: request.index,
          end: request.end)
        if replies.exceeds(settings.failureLimit, isFinal: false) { requests.end() }
      }
    }
    keeper?.end()
    if let keeping { pthread_join(keeping, nil) }
  }
}
