// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel

/// The options of all commands; the raw value is the long name without its dashes.
enum CommandOption: String, CaseIterable, Sendable {
  case text
  case textFile = "text-file"
  case unicodes
  case document
  case textBefore = "text-before"
  case textAfter = "text-after"
  case unicodesBefore = "unicodes-before"
  case unicodesAfter = "unicodes-after"
  case font
  case faceIndex = "face-index"
  case fontSize = "font-size"
  case fontFamily = "font-family"
  case weight
  case slant
  case stretch
  case variations
  case features
  case language
  case noSystemFonts = "no-system-fonts"
  case defaultFonts = "default-fonts"
  case fontPtem = "font-ptem"
  case script
  case clusterLevel = "cluster-level"
  case removeDefaultIgnorables = "remove-default-ignorables"
  case preserveDefaultIgnorables = "preserve-default-ignorables"
  case direction
  case width
  case align
  case lineBreak = "line-break"
  case wordBreak = "word-break"
  case overflowWrap = "overflow-wrap"
  case maxLines = "max-lines"
  case ellipsis
  case lineHeight = "line-height"
  case lineSpacing = "line-spacing"
  case paragraphSpacing = "paragraph-spacing"
  case firstLineIndent = "first-line-indent"
  case indent
  case endIndent = "end-indent"
  case tabs
  case letterSpacing = "letter-spacing"
  case wordSpacing = "word-spacing"
  case underline
  case strikethrough
  case color
  case format
  case background
  case scale
  case padding
  case canvas
  case origin
  case anchor
  case pageHeight = "page-height"
  case preview
  case explain
  case kind
  case locale
  case jobs
  case layers
  case requests
  case lanes
  case seconds
  case seed
  case mix
  case scenario
  case json
  case output
  case help

  /// The groups under which help lists them, in order.
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

  /// What help, completions and the reader of arguments know about an option.
  struct Description: Sendable {
    /// A word for its value; `nil` if it takes none.
    let value: String?
    /// The commands that have it.
    let commands: CommandSet
    /// Where help lists it.
    let group: Group
    /// What it does, in one line.
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

