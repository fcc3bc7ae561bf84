// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemFiles
package import TextFonts

/// A face of a font file.
package struct FontReference: Hashable, Sendable {
  /// The file, by its path.
  package var file: ScopedFile
  /// The index of the face in a collection.
  package var index: Int

  /// Creates a reference to a file by its path.
  package init(file: String, index: Int) {
    self.file = ScopedFile(file)
    self.index = index
  }
}

extension StyledDocument {
  /// The fonts of the document: its files, then default and host fonts.
  package func fontCollection() throws -> FontCollection {
    if fonts.isEmpty, usesSystemFonts { return .default }
    let sources = try fonts.map { font in
      let file = try FontFile(FontFile.open(font.file), path: font.file.name)
      return try FontSource(file, index: font.index)
    }
    let addsDefaults = usesSystemFonts || addsDefaultFonts || fonts.isEmpty
    return FontCollection(
      given: sources, defaultFonts: addsDefaults ? DefaultFont.linked : [],
      includesSystemFonts: usesSystemFonts)
  }
}
