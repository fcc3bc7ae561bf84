// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments
internal import SystemLanes

struct BatchSettings: Sendable {
  /// The number of threads, each of which answers one request at a time (`--jobs`).
  let jobs: Int
  /// The folder below which pictures are written (`--into`). If it is `nil`, only pictures of
  /// requests with a folder of their own are written to files, below the current folder.
  let folder: String?
  /// The shards that pictures are written to, in place of a folder (`--into`, `--maxcount`,
  /// `--maxsize`).
  let shards: ShardPlan?
  /// Whether replies hold the pictures, in Base64 (`--inline`).
  let isInline: Bool
  /// Whether existing PNG pictures are used instead of drawn again, and the requests before the
  /// checkpoint are skipped (`--resume`).
  let resumes: Bool
  /// The file of the checkpoint (`--checkpoint`); `nil` for none.
  let checkpoint: String?
  /// Whether the exit status is 3 if any request failed (`--fail`).
  let fails: Bool
  /// The failures that are allowed (`--fail-after`): with more, the batch ends. `nil` for any
  /// number.
  let failureLimit: FailureLimit?

  /// Reads the options.
  ///
  /// - Throws: ``CommandError`` with `usage`.
  init(_ arguments: Arguments) throws(CommandError) {
    jobs = try arguments.integer(.jobs, 1...1024) ?? RenderLanes.activeProcessorCount
    shards = try Self.shards(arguments)
    folder = shards == nil ? arguments.value(.into) : nil
    isInline = arguments.contains(.inline)
    resumes = arguments.contains(.resume)
    checkpoint = arguments.value(.checkpoint)
    fails = arguments.contains(.fail)
    for (option, value) in [(CommandOption.into, folder), (.checkpoint, checkpoint)]
    where value == "" {
      throw .usage(option.typed, "the name is empty")
    }
    if let text = arguments.value(.failAfter) {
      guard let limit = FailureLimit(text) else {
        let forms = CommandOption.failAfter.form(for: .batch)?.forms ?? ""
        throw .usage(CommandOption.failAfter.typed, "'\(text)' is not understood; write \(forms)")
      }
      failureLimit = limit
    } else {
      failureLimit = nil
    }
    if checkpoint != nil, let output = arguments.value(.output), output != "-" {
      throw .usage(
        CommandOption.checkpoint.typed,
        "does not go with --output, which writes nothing until all is done; write >> \(output)")
    }
    if shards != nil, resumes, checkpoint == nil {
      throw .usage(
        CommandOption.resume.typed,
        "shards are gone on with at a checkpoint; give \(CommandOption.checkpoint.typed), too")
    }
  }

  private static func shards(_ arguments: Arguments) throws(CommandError) -> ShardPlan? {
    let maximumCount = try arguments.integer(.maximumCount, 1...Int.max)
    let maximumSize = try arguments.integer(.maximumSize, 1...Int.max)
    if let text = arguments.value(.into), let pattern = try ShardPattern(text) {
      return ShardPlan(
        pattern: pattern, maximumCount: maximumCount ?? ShardPlan.usualCount,
        maximumSize: maximumSize ?? ShardPlan.usualSize)
    }
    let given: CommandOption? =
      maximumCount != nil ? .maximumCount : maximumSize != nil ? .maximumSize : nil
    if let given {
      throw .usage(
        given.typed, "is for shards, which \(CommandOption.into.typed) names as set-%05d.tar")
    }
    return nil
  }
}
