// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemFiles

/// The shards of a plan that are there before a batch begins.
struct ShardFolder {
  /// The most bytes that are copied at a time.
  private static let pieceLength = 1 << 20

  private let pattern: ShardPattern
  private let folder: Folder

  init(_ plan: ShardPlan) {
    pattern = plan.pattern
    folder = Folder(plan.pattern.folder)
  }

  /// The names of the pattern's shards, whole or not, with their numbers, in order.
  private var found: [(number: Int, name: String)] {
    (folder.names() ?? []).compactMap { name in
      pattern.number(of: name).map { ($0, name) }
    }
    .sorted { ($0.number, $0.name) < ($1.number, $1.name) }
  }

  /// Refuses to begin where there are shards: readers would not notice that a set has shards of two
  /// batches.
  ///
  /// - Throws: ``CommandError`` with `usage`.
  func requireNone() throws(CommandError) {
    guard let first = found.first else { return }
    throw .usage(
      CommandOption.into.typed,
      "'\(first.name)' exists in '\(folder.path)'; go on with \(CommandOption.resume.typed) and the "
        + "\(CommandOption.checkpoint.typed) of its batch, remove it, or give the shards another name"
    )
  }

  /// Brings the shards back to a place that a checkpoint states: the shard at the place is cut there,
  /// and all after it are removed.
  ///
  /// - Returns: The shard at the place; `nil` if it has no samples.
  /// - Throws: ``CommandError`` with `unreadable` for a shard that is not what the checkpoint states,
  ///   or `notWritten`.
  func restore(
    to position: ShardPosition, _ console: CommandConsole
  ) throws(CommandError) -> GrowingFile? {
    let found = found
    let earlier = Set(found.map(\.number).filter { $0 < position.number })
    for number in earlier { try requireWhole(pattern.path(number)) }
    if earlier.count < position.number {
      console.note(
        "\(position.number - earlier.count) of the first \(position.number) shards are no longer "
          + "there; they are not made again")
    }
    var kept: String?
    var file: GrowingFile?
    if position.count > 0 {
      file = try shard(position.number, cutAt: position.length)
      kept = pattern.partName(position.number)
    }
    for (number, name) in found where number >= position.number && name != kept {
      folder.remove(name)
    }
    return file
  }

  private func requireWhole(_ path: String) throws(CommandError) {
    try told(path) { () throws(FileError) in
      let file = try InputFile(path: path)
      let tail = try file.tail(2 * TarArchive.blockLength)
      guard TarArchive.isWhole(byteCount: file.byteCount, tail: tail) else { throw .tooShort }
    }
  }

  /// Opens a shard to which samples are added after a length.
  private func shard(_ number: Int, cutAt length: Int) throws(CommandError) -> GrowingFile {
    let (path, part) = (pattern.path(number), pattern.partPath(number))
    return try told(part) { () throws(FileError) in
      do throws(FileError) {
        return try GrowingFile(at: part, keeping: length)
      } catch {
        guard error.isAbsence || error == .tooShort else { throw error }
      }
      // It was whole already, so that readers may have it open: it stays as it is, and a copy grows.
      try copy(path, to: part, length)
      return try GrowingFile(at: part, keeping: length)
    }
  }

  private func copy(_ path: String, to part: String, _ length: Int) throws(FileError) {
    let source = try InputFile(path: path)
    let target = try OutputFile(path: part, replacesOthers: true)
    var piece = [UInt8](repeating: 0, count: Self.pieceLength)
    var rest = length
    while rest > 0 {
      let count = try source.read(into: &piece)
      guard count > 0 else { throw .tooShort }
      try target.write(Array(piece[..<min(count, rest)]))
      rest -= min(count, rest)
    }
    try target.commit(writesThrough: true)
  }

  private func told<R>(_ path: String, _ body: () throws(FileError) -> R) throws(CommandError) -> R
  {
    do throws(FileError) {
      return try body()
    } catch {
      let message =
        error == .tooShort || error.isAbsence
        ? "is not what the checkpoint states: it was cut off or removed; begin anew without the "
          + "checkpoint, under another name"
        : "cannot be gone on with: \(error.message)"
      throw CommandError(.unreadable, path, message)
    }
  }
}
