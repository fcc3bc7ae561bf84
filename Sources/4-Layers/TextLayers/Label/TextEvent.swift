// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import ImageCodecs
public import ImageLoading
public import TextTypesetting

/// An event of a label: a touch of a part of its text, or an image that came late.
public enum TextEvent: Sendable {
  /// A link, an attachment or the truncation token was tapped.
  case tap(TextItem)
  /// A link, an attachment or the truncation token was pressed for long; no tap follows.
  case longPress(TextItem)
  /// An image arrived whose size was not known, and the text as it is shown has another size, in
  /// points: that of its lines.
  case sizeChanged(Size)
  /// An image cannot be loaded; its place shows the placeholder.
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
  /// The touch became something else, such as the scrolling of a list.
  case cancelled
}
