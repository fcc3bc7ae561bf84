// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
import TextAnalysis
package import TextFonts
package import TextModel

/// Text shaped as one run of one font with explicit HarfBuzz settings: no bidi, no itemising, no
/// fallback. Settings that are left open are guessed from the text.
///
/// The numbers and their order are those of the program `hb-shape`. Calls of C functions are
/// `unsafe` for their pointers, which live as long as the call.
package struct PlainRun: Sendable {
  package enum Direction: String, Sendable, CaseIterable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"
    case topToBottom = "ttb"
    case bottomToTop = "btt"
  }

  /// The settings, those of `hb-shape`.
  package struct Options: Sendable {
    /// Context before and after the text: not shaped itself.
    package var before: [UInt32] = []
    package var after: [UInt32] = []
    /// The direction; guessed from the script if absent.
    package var direction: Direction?
    /// The script, as an ISO 15924 tag; guessed from the text if absent.
    package var script: String?
    /// The language, as a BCP 47 tag; empty means undetermined.
    package var language = ""
    /// The features in HarfBuzz's syntax; ranges count scalars.
    package var features: [String] = []
    /// HarfBuzz's cluster level: 0, 1 or 2.
    package var clusterLevel = 0
    package var removesDefaultIgnorables = false
    package var preservesDefaultIgnorables = false
    package var isBeginningOfText = false
    package var isEndOfText = false
    /// The em in output units; the font's own if absent.
    package var fontSize: Double?
    /// The point size for `trak`; 0 for none.
    package var pointSize = 0.0

    package init() {}
  }

  /// A glyph and its position in output units, y upwards.
  package struct Glyph: Hashable, Sendable {
    package var id: UInt32
    package var name: String
    /// The index of a scalar.
    package var cluster: Int
    package var advanceX: Int
    package var advanceY: Int
    package var offsetX: Int
    package var offsetY: Int
  }

  /// The glyphs in visual order.
  package let glyphs: [Glyph]
  /// Whether the font's substitutions made more glyphs than HarfBuzz keeps.
  package let isIncomplete: Bool
  package let direction: Direction
  /// The script, as an ISO 15924 tag; `Zyyy` where the text has no script.
  package let script: FontTag
  /// The language as HarfBuzz writes it; `und` if undetermined.
  package let language: String

  /// Shapes a text of Unicode scalars.
  ///
  /// - Throws: ``ShapingError`` with `badFeature`, `badScript`, `badFontSize` or
  ///   `allocationFailed`.
  package init(_ text: [UInt32], font: Font, options: Options = Options()) throws(ShapingError) {
    let features = try PlainRun.features(options.features)
    let scriptTag = try PlainRun.script(options.script)
    let size = options.fontSize ?? Double(font.unitsPerEm)
    guard size > 0, size <= Double(1 << 24) else {
      throw ShapingError(.badFontSize, "the font size \(size) is not above 0 and at most 16777216")
    }
    try PlainRun.checkLength(text)
    let buffer = unsafe hb_buffer_create()
    defer { unsafe hb_buffer_destroy(buffer) }
    let scaled = unsafe PlainRun.scaledFont(font, size: size, pointSize: options.pointSize)
    defer { unsafe hb_font_destroy(scaled) }

    unsafe hb_buffer_set_flags(buffer, hb_buffer_flags_t(rawValue: PlainRun.flags(options)))
    unsafe hb_buffer_set_cluster_level(
      buffer, hb_buffer_cluster_level_t(rawValue: UInt32(max(0, min(2, options.clusterLevel)))))
    unsafe hb_buffer_add_codepoints(
      buffer, options.before, Int32(options.before.count), UInt32(options.before.count), 0)
    unsafe hb_buffer_add_codepoints(buffer, text, Int32(text.count), 0, Int32(text.count))
    unsafe hb_buffer_add_codepoints(buffer, options.after, Int32(options.after.count), 0, 0)
    if let direction = options.direction {
      unsafe hb_buffer_set_direction(buffer, direction.harfBuzz)
    }
    if let scriptTag { unsafe hb_buffer_set_script(buffer, scriptTag) }
    unsafe hb_buffer_set_language(buffer, HarfBuzzLanguage(options.language).pointer)
    unsafe hb_buffer_guess_segment_properties(buffer)
    unsafe hb_shape(scaled, buffer, features, UInt32(features.count))
    // Only a lack of memory is an error. If HarfBuzz stopped at its bound on the number of glyphs,
    // the glyphs of that moment are kept, as by the program `hb-shape`.
    if unsafe hb_buffer_allocation_successful(buffer) == 0,
      !HarfBuzzBuffer.isLimit(forLength: text.count)
    {
      throw ShapingError(.allocationFailed, "not enough memory to shape the text")
    }

    isIncomplete = unsafe hb_buffer_allocation_successful(buffer) == 0
    glyphs = unsafe PlainRun.glyphs(buffer, scaled)
    direction = unsafe Direction(harfBuzz: hb_buffer_get_direction(buffer))
    let used = unsafe hb_buffer_get_script(buffer).rawValue
    script = used == 0 ? ScriptRuns.common : FontTag(value: used)
    let name = unsafe hb_language_to_string(hb_buffer_get_language(buffer))
    language = unsafe name.map { unsafe String(cString: $0) } ?? "und"
  }

  /// One line as `hb-shape` prints it by default.
  package var line: String {
    var out = "["
    for (i, g) in glyphs.enumerated() {
      if i > 0 { out += "|" }
      out += "\(g.name)=\(g.cluster)"
      if g.offsetX != 0 || g.offsetY != 0 { out += "@\(g.offsetX),\(g.offsetY)" }
      out += "+\(g.advanceX)"
      if g.advanceY != 0 { out += ",\(g.advanceY)" }
    }
    return out + "]"
  }

  private static func checkLength(_ text: [UInt32]) throws(ShapingError) {
    guard text.count <= TextLimits.plainRunLength else {
      throw ShapingError(
        .textTooLong,
        "the text has \(text.count) characters; "
          + "at most \(TextLimits.plainRunLength) are shaped as one run"
      )
    }
    guard text.count > TextLimits.plainRunMarks else { return }
    var marks = 0
    for value in text {
      let isMark =
        value >= 0x300 && Unicode.Scalar(value)?.properties.generalCategory == .nonspacingMark
      marks = isMark ? marks + 1 : 0
      if marks > TextLimits.plainRunMarks {
        throw ShapingError(
          .textTooLong,
          "the text has over \(TextLimits.plainRunMarks) combining marks in a row, "
            + "the most that are shaped as one run"
        )
      }
    }
  }

  private static func features(_ list: [String]) throws(ShapingError) -> [hb_feature_t] {
    var features: [hb_feature_t] = []
    for string in list {
      var feature = hb_feature_t()
      if unsafe hb_feature_from_string(string, Int32(string.utf8.count), &feature) == 0 {
        throw ShapingError(
          .badFeature,
          "\"\(string)\" is no font feature; write for example liga=0, +smcp or kern[3:5]=0")
      }
      features.append(feature)
    }
    return features
  }

  private static func script(_ tag: String?) throws(ShapingError) -> hb_script_t? {
    guard let tag else { return nil }
    let script = unsafe hb_script_from_string(tag, Int32(tag.utf8.count))
    if script.rawValue == 0 || tag.utf8.count != 4 {
      throw ShapingError(.badScript, "\"\(tag)\" is no script; write an ISO 15924 tag such as Latn")
    }
    return script
  }

  private static func flags(_ options: Options) -> UInt32 {
    var flags: UInt32 = 0
    if options.isBeginningOfText { flags |= HB_BUFFER_FLAG_BOT.rawValue }
    if options.isEndOfText { flags |= HB_BUFFER_FLAG_EOT.rawValue }
    if options.removesDefaultIgnorables {
      flags |= HB_BUFFER_FLAG_REMOVE_DEFAULT_IGNORABLES.rawValue
    }
    if options.preservesDefaultIgnorables {
      flags |= HB_BUFFER_FLAG_PRESERVE_DEFAULT_IGNORABLES.rawValue
    }
    return flags
  }

  /// A new HarfBuzz font on the shared face: scale and point size are a font's state.
  @unsafe
  private static func scaledFont(_ font: Font, size: Double, pointSize: Double) -> OpaquePointer? {
    unsafe withExtendedLifetime(font) {
      let made = unsafe hb_font_create(hb_font_get_face(font.hbFont))
      let scale = Int32(size)
      unsafe hb_font_set_scale(made, scale, scale)
      if pointSize > 0 { unsafe hb_font_set_ptem(made, Float(pointSize)) }
      if !font.coordinates.isEmpty {
        unsafe hb_font_set_var_coords_design(
          made, font.coordinates, UInt32(font.coordinates.count))
      }
      return unsafe made
    }
  }

  @unsafe
  private static func glyphs(_ buffer: OpaquePointer?, _ font: OpaquePointer?) -> [Glyph] {
    var count: UInt32 = 0
    let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count)
    let positions = unsafe hb_buffer_get_glyph_positions(buffer, nil)
    guard case (let infos?, let positions?) = unsafe (infos, positions) else { return [] }
    var name = [CChar](repeating: 0, count: 128)
    return (0..<Int(count)).map { i in
      let (info, position) = unsafe (infos[i], positions[i])
      unsafe hb_font_glyph_to_string(font, info.codepoint, &name, 128)
      return Glyph(
        id: info.codepoint,
        name: String(
          decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self),
        cluster: Int(info.cluster), advanceX: Int(position.x_advance),
        advanceY: Int(position.y_advance), offsetX: Int(position.x_offset),
        offsetY: Int(position.y_offset))
    }
  }
}

extension PlainRun.Direction {
  fileprivate var harfBuzz: hb_direction_t {
    switch self {
    case .leftToRight: HB_DIRECTION_LTR
    case .rightToLeft: HB_DIRECTION_RTL
    case .topToBottom: HB_DIRECTION_TTB
    case .bottomToTop: HB_DIRECTION_BTT
    }
  }

  fileprivate init(harfBuzz: hb_direction_t) {
    switch harfBuzz {
    case HB_DIRECTION_RTL: self = .rightToLeft
    case HB_DIRECTION_TTB: self = .topToBottom
    case HB_DIRECTION_BTT: self = .bottomToTop
    default: self = .leftToRight
    }
  }

  /// Reads a name as HarfBuzz does: the first letter decides.
  package init?(abbreviation: String) {
    switch abbreviation.lowercased().first {
    case "l": self = .leftToRight
    case "r": self = .rightToLeft
    case "t": self = .topToBottom
    case "b": self = .bottomToTop
    default: return nil
    }
  }
}
