// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The character set of a dictionary, which its first line names.
///
/// The sets are those of the dictionaries that Debian has, and their neighbours; the tables are
/// Unicode's (`MAPPINGS/ISO8859`, `MAPPINGS/VENDORS`). All text is converted to UTF-8, so that one
/// automaton of bytes serves all sets.
enum DictionaryCharacters: Sendable {
  case utf8
  /// The characters of the bytes from 128 on.
  case table([Unicode.Scalar])

  /// - Parameter name: The name of the set, such as `UTF-8` or `ISO8859-15`, in any case.
  /// - Returns: `nil` for a set that is not known.
  init?(named name: String) {
    let name = name.lowercased()
    switch name {
    case "utf-8", "utf8": self = .utf8
    default:
      let plain = name.hasPrefix("iso-8859-") ? "iso" + name.dropFirst(4) : name
      guard let upper = Self.upperHalf(of: plain) else { return nil }
      let controls = (0x80..<0xA0).map { Unicode.Scalar(UInt8($0)) }
      self = .table((upper.count == 96 ? controls : []) + upper)
    }
  }

  /// The characters of the bytes from 160 on, or from 128 on.
  private static func upperHalf(of name: String) -> [Unicode.Scalar]? {
    if ["iso8859-1", "us-ascii", "ascii"].contains(name) {
      return (0xA0...0xFF).map { Unicode.Scalar(UInt8($0)) }
    }
    return characters(of: name).map { Array($0.unicodeScalars) }
  }

  private static func characters(of name: String) -> String? {
    switch name {
    case "iso8859-2":
      "\u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žż"
        + "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß"
        + "ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙"
    case "iso8859-3":
      "\u{A0}Ħ˘£¤\u{FFFD}Ĥ§¨İŞĞĴ\u{AD}\u{FFFD}Ż°ħ²³´µĥ·¸ışğĵ½\u{FFFD}ż"
        + "ÀÁÂ\u{FFFD}ÄĊĈÇÈÉÊËÌÍÎÏ\u{FFFD}ÑÒÓÔĠÖ×ĜÙÚÛÜŬŜß"
        + "àáâ\u{FFFD}äċĉçèéêëìíîï\u{FFFD}ñòóôġö÷ĝùúûüŭŝ˙"
    case "iso8859-4":
      "\u{A0}ĄĸŖ¤ĨĻ§¨ŠĒĢŦ\u{AD}Ž¯°ą˛ŗ´ĩļˇ¸šēģŧŊžŋ"
        + "ĀÁÂÃÄÅÆĮČÉĘËĖÍÎĪĐŅŌĶÔÕÖ×ØŲÚÛÜŨŪß"
        + "āáâãäåæįčéęëėíîīđņōķôõö÷øųúûüũū˙"
    case "iso8859-5":
      "\u{A0}ЁЂЃЄЅІЇЈЉЊЋЌ\u{AD}ЎЏАБВГДЕЖЗИЙКЛМНОП"
        + "РСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп"
        + "рстуфхцчшщъыьэюя№ёђѓєѕіїјљњћќ§ўџ"
    case "iso8859-7":
      "\u{A0}‘’£€₯¦§¨©ͺ«¬\u{AD}\u{FFFD}―°±²³΄΅Ά·ΈΉΊ»Ό½ΎΏ"
        + "ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ\u{FFFD}ΣΤΥΦΧΨΩΪΫάέήί"
        + "ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ\u{FFFD}"
    case "iso8859-9":
      "\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿"
        + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞß"
        + "àáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ"
    case "iso8859-10":
      "\u{A0}ĄĒĢĪĨĶ§ĻĐŠŦŽ\u{AD}ŪŊ°ąēģīĩķ·ļđšŧž―ūŋ"
        + "ĀÁÂÃÄÅÆĮČÉĘËĖÍÎÏÐŅŌÓÔÕÖŨØŲÚÛÜÝÞß"
        + "āáâãäåæįčéęëėíîïðņōóôõöũøųúûüýþĸ"
    case "iso8859-13":
      "\u{A0}”¢£¤„¦§Ø©Ŗ«¬\u{AD}®Æ°±²³“µ¶·ø¹ŗ»¼½¾æ"
        + "ĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽß"
        + "ąįāćäåęēčéźėģķīļšńņóōõö÷ųłśūüżž’"
    case "iso8859-14":
      "\u{A0}Ḃḃ£ĊċḊ§Ẁ©ẂḋỲ\u{AD}®ŸḞḟĠġṀṁ¶ṖẁṗẃṠỳẄẅṡ"
        + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏŴÑÒÓÔÕÖṪØÙÚÛÜÝŶß"
        + "àáâãäåæçèéêëìíîïŵñòóôõöṫøùúûüýŷÿ"
    case "iso8859-15":
      "\u{A0}¡¢£€¥Š§š©ª«¬\u{AD}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿"
        + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß"
        + "àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"
    case "koi8-r":
      "─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{A0}⌡°²·÷"
        + "═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©"
        + "юабцдефгхийклмнопярстужвьызшэщчъ"
        + "ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ"
    case "koi8-u":
      "─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{A0}⌡°²·÷"
        + "═║╒ёє╔ії╗╘╙╚╛ґ╝╞╟╠╡ЁЄ╣ІЇ╦╧╨╩╪Ґ╬©"
        + "юабцдефгхийклмнопярстужвьызшэщчъ"
        + "ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ"
    case "microsoft-cp1250":
      "€\u{FFFD}‚\u{FFFD}„…†‡\u{FFFD}‰Š‹ŚŤŽŹ\u{FFFD}‘’“”•–—\u{FFFD}™š›śťžź"
        + "\u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{AD}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż"
        + "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß"
        + "ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙"
    case "microsoft-cp1251":
      "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{FFFD}™љ›њќћџ"
        + "\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї"
        + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
        + "абвгдежзийклмнопрстуфхцчшщъыьэюя"
    case "microsoft-cp1252":
      "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ"
        + "\u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿"
        + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß"
        + "àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ"
    default: nil
    }
  }

  /// The bytes of a line as UTF-8; `nil` where they are no characters of the set.
  func decoded(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    switch self {
    case .utf8:
      let bytes = Array(line)
      return bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
        ? bytes : nil
    case .table(let upper):
      var result: [UInt8] = []
      result.reserveCapacity(line.count)
      for byte in line {
        if byte < 0x80 {
          result.append(byte)
        } else {
          let scalar = upper[Int(byte) - 0x80]
          if scalar == "\u{FFFD}" { return nil }
          result.append(contentsOf: String(Character(scalar)).utf8)
        }
      }
      return result
    }
  }
}
