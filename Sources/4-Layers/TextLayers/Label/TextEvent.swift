// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import ImageCodecs
public import ImageLoading
public import TextTypesetting

/// An event of a label: a touch of a part of its text, or an image that was loaded after the text
/// was shown.
public enum TextEvent: Sendable {
  /// A link, an attachment or the truncation token was tapped.
  case tap(TextItem)
  /// A link, an attachment or the truncation token was pressed for long; no tap follows.
  case longPress(TextItem)
  /// An image of unknown size was loaded, which has changed the size of the text: the size of its
  /// lines, in points.
  case sizeChanged(Size)
  /// An image cannot be loaded; the placeholder is shown instead.
  case imageFailed(ImageRequest, ImageError)
}

/// The stages of a touch; see ``TextLayer/touch(_:at:time:)``.
public enum TouchPhase: Hashable, Sendable, CaseIterable {
  /// A finger or a button went down.
  case began
  /// The finger moved.
  case moved
  /// The finger went up.
  case ended
  /// The touch is handled by something else, such as a list that scrolls.
  case cancelled
}
