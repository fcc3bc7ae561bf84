// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  internal import ImageCodecs

  extension ImageOrientation {
    /// Reads a display matrix; one that is no quarter turn counts as the nearest.
    ///
    /// - Parameters:
    ///   - a: The distance to the right from a column to the next one.
    ///   - b: The distance downwards from a column to the next one.
    ///   - c: The distance to the right from a row to the next one.
    ///   - d: The distance downwards from a row to the next one.
    init(a: Int32, b: Int32, c: Int32, d: Int32) {
      self =
        if a.magnitude >= b.magnitude {
          switch (a < 0, d < 0) {
          case (false, false): .upright
          case (true, false): .mirrored
          case (true, true): .upsideDown
          case (false, true): .flipped
          }
        } else {
          switch (c < 0, b < 0) {
          case (false, false): .transposed
          case (true, false): .turnedLeft
          case (true, true): .transversed
          case (false, true): .turnedRight
          }
        }
    }

    /// The rotation in degrees clockwise; a mirrored picture is mirrored first.
    var rotation: Int {
      switch self {
      case .upright, .mirrored: 0
      case .upsideDown, .flipped: 180
      case .turnedLeft, .transversed: 90
      case .transposed, .turnedRight: 270
      }
    }
  }
#endif
