// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CTextHarfBuzz
internal import DocumentJSON
internal import TextFonts
internal import TextModel
internal import TextShaping
internal import TextTypesetting

/// Notes about axes, features, widths and weights that were requested and that no font of the text
/// has.
enum FontRequestNote {
  /// Notes requested axes, features, widths and weights that no font has.
  static func write(_ layout: TextLayout, to console: CommandConsole) {
    // Most texts request nothing.
    guard layout.text.shaping.values.contains(where: isRequest) else { return }
    let axes = Requests(layout) { $0.font.variations.map(\.tag) }
    for (tag, faces) in axes.unmet(by: { face, tag in face.axes.contains { $0.tag == tag } }) {
      let known = faces.flatMap(\.axes).map(\.tag.description)
      let others = known.isEmpty ? "it is not variable" : "it has \(known.joined(separator: ", "))"
      console.note("variations: no font has the axis \(tag): \(names(of: faces)); \(others)")
    }
    let features = Requests(layout) { $0.features.filter { $0.value != 0 }.map(\.tag) }
    for (tag, faces) in features.unmet(by: { $0.hasFeature($1) }) {
      console.note("features: no font has \(tag): \(names(of: faces))")
    }
    let widths = Requests(layout) {
      $0.font.stretch == 100 ? [] : [FontTag("wdth")].compactMap(\.self)
    }
    for (_, faces) in widths.unmet(by: { face, _ in face.traits.stretch != 100...100 }) {
      console.note(
        "stretch: \(names(of: faces)) has no other width than the normal one, which is drawn")
    }
    writeWeights(layout, to: console)
  }

  private static func isRequest(_ style: ShapingStyle) -> Bool {
    !style.font.variations.isEmpty || !style.features.isEmpty || style.font.stretch != 100
      || style.font.weight != 400
  }

  /// The least difference from the requested weight that is noted.
  private static let weightTolerance = 150.0

  /// Notes requested weights to which no font of the text comes near.
  private static func writeWeights(_ layout: TextLayout, to console: CommandConsole) {
    var unmet: [(weight: Double, face: FontFace)] = []
    var met: Set<Double> = []
    for run in layout.shaped.paragraphs.lazy.flatMap(\.runs) {
      let (font, weight) = (run.font, run.style.font.weight)
      // Colour glyphs have no weight.
      if weight == 400 || font.face.hasColorGlyphs { continue }
      let range = font.face.traits.weight
      let drawn = min(max(weight, range.lowerBound), range.upperBound)
      if font.synthesis.contains(.embolden) || abs(drawn - weight) <= weightTolerance {
        met.insert(weight)
      } else if !unmet.contains(where: { $0.weight == weight }) {
        unmet.append((weight, font.face))
      }
    }
    for (weight, face) in unmet where !met.contains(weight) {
      let range = face.traits.weight
      let drawn = min(max(weight, range.lowerBound), range.upperBound)
      console.note(
        "weight: \(face.postScriptName) has the weight \(DecimalNumber.text(drawn)), which is "
          + "drawn, not \(DecimalNumber.text(weight))")
    }
  }

  private static func names(of faces: [FontFace]) -> String {
    faces.prefix(3).map(\.postScriptName).joined(separator: ", ")
  }

  /// The tags that styles request, with the faces that are used for those styles.
  private struct Requests {
    private var entries: [(tag: FontTag, faces: [FontFace])] = []

    init(_ layout: TextLayout, _ tags: (ShapingStyle) -> [FontTag]) {
      for run in layout.shaped.paragraphs.lazy.flatMap(\.runs) {
        let face = run.font.face
        for tag in tags(run.style) {
          guard let index = entries.firstIndex(where: { $0.tag == tag }) else {
            entries.append((tag, [face]))
            continue
          }
          if !entries[index].faces.contains(where: { $0.id == face.id }) {
            entries[index].faces.append(face)
          }
        }
      }
    }

    /// The requests that none of their faces meets.
    func unmet(
      by meets: (FontFace, FontTag) -> Bool
    ) -> [(tag: FontTag, faces: [FontFace])] {
      entries.filter { entry in !entry.faces.contains { meets($0, entry.tag) } }
    }
  }
}

extension FontFace {
  /// Whether the face has an OpenType feature, or a table `kern` that HarfBuzz uses in place of
  /// one.
  func hasFeature(_ tag: FontTag) -> Bool {
    if tag == FontTag("kern") { return true }
    for table in ["GSUB", "GPOS"].compactMap(FontTag.init) {
      let name = table.value
      // unsafe: C calls
      var count: UInt32 = 0
      let total = unsafe hb_ot_layout_table_get_feature_tags(hbFace, name, 0, &count, nil)
      var tags = [hb_tag_t](repeating: 0, count: Int(total))
      count = total
      _ = unsafe hb_ot_layout_table_get_feature_tags(hbFace, name, 0, &count, &tags)
      if tags.contains(tag.value) { return true }
    }
    return false
  }
}
