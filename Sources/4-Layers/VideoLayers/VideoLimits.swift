// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The limits of films; a film beyond them is refused before memory is taken.
public enum VideoLimits {
  /// The longest side of a picture, in pixels.
  public static let side = 16_384
  /// The most pixels of a picture: those of 8K.
  public static let pixels = 1 << 25
  /// The most packets that are read for one picture.
  package static let packets = 4_096
  /// The frames that a ``PlayerLayer`` decodes ahead of the one it shows.
  package static let framesAhead = 4
  /// The most memory of the frames ahead, in bytes; one frame is kept whatever its size.
  package static let bytesAhead = 64 << 20
}
