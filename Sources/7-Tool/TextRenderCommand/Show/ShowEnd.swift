// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Glibc

/// The end of `show`: a signal, or the end of the window.
@MainActor
final class ShowEnd {
  private var sources: [any DispatchSourceSignal] = []
  private var isOver = false
  private var waiter: CheckedContinuation<Void, Never>?

  /// Handles SIGTERM and SIGINT from now on; a signal that the parent ignores stays ignored.
  init() {
    // Until its source is resumed, a signal has its default action and ends the process.
    for number in [SIGTERM, SIGINT] where !SystemCalls.isIgnored(number) {
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.end() } }
      source.resume()
      sources.append(source)
    }
  }

  func end() {
    isOver = true
    waiter?.resume()
    waiter = nil
  }

  /// Returns once ``end()`` was called.
  func wait() async {
    if isOver { return }
    await withCheckedContinuation { waiter = $0 }
  }
}
