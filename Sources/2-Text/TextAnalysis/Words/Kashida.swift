// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU

/// The places where joined letters are elongated (*kashida*): the pairs of letters that allow an
/// elongation, and the best of several places in a word.
///
/// The order of the places is that of Internet Explorer 5.5, which other programs took over:
///
/// 1. beside a U+0640 of the text;
/// 2. after seen and sad and the letters of their shapes;
/// 3. before the final forms of teh marbuta, heh, hah and dal;
/// 4. before the final forms of alef, tah, lam, kaf and gaf;
/// 5. before a medial beh that reh, yeh or alef maksura follows;
/// 6. before the final forms of waw, ain, qaf and feh;
/// 7. before the final form of any other letter.
///
/// Of several places of the same rank, the last is the best. Nothing is inserted between lam and
/// alef, even where the font does not ligate them. Syriac letters have no shapes of these names, so
/// their rank is 7.
///
/// Source: *The big kashida secret*, khtt.net; Unicode's Joining_Type and Joining_Group.
package enum Kashida {
  /// The rank of a place, where 1 is the best; `nil` if the letters do not join or must stay
  /// together.
  ///
  /// - Parameters:
  ///   - before: The letter before the place.
  ///   - after: The letter after the place.
  ///   - next: The letter after `after`; `nil` if the text ends there or has no letter there.
  package static func rank(_ before: UInt32, _ after: UInt32, next: UInt32?) -> Int? {
    guard joinsNext(before), joinsPrevious(after) else { return nil }
    if before == tatweel || after == tatweel { return 1 }
    let (first, second) = (Shape(before), Shape(after))
    if first == .lam && second == .alef { return nil }
    if first == .seen { return 2 }
    let isFinal = !(joinsNext(after) && next.map(joinsPrevious) == true)
    if !isFinal {
      guard second == .beh, let next else { return nil }
      return Shape(next) == .reh || Shape(next) == .yeh ? 5 : nil
    }
    return switch second {
    case .dal: 3
    case .alef, .lam, .kaf: 4
    case .waw: 6
    default: 7
    }
  }

  /// Whether a character is a transparent combining mark, which does not interrupt the joining of
  /// letters.
  package static func isTransparent(_ scalar: UInt32) -> Bool { type(scalar) == 5 }

  /// Whether a character is part of a word whose letters may join.
  package static func isLetter(_ scalar: UInt32) -> Bool {
    let type = type(scalar)
    return type >= 1 && type <= 4 && scalar != 0x200D
  }

  package static let tatweel: UInt32 = 0x640

  // Values of ICU's UJoiningType: 0 joins no letter, 1 causes joining, 2 joins both letters beside
  // it, 3 the next one, 4 the previous one.
  private static func type(_ scalar: UInt32) -> Int32 {
    ctext_icu_joining_type(Int32(truncatingIfNeeded: scalar))
  }

  private static func joinsNext(_ scalar: UInt32) -> Bool {
    let type = type(scalar)
    return type >= 1 && type <= 3
  }

  private static func joinsPrevious(_ scalar: UInt32) -> Bool {
    let type = type(scalar)
    return type == 1 || type == 2 || type == 4
  }

  /// The joining groups, where groups of one rank have one case.
  private enum Shape {
    case seen, dal, alef, lam, kaf, beh, reh, yeh, waw, other

    // Values of ICU's UJoiningGroup.
    init(_ scalar: UInt32) {
      switch ctext_icu_joining_group(Int32(truncatingIfNeeded: scalar)) {
      case 33, 35: self = .seen
      // Dal, hah, both teh marbutas, heh, heh goal.
      case 6, 13, 14, 16, 17, 42: self = .dal
      case 3: self = .alef
      case 22: self = .lam
      // Gaf, kaf, swash kaf, tah.
      case 11, 19, 38, 40: self = .kaf
      case 4: self = .beh
      case 31: self = .reh
      case 45, 55: self = .yeh
      // Ain, feh, qaf, waw.
      case 1, 9, 29, 44: self = .waw
      default: self = .other
      }
    }
  }
}
