// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments

/// The point on the first line's baseline that `--origin` places: the line's left end, middle or
/// right end.
enum PictureAnchor: String, CaseIterable, Sendable, Keyword {
  case start
  case middle
  case end
}
