// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc
internal import TextRuntime

/// The signals by which a command is asked to stop: SIGTERM and SIGINT.
// @unchecked Sendable: the sources are only kept.
final class StopSignals: @unchecked Sendable {
  private let received = Mutex<CommandError?>(nil)
  private let sources: [any DispatchSourceSignal]
  /// The reading end of a pipe that a signal closes, so that waiting for input ends.
  let descriptor: Int32

  /// The wish to stop, if there is one.
  var wish: CommandError? { received.withLock { $0 } }

  /// Takes the signals from now on, on a queue of its own.
  init() {
    let (reading, writing) = SystemCalls.pipe() ?? (-1, -1)
    descriptor = reading
    let queue = DispatchQueue(label: "signals")
    let signals = [(SIGTERM, CommandError.Code.terminated), (SIGINT, .interrupted)]
    sources = signals.map { number, _ in
      signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number, queue: queue)
    }
    for (source, (_, code)) in zip(sources, signals) {
      source.setEventHandler { [weak self] in
        let isFirst = self?.received.withLock { received in
          if received != nil { return false }
          received = CommandError(
            code, nil, "\(code.name): what was begun is done, the rest is not")
          return true
        }
        if isFirst == true { close(writing) }
      }
      source.resume()
    }
  }
}
