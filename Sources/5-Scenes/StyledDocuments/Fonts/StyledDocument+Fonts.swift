// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemFiles
package import TextFonts

/// A face of a font file.
package struct FontReference: Hashable, Sendable {
  /// A font file that is in memory; two are equal if they are the same object.
  package struct Embedded: Hashable, Sendable {
    package let file: FontFile

    package static func == (a: Embedded, b: Embedded) -> Bool { a.file === b.file }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(file)) }
  }

  /// The file, by its path.
  package var file: ScopedFile
  /// The file itself, where an address of the kind `data:` holds it.
  package private(set) var embedded: Embedded?
  /// The index of the face in a collection.
  package var index: Int

  /// Creates a reference to a file by its path.
  package init(file: String, index: Int) {
    self.file = ScopedFile(file)
    self.index = index
  }

  /// Creates a reference to a file in memory.
  package init(embedded file: FontFile) {
    self.init(file: file.name, index: 0)
    embedded = Embedded(file: file)
  }
}

extension StyledDocument {
  /// The fonts of the document: its files, then default and host fonts.
  package func fontCollection() throws -> FontCollection {
    if fonts.isEmpty, usesSystemFonts { return .default }
    let sources = try fonts.map { font in
      let file =
        try font.embedded?.file ?? FontFile(FontFile.open(font.file), path: font.file.name)
      return try FontSource(file, index: font.index)
    }
    let addsDefaults = usesSystemFonts || addsDefaultFonts || fonts.isEmpty
    return FontCollection(
      given: sources, defaultFonts: addsDefaults ? DefaultFont.linked : [],
      includesSystemFonts: usesSystemFonts)
  }
}
