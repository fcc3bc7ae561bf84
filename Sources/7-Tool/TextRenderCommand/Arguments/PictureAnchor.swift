// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments

/// The point of the first line that `--origin` places.
enum PictureAnchor: String, CaseIterable, Sendable, Keyword {
  case start
  case middle
  case end
}
