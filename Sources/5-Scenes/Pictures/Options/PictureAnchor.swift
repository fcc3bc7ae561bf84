// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments
internal import TextModel

/// The point on the first line's baseline that the option `origin` places: the line's left end,
/// middle or right end.
package enum PictureAnchor: String, CaseIterable, Sendable, Keyword {
  case start
  case middle
  case end
}
