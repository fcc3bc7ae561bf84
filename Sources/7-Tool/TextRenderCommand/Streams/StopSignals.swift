// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc
internal import SystemConcurrency

/// The signals that stop a command, SIGTERM and SIGINT. A wait for input ends when one comes.
// @unchecked Sendable: `sources` is constant and never used after `init`; all else is locked.
final class StopSignals: @unchecked Sendable {
  private struct State {
    var error: CommandError?
    var time = ContinuousClock.now
    var isOver = false
  }

  private let state = Mutex(State())
  private let sources: [any DispatchSourceSignal]
  /// The reading end of a pipe. ``end(_:)`` closes the writing end, so that a wait for input that
  /// also waits for this descriptor returns.
  let descriptor: Int32
  private let writingEnd: Int32

  /// The error of the first signal that came; `nil` if none did.
  var error: CommandError? { state.withLock { $0.error } }

  /// Whether the next signal ends the process at once. A signal within a second of the first does
  /// not, since `timeout` and shells send each signal twice: to a process and to its group.
  private var endsAtNextSignal: Bool {
    state.withLock { $0.error != nil && ContinuousClock.now - $0.time > .seconds(1) }
  }

  /// Whether no more input is to be read.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Handles the signals from now on, on a queue of its own. Call it while the process has one
  /// thread.
  init() {
    (descriptor, writingEnd) = SystemCalls.pipe() ?? (-1, -1)
    let queue = DispatchQueue(label: "signals")
    let signals = [(SIGTERM, CommandError.Code.terminated), (SIGINT, .interrupted)]
    // A signal that the parent ignores, as under `nohup`, stays ignored.
    let taken = signals.filter { number, _ in !SystemCalls.isIgnored(number) }
    // Blocked signals stay pending until their sources are resumed. (Ignored signals, which
    // Dispatch requires on other systems, would be lost until then.)
    SystemCalls.block(taken.map(\.0))
    sources = taken.map { number, _ in
      DispatchSource.makeSignalSource(signal: number, queue: queue)
    }
    for (source, (_, code)) in zip(sources, taken) {
      source.setEventHandler { [weak self] in
        let error = CommandError(code, nil, "\(code.name): what was begun is done, the rest is not")
        if self?.endsAtNextSignal == true { _exit(error.exitStatus) }
        self?.end(error)
      }
      source.resume()
    }
  }

  /// Ends the reading of input: later reads return the end of the input.
  ///
  /// - Parameter error: The error of the signal; `nil` if the reading ends for another reason.
  func end(_ error: CommandError? = nil) {
    let isFirst = state.withLock { state in
      defer { state.isOver = true }
      if let error, state.error == nil { (state.error, state.time) = (error, .now) }
      return !state.isOver
    }
    if isFirst { close(writingEnd) }
  }
}
