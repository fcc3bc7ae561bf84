// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CTextFreeType
internal import TextShaping

/// `versions`: what is running, as read from the libraries that are loaded.
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

  private static func freeType() -> String {
    var library: FT_Library?
    guard unsafe FT_Init_FreeType(&library) == 0, let library = unsafe library else {
      return "unknown"
    }
    defer { _ = unsafe FT_Done_FreeType(library) }
    var parts: (FT_Int, FT_Int, FT_Int) = (0, 0, 0)
    unsafe FT_Library_Version(library, &parts.0, &parts.1, &parts.2)
    return "\(parts.0).\(parts.1).\(parts.2)"
  }
}
