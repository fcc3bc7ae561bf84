// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
import Dispatch
import LayerModel
public import TextTypesetting

extension TextLayer {
  /// Taps, long presses, late images and their sizes.
  ///
  /// Each access starts a sequence of its own, which buffers 64 events and ends with the layer.
  public var events: AsyncStream<TextEvent> {
    let state = makeLabelState()
    let events = state.events ?? Subscribers()
    state.events = events
    return events.sequence(first: nil, buffering: 64)
  }

  /// The distance in points within which a touch beside an item still hits it, and by which a touch
  /// may move away from its start before it is dropped.
  package static let touchSlop = 22.0

  /// The time after which a touch is a long press; half a second unless set.
  public var longPressDuration: Duration {
    get { labelState?.longPressDuration ?? LabelState.standardLongPress }
    set { makeLabelState().longPressDuration = newValue }
  }

  /// Passes a step of a touch to the layer, which may send ``events``.
  ///
  /// While a link is touched, it is painted with its highlight; nothing is laid out for that. A
  /// touch becomes a tap or a long press, never both, and neither if it moves by more than
  /// 22 points.
  ///
  /// - Parameters:
  ///   - phase: The stage of the touch.
  ///   - point: The place, in the space of the layer's bounds.
  ///   - time: The time of the step, since any point in time; `nil` for now.
  /// - Returns: Whether the touch is one of a link, an attachment or the token.
  @discardableResult
  public func touch(_ phase: TouchPhase, at point: Point, time: Duration? = nil) -> Bool {
    let state = makeLabelState()
    let now = time ?? Self.now
    let isTouching: Bool
    switch phase {
    case .began:
      let item = item(at: point, slop: Self.touchSlop)
      state.recognizer.begin(on: item, at: point, time: now)
      state.touchNumber += 1
      isTouching = item != nil
      if isTouching { awaitLongPress(state.touchNumber, from: now) }
    case .moved:
      state.recognizer.move(to: point, slop: Self.touchSlop)
      tell(state.recognizer.advance(to: now, longPressAfter: longPressDuration), state)
      isTouching = state.recognizer.pressed != nil
    case .ended:
      state.recognizer.move(to: point, slop: Self.touchSlop)
      isTouching = state.recognizer.pressed != nil
      tell(state.recognizer.end(at: now, longPressAfter: longPressDuration), state)
    case .cancelled:
      isTouching = false
      state.recognizer.cancel()
    }
    updateShownText()
    return isTouching
  }

  /// The item that is being pressed.
  package var pressedItem: TextItem? { labelState?.recognizer.pressed }

  /// The item of the contents at a point in the space of the layer's bounds, or the nearest one
  /// within a distance in points.
  public func item(at point: Point, slop: Double = 0) -> TextItem? {
    let y = contentsAreFlipped ? bounds.maxY - point.y : point.y - bounds.minY
    let place = Point(x: point.x - bounds.minX, y: y)
    return layOutNow()?.item(at: place, slop: slop)
  }

  private static var now: Duration {
    .nanoseconds(Int64(truncatingIfNeeded: DispatchTime.now().uptimeNanoseconds))
  }

  private func awaitLongPress(_ number: Int, from start: Duration) {
    let duration = longPressDuration
    let (seconds, attoseconds) = duration.components
    let delay = Double(seconds) + Double(attoseconds) * 1e-18
    DispatchQueue.main.asyncAfter(deadline: .now() + delay) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, let state = self.labelState, state.touchNumber == number else { return }
        let outcome = state.recognizer.advance(to: start + duration, longPressAfter: duration)
        self.tell(outcome, state)
        self.updateShownText()
      }
    }
  }

  private func tell(_ outcome: TouchRecognizer.Outcome, _ state: LabelState) {
    switch outcome {
    case .none: break
    case .tap(let item): state.events?.yield(.tap(item))
    case .longPress(let item): state.events?.yield(.longPress(item))
    }
  }
}
