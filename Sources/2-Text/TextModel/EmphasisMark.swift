// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A mark beside each character of a span, as Chinese and Japanese emphasise text.
///
/// Each grapheme cluster has one mark, half as large as the text, unless the cluster is white
/// space, punctuation or a control character. Marks do not widen the text, but they make its line
/// higher.
///
/// Source: CSS Text Decoration 4, 3, `text-emphasis`.
public struct EmphasisMark: Hashable, Sendable {
  /// The forms of marks.
  public enum Shape: Hashable, Sendable {
    /// A small circle.
    case dot
    /// A large circle.
    case circle
    /// A circle in a larger circle.
    case doubleCircle
    /// A triangle.
    case triangle
    /// A drop.
    case sesame
    /// A character: the first grapheme cluster of a string. An empty string is no mark.
    case string(String)
  }

  /// The side of the text on which marks stand.
  public enum Position: String, Hashable, Codable, Sendable, CaseIterable {
    /// Above the text, in Chinese below it; in vertical lines at its right.
    case auto
    /// Above the text; in vertical lines at its right.
    case over
    /// Below the text; in vertical lines at its left.
    case under
  }

  /// The form.
  public var shape: Shape
  /// Whether the form is filled; without effect on a string.
  public var isFilled: Bool
  /// The side of the text.
  public var position: Position

  /// Creates a mark.
  public init(_ shape: Shape, isFilled: Bool = true, position: Position = .auto) {
    self.shape = shape
    self.isFilled = isFilled
    self.position = position
  }

  /// The character that is drawn; empty if there is no mark.
  package var character: String {
    switch shape {
    case .dot: isFilled ? "\u{2022}" : "\u{25E6}"
    case .circle: isFilled ? "\u{25CF}" : "\u{25CB}"
    case .doubleCircle: isFilled ? "\u{25C9}" : "\u{25CE}"
    case .triangle: isFilled ? "\u{25B2}" : "\u{25B3}"
    case .sesame: isFilled ? "\u{FE45}" : "\u{FE46}"
    case .string(let text):
      // A grapheme cluster may be of any length; its first 16 scalars suffice.
      text.first.map { String(String.UnicodeScalarView($0.unicodeScalars.prefix(16))) } ?? ""
    }
  }

  /// Whether marks stand above text in a language, given as a BCP 47 tag.
  package func isOver(language: String, isVertical: Bool) -> Bool {
    switch position {
    case .over: return true
    case .under: return false
    case .auto: break
    }
    if isVertical { return true }
    var units = language.utf8.makeIterator()
    guard let first = units.next(), let second = units.next(), first | 0x20 == 0x7A,
      second | 0x20 == 0x68
    else { return true }
    guard let third = units.next() else { return false }
    return third != 0x2D && third != 0x5F
  }
}

extension EmphasisMark {
  /// The words of the forms in documents, which are those of CSS.
  package static let words: [(word: String, shape: Shape)] = [
    ("dot", .dot), ("circle", .circle), ("double-circle", .doubleCircle),
    ("triangle", .triangle), ("sesame", .sesame),
  ]

  /// Reads the words of CSS, in any order: `filled` or `open`, a form or a single character, and
  /// `over` or `under`. A form without `open` is filled; `filled` or `open` without a form is a
  /// circle, and does not go with a character.
  ///
  /// - Returns: `nil` if the text has another word, or neither form, character, `filled` nor
  ///   `open`.
  package init?(words text: String) {
    var shape: Shape?
    var isFilled: Bool?
    var position: Position?
    for part in text.split(separator: " ") {
      let word = String(part)
      if word == "filled" || word == "open" {
        if isFilled != nil { return nil }
        isFilled = word == "filled"
      } else if word == "over" || word == "under" {
        if position != nil { return nil }
        position = word == "over" ? .over : .under
      } else {
        if shape != nil { return nil }
        if let known = EmphasisMark.words.first(where: { $0.word == word }) {
          shape = known.shape
        } else if word.count == 1 {
          shape = .string(word)
        } else {
          return nil
        }
      }
    }
    if case .string? = shape, isFilled != nil { return nil }
    guard shape != nil || isFilled != nil else { return nil }
    self.init(shape ?? .circle, isFilled: isFilled ?? true, position: position ?? .auto)
  }

  /// The words that ``init(words:)`` reads as this mark.
  package var words: String {
    var parts: [String] = []
    if case .string(let text) = shape {
      parts.append(String(text.prefix(1)))
    } else {
      parts.append(isFilled ? "filled" : "open")
      parts.append(EmphasisMark.words.first { $0.shape == shape }?.word ?? "circle")
    }
    if position != .auto { parts.append(position.rawValue) }
    return parts.joined(separator: " ")
  }
}

extension EmphasisMark: Codable {
  /// Decodes words such as `filled sesame`, `open dot under`, or a character.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let mark = EmphasisMark(words: text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text) names no emphasis mark.")
    }
    self = mark
  }

  /// Encodes words such as `filled sesame`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(words)
  }
}
