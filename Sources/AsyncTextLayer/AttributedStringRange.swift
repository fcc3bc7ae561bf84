// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import TextModel

extension TextRange {
  /// The code units that a range of an attributed string covers.
  ///
  /// - Complexity: O(*n*) in the string's length.
  public init(_ range: Range<AttributedString.Index>, in string: AttributedString) {
    let units = string.utf16
    let start = units.distance(from: units.startIndex, to: range.lowerBound)
    self.init(start, start + units.distance(from: range.lowerBound, to: range.upperBound))
  }
}

extension AttributedString {
  /// The index of a code unit, for example of a hit test's answer; the end for offsets beyond it.
  ///
  /// - Complexity: O(*n*) in the string's length.
  public func index(atUTF16Offset offset: Int) -> AttributedString.Index {
    let units = utf16
    return units.index(units.startIndex, offsetBy: max(0, offset), limitedBy: units.endIndex)
      ?? units.endIndex
  }

  /// The indices of a range of code units, clamped to the string.
  ///
  /// - Complexity: O(*n*) in the string's length.
  public func range(of range: TextRange) -> Range<AttributedString.Index> {
    index(atUTF16Offset: range.start)..<index(atUTF16Offset: range.end)
  }
}
