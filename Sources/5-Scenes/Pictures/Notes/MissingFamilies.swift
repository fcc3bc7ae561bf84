// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import TextFonts
internal import TextModel
internal import TextShaping
internal import TextTypesetting

extension TextLayout {
  /// Notes about requested font families that were not found or draw no character: one note for
  /// each list of families.
  var missingFamilyNotes: [String] {
    let fonts = shaped.fonts
    var notes: [String] = []
    var reported: [[String]] = []
    for style in text.shaping.values {
      let families = style.font.families
      if families.isEmpty || reported.contains(families) { continue }
      reported.append(families)
      let cascade = fonts.cascade(for: style)
      guard let first = cascade.listing.first else { continue }
      let names = families.map { "'\($0)'" }.joined(separator: " or ")
      let faces = cascade.requestedFaces
      if faces.isEmpty {
        notes.append(
          "no font of the family \(names) was found; \(first.face.postScriptName) takes its place")
        continue
      }
      // Only a font given as a file is tried before the family, so only then can the family be
      // found and still draw nothing.
      guard case .given = first.reason else { continue }
      let runs = shaped.paragraphs.lazy.flatMap(\.runs).filter {
        $0.style.font.families == families
      }
      if runs.contains(where: { run in faces.contains { $0.id == run.font.face.id } }) { continue }
      guard let drawn = runs.first?.font.face.postScriptName else { continue }
      notes.append(
        "the family \(names) draws nothing: the fonts given as files are tried first, and \(drawn) "
          + "has the characters")
    }
    return notes
  }
}

extension FontCascade {
  /// The faces of the families that the descriptor names, among them fonts given as files.
  package var requestedFaces: [FontFace] {
    func plain(_ name: String) -> String {
      name.lowercased().filter { $0 != " " && $0 != "-" && $0 != "_" }
    }
    let wanted = descriptor.families.map(plain)
    return listing.filter { face, reason in
      switch reason {
      case .family: true
      case .given: face.names.familyAliases.contains { wanted.contains(plain($0)) }
      case .substitute, .embedded, .system, .missing: false
      }
    }.map(\.face)
  }
}
