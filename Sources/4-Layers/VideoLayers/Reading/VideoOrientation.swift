// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  /// One of the eight ways in which a stored picture is turned and mirrored for display.
  struct VideoOrientation: Hashable, Sendable {
    /// Whether rows become columns.
    var swapsSides = false
    /// Whether columns are counted from the right, of the picture as it is shown.
    var mirrorsX = false
    /// Whether rows are counted from below.
    var mirrorsY = false

    init() {}

    /// Reads a display matrix; one that is no quarter turn counts as the nearest.
    ///
    /// - Parameters:
    ///   - a: The distance to the right from a column to the next one.
    ///   - b: The distance downwards from a column to the next one.
    ///   - c: The distance to the right from a row to the next one.
    ///   - d: The distance downwards from a row to the next one.
    init(a: Int32, b: Int32, c: Int32, d: Int32) {
      if a.magnitude >= b.magnitude {
        (mirrorsX, mirrorsY) = (a < 0, d < 0)
      } else {
        (swapsSides, mirrorsX, mirrorsY) = (true, c < 0, b < 0)
      }
    }

    /// The rotation in degrees clockwise; a mirrored picture is mirrored first.
    var rotation: Int {
      if swapsSides { return mirrorsX ? 90 : 270 }
      return mirrorsY ? 180 : 0
    }

    var isIdentity: Bool { self == VideoOrientation() }
  }
#endif
