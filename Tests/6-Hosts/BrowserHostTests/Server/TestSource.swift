// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Browser
  import BrowserHost
  import LayerCompositing
  import SystemConcurrency

  /// A source whose frames and messages a test gives, and which notes the events.
  final class TestSource: BrowserSource {
    private struct State {
      var frames: AsyncStream<Frame>.Continuation?
      var messages: AsyncStream<BrowserMessage>.Continuation?
      var last: Frame?
      var waiting: [BrowserMessage] = []
      /// What a source that composes on request would compose.
      var current: Frame?
      var events: [(viewer: ViewerID, event: BrowserEvent)] = []
    }

    private let state = Mutex(State())
    private let keepsEvents: Bool

    init(keepsEvents: Bool = true) { self.keepsEvents = keepsEvents }

    /// Starts a server of the source.
    ///
    /// - Returns: The server, and its port.
    func server(
      _ change: (inout BrowserConfiguration) -> Void = { _ in }
    ) async throws -> (BrowserServer, Int) {
      var configuration = BrowserConfiguration()
      change(&configuration)
      let server = BrowserServer(source: self, configuration: configuration)
      return (server, try await server.start().port)
    }

    func frames() async -> AsyncStream<Frame> {
      let (stream, continuation) = AsyncStream.makeStream(
        of: Frame.self, bufferingPolicy: .bufferingNewest(1))
      state.withLock { state in
        state.frames = continuation
        if let last = state.last { continuation.yield(last) }
      }
      return stream
    }

    func messages() async -> AsyncStream<BrowserMessage> {
      let (stream, continuation) = AsyncStream.makeStream(of: BrowserMessage.self)
      state.withLock { state in
        state.messages = continuation
        for message in state.waiting { continuation.yield(message) }
      }
      return stream
    }

    func currentFrame() async -> Frame? { state.withLock { $0.current } }

    /// Sets the frame of this moment without yielding it to `frames()`.
    func setCurrent(_ frame: Frame) { state.withLock { $0.current = frame } }

    func take(_ event: BrowserEvent, from viewer: ViewerID) async {
      if keepsEvents { state.withLock { $0.events.append((viewer, event)) } }
    }

    func show(_ frame: Frame) {
      state.withLock { state in
        state.last = frame
        state.frames?.yield(frame)
      }
    }

    func tell(_ message: BrowserMessage) {
      state.withLock { state in
        if let messages = state.messages {
          messages.yield(message)
        } else {
          state.waiting.append(message)
        }
      }
    }

    /// All events so far.
    var events: [BrowserEvent] { state.withLock { $0.events.map(\.event) } }

    /// The viewers of all events so far, each once, in order.
    var viewers: [ViewerID] {
      state.withLock { state in
        state.events.reduce(into: []) { list, event in
          if !list.contains(event.viewer) { list.append(event.viewer) }
        }
      }
    }
  }
#endif
