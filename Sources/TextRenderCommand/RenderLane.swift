// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncDisplay
internal import AsyncTextLayer
internal import TextFonts
internal import TextGraphics
internal import TextModel
internal import TextTypesetting

/// Holds the result of a job for the thread that ran it.
private final class ResultBox<Value: Sendable>: Sendable {
  let result = Guarded<Result<Value, any Error>?>(nil)
}

/// The tool's way to a render lane, of which its own thread is the one that draws.
///
/// There is no other way in the tool from text to pixels. A command waits for its result anyway, so it runs the
/// lane itself: a process that draws one picture starts no thread.
struct RenderLane {
  private let renderer: TextRenderer
  private let lanes: RenderLanes

  init(fonts: FontCollection) {
    lanes = RenderLanes(count: 1) { _ in }
    renderer = TextRenderer(fonts: fonts, steppedLanes: lanes)
  }

  /// Lays a text out on the lane.
  func layout(
    _ text: AttributedText, in container: TextContainer
  ) throws(CommandError) -> TextLayout {
    try wait { renderer.layout(text, in: container, completion: $0) }
  }

  /// Draws a layout on the lane.
  func draw(_ layout: TextLayout, options: RenderOptions) throws(CommandError) -> Bitmap {
    try wait { renderer.render(layout, options: options, completion: $0) }.image
  }

  /// Starts work and runs the lane until it is done.
  private func wait<Value: Sendable>(
    for start: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> RenderTicket
  ) throws(CommandError) -> Value {
    let box = ResultBox<Value>()
    _ = start { result in box.result.withLock { $0 = result } }
    lanes.step()
    switch box.result.withLock({ $0 }) {
    case .success(let value): return value
    case .failure(let error): throw CommandError.wrapping(error)
    case nil: throw CommandError(.failed, nil, "the work ended without a result")
    }
  }
}
