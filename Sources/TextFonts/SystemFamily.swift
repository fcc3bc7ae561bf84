// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextFontconfig

/// The names under which a pattern asks for a family itself: bound strongly, not by mere similarity.
struct SystemFamily {
  let names: [String]

  /// Reads a pattern in which names have been substituted.
  init(_ pattern: OpaquePointer) {
    var names: [String] = []
    var i: Int32 = 0
    var value = unsafe FcValue()
    var binding = FcValueBindingWeak
    while unsafe FcPatternGetWithBinding(pattern, FC_FAMILY, i, &value, &binding) == FcResultMatch {
      if binding != FcValueBindingWeak, unsafe value.type == FcTypeString,
        let text = unsafe value.u.s
      {
        names.append(unsafe String(cString: text))
      }
      i += 1
    }
    self.names = names
  }

  /// What `FcFontMatch` answers where the host has faces of the family; otherwise `nil`, which says nothing.
  ///
  /// fontconfig compares all faces in all respects, some microseconds each. A face of the family is better than any of
  /// another unless the pattern asks for something that counts more than the family. Where it does not, the
  /// faces of the family alone are compared, in the same order, so the answer is the same.
  @unsafe func bestFace(for pattern: OpaquePointer, in config: OpaquePointer) -> OpaquePointer? {
    let wanted = names.map(SystemFamily.compared)
    guard !wanted.isEmpty, !wanted.contains(where: { $0.contains { $0 >= 0x80 } }),
      let rejectsVariable = unsafe SystemFamily.rejectsVariableFaces(pattern)
    else { return nil }
    var faces = unsafe [OpaquePointer?]()
    for kind in [FcSetSystem, FcSetApplication] {
      guard let set = unsafe FcConfigGetFonts(config, kind) else { continue }
      for i in 0..<Int(unsafe set.pointee.nfont) {
        guard let face = unsafe set.pointee.fonts[i],
          unsafe SystemFamily.isOfFamily(face, named: wanted)
        else { continue }
        var isVariable: FcBool = 0
        unsafe FcPatternGetBool(face, FC_VARIABLE, 0, &isVariable)
        if rejectsVariable, isVariable == FcTrue { continue }
        unsafe faces.append(face)
      }
    }
    let count = Int32(unsafe faces.count)
    if count == 0 { return nil }
    return unsafe faces.withUnsafeMutableBufferPointer { faces in
      var set = unsafe FcFontSet(nfont: count, sfont: count, fonts: faces.baseAddress)
      return unsafe withUnsafeMutablePointer(to: &set) { set in
        var sets: UnsafeMutablePointer<FcFontSet>? = unsafe set
        var result = FcResultMatch
        return unsafe FcFontSetMatch(config, &sets, 1, pattern, &result)
      }
    }
  }

  /// Whether variable faces are passed over for others, as is usual, since their instances stand beside them; `nil` if
  /// the pattern asks for anything else that counts more than the family.
  private static func rejectsVariableFaces(_ pattern: OpaquePointer) -> Bool? {
    var value = unsafe FcValue()
    for name in [FC_FILE, FC_FONTFORMAT, FC_SCALABLE, FC_COLOR, FC_FOUNDRY, FC_CHARSET] {
      if unsafe FcPatternGet(pattern, name, 0, &value) == FcResultMatch { return nil }
    }
    guard unsafe FcPatternGet(pattern, FC_VARIABLE, 0, &value) == FcResultMatch else {
      return false
    }
    guard unsafe value.type == FcTypeBool, unsafe value.u.b == FcFalse,
      unsafe FcPatternGet(pattern, FC_VARIABLE, 1, &value) != FcResultMatch
    else { return nil }
    return true
  }

  /// A name as fontconfig compares it: without blanks and case.
  private static func compared(_ name: String) -> [UInt8] {
    name.utf8.filter { $0 != 0x20 }.map(lowercased)
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }

  private static func isOfFamily(_ face: OpaquePointer, named names: [[UInt8]]) -> Bool {
    var text: UnsafeMutablePointer<FcChar8>?
    var i: Int32 = 0
    while unsafe FcPatternGetString(face, FC_FAMILY, i, &text) == FcResultMatch,
      let text = unsafe text
    {
      for name in names where unsafe isSame(text, name) { return true }
      i += 1
    }
    return false
  }

  private static func isSame(_ text: UnsafeMutablePointer<FcChar8>, _ name: [UInt8]) -> Bool {
    var i = 0
    var matched = 0
    while unsafe text[i] != 0 {
      let byte = unsafe text[i]
      i += 1
      if byte == 0x20 { continue }
      guard matched < name.count, lowercased(byte) == name[matched] else { return false }
      matched += 1
    }
    return matched == name.count
  }
}
