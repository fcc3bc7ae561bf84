// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The effect of a new request on a display of the same client that is already being drawn.
///
/// A display that is still *queued* is always replaced.
public enum SupersedePolicy: Sendable, Hashable {
  /// Only the latest request may be published; a display that is being drawn is cancelled.
  case latestOnly
  /// Drawing of the same ``ContentIdentity`` is finished and published while newer requests wait,
  /// so that endless invalidation still shows progress. Other content falls back to `latestOnly`.
  case progressive
}

/// The contents that are shown while the next ones are being drawn.
public enum ContentsPolicy: Sendable {
  /// The old contents stay until the new ones are committed.
  case keepOld
  /// The old contents are removed when the display is requested.
  case clear
  /// A placeholder is shown when the display is requested.
  case placeholder
}
