// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The place of one user among those of an image that is being loaded.
///
/// The user leaves with ``cancel()`` or when the object ends; the completion is then called with
/// `cancelled`, unless the image came first.
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

  /// Leaves. The image is called off if this was its last user. Calling it again changes nothing;
  /// any thread may call.
  public func cancel() { store.leave(user) }
}
