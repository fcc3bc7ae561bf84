// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncTextLayer
internal import Dispatch
internal import TextFonts
internal import TextGraphics
internal import TextModel
internal import TextTypesetting

/// Holds the result of asynchronous work for the thread that waits for it.
private final class ResultBox<Value: Sendable>: Sendable {
  let result = Guarded<Result<Value, any Error>?>(nil)
}

/// The tool's way to the render lanes: it waits for what `TextRenderer` does asynchronously.
///
/// There is no other way in the tool from text to pixels.
struct RenderLane {
  private let renderer: TextRenderer

  /// Results come back on a queue of the tool's own: its main thread waits for them.
  private static let results = DispatchQueue(label: "textrender.results")

  init(fonts: FontCollection) {
    renderer = TextRenderer(fonts: fonts, commitQueue: Self.results)
  }

  /// Lays a text out on a lane.
  func layout(
    _ text: AttributedText, in container: TextContainer
  ) throws(CommandError) -> TextLayout {
    try wait { renderer.layout(text, in: container, completion: $0) }
  }

  /// Draws a layout on a lane.
  func draw(_ layout: TextLayout, options: RenderOptions) throws(CommandError) -> Bitmap {
    try wait { renderer.render(layout, options: options, completion: $0) }.image
  }

  /// Starts work and waits on this thread, which is none that the work needs.
  private func wait<Value: Sendable>(
    for start: (@escaping @Sendable (Result<Value, any Error>) -> Void) -> RenderTicket
  ) throws(CommandError) -> Value {
    let done = DispatchSemaphore(value: 0)
    let box = ResultBox<Value>()
    _ = start { result in
      box.result.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    switch box.result.withLock({ $0 }) {
    case .success(let value): return value
    case .failure(let error): throw CommandError.wrapping(error)
    case nil: throw CommandError(.failed, nil, "the work ended without a result")
    }
  }
}
