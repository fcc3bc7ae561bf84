// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextFonts
internal import TextModel
internal import TextShaping
internal import TextTypesetting

/// Tells of families that were asked for and of which there is no font.
enum FamilyReport {
  static func write(_ layout: TextLayout, to console: CommandConsole) {
    let fonts = layout.shaped.fonts
    var told: [[String]] = []
    for style in layout.text.shaping.values {
      let families = style.font.families
      if families.isEmpty || told.contains(families) { continue }
      told.append(families)
      let cascade = fonts.cascade(for: style.font, language: style.language)
      // Given files come before any family, and may be of it.
      guard !cascade.hasAskedFont, let first = cascade.listing.first else { continue }
      let names = families.map { "'\($0)'" }.joined(separator: " or ")
      console.note(
        "no font of the family \(names) was found; \(first.face.postScriptName) takes its place")
    }
  }
}
