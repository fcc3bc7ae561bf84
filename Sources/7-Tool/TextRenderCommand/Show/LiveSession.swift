// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncTextLayer
internal import BrowserHost
internal import CanvasGeometry
internal import HostViews
import LayerCompositing

/// The content of a live page or window.
@MainActor
protocol LiveContent: AnyObject {
  func begin()
  func end()
  /// Called when the first viewer connects (`true`) and when the last one leaves (`false`). Motion
  /// may stop while there is no viewer.
  func setWatched(_ isWatched: Bool)
  /// Called when a control of the page was used.
  func act(_ action: String, _ value: BrowserValue?)
  /// Called when the size or the scale of the window has changed.
  func didResize()
}

extension LiveContent {
  /// Does nothing: motion of the layers is paused by their host.
  func setWatched(_ isWatched: Bool) {}
}

/// Connects a window with its viewers: sends frames and messages to the viewers, and passes their
/// events to the window.
@MainActor
final class LiveSession: BrowserSource, HostWindowDelegate {
  let window: HostWindow
  let title: String
  var content: (any LiveContent)?
  private let end: ShowEnd
  /// Messages that are not sent yet: for each name and viewer, only the newest.
  private var untold: [BrowserMessage] = []
  private var isClosed = false
  private var waiter: CheckedContinuation<BrowserMessage?, Never>?
  /// The viewer whose event is being taken.
  private var viewer: ViewerID?
  /// The viewers of a page; motion is paused while there is none.
  private var viewers: Set<ViewerID> = []

  init(_ window: HostWindow, title: String, end: ShowEnd) {
    (self.window, self.title, self.end) = (window, title, end)
    window.delegate = self
    send(.title(title))
  }

  func send(_ message: BrowserMessage) {
    if isClosed { return }
    if let waiter = waiter.take() { return waiter.resume(returning: message) }
    if let old = untold.firstIndex(where: { $0.name == message.name && $0.viewer == message.viewer }
    ) {
      untold[old] = message
    } else {
      untold.append(message)
    }
  }

  /// Stops motion until a page has a viewer. Call it once, before the first viewer.
  func awaitViewers() { setViewers([]) }

  private func setViewers(_ new: Set<ViewerID>) {
    viewers = new
    window.host.isMotionPaused = new.isEmpty
    content?.setWatched(!new.isEmpty)
  }

  private func nextMessage() async -> BrowserMessage? {
    if !untold.isEmpty { return untold.removeFirst() }
    if isClosed { return nil }
    return await withCheckedContinuation { waiter = $0 }
  }

  func close() {
    content?.end()
    isClosed = true
    waiter.take()?.resume(returning: nil)
    window.host.close()
  }

  // MARK: BrowserSource

  func frames() -> AsyncStream<Frame> { window.host.frames }

  func currentFrame() async -> Frame? { try? await window.host.currentFrame() }

  func messages() -> AsyncStream<BrowserMessage> {
    AsyncStream(
      unfolding: { [weak self] in await self?.nextMessage() },
      onCancel: { [weak self] in
        Task { @MainActor in self?.waiter.take()?.resume(returning: nil) }
      })
  }

  func take(_ event: BrowserEvent, from viewer: ViewerID) {
    self.viewer = viewer
    defer { self.viewer = nil }
    switch event {
    case .opened: setViewers(viewers.union([viewer]))
    case .closed:
      setViewers(viewers.subtracting([viewer]))
      window.cancelPointers(from: viewer.number)
    case .input(let event): window.send(event, from: viewer.number)
    case .action(let name, let value): content?.act(name, value)
    }
  }

  // MARK: HostWindowDelegate

  func window(_ window: HostWindow, pointerIsOver hit: HostHit?) {
    guard let viewer else { return }
    send(.hit(hit.map(Self.text), to: viewer))
    send(.cursor(hit?.item == nil ? "default" : "pointer", to: viewer))
  }

  func window(_ window: HostWindow, didTap hit: HostHit) {
    guard let viewer else { return }
    send(.hit("tapped " + Self.text(hit), to: viewer))
    if case .link(let link)? = hit.item?.kind { send(.link(link.url, to: viewer)) }
  }

  func windowDidResize(_ window: HostWindow) { content?.didResize() }

  func windowDidClose(_ window: HostWindow) { end.end() }

  private static func text(_ hit: HostHit) -> String {
    func whole(_ length: Double) -> Int { Int(max(-1e9, min(1e9, length.rounded()))) }
    var text = "\(hit.path) at \(whole(hit.point.x)), \(whole(hit.point.y))"
    if case .link(let link)? = hit.item?.kind { text += ", \(link.url)" }
    return text
  }
}
