// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments
internal import SystemLanes

struct BatchSettings: Sendable {
  /// The number of requests that are answered at a time.
  let jobs: Int
  /// The folder of the pictures; `nil` for the current one.
  let folder: String?
  /// Whether replies hold the pictures themselves.
  let isInline: Bool
  /// Whether existing pictures are used again, and the batch goes on from its checkpoint.
  let resumes: Bool
  /// The file of the checkpoint.
  let checkpoint: String?
  /// Whether the exit status tells that requests failed.
  let fails: Bool
  /// The failures after which the batch ends.
  let failureLimit: FailureLimit?

  /// Reads the options.
  ///
  /// - Throws: ``CommandError`` with `usage`.
  init(_ arguments: Arguments) throws(CommandError) {
    jobs = try arguments.integer(.jobs, 1...1024) ?? RenderLanes.activeProcessorCount
    folder = arguments.value(.into)
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
  }
}