  /// The row of the table for this option.
  var about: Description {
    switch self {
    case .text:
      Description("STRING", [.text, .segment], .text, "the text")
    case .textFile:
      Description("FILE", .text, .text, "a file that holds the text; - is standard input")
    case .unicodes:
      Description("LIST", .text, .text, "the text as code points: U+0041,U+20,1F600")
    case .document:
      Description("FILE", .paragraphs, .text, "a JSON attributed string; - is standard input")
    case .textBefore:
      Description("STRING", .shape, .text, "context before the text that is not shaped")
    case .textAfter:
      Description("STRING", .shape, .text, "context after the text that is not shaped")
    case .unicodesBefore:
      Description("LIST", .shape, .text, "the same as code points")
    case .unicodesAfter:
      Description("LIST", .shape, .text, "the same as code points")
    case .font:
      Description(
        "FILE", [.text, .fonts], .font,
        "a font file (TTF, OTF, TTC, OTC); may repeat, in order of fallback")
    case .faceIndex:
      Description(
        "N", [.text, .fonts], .font,
        "the face of a collection, for the --font before it (default 0)")
    case .fontSize:
      Description(
        "N", .text, .font, "the em size in px (default 16; shape: output units, default unitsPerEm)"
      )
    case .fontFamily:
      Description(
        "LIST", [.paragraphs, .fonts], .font,
        "family names in order of preference: \"Noto Serif,serif\"")
    case .weight:
      Description(
        "N", [.paragraphs, .fonts], .font, "1 to 1000, or a name such as bold (default 400)")
    case .slant:
      Description("SLANT", [.paragraphs, .fonts], .font, "the posture (default normal)")
    case .stretch:
      Description(
        "PERCENT", [.paragraphs, .fonts], .font, "the width in per cent of normal (default 100)")
    case .variations:
      Description("LIST", .text, .font, "axis positions of a variable font: wght=700,wdth=85.5")
    case .features:
      Description(
        "LIST", .text, .font, "OpenType features in HarfBuzz's syntax: liga=0,+smcp,kern[3:5]=0")
    case .language:
      Description("TAG", [.text, .fonts], .font, "the language of the text, BCP 47: sr, zh-Hant")
    case .noSystemFonts:
      Description(
        nil, [.text, .fonts], .font, "use only the --font files; without any, the built-in fonts")
    case .defaultFonts:
      Description(
        nil, [.paragraphs, .fonts], .font,
        "add the built-in fonts after the --font files when the host's are off")
    case .fontPtem:
      Description("N", .shape, .shape, "the point size, for the trak table")
    case .script:
      Description("TAG", .shape, .shape, "the script, ISO 15924 (default: of the first letter)")
    case .clusterLevel:
      Description("0..2", .shape, .shape, "how clusters are merged (default 0)")
    case .removeDefaultIgnorables:
      Description(nil, .shape, .shape, "leave invisible characters out")
    case .preserveDefaultIgnorables:
      Description(nil, .shape, .shape, "show invisible characters' glyphs")
    case .direction:
      Description(
        "DIR", [.text, .segment], .paragraph, "the direction (default auto; shape: of the script)")
    case .width:
      Description("PX", .paragraphs, .paragraph, "break lines at this width (default: no wrapping)")
    case .align:
      Description(
        "ALIGN", .paragraphs, .paragraph, "how lines lie between the edges (default start)")
    case .lineBreak:
      Description("MODE", [.paragraphs, .segment], .paragraph, "CSS line-break (default auto)")
    case .wordBreak:
      Description("MODE", [.paragraphs, .segment], .paragraph, "CSS word-break (default normal)")
    case .overflowWrap:
      Description("MODE", .paragraphs, .paragraph, "CSS overflow-wrap (default anywhere)")
    case .maxLines:
      Description(
        "N", .paragraphs, .paragraph,
        "at most so many lines (default 0: all)")
    case .ellipsis:
      Description(
        "STRING", .paragraphs, .paragraph,
        "what ends the last line where --max-lines cuts the text, such as … (default: nothing)")
    case .lineHeight:
      Description(
        "H", .paragraphs, .paragraph,
        "24px, 1.5 (times the natural height), or natural (the default)")
    case .lineSpacing:
      Description("PX", .paragraphs, .paragraph, "extra space between lines")
    case .paragraphSpacing:
      Description("PX", .paragraphs, .paragraph, "extra space after each paragraph")
    case .firstLineIndent:
      Description(
        "PX", .paragraphs, .paragraph,
        "indent of each paragraph's first line; negative hangs it out")
    case .indent:
      Description("PX", .paragraphs, .paragraph, "indent of all lines from the start edge")
    case .endIndent:
      Description("PX", .paragraphs, .paragraph, "indent of all lines from the end edge")
    case .tabs:
      Description(
        "LIST", .paragraphs, .paragraph,
        "tab stops in px: 80,160:end,240:center,320:decimal, or every:64")
    case .letterSpacing:
      Description("PX", .paragraphs, .style, "extra space after each character")
    case .wordSpacing:
      Description("PX", .paragraphs, .style, "extra space after each word space")
    case .underline:
      Description(nil, .paragraphs, .style, "underline the text")
    case .strikethrough:
      Description(nil, .paragraphs, .style, "strike the text through")
    case .color:
      Description(
        "COLOR", .paragraphs, .style, "the colour of the text, #rrggbbaa (default #000000ff)")
    case .format:
      Description("FORMAT", [.shape, .render, .fonts], .picture, "the form of the result")
    case .background:
      Description(
        "COLOR", .render, .picture, "the colour behind everything (default #00000000: none)")
    case .scale:
      Description("S", .render, .picture, "device pixels per px (default 1)")
    case .padding:
      Description("PX", .render, .picture, "space around the text (default 0)")
    case .canvas:
      Description("W,H", .render, .picture, "the size of the picture, px (default: the text's)")
    case .origin:
      Description(
        "X,Y", .render, .picture, "where on the canvas the first line's pen starts, on its baseline"
      )
    case .anchor:
      Description(
        "ANCHOR", .render, .picture, "which point of the first line's width X is (default start)")
    case .pageHeight:
      Description(
        "PX", .render, .picture,
        "cut into pages of this height: out-001.png, or a pattern out-%03d.png")
    case .preview:
      Description(
        nil, .render, .picture, "show the picture in the terminal (kitty, iTerm2 or sixel)")
    case .explain:
      Description(nil, .paragraphs, .result, "say on standard error which font drew what, and why")
    case .kind:
      Description("KIND", .segment, .segment, "which boundaries")
    case .locale:
      Description("TAG", .segment, .segment, "whose rules, BCP 47 (default: the root rules)")
    case .jobs:
      Description(
        "N", .batch, .batch, "how many commands run at a time (default: the number of cores)")
    case .layers:
      Description("N", .stress, .stress, "how many layers there are (default 500)")
    case .requests:
      Description("N", .stress, .stress, "how many displays are asked for (default 20000)")
    case .lanes:
      Description("N", .stress, .stress, "how many lanes draw (default: the number of cores)")
    case .seconds:
      Description("S", .stress, .stress, "end the storm after this time")
    case .seed:
      Description("N", .stress, .stress, "the same seed makes the same requests (default 1)")
    case .mix:
      Description("LIST", .stress, .stress, "what happens, with weights: display:40,text:20,drop:1")
    case .scenario:
      Description("LIST", .stress, .stress, "which parts are run (default all)")
    case .json:
      Description(nil, .stress, .result, "write one JSON object instead of a table")
    case .output:
      Description(
        "FILE",
        [
          .render, .layout, .shape, .segment, .batch, .fonts, .stress, .versions, .completions,
          .help,
        ],
        .result, "write the result to a file instead of standard output")
    case .help:
      Description(nil, .all, .result, "explain the command")
    }
  }

  /// The option as it is typed.
  var typed: String { "--\(rawValue)" }

  /// Its one-letter form, if it has one.
  var letter: Character? {
    switch self {
    case .output: "o"
    case .help: "h"
    case .jobs: "j"
    default: nil
    }
  }

  /// The words that it accepts; empty where it accepts more than a list of words.
  func choices(for command: CommandName) -> [String] {
    switch self {
    case .direction:
      command == .shape ? ["ltr", "rtl", "ttb", "btt"] : TextDirection.allCases.map(\.keyword)
    case .format:
      switch command {
      case .shape: ["json", "hb"]
      case .fonts: ["text", "json"]
      default: ["png", "svg"]
      }
    case .clusterLevel: ["0", "1", "2"]
    case .slant: FontSlant.allCases.map(\.keyword)
    case .align: TextAlignment.allCases.map(\.keyword)
    case .lineBreak: LineBreakStrictness.allCases.map(\.keyword)
    case .wordBreak: WordBreak.allCases.map(\.keyword)
    case .overflowWrap: OverflowWrap.allCases.map(\.keyword)
    case .anchor: ["start", "middle", "end"]
    case .kind: SegmentKind.allCases.map(\.rawValue)
    default: []
    }
  }
}
