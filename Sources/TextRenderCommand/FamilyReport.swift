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
    var told: Set<[String]> = []
    for style in layout.text.shaping.values {
      let families = style.font.families
      if families.isEmpty || !told.insert(families).inserted { continue }
      let listing = fonts.cascade(for: style.font, language: style.language).listing
      let isKnown = listing.contains { entry in
        switch entry.reason {
        // Given files come before any family, and may be of it.
        case .family, .given: true
        case .embedded, .system, .missing: false
        }
      }
      guard !isKnown, let first = listing.first else { continue }
      let names = families.map { "'\($0)'" }.joined(separator: " or ")
      console.note(
        "no font of the family \(names) was found; \(first.face.postScriptName) takes its place")
    }
  }
}
