// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments
internal import SystemFiles
internal import TextDefaultFonts  // Links the built-in fonts, which the cache finds.
internal import TextFonts

extension FontCache {
  /// Returns a face of a file.
  ///
  /// - Throws: ``CommandError`` with `unusableFont`.
  func source(_ reference: FontReference) throws(CommandError) -> FontSource {
    do {
      return try face(reference)
    } catch {
      let isFamily = !reference.file.name.contains { $0 == "." || $0 == "/" }
      let hint = isFamily ? "; a family is asked for with \(CommandOption.fontFamily.typed)" : ""
      throw CommandError(.unusableFont, error.file, error.message + hint)
    }
  }

  /// Returns the collection of the given faces and their fallback fonts.
  ///
  /// - Parameters:
  ///   - system: Whether the host's fonts are searched last.
  ///   - defaults: Whether the built-in fonts are searched after the given faces.
  func collection(
    _ references: [FontReference], system: Bool, defaults: Bool
  ) throws(CommandError) -> FontCollection {
    var sources: [FontSource] = []
    for reference in references { sources.append(try source(reference)) }
    return collection(of: sources, system: system, defaults: defaults)
  }

  /// Returns the collection for a document.
  ///
  /// A document without font files gets the built-in fonts, so that there is always a font.
  func collection(for document: StyledDocument) throws(CommandError) -> FontCollection {
    try collection(
      document.fonts, system: document.usesSystemFonts,
      defaults: document.usesSystemFonts || document.addsDefaultFonts || document.fonts.isEmpty)
  }
}
