// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncTextLayer
internal import CanvasDrawing
internal import StyledDocuments
internal import SystemConcurrency
internal import SystemLanes
internal import TextFonts
internal import TextLayers
internal import TextModel
internal import TextTypesetting

/// The result of a job; not generic, since specialised metadata would be made at startup.
private final class ResultBox: Sendable {
  struct State {
    var layout: TextLayout?
    var image: Bitmap?
    var failure: (any Error)?
  }

  let state = Mutex(State())
}

/// Lays documents and texts out and draws them on the calling thread, so that drawing a picture
/// starts no thread. Layers are drawn by ``SceneDrawing``.
///
/// The thread runs the work of a ``TextRenderer`` as the only one of its lanes.
struct SynchronousRenderer {
  private let renderer: TextRenderer
  private let lanes: RenderLanes

  init(fonts: FontCollection) {
    lanes = RenderLanes(count: 1) { _ in }
    renderer = TextRenderer(fonts: fonts, steppedLanes: lanes)
  }

  /// Lays out a text.
  func layout(
    _ text: AttributedText, in container: TextContainer
  ) throws(CommandError) -> TextLayout {
    let result = try run { box in
      _ = renderer.layout(text, in: container) { result in
        box.state.withLock { state in
          switch result {
          case .success(let layout): state.layout = layout
          case .failure(let error): state.failure = error
          }
        }
      }
    }
    guard let layout = result.layout else { throw Self.noResult }
    return layout
  }

  /// Lays out a document.
  func layout(_ document: StyledDocument) throws(CommandError) -> TextLayout {
    let text = try CommandError.converting { () throws(DocumentError) in
      try document.attributedText()
    }
    return try layout(text, in: try CommandError.converting(document.container))
  }

  /// Draws a layout.
  func draw(_ layout: TextLayout, options: RenderOptions) throws(CommandError) -> Bitmap {
    let result = try run { box in
      _ = renderer.render(layout, options: options) { result in
        box.state.withLock { state in
          switch result {
          case .success(let rendered): state.image = rendered.image
          case .failure(let error): state.failure = error
          }
        }
      }
    }
    guard let image = result.image else { throw Self.noResult }
    return image
  }

  /// Starts work and runs the lane until it is done.
  private func run(_ start: (ResultBox) -> Void) throws(CommandError) -> ResultBox.State {
    let box = ResultBox()
    start(box)
    lanes.step()
    let result = box.state.withLock { $0 }
    if let failure = result.failure { throw CommandError.wrapping(failure) }
    return result
  }

  private static var noResult: CommandError {
    CommandError(.failed, nil, "the work ended without a result")
  }
}
