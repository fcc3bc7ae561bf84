// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import TextModel

extension TextRange {
  /// Creates the range of UTF-16 code units that a range of an attributed string covers.
  ///
  /// - Complexity: O(*n*) in the string's length.
  public init(_ range: Range<AttributedString.Index>, in string: AttributedString) {
    let units = string.utf16
    let start = units.distance(from: units.startIndex, to: range.lowerBound)
    self.init(start, start + units.distance(from: range.lowerBound, to: range.upperBound))
  }
}

extension AttributedString {
  /// Returns the index of a UTF-16 code unit, for example of the offset that a hit test returned.
  ///
  /// Negative offsets give the start index, offsets beyond the end the end index.
  ///
  /// - Complexity: O(*n*) in the string's length.
  public func index(atUTF16Offset offset: Int) -> AttributedString.Index {
    let units = utf16
    return units.index(units.startIndex, offsetBy: max(0, offset), limitedBy: units.endIndex)
      ?? units.endIndex
  }

  /// Returns the indices of a range of UTF-16 code units, clamped to the string.
  ///
  /// - Complexity: O(*n*) in the string's length.
  public func range(of range: TextRange) -> Range<AttributedString.Index> {
    index(atUTF16Offset: range.start)..<index(atUTF16Offset: range.end)
  }
}
