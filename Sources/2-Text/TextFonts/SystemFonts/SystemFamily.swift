// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextFontconfig

/// The names of the family that a pattern requests: those that are bound strongly. Names that rules
/// added because they are similar are bound weakly and left out.
struct SystemFamily {
  let names: [String]

  /// Reads a pattern in which names have been substituted.
  init(_ pattern: borrowing FontconfigPattern) { names = pattern.strongStrings(of: FC_FAMILY) }

  /// The answer of `FcFontMatch` where the host has faces of the family; `nil` where the general
  /// match is needed.
  ///
  /// fontconfig compares all faces in all respects, some microseconds each. A face of the family is
  /// better than any other unless the pattern contains a property that counts more than the family.
  /// Where it does not, comparing the faces of the family alone gives the same answer.
  func bestFace(
    for pattern: borrowing FontconfigPattern, in config: FontconfigConfiguration
  ) -> FontconfigPattern? {
    let wanted = names.map(SystemFamily.compared)
    guard !wanted.isEmpty, !wanted.contains(where: { $0.contains { $0 >= 0x80 } }),
      let rejectsVariable = SystemFamily.rejectsVariableFaces(pattern)
    else { return nil }
    return config.best(pattern) { face in
      SystemFamily.isOfFamily(face, named: wanted)
        && !(rejectsVariable && face.bool(of: FC_VARIABLE) == true)
    }
  }

  /// Whether variable faces are passed over for their instances, as is usual; `nil` if the pattern
  /// contains another property that counts more than the family.
  private static func rejectsVariableFaces(_ pattern: borrowing FontconfigPattern) -> Bool? {
    for name in [FC_FILE, FC_FONTFORMAT, FC_SCALABLE, FC_COLOR, FC_FOUNDRY, FC_CHARSET] {
      if pattern.valueCount(of: name) > 0 { return nil }
    }
    switch pattern.valueCount(of: FC_VARIABLE) {
    case 0: return false
    case 1: return pattern.bool(of: FC_VARIABLE) == false ? true : nil
    default: return nil
    }
  }

  /// A name as fontconfig compares it: without blanks and case.
  private static func compared(_ name: String) -> [UInt8] {
    name.utf8.filter { $0 != 0x20 }.map(lowercased)
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }

  private static func isOfFamily(
    _ face: borrowing FontconfigPattern, named names: [[UInt8]]
  ) -> Bool {
    var i: Int32 = 0
    while let isNamed = face.withString(
      of: FC_FAMILY, at: i, { text in names.contains { isSame(text, $0) } })
    {
      if isNamed { return true }
      i += 1
    }
    return false
  }

  private static func isSame(_ text: Span<UInt8>, _ name: [UInt8]) -> Bool {
    var matched = 0
    for i in text.indices where text[i] != 0x20 {
      guard matched < name.count, lowercased(text[i]) == name[matched] else { return false }
      matched += 1
    }
    return matched == name.count
  }
}
