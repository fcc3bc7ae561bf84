// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import Pictures
internal import TextAnalysis
internal import TextShaping

/// The `versions` command: the versions of the tool and of the loaded libraries, as JSON.
enum VersionsCommand {
  static func run(_ console: CommandConsole) throws(CommandError) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("textrender", RenderingVersions.project)
    writer.member("harfbuzz", LibraryVersions.harfBuzz)
    writer.member("freetype", RenderingVersions.freeType)
    writer.member("icu", LibraryVersions.icu)
    writer.member("unicode", LibraryVersions.unicode)
    writer.member("unicodeOfLines", LibraryVersions.unicodeOfLines)
    writer.endObject()
    writer.newline()
    try console.write(writer.takeBytes())
  }
}
