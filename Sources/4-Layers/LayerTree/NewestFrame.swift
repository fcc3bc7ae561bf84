// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import LayerRendering
import SystemConcurrency

/// The newest frame on its way to the main queue, which takes it in one turn, however many frames
/// come meanwhile.
final class NewestFrame: Sendable {
  private struct State {
    var frame: Frame?
    var isScheduled = false
    weak var host: LayerHost?
  }

  private let state = Mutex(State())

  var host: LayerHost? {
    get { state.withLock { $0.host } }
    set { state.withLock { $0.host = newValue } }
  }

  func set(_ frame: Frame) {
    let isFirst = state.withLock { state in
      state.frame = frame
      return !exchange(&state.isScheduled, with: true)
    }
    if isFirst {
      DisplayCoordinator.main.enqueue { MainActor.assumeIsolated { self.host?.takeFrame() } }
    }
  }

  func take() -> Frame? {
    state.withLock { state in
      state.isScheduled = false
      return state.frame.take()
    }
  }
}
