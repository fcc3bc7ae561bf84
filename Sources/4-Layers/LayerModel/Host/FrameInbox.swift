// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import LayerCompositing
import SystemConcurrency

/// The events of a composer that the host has not received yet. The host takes all of them in one
/// turn of the main queue; of several frames, it gets only the newest.
final class FrameInbox: Sendable {
  private struct State {
    var frame: Frame?
    /// The other events, in order.
    var events: [FrameEvent] = []
    var isScheduled = false
    weak var host: LayerHost?
  }

  private let state = Mutex(State())

  var host: LayerHost? {
    get { state.withLock { $0.host } }
    set { state.withLock { $0.host = newValue } }
  }

  /// Adds an event, on any thread.
  func put(_ event: FrameEvent) {
    let (isFirst, old) = state.withLock { state in
      var old: Frame?
      if case .composed(let frame) = event {
        old = exchange(&state.frame, with: frame)
      } else {
        state.events.append(event)
      }
      return (!exchange(&state.isScheduled, with: true), old)
    }
    // The old frame is freed here, without the lock.
    _ = old
    if isFirst { DisplayCoordinator.main.enqueue { MainActor.assumeIsolated { self.deliver() } } }
  }

  @MainActor
  private func deliver() {
    let (frame, events, host) = state.withLock { state in
      state.isScheduled = false
      return (state.frame.take(), exchange(&state.events, with: []), state.host)
    }
    host?.take(frame, events)
  }
}
