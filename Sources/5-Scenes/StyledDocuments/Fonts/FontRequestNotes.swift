// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import TextFonts
internal import TextModel
internal import TextShaping
package import TextTypesetting

/// Notes about requested axes, named instances, features, widths and weights that no font of the text has.
enum FontRequestNotes {
  /// The notes about a layout.
  static func notes(_ layout: TextLayout) -> [String] {
    // Most texts request no axes, features, widths and weights, so their runs need not be visited.
    guard layout.text.shaping.values.contains(where: isRequest) else { return [] }
    var notes: [String] = []
    let axes = Requests(layout) { $0.font.variations.map(\.tag) }
    for (tag, faces) in axes.unmet(by: { face, tag in face.axes.contains { $0.tag == tag } }) {
      let known = faces.flatMap(\.axes).map(\.tag.description)
      let others = known.isEmpty ? "it is not variable" : "it has \(known.joined(separator: ", "))"
      notes.append("variations: no font has the axis \(tag): \(names(of: faces)); \(others)")
    }
    notes += instanceNotes(layout)
    let features = Requests(layout) { $0.features.filter { $0.value != 0 }.map(\.tag) }
    for (tag, faces) in features.unmet(by: { $0.hasFeature($1) }) {
      notes.append("features: no font has \(tag): \(names(of: faces))")
    }
    let widths = Requests(layout) {
      $0.font.stretch == 100 ? [] : [FontTag("wdth")].compactMap(\.self)
    }
    for (_, faces) in widths.unmet(by: { face, _ in face.traits.stretch != 100...100 }) {
      notes.append(
        "stretch: \(names(of: faces)) has no other width than the normal one, which is drawn")
    }
    return notes + weightNotes(layout)
  }

  private static func isRequest(_ style: ShapingStyle) -> Bool {
    !style.font.variations.isEmpty || !style.features.isEmpty || style.font.stretch != 100
      || style.font.weight != 400 || !style.font.instance.isEmpty
  }

  /// The most names of instances that a note tells.
  private static let mostInstances = 12

  /// Notes about requested named instances that no font of the text has.
  private static func instanceNotes(_ layout: TextLayout) -> [String] {
    var unmet: [(instance: String, face: FontFace)] = []
    var met: Set<String> = []
    for run in layout.shaped.paragraphs.lazy.flatMap(\.runs) {
      let (face, instance) = (run.font.face, run.style.font.instance)
      if instance.isEmpty || met.contains(instance) { continue }
      if face.instance(named: instance) != nil {
        met.insert(instance)
      } else if !unmet.contains(where: { $0.instance == instance }) {
        unmet.append((instance, face))
      }
    }
    return unmet.filter { !met.contains($0.instance) }.map { instance, face in
      let names = face.namedInstances.map(\.name).filter { !$0.isEmpty }
      let others =
        names.isEmpty
        ? "it has none"
        : "it has \(names.prefix(mostInstances).joined(separator: ", "))"
          + (names.count > mostInstances ? " and more" : "")
      return "instance: \(face.postScriptName) has no instance '\(instance)'; \(others)"
    }
  }

  /// The least difference from the requested weight that is noted.
  private static let weightTolerance = 150.0

  /// Notes about requested weights to which no font of the text comes near.
  private static func weightNotes(_ layout: TextLayout) -> [String] {
    var unmet: [(weight: Double, face: FontFace)] = []
    var met: Set<Double> = []
    for run in layout.shaped.paragraphs.lazy.flatMap(\.runs) {
      let (font, weight) = (run.font, run.style.font.weight)
      // Fonts with colour glyphs are skipped, since colour glyphs have no weight.
      if weight == 400 || font.face.hasColorGlyphs { continue }
      let range = font.face.traits.weight
      let drawn = min(max(weight, range.lowerBound), range.upperBound)
      if font.synthesis.contains(.embolden) || abs(drawn - weight) <= weightTolerance {
        met.insert(weight)
      } else if !unmet.contains(where: { $0.weight == weight }) {
        unmet.append((weight, font.face))
      }
    }
    return unmet.filter { !met.contains($0.weight) }.map { weight, face in
      let range = face.traits.weight
      let drawn = min(max(weight, range.lowerBound), range.upperBound)
      return "weight: \(face.postScriptName) has the weight \(DecimalNumber.text(drawn)), which is "
        + "drawn, not \(DecimalNumber.text(weight))"
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

    /// The requested tags that none of the used faces has.
    func unmet(
      by meets: (FontFace, FontTag) -> Bool
    ) -> [(tag: FontTag, faces: [FontFace])] {
      entries.filter { entry in !entry.faces.contains { meets($0, entry.tag) } }
    }
  }
}

extension TextLayout {
  /// Notes about text that is cut off, and about requested properties that the fonts do not have;
  /// for documents and layers alike.
  package var styleNotes: [String] {
    [cutTextNote].compactMap(\.self) + FontRequestNotes.notes(self)
  }

  /// Notes about the text of a layer, without the name of the layer.
  package var layerNotes: [String] {
    [cutOffNote, annotationNote].compactMap(\.self) + styleNotes
  }

  /// The note about text that is left out without an ellipsis; `nil` if nothing is left out.
  private var cutTextNote: String? {
    guard isTruncated, container.truncation == .none else { return nil }
    let bound: DocumentMember =
      container.maximumLines > 0 ? .maxLines : axes.isVertical ? .width : .height
    func isScalarStart(_ unit: UInt16) -> Bool { unit & 0xFC00 != 0xDC00 }
    let count = text.utf16.count(where: isScalarStart)
    let rest = text.utf16[min(visibleRange.end, text.length)...].count(where: isScalarStart)
    return "\(bound.rawValue): the text is cut after line \(lines.count); \(rest) of \(count) "
      + "characters are left out"
  }
}
