// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The limits of bitmaps and paths. A bitmap beyond them is an error; a path with too many dashes is
/// stroked whole.
public enum CanvasLimits {
  /// The longest side of a bitmap, in device pixels.
  public static let bitmapSide = 16_384
  /// The largest bitmap, in bytes: 64 million pixels, so that a picture and its PNG fit in 1 GiB.
  package static let bitmapBytes = 256 << 20
  /// The most dashes of one stroked path; with more, the line has no gaps.
  package static let dashes = 100_000
}
