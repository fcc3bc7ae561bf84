// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A small text beside a range of text, its *base*: in Japanese the reading of characters
/// (furigana).
///
/// No line breaks within the base. The narrower of ruby and base is spread to the width of the
/// other, as ``alignment`` says. The ruby is not part of the text: it is not copied, not searched,
/// and the caret does not enter it.
///
/// A base ends at a line terminator: if the range holds one, only the part before the terminator
/// has the ruby. A ruby with an empty text is not shown.
///
/// Source: CSS Ruby Layout 1.
public struct RubyText: Hashable, Codable, Sendable {
  /// The side of the base on which the ruby stands.
  public enum Position: String, Hashable, Codable, Sendable, CaseIterable {
    /// Above the base; in vertical lines at its right.
    case over
    /// Below the base; in vertical lines at its left.
    case under
  }

  /// How a ruby and a base of different widths are brought to the same width. Only Chinese and
  /// Japanese characters are spread; text of other scripts, whose letters belong together, is
  /// centred instead.
  public enum Alignment: String, Hashable, Codable, Sendable, CaseIterable {
    /// The narrower one is spread, with half as much space at either end as between characters.
    case spaceAround
    /// The narrower one stands in the middle of the other.
    case center
    /// The narrower one stands at the start of the other.
    case start
    /// The narrower one is spread from end to end.
    case spaceBetween
  }

  /// Whether a ruby wider than its base may reach over the characters beside the base.
  public enum Overhang: String, Hashable, Codable, Sendable, CaseIterable {
    /// Over kana that have no ruby, by half of the ruby's em on either side.
    case auto
    /// Not at all.
    case none
  }

  /// The ruby. Line terminators and tabs count as spaces; at most
  /// ``TextLimits/annotationLength`` UTF-16 code units are shown.
  public var text: String
  /// The side of the base.
  public var position: Position
  /// How the narrower of ruby and base is spread.
  public var alignment: Alignment
  /// Whether the ruby may reach over neighbours.
  public var overhang: Overhang
  /// The ruby's em size as a part of the em size at the beginning of the base, from 0.1 to 1;
  /// numbers beyond count as the nearest bound, NaN as 0.5.
  public var scale: Double
  /// Distinguishes neighbouring bases that have the same ruby, so that they stay separate.
  package var number = 0

  /// Creates a ruby.
  public init(
    _ text: String, position: Position = .over, alignment: Alignment = .spaceAround,
    overhang: Overhang = .auto, scale: Double = 0.5
  ) {
    self.text = text
    self.position = position
    self.alignment = alignment
    self.overhang = overhang
    self.scale = scale
  }

  /// ``scale`` within its bounds.
  package var drawnScale: Double { scale.isNaN ? 0.5 : min(1, max(0.1, scale)) }
}

extension RubyText: FieldCodable {
  package static let fields = CodedFields(
    RubyText(""),
    [
      CodedField("text", \.text, isRequired: true), CodedField("position", \.position),
      CodedField("alignment", \.alignment), CodedField("overhang", \.overhang),
      CodedField("scale", \.scale), CodedField("number", \.number),
    ])
}

extension AttributedText {
  /// The ruby of a range: reading gives the ruby of its first character, setting a ruby replaces
  /// all others in the range, setting `nil` removes them. The range is clamped to the text; an
  /// empty range is ignored.
  public subscript(ruby range: TextRange) -> RubyText? {
    get {
      range.start >= 0 && range.start < length ? elements.value(at: range.start).ruby : nil
    }
    set { setApart(newValue, in: range, \.ruby, number: \.number) }
  }

  /// Whether some character has a ruby.
  ///
  /// - Complexity: O(runs of elements).
  package var hasRuby: Bool {
    for run in 0..<elements.count where elements.value(ofRun: run).hasRuby { return true }
    return false
  }
}
