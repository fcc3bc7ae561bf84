// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import ImageCodecs
import SystemConcurrency
import SystemLanes

/// The loading and decoding of one image, shared by all of its users.
// @unchecked Sendable: the constants are sendable, and the variables are read and written under the
// lock of the store alone.
final class ImageFlight: @unchecked Sendable {
  enum Phase {
    /// Waits to be loaded, in a slot of the store's queue.
    case waiting(slot: Int32)
    /// Is being loaded.
    case loading
    /// Is loaded, and waits until its bytes fit among those that are being decoded.
    case loaded(EncodedImage)
    /// Waits for a lane, or is being decoded.
    case decoding
    /// Cancelled; its loader has not returned.
    case abandonedLoading
    /// Cancelled; its lane has not finished.
    case abandonedDecoding
    case ended
  }

  /// The request of the first user, without its priority.
  let request: ImageRequest
  /// Set when the image is cancelled while it is being decoded.
  let flag = CancellationFlag()

  var phase = Phase.ended
  /// The most urgent priority that a user has had.
  var priority: LanePriority
  /// The users by the order in which they joined.
  var users: [Int: ImageUser] = [:]
  /// The number of the next user.
  var nextUser = 0
  /// The task of the loader.
  var task: Task<Void, Never>?

  init(_ request: ImageRequest, priority: LanePriority) {
    self.request = request
    self.priority = priority
  }

  /// Whether the task of the loader should be cancelled.
  var isAbandoned: Bool {
    switch phase {
    case .abandonedLoading, .abandonedDecoding, .ended: true
    default: false
    }
  }
}

/// One request for an image. It is answered once, when the image is loaded or the request is
/// cancelled.
// @unchecked Sendable: the request is constant, and the variables are read and written under the
// lock of the store alone.
final class ImageUser: @unchecked Sendable {
  typealias Answer = @Sendable (Result<Bitmap, ImageError>) -> Void

  let request: ImageRequest

  /// Called once, and then `nil`; also `nil` before the user joins.
  var answer: Answer?
  /// Whether the user left, perhaps before joining.
  var hasLeft = false
  var flight: ImageFlight?
  /// The number of the user in the flight.
  var number = 0

  init(_ request: ImageRequest) { self.request = request }
}
