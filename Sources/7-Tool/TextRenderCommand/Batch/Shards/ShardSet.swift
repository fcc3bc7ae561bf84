// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemConcurrency
internal import SystemFiles

/// The settings of shards: `--into`, `--maxcount` and `--maxsize`.
struct ShardPlan: Equatable, Sendable {
  let pattern: ShardPattern
  /// The most samples of a shard.
  let maximumCount: Int
  /// The most bytes of a shard, unless a single sample has more.
  let maximumSize: Int

  // WebDataset's own writer has the same limits.
  static let usualCount = 100_000
  static let usualSize = 3_000_000_000
}

/// A place in a set of shards, between two samples.
struct ShardPosition: Equatable, Sendable {
  /// The number of the shard that the next sample goes to, or of the one before if that has room.
  var number = 0
  /// The number of bytes of this shard's samples.
  var length = 0
  /// The number of this shard's samples.
  var count = 0
}

/// The shards of a batch: tar archives that samples are added to in order, one archive after the
/// other.
///
/// A shard grows under the ending `.tar.part` and is renamed when it is whole, so that a reader
/// finds whole shards alone. Any thread may use it.
final class ShardSet: Sendable {
  private struct State {
    var position: ShardPosition
    /// The shard at ``position``; `nil` as long as it has no samples.
    var file: GrowingFile?
    /// Whether something could not be written, so that the shard may end in a part of a sample.
    var isTorn = false
  }

  private let plan: ShardPlan
  private let filesystems: WrittenFilesystems
  private let state: Mutex<State>

  /// Makes the folder ready, which must be there.
  ///
  /// - Parameter answered: The part of the input whose samples are in the shards; `nil` for a batch
  ///   that begins.
  /// - Throws: ``CommandError`` with `usage`, `unreadable` or `notWritten`.
  init(
    _ plan: ShardPlan, _ filesystems: WrittenFilesystems, after answered: AnsweredInput?,
    _ console: CommandConsole
  ) throws(CommandError) {
    (self.plan, self.filesystems) = (plan, filesystems)
    let folder = ShardFolder(plan)
    guard let position = answered?.shards else {
      try folder.requireNone()
      state = Mutex(State(position: ShardPosition()))
      return
    }
    filesystems.add(file: plan.pattern.partPath(position.number))
    state = Mutex(State(position: position, file: try folder.restore(to: position, console)))
  }

  /// The place after the last sample.
  var position: ShardPosition { state.withLock { $0.position } }

  /// Adds a sample after the others.
  ///
  /// - Returns: The path of its shard.
  /// - Throws: ``CommandError`` with `notWritten`.
  func add(_ sample: ShardSample) throws(CommandError) -> String {
    try state.withLock { state throws(CommandError) in
      let length = state.position.length + sample.bytes.count
      let whole = length + TarArchive.end(after: length).count
      if state.position.count > 0, whole > plan.maximumSize { try end(&state) }
      let number = state.position.number
      let path = plan.pattern.partPath(number)
      try writing(path, &state) { (state) throws(FileError) in
        if state.file == nil {
          filesystems.add(file: path)
          state.file = try GrowingFile(newAt: path)
        }
        try state.file?.write(sample.bytes)
      }
      state.position.length += sample.bytes.count
      state.position.count += 1
      if state.position.count == plan.maximumCount { try end(&state) }
      return plan.pattern.path(number)
    }
  }

  /// Ends the last shard and gives it its name, or leaves it under the name of its part if a later
  /// run goes on with it. Nothing may be added afterwards.
  ///
  /// - Throws: ``CommandError`` with `notWritten`.
  func finish(inputHasEnded: Bool, hasCheckpoint: Bool) throws(CommandError) {
    try state.withLock { state throws(CommandError) in
      // No later run goes on with a torn shard without a checkpoint.
      defer { if state.isTorn, !hasCheckpoint { state.file?.remove() } }
      if !state.isTorn, state.file != nil, inputHasEnded || !hasCheckpoint { try end(&state) }
    }
  }

  private func end(_ state: inout State) throws(CommandError) {
    let (number, length) = (state.position.number, state.position.length)
    try writing(plan.pattern.partPath(number), &state) { (state) throws(FileError) in
      try state.file?.write(TarArchive.end(after: length))
      try state.file?.rename(to: plan.pattern.path(number))
    }
    state.file = nil
    state.position = ShardPosition(number: number + 1)
  }

  private func writing(
    _ path: String, _ state: inout State, _ body: (inout State) throws(FileError) -> Void
  ) throws(CommandError) {
    do throws(FileError) {
      try body(&state)
    } catch {
      state.isTorn = true
      throw CommandError(.notWritten, path, "cannot be written: \(error.message)")
    }
  }
}
