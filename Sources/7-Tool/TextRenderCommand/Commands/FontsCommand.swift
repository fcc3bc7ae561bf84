// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import Pictures
internal import StyledDocuments
internal import TextFonts
internal import TextModel

/// The `fonts` command: the fonts for a style, in the order in which they are tried.
enum FontsCommand {
  /// Writes the list as text or JSON.
  static func run(_ arguments: Arguments, _ console: CommandConsole) throws(CommandError) {
    let format = try arguments.word(.format) ?? "text"
    let document = try arguments.fontRequest()
    let fonts = try FontCache.shared.collection(for: document)
    var shaping = TextStyle.default.shaping
    document.style.apply(to: &shaping)
    let cascade = fonts.cascade(for: shaping.font, language: shaping.language)
    let families = fonts.includesSystemFonts ? fonts.systemFamilies : []
    if !shaping.font.families.isEmpty, cascade.requestedFaces.isEmpty {
      console.note(
        "no font of the family \(shaping.font.families.map { "'\($0)'" }.joined(separator: " or ")) "
          + "was found")
    }
    let listing = cascade.listing.map { Entry(face: $0.face, reason: $0.reason.description) }
    try console.write(format == "json" ? json(listing, families) : text(listing, families))
  }

  /// A face, and the reason for its place in the list.
  private struct Entry {
    var face: FontFace
    var reason: String
  }

  private static func text(_ listing: [Entry], _ families: [String]) -> [UInt8] {
    var page = ""
    for entry in listing {
      let index = entry.face.index > 0 ? " #\(entry.face.index)" : ""
      page += "\(entry.face.postScriptName)\t\(entry.face.fileName)\(index)\t\(entry.reason)\n"
    }
    if !families.isEmpty {
      page += "\nThe host's families, asked by name or for what none of these has:\n"
      for family in families { page += "  \(family)\n" }
    }
    return Array(page.utf8)
  }

  private static func json(_ listing: [Entry], _ families: [String]) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("fonts")
    writer.beginArray()
    for entry in listing {
      writer.beginObject()
      writer.member("name", entry.face.postScriptName)
      writer.member("family", entry.face.familyName)
      writer.member("file", entry.face.fileName)
      writer.member("index", entry.face.index)
      writer.member("characters", entry.face.coverage.count)
      writer.member("color", entry.face.hasColorGlyphs)
      writer.member("reason", entry.reason)
      writer.endObject()
    }
    writer.endArray()
    writer.name("systemFamilies")
    writer.beginArray()
    for family in families { writer.string(family) }
    writer.endArray()
    writer.endObject()
    writer.newline()
    return writer.takeBytes()
  }
}
