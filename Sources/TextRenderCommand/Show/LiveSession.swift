// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncTextLayer
internal import BrowserHost
internal import HostViews

/// What a live page or window shows.
@MainActor
protocol LiveContent: AnyObject {
  /// Begins to run.
  func begin()
  /// Stops.
  func end()
  /// A control of the page was used.
  func act(_ action: String, _ value: BrowserValue?)
  /// The window has another size or scale.
  func didResize()
}

/// A window and its viewers: frames go to them, and their events come back.
@MainActor
final class LiveSession: BrowserSource, HostWindowDelegate {
  let window: HostWindow
  let title: String
  var content: (any LiveContent)?
  private let end: ShowEnd
  private let stream: AsyncStream<BrowserMessage>
  private let continuation: AsyncStream<BrowserMessage>.Continuation
  /// The viewer whose event is being taken.
  private var viewer: ViewerID?

  init(_ window: HostWindow, title: String, end: ShowEnd) {
    (self.window, self.title, self.end) = (window, title, end)
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
    window.delegate = self
    send(.title(title))
  }

  /// Tells the viewers.
  func send(_ message: BrowserMessage) { continuation.yield(message) }

  /// Ends frames and messages.
  func close() {
    content?.end()
    continuation.finish()
    window.host.close()
  }

  // MARK: BrowserSource

  func frames() -> AsyncStream<Frame> { window.host.frames }

  func messages() -> AsyncStream<BrowserMessage> { stream }

  func take(_ event: BrowserEvent, from viewer: ViewerID) {
    self.viewer = viewer
    defer { self.viewer = nil }
    switch event {
    case .opened, .closed: break
    case .input(let event): window.send(event)
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
    var text = "\(hit.path) at \(Int(hit.point.x.rounded())), \(Int(hit.point.y.rounded()))"
    if case .link(let link)? = hit.item?.kind { text += ", \(link.url)" }
    return text
  }
}
