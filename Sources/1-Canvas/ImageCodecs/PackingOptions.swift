// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// How pixels are packed, where their format leaves a choice (``PictureFormat/hasQuality``,
/// ``PictureFormat/hasEffort``); other formats ignore it.
package struct PackingOptions: Hashable, Sendable {
  /// The quality of JPEG and WebP, 1 to 100.
  package var quality = 90
  /// The time that is taken for a small WebP, from 0, the fastest, to 6, the smallest file.
  package var effort = 4

  package init() {}
}
