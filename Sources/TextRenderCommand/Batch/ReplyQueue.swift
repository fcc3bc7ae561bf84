// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import TextRuntime

/// A reorder buffer: writes the replies of a batch in the order of the requests.
///
/// Each reply is written as soon as all earlier ones are. Any thread may deliver.
final class ReplyQueue: Sendable {
  private struct State {
    /// Replies that wait for an earlier one, by index.
    var pending: [Int: [UInt8]] = [:]
    /// The index of the next reply to write.
    var next = 0
    /// The count at the last progress message.
    var shownCount = 0
    var error: CommandError?
    /// Signalled, and emptied, when ``next`` or ``error`` changes.
    var blocked: [DispatchSemaphore] = []
  }

  /// The number of replies between two progress messages.
  private static let progressInterval = 16

  private let console: CommandConsole
  private let capacity: Int
  private let state = Mutex(State())

  /// Creates a queue.
  ///
  /// - Parameter capacity: The most replies that are held, counted from the first missing one.
  init(_ console: CommandConsole, capacity: Int) {
    self.console = console
    self.capacity = capacity
  }

  /// The first error of writing; after it nothing more is written.
  var error: CommandError? { state.withLock { $0.error } }

  /// Whether writing failed, so that further replies are useless.
  var hasFailed: Bool { error != nil }

  /// Adds a reply; blocks while it is too far ahead of the first missing one.
  func deliver(_ reply: [UInt8], at index: Int) {
    while let turn = state.withLock({ reserve(index, &$0) }) { turn.wait() }
    // Writing under the lock keeps the order.
    let unblocked = state.withLock { state in
      state.pending[index] = reply
      let first = state.next
      while state.error == nil, let bytes = state.pending.removeValue(forKey: state.next) {
        state.next += 1
        do throws(CommandError) {
          try console.write(bytes)
        } catch {
          state.error = error
        }
      }
      if state.next >= state.shownCount + Self.progressInterval {
        state.shownCount = state.next
        showProgress(state.next)
      }
      guard state.next > first else { return [DispatchSemaphore]() }
      defer { state.blocked = [] }
      return state.blocked
    }
    for turn in unblocked { turn.signal() }
  }

  /// Returns a semaphore to wait for, or `nil` if the reply may be added.
  private func reserve(_ index: Int, _ state: inout State) -> DispatchSemaphore? {
    if index < state.next + capacity || state.error != nil { return nil }
    let turn = DispatchSemaphore(value: 0)
    state.blocked.append(turn)
    return turn
  }

  /// Shows the number of replies if standard error is a terminal and the result goes elsewhere.
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
