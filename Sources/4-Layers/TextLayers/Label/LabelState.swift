// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import CanvasDrawing
import CanvasGeometry
import ImageCodecs
import ImageLoading
import LayerModel
import TextModel
import TextTypesetting

/// The state of a label besides its text: images that are being loaded, a touch, the environment,
/// and events. Labels that use none of these have no such object.
@MainActor
final class LabelState {
  var environment = TextEnvironment.standard
  var images = LabelImages()
  var recognizer = TouchRecognizer()
  var longPressDuration = standardLongPress
  static let standardLongPress = Duration.milliseconds(500)
  var events: Subscribers<TextEvent>?
  /// Counts touches, so that a timer of an earlier one does nothing.
  var touchNumber = 0
  /// The layers that attachments have placed.
  var placedLayers: [ObjectIdentifier: Layer] = [:]
  /// The size of the text as it was last shown with an image of unknown size; `nil` if there is
  /// none.
  var shownSize: Size?
  /// Whether the size of some image is known only once it is loaded.
  private(set) var hasUnknownSizes = false
  /// Whether an image of unknown size was loaded since the last commit.
  var awaitsSize = false

  /// Drops state that belongs to another text or token, and finds the images of the new ones.
  func open(_ text: AttributedText, token: AttributedText?) {
    recognizer.cancel()
    var requests = text.imageRequests
    for request in token?.imageRequests ?? [] where !requests.contains(request) {
      requests.append(request)
    }
    images.setRequests(requests)
    (shownSize, awaitsSize) = (nil, false)
    hasUnknownSizes = text.hasImagesOfUnknownSize || token?.hasImagesOfUnknownSize == true
  }

  /// The text as it is shown: in the environment, with the loaded images, and with the pressed link
  /// highlighted.
  func shown(_ text: AttributedText) -> AttributedText {
    var shown = dressed(text)
    if case .link(let link)? = recognizer.pressed?.kind, let highlight = link.highlight,
      let range = recognizer.pressed?.range, text[link: range] == link
    {
      shown.updatePaint(range) { highlight.apply(to: &$0) }
    }
    return shown
  }

  /// The token as it is shown; see ``shown(_:)``.
  func shown(token: AttributedText) -> AttributedText {
    var shown = dressed(token)
    if case .token(let link?)? = recognizer.pressed?.kind, let highlight = link.highlight {
      for run in 0..<token.elements.count where token.elements.value(ofRun: run).link == link {
        shown.updatePaint(token.elements.range(of: run)) { highlight.apply(to: &$0) }
      }
    }
    return shown
  }

  private func dressed(_ text: AttributedText) -> AttributedText {
    environment.applied(to: images.isEmpty ? text : text.withImages { images.found[$0] })
  }
}

/// The images of one label's text.
@MainActor
struct LabelImages {
  private(set) var requests: [ImageRequest] = []
  private(set) var found: [ImageRequest: Bitmap] = [:]
  private var failed: Set<ImageRequest> = []
  /// The loads under way, with their numbers. Releasing a load abandons it: the store cancels it if
  /// no other label waits for the image.
  private var loads: [ImageRequest: (number: UInt64, load: ImageLoad)] = [:]
  /// The number of loads so far. Each load has its number, since the answer of an abandoned load
  /// may come after a new load of the same image has begun.
  private var loadCount: UInt64 = 0

  var isEmpty: Bool { requests.isEmpty }

  /// Keeps the loads of images that a new text has as well, and abandons the others.
  mutating func setRequests(_ new: [ImageRequest]) {
    requests = new
    let wanted = Set(new)
    found = found.filter { wanted.contains($0.key) }
    failed.formIntersection(wanted)
    loads = loads.filter { wanted.contains($0.key) }
  }

  /// Uses the images that are in memory, and starts to load the others.
  ///
  /// - Parameter completion: Called on the main queue, once for each image that was not in memory,
  ///   with the number of the load.
  /// - Returns: Whether there are new images.
  mutating func fetch(
    from store: ImageStore,
    completion: @escaping @Sendable (UInt64, ImageRequest, Result<Bitmap, ImageError>) -> Void
  ) -> Bool {
    var isNew = false
    for request in requests
    where found[request] == nil && loads[request] == nil && !failed.contains(request) {
      if let bitmap = store.cachedImage(for: request) {
        found[request] = bitmap
        isNew = true
      } else {
        loadCount += 1
        let number = loadCount
        let queue = DisplayCoordinator.main.commitQueue
        let load = store.load(request, priority: nil, on: queue) {
          completion(number, request, $0)
        }
        loads[request] = (number, load)
      }
    }
    return isNew
  }

  /// Takes the result of the load with a number.
  ///
  /// - Returns: Whether the text still needs this load.
  mutating func finish(
    _ number: UInt64, _ request: ImageRequest, _ result: Result<Bitmap, ImageError>
  ) -> Bool {
    guard loads[request]?.number == number else { return false }
    loads[request] = nil
    switch result {
    case .success(let bitmap): found[request] = bitmap
    case .failure: failed.insert(request)
    }
    return true
  }

  /// Forgets failures, so that the next display asks for those images again.
  mutating func forgetFailures() { failed = [] }

  /// Forgets images and failures, so that the next display asks for all of them.
  mutating func reset() {
    (found, failed, loads) = ([:], [], [:])
  }
}
