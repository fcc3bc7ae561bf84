// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel
internal import TextRuntime

/// Replies of a batch, put back into the order of the requests and written as soon as they may be.
final class ReplyQueue: Sendable {
  private struct State {
    var waiting: [Int: [UInt8]] = [:]
    var next = 0
    var shown = 0
    var error: CommandError?
  }

  private let console: CommandConsole
  private let most: Int
  private let state = Mutex(State())
  private let gate = Gate()

  /// Creates a queue.
  ///
  /// - Parameter most: How far a reply may be ahead of the first one that is missing.
  init(_ console: CommandConsole, most: Int) {
    self.console = console
    self.most = most
  }

  /// The first error of writing, after which nothing more is written.
  var error: CommandError? { state.withLock { $0.error } }

  /// Whether the work may stop.
  var hasFailed: Bool { error != nil }

  /// Takes a reply; waits while too many later ones are held already.
  func deliver(_ reply: [UInt8], at index: Int) {
    gate.wait { state.withLock { index < $0.next + most || $0.error != nil } }
    gate.change {
      // The lock is held while writing: that is what keeps the order.
      state.withLock { state in
        state.waiting[index] = reply
        while state.error == nil, let bytes = state.waiting.removeValue(forKey: state.next) {
          state.next += 1
          do throws(CommandError) {
            try console.write(bytes)
          } catch {
            state.error = error
          }
        }
        if state.next >= state.shown + 16 {
          state.shown = state.next
          showProgress(state.next)
        }
      }
    }
  }

  /// Shows on a terminal how far a long batch is; elsewhere nothing is shown.
  private func showProgress(_ count: Int) {
    guard console.errorIsTerminal, !console.outputIsTerminal else { return }
    console.report("\r\u{1B}[Ktextrender: \(count) done")
  }

  /// Clears the line of ``showProgress(_:)``.
  func endProgress() {
    guard console.errorIsTerminal, !console.outputIsTerminal else { return }
    console.report("\r\u{1B}[K")
  }
}
