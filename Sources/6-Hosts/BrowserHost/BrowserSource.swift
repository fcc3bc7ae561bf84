// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import HostViews
public import LayerCompositing

/// The source of the frames that a ``BrowserServer`` shows, and the receiver of its viewers'
/// events.
///
/// The functions may be isolated to any actor: a class on the main actor, for instance, that owns a
/// `LayerHost`.
public protocol BrowserSource: Sendable {
  /// The frames: the last one first, if there is one, then each later one.
  ///
  /// Called once by ``BrowserServer/start()``. Frames may be left out: a gap in
  /// `Frame.sequence` means that the whole picture may differ, and so does a picture of another
  /// size. A sequence that buffers the newest frame alone, as `LayerHost.frames` does, is enough.
  func frames() async -> AsyncStream<Frame>

  /// The messages to viewers, apart from pictures.
  ///
  /// Called once by ``BrowserServer/start()``.
  func messages() async -> AsyncStream<BrowserMessage>

  /// Returns the current frame, for a picture that is requested as a file while there is no viewer:
  /// a source may stop composing frames then.
  ///
  /// - Returns: The frame, or `nil`, the default, if the newest of ``frames()`` is current.
  func currentFrame() async -> Frame?

  /// Handles an event of a viewer.
  ///
  /// The events of one viewer come one after the other, in their order. While a call runs, further
  /// events of the viewer wait in a bounded queue, in which successive movements are merged. If it
  /// is full, the viewer is disconnected.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - viewer: The viewer from which the event comes.
  func take(_ event: BrowserEvent, from viewer: ViewerID) async
}

extension BrowserSource {
  /// Returns `nil`: the newest of `frames()` is current.
  public func currentFrame() async -> Frame? { nil }
}

/// The identity of a viewer: an open page, from its connection to the end of it.
public struct ViewerID: Hashable, Sendable {
  /// The number, from 1; no two viewers of a server have the same.
  public let number: Int

  /// Creates an identity from its number.
  public init(number: Int) { self.number = number }
}

/// An event of a viewer.
public enum BrowserEvent: Hashable, Sendable {
  /// The page is connected.
  case opened
  /// The viewer moved a pointer, turned a wheel, pressed a key, or has another size. The first
  /// input of a viewer is its size; `HostEvent.closed` never comes.
  case input(HostEvent)
  /// A control of the page was used; see ``BrowserMessage/controls(_:)``. The value is that of the
  /// control, `nil` for a button.
  case action(String, value: BrowserValue?)
  /// The connection has ended.
  case closed
}

extension BrowserEvent {
  /// Reads what a page sends: an event as a JSON object.
  ///
  /// - Parameter message: The bytes of the message.
  /// - Returns: `nil` for a message that a server refuses: longer than 4 KiB, no JSON, an unknown
  ///   event, or numbers out of bounds.
  package init?(message: [UInt8]) {
    guard let event = try? EventReader.event(message) else { return nil }
    self = event
  }
}

/// A value of a control or of a cell in a table.
public enum BrowserValue: Hashable, Sendable {
  /// On or off.
  case bool(Bool)
  /// A finite number.
  case number(Double)
  /// A text.
  case text(String)
}
