// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CTextFreeType
internal import CanvasDrawing
internal import DocumentJSON
internal import ImageCodecs
internal import TextShaping

/// The `versions` command: the versions of the tool and of the loaded libraries, as JSON.
enum VersionsCommand {
  /// The version of the tool.
  static let textrender = "0.1.0"

  static func run(_ console: CommandConsole) throws(CommandError) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("textrender", textrender)
    writer.member("harfbuzz", LibraryVersions.harfBuzz)
    writer.member("freetype", freeType())
    writer.member("icu", LibraryVersions.icu)
    writer.member("unicode", LibraryVersions.unicode)
    writer.endObject()
    writer.newline()
    try console.write(writer.takeBytes())
  }

  /// The versions on one line, with libpng and the formats of this build: all that pictures depend
  /// on besides fonts.
  static let built: String = {
    let codecs = ImageCodec.allCases.filter(\.isBuilt).map(\.name).joined(separator: ", ")
    return
      "textrender \(textrender), HarfBuzz \(LibraryVersions.harfBuzz), FreeType \(freeType()), "
      + "ICU \(LibraryVersions.icu), Unicode \(LibraryVersions.unicode), "
      + "\(Bitmap.pngLibraries), \(codecs)"
  }()

  private static func freeType() -> String {
    // unsafe: C calls
    var library: FT_Library?
    guard unsafe FT_Init_FreeType(&library) == 0 else { return "unknown" }
    defer { _ = unsafe FT_Done_FreeType(library) }
    var parts: (FT_Int, FT_Int, FT_Int) = (0, 0, 0)
    unsafe FT_Library_Version(library, &parts.0, &parts.1, &parts.2)
    return "\(parts.0).\(parts.1).\(parts.2)"
  }
}
