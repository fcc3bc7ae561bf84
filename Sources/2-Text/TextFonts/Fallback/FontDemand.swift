// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// The properties that a face should have for a descriptor besides mapping the characters: weight,
/// slant, generic family.
///
/// A face that has all three, embedded or of the host, comes before one whose weight or slant must
/// be synthesised.
struct FontDemand: Sendable {
  let descriptor: FontDescriptor
  /// The generic family of the first family in the descriptor that has one; sans-serif if none has.
  let generic: GenericFamily
  /// Whether a family in the descriptor has a generic family.
  let isGenericAsked: Bool

  /// - Parameter generic: The generic family of the first family in the descriptor that has one;
  ///   `nil` if none has.
  init(_ descriptor: FontDescriptor, generic: GenericFamily?) {
    self.descriptor = descriptor
    self.generic = generic ?? .sansSerif
    isGenericAsked = generic != nil
  }

  /// The number of properties: the most that a face may lack.
  static let count = 3

  /// Whether fonts are tried in the usual order: the descriptor is for upright sans-serif text that
  /// is not bold, which every fallback font can show without changes.
  var isPlain: Bool {
    generic == .sansSerif && descriptor.slant == .normal
      && descriptor.weight < FontMatcher.leastSyntheticWeight
  }

  /// The number of the three wanted properties that a face lacks.
  func shortfall(of face: FontFace) -> Int {
    let found = face.genericFamily
    // If no family is wanted, a face of unknown generic family counts as sans-serif.
    let isOther = found == nil ? isGenericAsked : found != generic
    return bends(face.traits, isColored: face.hasColorGlyphs) + (isOther ? 1 : 0)
  }

  /// The number of the three wanted properties that an embedded font lacks, without opening it.
  func shortfall(of font: DefaultFont) -> Int {
    let isOther: Bool
    if let found = GenericFamily(font.role) {
      isOther = found != generic
    } else {
      isOther = isGenericAsked && GenericFamily(wordsOf: font.family) != generic
    }
    return bends(font.traits, isColored: font.hasColorGlyphs) + (isOther ? 1 : 0)
  }

  /// The number of synthesised changes, bold and slant, that are made to the outlines of a face.
  func bends(_ traits: FontTraits, isColored: Bool) -> Int {
    FontMatcher.synthesis(of: traits, isColored: isColored, for: descriptor).rawValue
      .nonzeroBitCount
  }
}
