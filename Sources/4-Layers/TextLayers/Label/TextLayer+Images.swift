// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import ImageCodecs
import ImageLoading
import LayerModel
import TextTypesetting

extension TextLayer {
  /// Puts the images that are in memory into the text that is shown, and requests the others.
  ///
  /// Called at the start of a display, and when the text is measured.
  ///
  /// - Parameter displays: Whether an image that is found needs a display.
  func fetchImages(_ state: LabelState, displays: Bool = false) {
    guard !state.images.isEmpty else { return }
    let isNew = state.images.fetch(from: imageStore) { [weak self] number, request, result in
      // The image store calls completions on the main queue.
      MainActor.assumeIsolated { self?.didLoad(number, request, result) }
    }
    if isNew { updateShownText(displays: displays) }
  }

  /// Shows an image that was loaded after the text. All images of one turn of the main queue cause
  /// one display.
  private func didLoad(
    _ number: UInt64, _ request: ImageRequest, _ result: Result<Bitmap, ImageError>
  ) {
    guard let state = labelState, state.images.finish(number, request, result) else { return }
    switch result {
    case .success:
      state.awaitsSize = state.hasUnknownSizes
      updateShownText()
    case .failure(let error): state.events?.yield(.imageFailed(request, error))
    }
  }

  /// Sends an event if a loaded image of unknown size has changed the size of the text.
  func noteSize(_ state: LabelState) {
    guard state.hasUnknownSizes, let layout = layOutNow() else { return }
    let size = layout.usedRect.size
    let (old, isLate) = (state.shownSize, state.awaitsSize)
    (state.shownSize, state.awaitsSize) = (size, false)
    if isLate, let old, old != size { state.events?.yield(.sizeChanged(size)) }
  }

  /// Requests images that could not be loaded again.
  public func reloadImages() {
    guard let state = labelState, !state.images.isEmpty else { return }
    imageStore.forgetFailures(of: state.images.requests)
    state.images.forgetFailures()
    setNeedsDisplay()
  }

  /// Requests all images from another store.
  func loadImagesAnew() {
    guard let state = labelState, !state.images.isEmpty else { return }
    state.images.reset()
    setNeedsDisplay()
  }
}
