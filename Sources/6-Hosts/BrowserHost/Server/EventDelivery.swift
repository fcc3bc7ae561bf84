// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Browser
  internal import SystemConcurrency

  /// Hands the events of one viewer to the source, one after the other, on a task of its own.
  final class EventDelivery: Sendable {
    private let queue = Mutex(EventQueue())
    private let signals: AsyncStream<Void>.Continuation

    /// Begins with `BrowserEvent.opened`.
    ///
    /// - Parameters:
    ///   - source: The source that handles the events.
    ///   - viewer: The viewer from which the events come.
    init(to source: any BrowserSource, from viewer: ViewerID) {
      let (stream, signals) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
      self.signals = signals
      Task {
        for await _ in stream {
          for event in takeAll() { await source.take(event, from: viewer) }
        }
      }
      _ = add(.opened)
    }

    /// Adds an event.
    ///
    /// - Returns: Whether there was room for the event.
    func add(_ event: BrowserEvent) -> Bool {
      defer { signals.yield() }
      return queue.withLock { $0.add(event) }
    }

    func end() {
      queue.withLock { $0.addClosed() }
      signals.yield()
      signals.finish()
    }

    private func takeAll() -> [BrowserEvent] { queue.withLock { $0.takeAll() } }
  }
#endif
