// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// One request for an image that is being loaded.
///
/// The request is cancelled by ``cancel()``, or when the object is released. The completion is then
/// called with `cancelled`, unless it was called before.
public final class ImageLoad: Sendable {
  /// The request.
  public var request: ImageRequest { user.request }
  private let user: ImageUser
  private let store: ImageStore

  init(_ user: ImageUser, in store: ImageStore) {
    self.user = user
    self.store = store
  }

  deinit { cancel() }

  /// Cancels the request; also the loading of the image, if no other request waits for it. Calling
  /// it again has no effect; any thread may call it.
  public func cancel() { store.leave(user) }
}
