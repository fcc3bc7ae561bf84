// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

extension CommandOption {
  /// A group of options in help, in the order of the groups.
  enum Group: String, CaseIterable, Sendable {
    case text = "Text"
    case font = "Fonts"
    case style = "Style"
    case paragraph = "Lines and paragraphs"
    case shape = "Shaping"
    case picture = "Picture"
    case segment = "Boundaries"
    case batch = "Requests"
    case stress = "Storm"
    case result = "Result"
  }

  /// The properties of an option that help, completions and the parser share.
  struct Definition: Sendable {
    /// A placeholder for the value; `nil` if the option takes none.
    let value: String?
    /// The commands that accept the option.
    let commands: CommandSet
    /// The group in help.
    let group: Group
    /// The explanation in help, one line long.
    let summary: String

    fileprivate init(
      _ value: String?, _ commands: CommandSet, _ group: Group, _ summary: String
    ) {
      self.value = value
      self.commands = commands
      self.group = group
      self.summary = summary
    }
  }

  /// The definition of this option.
  var definition: Definition {
    switch self {
    case .text:
      Definition("STRING", [.text, .segment], .text, "the text")
    case .textFile:
      Definition("FILE", .text, .text, "a file that holds the text; - is standard input")
    case .unicodes:
      Definition("LIST", .text, .text, "the text as code points: U+0041,U+20,1F600")
    case .document:
      Definition("FILE", .paragraphs, .text, "a JSON attributed string; - is standard input")
    case .textBefore:
      Definition("STRING", .shape, .text, "context before the text, which affects shaping")
    case .textAfter:
      Definition("STRING", .shape, .text, "context after the text, which affects shaping")
    case .unicodesBefore:
      Definition("LIST", .shape, .text, "context before the text, as code points")
    case .unicodesAfter:
      Definition("LIST", .shape, .text, "context after the text, as code points")
    case .font:
      Definition(
        "FILE", [.text, .fonts], .font,
        "a font file (TTF, OTF, TTC, OTC); may repeat, in order of fallback")
    case .faceIndex:
      Definition(
        "N", [.text, .fonts], .font,
        "the face of a collection, for the --font before it (default 0)")
    case .fontSize:
      Definition(
        "N", .text, .font, "the em size in px (default 16; shape: output units, default unitsPerEm)"
      )
    case .fontFamily:
      Definition(
        "LIST", [.paragraphs, .fonts], .font,
        "family names in order of preference: \"Noto Serif,serif\"")
    case .weight:
      Definition(
        "N", [.paragraphs, .fonts], .font, "1 to 1000, or a name such as bold (default 400)")
    case .slant:
      Definition("SLANT", [.paragraphs, .fonts], .font, "the posture (default normal)")
    case .stretch:
      Definition(
        "PERCENT", [.paragraphs, .fonts], .font, "the width in per cent of normal (default 100)")
    case .variations:
      Definition("LIST", .text, .font, "axis positions of a variable font: wght=700,wdth=85.5")
    case .features:
      Definition(
        "LIST", .text, .font, "OpenType features in HarfBuzz's syntax: liga=0,+smcp,kern[3:5]=0")
    case .language:
      Definition("TAG", [.text, .fonts], .font, "the language of the text, BCP 47: sr, zh-Hant")
    case .noSystemFonts:
      Definition(
        nil, [.text, .fonts], .font,
        "use only the --font files, or the built-in fonts if there are none")
    case .defaultFonts:
      Definition(
        nil, [.paragraphs, .fonts], .font,
        "with --no-system-fonts, search the built-in fonts after the --font files")
    case .fontPtem:
      Definition("N", .shape, .shape, "the point size, for the trak table")
    case .script:
      Definition("TAG", .shape, .shape, "the script, ISO 15924 (default: that of the first letter)")
    case .clusterLevel:
      Definition("0..2", .shape, .shape, "HarfBuzz's cluster level (default 0)")
    case .removeDefaultIgnorables:
      Definition(nil, .shape, .shape, "remove the glyphs of invisible characters")
    case .preserveDefaultIgnorables:
      Definition(nil, .shape, .shape, "keep the glyphs of invisible characters")
    case .direction:
      Definition(
        "DIR", [.text, .segment], .paragraph,
        "the text direction (default auto; shape: that of the script)")
    case .width:
      Definition("PX", .paragraphs, .paragraph, "break lines at this width (default: no wrapping)")
    case .align:
      Definition(
        "ALIGN", .paragraphs, .paragraph, "the alignment of lines (default start)")
    case .lineBreak:
      Definition("MODE", [.paragraphs, .segment], .paragraph, "CSS line-break (default auto)")
    case .wordBreak:
      Definition("MODE", [.paragraphs, .segment], .paragraph, "CSS word-break (default normal)")
    case .overflowWrap:
      Definition("MODE", .paragraphs, .paragraph, "CSS overflow-wrap (default anywhere)")
    case .maxLines:
      Definition(
        "N", .paragraphs, .paragraph,
        "the most lines (default 0: all)")
    case .ellipsis:
      Definition(
        "STRING", .paragraphs, .paragraph,
        "the end of the last line if --max-lines cuts the text, such as … (default: none)")
    case .lineHeight:
      Definition(
        "H", .paragraphs, .paragraph,
        "24px, 1.5 (times the natural height), or natural (the default)")
    case .lineSpacing:
      Definition("PX", .paragraphs, .paragraph, "extra space between lines")
    case .paragraphSpacing:
      Definition("PX", .paragraphs, .paragraph, "extra space after each paragraph")
    case .firstLineIndent:
      Definition(
        "PX", .paragraphs, .paragraph,
        "indent of each paragraph's first line; negative: hanging")
    case .indent:
      Definition("PX", .paragraphs, .paragraph, "indent of all lines from the start edge")
    case .endIndent:
      Definition("PX", .paragraphs, .paragraph, "indent of all lines from the end edge")
    case .tabs:
      Definition(
        "LIST", .paragraphs, .paragraph,
        "tab stops in px: 80,160:end,240:center,320:decimal, or every:64")
    case .letterSpacing:
      Definition("PX", .paragraphs, .style, "extra space after each character")
    case .wordSpacing:
      Definition("PX", .paragraphs, .style, "extra space after each word space")
    case .underline:
      Definition(nil, .paragraphs, .style, "underline the text")
    case .strikethrough:
      Definition(nil, .paragraphs, .style, "strike the text through")
    case .color:
      Definition(
        "COLOR", .paragraphs, .style, "the colour of the text, #rrggbbaa (default #000000ff)")
    case .format:
      Definition("FORMAT", [.shape, .render, .fonts], .picture, "the format of the result")
    case .background:
      Definition(
        "COLOR", .render, .picture, "the colour behind everything (default #00000000: none)")
    case .scale:
      Definition("S", .render, .picture, "device pixels per px (default 1)")
    case .padding:
      Definition("PX", .render, .picture, "space around the text (default 0)")
    case .canvas:
      Definition("W,H", .render, .picture, "the size of the picture, px (default: the text's)")
    case .origin:
      Definition(
        "X,Y", .render, .picture, "the point on the canvas where the first line's baseline starts"
      )
    case .anchor:
      Definition(
        "ANCHOR", .render, .picture,
        "the point of the first line that --origin's X places (default start)")
    case .pageHeight:
      Definition(
        "PX", .render, .picture,
        "cut into pages of this height: out-001.png, or a pattern out-%03d.png")
    case .preview:
      Definition(
        nil, .render, .picture, "show the picture in the terminal (kitty, iTerm2 or sixel)")
    case .explain:
      Definition(
        nil, .paragraphs, .result, "report on standard error which font drew each part, and why")
    case .kind:
      Definition("KIND", .segment, .segment, "the boundaries to find")
    case .locale:
      Definition("TAG", .segment, .segment, "the locale of the rules, BCP 47 (default: root)")
    case .jobs:
      Definition(
        "N", .batch, .batch, "the number of commands run at a time (default: the number of cores)")
    case .layers:
      Definition("N", .stress, .stress, "the number of layers (default 500)")
    case .requests:
      Definition("N", .stress, .stress, "the number of display requests (default 20000)")
    case .lanes:
      Definition("N", .stress, .stress, "the number of render lanes (default: the number of cores)")
    case .seconds:
      Definition("S", .stress, .stress, "end the storm after this time")
    case .seed:
      Definition("N", .stress, .stress, "the same seed makes the same requests (default 1)")
    case .mix:
      Definition(
        "LIST", .stress, .stress, "the actions with their weights: display:40,text:20,drop:1")
    case .scenario:
      Definition("LIST", .stress, .stress, "the scenarios to run (default all)")
    case .json:
      Definition(nil, .stress, .result, "write one JSON object instead of a table")
    case .output:
      Definition(
        "FILE",
        [
          .render, .layout, .shape, .segment, .batch, .fonts, .stress, .versions, .completions,
          .help,
        ],
        .result, "write the result to a file instead of standard output")
    case .help:
      Definition(nil, .all, .result, "explain the command")
    }
  }
}
