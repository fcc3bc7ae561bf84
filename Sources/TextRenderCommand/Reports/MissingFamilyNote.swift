// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextFonts
internal import TextModel
internal import TextShaping
internal import TextTypesetting

/// Notes about font families that were requested and not found.
enum MissingFamilyNote {
  /// Writes a note for each list of families without a font.
  static func write(_ layout: TextLayout, to console: CommandConsole) {
    let fonts = layout.shaped.fonts
    var reported: [[String]] = []
    for style in layout.text.shaping.values {
      let families = style.font.families
      if families.isEmpty || reported.contains(families) { continue }
      reported.append(families)
      let cascade = fonts.cascade(for: style.font, language: style.language)
      // A font that is given as a file may belong to the family.
      guard !cascade.hasAskedFont, let first = cascade.listing.first else { continue }
      let names = families.map { "'\($0)'" }.joined(separator: " or ")
      console.note(
        "no font of the family \(names) was found; \(first.face.postScriptName) takes its place")
    }
  }
}
