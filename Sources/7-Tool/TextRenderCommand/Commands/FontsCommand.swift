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
    let cascade = fonts.cascade(for: shaping)
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
      for axis in entry.face.axes {
        let (low, own, high) = (axis.minimum, axis.defaultValue, axis.maximum)
        page += "  axis \(axis.tag)\t\(DecimalNumber.text(low)) … \(DecimalNumber.text(high))"
        page += "\tby itself \(DecimalNumber.text(own))\n"
      }
      for instance in entry.face.namedInstances where !instance.name.isEmpty {
        page += "  instance \(instance.name)\t\(positions(instance, of: entry.face))\n"
      }
    }
    if !families.isEmpty {
      page += "\nThe host's families, asked by name or for what none of these has:\n"
      for family in families { page += "  \(family)\n" }
    }
    return Array(page.utf8)
  }

  /// The position of a named instance, as `--variations` takes it.
  private static func positions(_ instance: FontFace.NamedInstance, of face: FontFace) -> String {
    zip(face.axes, instance.coordinates).map { "\($0.tag)=\(DecimalNumber.text($1))" }
      .joined(separator: ",")
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
      if !entry.face.axes.isEmpty { write(entry.face, &writer) }
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

  /// Writes the axes and the named instances of a variable face.
  private static func write(_ face: FontFace, _ writer: inout JSONWriter) {
    writer.name("axes")
    writer.beginArray()
    for axis in face.axes {
      writer.beginObject()
      writer.member("tag", axis.tag.description)
      writer.member("name", axis.name)
      writer.member("minimum", axis.minimum)
      writer.member("default", axis.defaultValue)
      writer.member("maximum", axis.maximum)
      writer.endObject()
    }
    writer.endArray()
    writer.name("instances")
    writer.beginArray()
    for instance in face.namedInstances where !instance.name.isEmpty {
      writer.beginObject()
      writer.member("name", instance.name)
      writer.member("variations", positions(instance, of: face))
      writer.endObject()
    }
    writer.endArray()
  }
}
