// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyleSheets
internal import StyledDocuments
internal import TextFonts
internal import TextModel

extension PageResources {
  /// A collection with the fonts of `@font-face`; of equals the later one counts (CSS Fonts 4, §4).
  func fonts(_ faces: [StyleSheets.FontFace], among fonts: FontCollection) -> FontCollection {
    fonts.adding(
      faces.reversed().compactMap { rule in
        guard let face = face(of: rule, among: fonts) else { return nil }
        var traits = face.traits
        if let weights = rule.weights { traits.weight = weights }
        if let stretches = rule.stretches { traits.stretch = stretches }
        switch rule.slant {
        case nil: break
        case .normal: traits.slant = .normal
        case .italic: traits.slant = .italic
        case .oblique: traits.slant = .oblique
        }
        return NamedFont(face, family: rule.family, traits: traits)
      })
  }

  /// The first source of a rule that can be read.
  private func face(
    of rule: StyleSheets.FontFace, among fonts: FontCollection
  ) -> TextFonts.FontFace? {
    var failures: [(reference: String, reason: String)] = []
    for source in rule.sources {
      switch source {
      case .local(let name):
        if let face = fonts.face(named: name) { return face }
        failures.append(("local(\(name))", "there is no such font"))
      case .url(let reference, let format):
        if let format = format?.lowercased(), !Self.fontFormats.contains(format) {
          failures.append((reference, "fonts of the format '\(format)' are not read"))
          continue
        }
        do {
          if let face = try font(reference) { return face }
        } catch let error as DocumentError {
          failures.append((reference, error.message))
        } catch {
          failures.append((reference, (error as? FontError)?.message ?? "\(error)"))
        }
      }
    }
    for failure in failures { miss(failure.reference, failure.reason) }
    return nil
  }

  private static let fontFormats: Set<String> = [
    "woff", "woff2", "truetype", "opentype", "collection", "truetype-variations",
    "opentype-variations", "woff-variations", "woff2-variations",
  ]

  /// The font at an address below the root, or in the address; `nil` for one of the network.
  private func font(_ reference: String) throws -> TextFonts.FontFace? {
    let key = DocumentKey("")
    if let data = try files.fontData(reference, key) {
      try files.take(bytes: data.count, key)
      return try FontFile(data: data, name: "data:").face()
    }
    guard let name = name(of: reference) else { return nil }
    var font = FontReference(file: name, index: 0)
    font.file = try files.font(name, key)
    return try FontCache.shared.face(font).face
  }
}
