// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The direction of lines, and the direction in which lines follow each other.
///
/// Source: CSS Writing Modes 4, 3.1, `writing-mode`.
public enum WritingMode: UInt8, Hashable, Sendable, CaseIterable, Codable {
  /// Lines run across, and follow each other downwards.
  case horizontal
  /// Lines run downwards, and follow each other from right to left: Japanese, Chinese.
  case verticalRL
  /// Lines run downwards, and follow each other from left to right: Mongolian.
  case verticalLR

  /// Whether lines run downwards.
  @inlinable public var isVertical: Bool { self != .horizontal }
}

extension WritingMode {
  /// The word for the mode in CSS and in documents.
  package var keyword: String {
    switch self {
    case .horizontal: "horizontal-tb"
    case .verticalRL: "vertical-rl"
    case .verticalLR: "vertical-lr"
    }
  }

  /// The writing mode of a word of CSS; `nil` for another word.
  package init?(keyword: String) {
    guard let mode = Self.allCases.first(where: { $0.keyword == keyword }) else { return nil }
    self = mode
  }
}
