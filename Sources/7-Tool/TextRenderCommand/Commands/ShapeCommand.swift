// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import StyledDocuments
internal import TextFonts
internal import TextModel
internal import TextShaping

/// The `shape` command: glyphs of one run in one font.
enum ShapeCommand {
  /// Shapes the text and writes the glyphs.
  static func run(_ arguments: Arguments, _ console: CommandConsole) throws(CommandError) {
    let format = try arguments.word(.format) ?? "json"
    let fonts = try arguments.fonts()
    guard let reference = fonts.first else {
      throw .usage(CommandOption.font.typed, "is missing: shape needs a font file")
    }
    guard fonts.count == 1 else {
      throw .usage(CommandOption.font.typed, "given more than once; shape uses one font")
    }
    let options = try options(arguments)
    let variations = try arguments.value(.variations).map { (list) throws(CommandError) in
      try CommandError.converting { () throws(DocumentError) in
        try FontVariation.list(list, option: CommandOption.variations.typed)
      }
    }
    let text = try arguments.text(console).scalars.map(\.value)
    let source = try FontCache.shared.source(reference)
    let font = source.face.font(variations: variations ?? [])
    for variation in variations ?? []
    where !source.face.axes.contains(where: { $0.tag == variation.tag }) {
      console.note("--variations: \(source.face.postScriptName) has no axis \(variation.tag)")
    }
    let run: PlainRun
    do {
      run = try PlainRun(text, font: font, options: options)
    } catch {
      throw CommandError.wrapping(error)
    }
    if run.isIncomplete {
      console.note("the font's substitutions make more glyphs than are kept")
    }
    if format == "hb" {
      try console.write(Array((run.line + "\n").utf8))
    } else {
      try console.write(json(run, font))
    }
  }

  private static func options(_ arguments: Arguments) throws(CommandError) -> PlainRun.Options {
    var options = PlainRun.Options()
    options.before = try context(arguments, .textBefore, .unicodesBefore)
    options.after = try context(arguments, .textAfter, .unicodesAfter)
    if let word = arguments.value(.direction) {
      // A prefix of the word is accepted, as by hb-shape.
      guard !word.isEmpty,
        let direction = PlainRun.Direction.allCases.first(where: { $0.rawValue.hasPrefix(word) })
      else {
        let known = CommandOption.direction.choices(for: .shape).joined(separator: ", ")
        throw .usage(CommandOption.direction.typed, "'\(word)' is none of \(known)")
      }
      options.direction = direction
    }
    if let script = arguments.value(.script) {
      guard script.utf8.count == 4, script.utf8.allSatisfy({ ($0 | 32) >= 97 && ($0 | 32) <= 122 })
      else {
        throw .usage(
          CommandOption.script.typed, "'\(script)' is no script; write an ISO 15924 tag: Latn")
      }
      options.script = script
    }
    options.language = try arguments.language() ?? ""
    if let list = arguments.value(.features) {
      // The list is parsed only to report errors; the shaper parses the strings again.
      _ = try CommandError.converting { () throws(DocumentError) in
        try RangedFeature.list(list, option: CommandOption.features.typed)
      }
      options.features = list.split(separator: ",").map(String.init)
    }
    options.clusterLevel = Int(try arguments.word(.clusterLevel) ?? "0") ?? 0
    options.removesDefaultIgnorables = arguments.contains(.removeDefaultIgnorables)
    options.preservesDefaultIgnorables = arguments.contains(.preserveDefaultIgnorables)
    options.fontSize = try arguments.number(.fontSize, over: 0, to: Double(1 << 24))
    options.pointSize = try arguments.number(.fontPtem, from: 0) ?? 0
    return options
  }

  private static func context(
    _ arguments: Arguments, _ text: CommandOption, _ unicodes: CommandOption
  ) throws(CommandError) -> [UInt32] {
    if arguments.contains(text) && arguments.contains(unicodes) {
      throw .usage(unicodes.typed, "the same context was given with \(text.typed)")
    }
    if let value = arguments.value(text) { return value.unicodeScalars.map(\.value) }
    if let value = arguments.value(unicodes) {
      return try OptionValue.codePoints(value, option: unicodes).scalars.map(\.value)
    }
    return []
  }

  private static func json(_ run: PlainRun, _ font: Font) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("direction", run.direction.rawValue)
    writer.member("script", run.script.description)
    writer.member("language", run.language)
    writer.member("unitsPerEm", font.unitsPerEm)
    writer.name("glyphs")
    writer.beginArray()
    for glyph in run.glyphs {
      writer.beginObject()
      writer.member("id", Int(glyph.id))
      writer.member("name", glyph.name)
      writer.member("cluster", glyph.cluster)
      writer.member("ax", glyph.advanceX)
      writer.member("ay", glyph.advanceY)
      writer.member("dx", glyph.offsetX)
      writer.member("dy", glyph.offsetY)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    writer.newline()
    return writer.takeBytes()
  }
}
