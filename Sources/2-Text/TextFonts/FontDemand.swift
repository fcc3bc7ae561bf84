// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// The properties that a descriptor asks of a face besides characters: weight, slope, generic
/// family.
///
/// A face that has all three comes before one that must be bent, be it embedded or the host's.
struct FontDemand: Sendable {
  let descriptor: FontDescriptor
  /// The generic family of the first family that has one; sans-serif where none is asked for.
  let generic: GenericFamily
  /// Whether the descriptor asks for a family that has one.
  let isGenericAsked: Bool

  /// - Parameter generic: The generic family of what is asked for; `nil` for none.
  init(_ descriptor: FontDescriptor, generic: GenericFamily?) {
    self.descriptor = descriptor
    self.generic = generic ?? .sansSerif
    isGenericAsked = generic != nil
  }

  /// The number of properties of which a face may fall short.
  static let count = 3

  /// Whether fonts are tried in the usual order: nothing is asked for that some fallback font may
  /// not have.
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

  /// The number of changes that are made to the outlines of a face.
  func bends(_ traits: FontTraits, isColored: Bool) -> Int {
    FontMatcher.synthesis(of: traits, isColored: isColored, for: descriptor).rawValue
      .nonzeroBitCount
  }
}
