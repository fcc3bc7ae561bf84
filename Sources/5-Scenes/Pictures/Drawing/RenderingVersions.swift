// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CTextFreeType
internal import CanvasDrawing
internal import ImageCodecs
internal import TextAnalysis
internal import TextShaping

/// The versions of this project and of the libraries that pictures depend on.
package enum RenderingVersions {
  /// The version of this project.
  package static let project = "0.2.0"

  /// All versions on one line, with the formats of this build: all that pictures depend on besides
  /// fonts.
  package static let text: String = {
    let codecs = PictureFormat.allCases.filter { $0.isBuilt && !$0.isVector && !$0.isRaw }.map(
      \.name
    ).sorted().joined(separator: ", ")
    return
      "textrender \(project), HarfBuzz \(LibraryVersions.harfBuzz), FreeType \(freeType), "
      + "ICU \(LibraryVersions.icu), Unicode \(LibraryVersions.unicode), "
      + "\(Bitmap.pngLibraries), \(codecs)"
  }()

  /// The version of FreeType.
  package static let freeType: String = {
    // unsafe: C calls
    var library: FT_Library?
    guard unsafe FT_Init_FreeType(&library) == 0 else { return "unknown" }
    defer { _ = unsafe FT_Done_FreeType(library) }
    var parts: (FT_Int, FT_Int, FT_Int) = (0, 0, 0)
    unsafe FT_Library_Version(library, &parts.0, &parts.1, &parts.2)
    return "\(parts.0).\(parts.1).\(parts.2)"
  }()
}
