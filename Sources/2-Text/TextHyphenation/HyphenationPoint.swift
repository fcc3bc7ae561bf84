// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A place in a word at which a line may end with a hyphen.
public struct HyphenationPoint: Hashable, Sendable {
  /// A change of spelling around a hyphen: the German *Schiffahrt* is divided as *Schiff-fahrt*
  /// in the old spelling, the Hungarian *asszonnyal* as *asz-szony-nyal*.
  public struct Replacement: Hashable, Sendable {
    /// The code units of the word that are replaced; the point lies in them or at one of their
    /// ends.
    public let range: Range<Int>
    /// The text in place of these code units before the hyphen, which it does not include.
    public let before: String
    /// The text in place of these code units after the hyphen.
    public let after: String

    /// Creates a replacement.
    package init(range: Range<Int>, before: String, after: String) {
      (self.range, self.before, self.after) = (range, before, after)
    }
  }

  /// The UTF-16 code units before the break.
  public let offset: Int
  /// The change of spelling; `nil` where the hyphen is all that is added.
  public let replacement: Replacement?

  /// Creates a point.
  package init(offset: Int, replacement: Replacement? = nil) {
    (self.offset, self.replacement) = (offset, replacement)
  }
}
