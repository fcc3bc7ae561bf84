// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextFonts
internal import TextModel
internal import TextShaping
internal import TextTypesetting

/// Notes about options that had no effect.
enum IdleOptionNote {
  /// Notes axes that no font has, and options that need another one.
  static func write(
    _ arguments: Arguments, _ document: StyledDocument, _ layout: TextLayout,
    to console: CommandConsole
  ) {
    writeAxes(of: layout, to: console)
    for (option, condition) in idle(arguments, document) where arguments.contains(option) {
      console.note("\(option.typed): it has no effect \(condition)")
    }
  }

  /// The options without an effect, with the reason.
  private static func idle(
    _ arguments: Arguments, _ document: StyledDocument
  ) -> [(CommandOption, String)] {
    var idle: [(CommandOption, String)] = []
    if document.maximumLines == 0 { idle.append((.ellipsis, "without --max-lines")) }
    if document.width == nil {
      let wrapping: [CommandOption] = [.lineBreak, .wordBreak, .overflowWrap]
      for option in wrapping { idle.append((option, "without --width")) }
    }
    if !arguments.contains(.noSystemFonts) {
      idle.append((.defaultFonts, "without --no-system-fonts: the fonts are searched anyway"))
    }
    if arguments.contains(.origin) {
      idle.append((.padding, "with --origin"))
    } else {
      idle.append((.anchor, "without --origin"))
    }
    return idle
  }

  /// Notes requested axes that no font of the text has.
  private static func writeAxes(of layout: TextLayout, to console: CommandConsole) {
    var requested: [FontTag] = []
    for style in layout.text.shaping.values {
      for variation in style.font.variations where !requested.contains(variation.tag) {
        requested.append(variation.tag)
      }
    }
    if requested.isEmpty { return }
    var faces: [FontFace] = []
    for run in layout.shaped.paragraphs.lazy.flatMap(\.runs)
    where !run.style.font.variations.isEmpty
      && !faces.contains(where: { $0.id == run.font.face.id })
    {
      faces.append(run.font.face)
    }
    guard !faces.isEmpty else { return }
    let names = faces.prefix(3).map(\.postScriptName).joined(separator: ", ")
    for tag in requested where !faces.contains(where: { $0.axes.contains { $0.tag == tag } }) {
      let axes = faces.flatMap(\.axes).map(\.tag.description)
      let others = axes.isEmpty ? "it is not variable" : "it has \(axes.joined(separator: ", "))"
      console.note("variations: no font has the axis \(tag): \(names); \(others)")
    }
  }

  /// Notes what `--format svg` leaves out.
  static func writeLeftOut(
    of layout: TextLayout, _ arguments: Arguments, to console: CommandConsole
  ) {
    var kinds = OutlineSVG.leftOut(of: layout)
    let ignored: [CommandOption] = [.background, .scale, .padding, .canvas, .fitInk]
    kinds += ignored.filter(arguments.contains).map(\.typed)
    if kinds.isEmpty { return }
    console.note(
      "--format svg holds outlines alone, without \(kinds.joined(separator: ", ")); "
        + "--format svg-picture, or -o FILE.svg without --format, draws all")
  }
}
