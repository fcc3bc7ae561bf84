// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments
import TextModel

extension CommandOption {
  /// The options of texts, fonts and styles.
  static let texts: [CommandOption] =
    [
      text, textFile, unicodes, document, markdown, textBefore, textAfter, unicodesBefore,
      unicodesAfter,
      font, faceIndex,
    ] + styles(in: .font) + [
      noSystemFonts, defaultFonts, fontPtem, script, clusterLevel, removeDefaultIgnorables,
      preserveDefaultIgnorables,
    ] + lines + looks

  /// The options of lines and paragraphs, in the order of help: style properties, and the options
  /// of the box among them.
  private static let lines: [CommandOption] = {
    var lines = styles(in: .paragraph)
    func insert(_ options: [CommandOption], after option: CommandOption) {
      let place = lines.firstIndex(of: option) ?? lines.count - 1
      lines.insert(contentsOf: options, at: place + 1)
    }
    insert([width, height, writingMode, columns], after: .direction)
    insert([maxLines, ellipsis], after: CommandOption(.hangingPunctuation))
    return lines
  }()

  /// The options of the look of letters, the colour last.
  private static let looks = styles(in: .style).filter { $0 != color } + [color]

  /// The options that set properties, in the order of the properties.
  private static let styles = StyleProperty.allCases.compactMap { property in
    property.option.map { CommandOption(property, named: $0) }
  }

  private static func styles(in group: Group) -> [CommandOption] {
    styles.filter { $0.definition.group == group }
  }

  /// The option that sets a property of a style.
  init(_ property: StyleProperty) {
    self.init(property, named: property.option ?? property.key)
  }

  /// A flag takes no value on the command line.
  private init(_ property: StyleProperty, named name: String) {
    let (commands, group): (CommandSet, Group) =
      switch property {
      case .size, .variations, .features: (.text, .font)
      case .family, .weight, .slant, .stretch, .instance, .opticalSizing:
        ([.paragraphs, .fonts], .font)
      case .language: ([.text, .fonts], .font)
      case .direction: ([.text, .segment], .paragraph)
      case .lineBreak, .wordBreak: ([.paragraphs, .segment], .paragraph)
      default: (.paragraphs, property.isParagraph ? .paragraph : .style)
      }
    self.name = name
    definition = Definition(
      value: property.form.type == .boolean ? nil : property.form, commands: commands, group: group,
      summary: property.row.summary)
    (self.property, picture) = (property, nil)
  }

  // Options for style properties, named here because other files use them.
  static let fontSize = CommandOption(.size)
  static let fontFamily = CommandOption(.family)
  static let variations = CommandOption(.variations)
  static let features = CommandOption(.features)
  static let language = CommandOption(.language)
  static let direction = CommandOption(.direction)
  static let align = CommandOption(.align)
  static let lineBreak = CommandOption(.lineBreak)
  static let wordBreak = CommandOption(.wordBreak)
  static let overflowWrap = CommandOption(.overflowWrap)
  static let textOrientation = CommandOption(.textOrientation)
  static let textCombine = CommandOption(.textCombine)
  static let underline = CommandOption(.underline)
  static let strikethrough = CommandOption(.strikethrough)
  static let color = CommandOption(.color)

  static let text = CommandOption("text", .text, [.text, .segment], .text, "the text")
  static let textFile = CommandOption(
    "text-file", .file, .text, .text, "a file that holds the text; - is standard input")
  static let unicodes = CommandOption(
    "unicodes", .codePoints, .text, .text, "the text as code points")
  static let document = CommandOption(
    "document", .file, .paragraphs, .text, "a JSON attributed string; - is standard input")
  static let markdown = CommandOption(
    "markdown", nil, .html, .text, "read the page as Markdown, whatever its file is called")
  static let textBefore = CommandOption(
    "text-before", .text, .shape, .text, "context before the text, which affects shaping")
  static let textAfter = CommandOption(
    "text-after", .text, .shape, .text, "context after the text, which affects shaping")
  static let unicodesBefore = CommandOption(
    "unicodes-before", .codePoints, .shape, .text, "context before the text, as code points")
  static let unicodesAfter = CommandOption(
    "unicodes-after", .codePoints, .shape, .text, "context after the text, as code points")
  static let font = CommandOption(
    "font", .file, [.text, .fonts, .html], .font,
    "a font file (TTF, OTF, TTC, OTC); may repeat, in order of fallback")
  static let faceIndex = CommandOption(
    "face-index", .integer, [.text, .fonts, .html], .font,
    "the face of a collection, for the --font before it (default 0)")
  static let noSystemFonts = CommandOption(
    "no-system-fonts", nil, [.text, .fonts, .html], .font,
    "use only the --font files, or the built-in fonts if there are none")
  static let defaultFonts = CommandOption(
    "default-fonts", nil, [.paragraphs, .fonts, .html], .font,
    "with --no-system-fonts, search the built-in fonts after the --font files")
  static let fontPtem = CommandOption(
    "font-ptem", .number, .shape, .shape, "the point size, for the trak table")
  static let script = CommandOption(
    "script", ValueForm("TAG", forms: "an ISO 15924 tag: Latn"), .shape, .shape,
    "the script (default: that of the first letter)")
  static let clusterLevel = CommandOption(
    "cluster-level", .words("0..2", ["0", "1", "2"]), .shape, .shape,
    "HarfBuzz's cluster level (default 0)")
  static let removeDefaultIgnorables = CommandOption(
    "remove-default-ignorables", nil, .shape, .shape, "remove the glyphs of invisible characters")
  static let preserveDefaultIgnorables = CommandOption(
    "preserve-default-ignorables", nil, .shape, .shape, "keep the glyphs of invisible characters")
  static let width = CommandOption(
    "width", .width, .pages, .paragraph,
    "break lines at this width, or none (the default); of html, the width of the page (800)")
  static let height = CommandOption(
    "height", .length, .pages, .paragraph,
    "leave out lines that do not fit in this height, or break vertical lines at it; of html, the "
      + "height of the page (default: its contents')")
  static let writingMode = CommandOption(
    "writing-mode", .words("MODE", WritingMode.self), .paragraphs, .paragraph,
    "the direction of lines (default horizontal-tb)")
  static let columns = CommandOption(
    "columns", .columns, .paragraphs, .paragraph,
    "the number of columns, with a gap of 1em (default 1)")
  static let maxLines = CommandOption(
    "max-lines", .integer, .paragraphs, .paragraph, "the most lines (default 0: all)")
  static let ellipsis = CommandOption(
    "ellipsis", .text, .paragraphs, .paragraph,
    "the end of the last line if --max-lines cuts the text, such as … (default: none)")
}
