// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// A process that has ended.
///
/// Made with `posix_spawn`: Foundation's `Process` would bring its own ICU headers into modules
/// that see the system's, and the two clash.
public struct ToolProcess: Sendable {
  /// Its exit status, or the signal's number.
  public var status: Int32
  /// Whether a signal ended it.
  public var signalled: Bool
  /// What it wrote to standard output.
  public var output: [UInt8]
  /// What it wrote to standard error.
  public var errors: [UInt8]

  /// What kept a process from being run.
  public struct Failure: Error {
    /// The number of the C library's error.
    public var code: Int32
  }

  /// Runs a program to its end, with no standard input.
  public init(
    _ path: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws {
    let folder = FileManager.default.temporaryDirectory.path
    let name = "\(folder)/tool-\(UUID().uuidString)"
    let (outputPath, errorPath) = (name + ".out", name + ".err")
    defer {
      unlink(outputPath)
      unlink(errorPath)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, 1, outputPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(
      &actions, 2, errorPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    var settings: [UnsafeMutablePointer<CChar>?] =
      variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for word in words { free(word) }
      for setting in settings { free(setting) }
    }
    var process = pid_t()
    let code = posix_spawn(&process, path, &actions, nil, &words, &settings)
    guard code == 0 else { throw Failure(code: code) }
    var ended: Int32 = 0
    while waitpid(process, &ended, 0) < 0 {
      guard errno == EINTR else { throw Failure(code: errno) }
    }
    signalled = ended & 0x7F != 0
    status = signalled ? ended & 0x7F : (ended >> 8) & 0xFF
    output = FileManager.default.contents(atPath: outputPath).map { Array($0) } ?? []
    errors = FileManager.default.contents(atPath: errorPath).map { Array($0) } ?? []
  }
}
