// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import ImageCodecs
import ImageLoading
import TextModel
import TextTypesetting

// The images in a text and in its token.
extension TextRenderer {
  /// Whether images are loaded before the text is laid out.
  func needsImages(_ text: AttributedText, _ container: TextContainer) -> Bool {
    if text.hasAttachments, !text.imageRequests.isEmpty { return true }
    guard let token = container.token else { return false }
    return token.hasAttachments && !token.imageRequests.isEmpty
  }

  /// The text and the container with their images, loaded at the same time, and those that could
  /// not be loaded. Off the caller's actor: the whole text is visited.
  ///
  /// - Throws: `CancellationError`.
  @concurrent func loadImages(
    of text: AttributedText, _ container: TextContainer
  ) async throws -> (AttributedText, TextContainer, [FailedImage]) {
    let store = imageStore
    var requests = text.imageRequests
    for request in container.token?.imageRequests ?? [] where !requests.contains(request) {
      requests.append(request)
    }
    var found: [ImageRequest: Bitmap] = [:]
    var failed: [ImageRequest: ImageError] = [:]
    await withTaskGroup { group in
      for request in requests {
        group.addTask { (request, await Self.image(request, store)) }
      }
      for await (request, result) in group {
        switch result {
        case .success(let bitmap): found[request] = bitmap
        case .failure(let error): failed[request] = error
        }
      }
    }
    try Task.checkCancellation()
    var container = container
    container.token = container.token?.withImages { found[$0] }
    return (
      text.withImages { found[$0] }, container,
      requests.compactMap { request in
        failed[request].map { FailedImage(request: request, error: $0) }
      }
    )
  }

  private static func image(
    _ request: ImageRequest, _ store: ImageStore
  ) async -> Result<Bitmap, ImageError> {
    do {
      return .success(try await store.image(for: request))
    } catch let error as ImageError {
      return .failure(error)
    } catch {
      return .failure(ImageError(.cancelled, name: request.name, "The request was called off."))
    }
  }
}
