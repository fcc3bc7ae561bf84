// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import TextGraphics

/// The contents of a layer, together with their origin.
enum LayerContents {
  case none
  /// A bitmap that was assigned to `contents`.
  case bitmap(Bitmap)
  /// The result of a display: bitmap, payload, size and scale of one snapshot.
  case display(DisplayContents)

  init(_ bitmap: Bitmap?) {
    self = if let bitmap { .bitmap(bitmap) } else { .none }
  }

  var image: Bitmap? {
    switch self {
    case .none: nil
    case .bitmap(let image): image
    case .display(let contents): contents.image
    }
  }

  /// Releases the contents; a bitmap without other owners returns to its pool.
  consuming func recycle() {
    var image = image
    _ = consume self
    Bitmap.recycle(&image)
  }
}
