// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
package import LayerCompositing

/// What one viewer has not been sent yet: the newest frame, and the union of the pixels that differ
/// from the viewer's picture. There is no queue of frames.
///
/// One picture is being sent at a time. A slow viewer misses frames; once everything was sent, its
/// picture equals the newest frame.
package struct ViewerState: Sendable {
  /// A picture to be sent.
  package struct Update: Sendable {
    package let frame: Frame
    /// The pixels that the viewer replaces: not empty, within the picture.
    package let region: DamageRegion
    /// Whether this is the whole picture; the viewer's present picture may have another size.
    package let isWhole: Bool

    init(frame: Frame, region: DamageRegion, isWhole: Bool) {
      (self.frame, self.region, self.isWhole) = (frame, region, isWhole)
    }

    /// An update of the whole frame.
    package init(whole frame: Frame) {
      let bounds = PixelRect(width: frame.image.width, height: frame.image.height)
      self.init(frame: frame, region: DamageRegion(bounds), isWhole: true)
    }
  }

  package private(set) var newest: Frame?
  private var unsent = DamageRegion()
  /// Whether the viewer must get the whole picture, since nothing was sent yet or a frame is
  /// missing.
  private var isWhole = true
  /// Whether a picture is being sent.
  package private(set) var isSending = false

  /// Creates the state of a viewer that was sent nothing.
  package init() {}

  /// Takes a frame. O(rectangles).
  package mutating func take(_ frame: Frame) {
    if let newest, frame.sequence == newest.sequence + 1,
      frame.image.pixelSize == newest.image.pixelSize, frame.scale == newest.scale
    {
      if !isWhole { unsent.formUnion(frame.damage) }
    } else {
      isWhole = true
    }
    newest = frame
  }

  /// The next picture to send; `nil` if one is being sent, or nothing differs.
  ///
  /// Its pixels count as sent from now on. It is being sent until ``sent()`` is called.
  package mutating func next() -> Update? {
    guard !isSending, let newest else { return nil }
    let bounds = PixelRect(width: newest.image.width, height: newest.image.height)
    if isWhole { unsent = DamageRegion(bounds) } else { unsent.formIntersection(bounds) }
    if unsent.isEmpty { return nil }
    let update = Update(frame: newest, region: unsent, isWhole: isWhole)
    (unsent, isWhole, isSending) = (DamageRegion(), false, true)
    return update
  }

  /// Notes that the picture has been sent.
  package mutating func sent() { isSending = false }
}
