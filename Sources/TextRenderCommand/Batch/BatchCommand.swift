// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import LayerScenes
internal import TextRuntime

/// The `batch` command: many requests in one process, on several threads, answered in order.
struct BatchCommand {
  /// The replies that may be ahead of a missing one, per thread.
  private static let repliesPerJob = 64

  private let settings: BatchSettings

  init(_ arguments: Arguments) throws(CommandError) {
    settings = try BatchSettings(arguments)
  }

  /// Answers every line of standard input, and sums up on standard error.
  ///
  /// - Throws: ``CommandError``: of reading, of writing, the wish to stop, or `requestsFailed`.
  func run(_ console: CommandConsole) throws(CommandError) {
    let start = ContinuousClock.now
    let names = RequestNames()
    let filesystems = WrittenFilesystems()
    let requests = RequestQueue(console, hashesInput: settings.checkpoint != nil)
    let keeper = settings.checkpoint.map { CheckpointKeeper($0, console, names, filesystems) }
    let place = try keeper?.start(requests, resumes: settings.resumes) ?? InputPosition()
    let replies = ReplyQueue(
      console, capacity: Self.repliesPerJob * settings.jobs, start: place)
    // At once, so that a place where none can be written is told before the work.
    try keeper?.write(replies)

    answer(requests, replies, keeper, BatchWorker(settings, names, filesystems))

    replies.endProgress()
    var error = replies.error ?? requests.error
    if error == nil, replies.tally.exceeds(settings.failureLimit, isFinal: true) {
      error = CommandError(
        .requestsFailed, nil, "more requests failed than \(CommandOption.failAfter.typed) allows")
    }
    // What is in a pipe without a reader is lost: nothing more is claimed.
    if replies.error == nil {
      do throws(CommandError) {
        try keeper?.write(replies)
      } catch let failure {
        error = error ?? failure
      }
    }
    if let error, error.code != .brokenPipe { console.report("textrender: \(error)\n") }
    console.report(replies.tally.summary(seconds: (ContinuousClock.now - start) / .seconds(1)))
    if let error { throw error.reported }
  }

  /// Answers requests on threads until there are none, or no more are wanted.
  private func answer(
    _ requests: RequestQueue, _ replies: ReplyQueue, _ keeper: CheckpointKeeper?,
    _ worker: BatchWorker
  ) {
    let isKept = keeper.map { keeper in BlockingThread.start { keeper.run(replies) } != nil }
    BlockingThread.run(settings.jobs) {
      while replies.error == nil, let request = requests.next() {
        replies.deliver(worker.answer(request.line), at: request.index, end: request.end)
        if replies.tally.exceeds(settings.failureLimit, isFinal: false) { requests.end() }
      }
    }
    if isKept == true { keeper?.end() }
  }
}
