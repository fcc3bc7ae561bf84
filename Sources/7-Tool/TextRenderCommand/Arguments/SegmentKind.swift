// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments
internal import TextModel

/// The kinds of results of `segment`: boundaries, and properties of each scalar.
enum SegmentKind: String, CaseIterable, Sendable, Keyword {
  case grapheme
  case word
  case sentence
  case line
  case bidi
  case orientation
  case hyphen
}
