// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
internal import DocumentPictures
internal import StyledDocuments
internal import TextAnalysis
import TextLayers
import TextModel
internal import TextPainting
internal import TextShaping

extension CommandOption {
  /// A group of options in help, in the order of the groups.
  enum Group: String, CaseIterable, Sendable {
    case text = "Text"
    case input = "Documents and scenes"
    case font = "Fonts"
    case style = "Style"
    case paragraph = "Lines and paragraphs"
    case shape = "Shaping"
    case picture = "Picture"
    case film = "Film"
    case tiles = "Tiles"
    case show = "Live"
    case serve = "Service"
    case limits = "Limits"
    case hit = "Point"
    case segment = "Boundaries"
    case batch = "Requests"
    case stress = "Storm"
    case result = "Result"
  }

  /// The properties of an option that help, completions and the parser share.
  struct Definition: Sendable {
    /// The value; `nil` if the option takes none.
    let value: ValueForm?
    /// The commands that accept the option.
    let commands: CommandSet
    let group: Group
    /// The explanation in help, one line long.
    let summary: String

    init(
      _ value: ValueForm?, _ commands: CommandSet, _ group: Group, _ summary: String
    ) {
      self.value = value
      self.commands = commands
      self.group = group
      self.summary = summary
    }

    /// An option that is a property of a style; a flag takes no value on the command line.
    fileprivate init(_ property: StyleProperty, _ commands: CommandSet, _ group: Group) {
      let form = property.form
      self.init(form.type == .boolean ? nil : form, commands, group, property.summary)
    }
  }

  /// The definition of this option.
  var definition: Definition {
    switch self {
    case .text:
      Definition(.text, [.text, .segment], .text, "the text")
    case .textFile:
      Definition(.file, .text, .text, "a file that holds the text; - is standard input")
    case .unicodes:
      Definition(.codePoints, .text, .text, "the text as code points")
    case .document:
      Definition(.file, .paragraphs, .text, "a JSON attributed string; - is standard input")
    case .textBefore:
      Definition(.text, .shape, .text, "context before the text, which affects shaping")
    case .textAfter:
      Definition(.text, .shape, .text, "context after the text, which affects shaping")
    case .unicodesBefore:
      Definition(.codePoints, .shape, .text, "context before the text, as code points")
    case .unicodesAfter:
      Definition(.codePoints, .shape, .text, "context after the text, as code points")
    case .font:
      Definition(
        .file, [.text, .fonts], .font,
        "a font file (TTF, OTF, TTC, OTC); may repeat, in order of fallback")
    case .faceIndex:
      Definition(
        .integer, [.text, .fonts], .font,
        "the face of a collection, for the --font before it (default 0)")
    case .fontSize:
      Definition(.size, .text, .font)
    case .fontFamily:
      Definition(.family, [.paragraphs, .fonts], .font)
    case .weight:
      Definition(.weight, [.paragraphs, .fonts], .font)
    case .slant:
      Definition(.slant, [.paragraphs, .fonts], .font)
    case .stretch:
      Definition(.stretch, [.paragraphs, .fonts], .font)
    case .variations:
      Definition(.variations, .text, .font)
    case .features:
      Definition(.features, .text, .font)
    case .language:
      Definition(.language, [.text, .fonts], .font)
    case .noSystemFonts:
      Definition(
        nil, [.text, .fonts], .font,
        "use only the --font files, or the built-in fonts if there are none")
    case .defaultFonts:
      Definition(
        nil, [.paragraphs, .fonts], .font,
        "with --no-system-fonts, search the built-in fonts after the --font files")
    case .fontPtem:
      Definition(.number, .shape, .shape, "the point size, for the trak table")
    case .script:
      Definition(
        ValueForm("TAG", forms: "an ISO 15924 tag: Latn"), .shape, .shape,
        "the script (default: that of the first letter)")
    case .clusterLevel:
      Definition(
        .words("0..2", ["0", "1", "2"]), .shape, .shape, "HarfBuzz's cluster level (default 0)")
    case .removeDefaultIgnorables:
      Definition(nil, .shape, .shape, "remove the glyphs of invisible characters")
    case .preserveDefaultIgnorables:
      Definition(nil, .shape, .shape, "keep the glyphs of invisible characters")
    case .direction:
      Definition(.direction, [.text, .segment], .paragraph)
    case .width:
      Definition(
        .width, .paragraphs, .paragraph, "break lines at this width, or none (the default)")
    case .height:
      Definition(
        .length, .paragraphs, .paragraph,
        "leave out lines that do not fit in this height, or break vertical lines at it")
    case .writingMode:
      Definition(
        .words("MODE", WritingMode.self), .paragraphs, .paragraph,
        "the direction of lines (default horizontal-tb)")
    case .columns:
      Definition(
        .columns, .paragraphs, .paragraph, "the number of columns, with a gap of 1em (default 1)")
    case .align:
      Definition(.align, .paragraphs, .paragraph)
    case .lineBreak:
      Definition(.lineBreak, [.paragraphs, .segment], .paragraph)
    case .wordBreak:
      Definition(.wordBreak, [.paragraphs, .segment], .paragraph)
    case .overflowWrap:
      Definition(.overflowWrap, .paragraphs, .paragraph)
    case .hangingPunctuation:
      Definition(.hangingPunctuation, .paragraphs, .paragraph)
    case .maxLines:
      Definition(
        .integer, .paragraphs, .paragraph,
        "the most lines (default 0: all)")
    case .ellipsis:
      Definition(
        .text, .paragraphs, .paragraph,
        "the end of the last line if --max-lines cuts the text, such as … (default: none)")
    case .lineHeight:
      Definition(.lineHeight, .paragraphs, .paragraph)
    case .lineSpacing:
      Definition(.lineSpacing, .paragraphs, .paragraph)
    case .paragraphSpacing:
      Definition(.spacingAfter, .paragraphs, .paragraph)
    case .firstLineIndent:
      Definition(.firstLineIndent, .paragraphs, .paragraph)
    case .indent:
      Definition(.startIndent, .paragraphs, .paragraph)
    case .endIndent:
      Definition(.endIndent, .paragraphs, .paragraph)
    case .tabs:
      Definition(.tabs, .paragraphs, .paragraph)
    case .letterSpacing:
      Definition(.letterSpacing, .paragraphs, .style)
    case .wordSpacing:
      Definition(.wordSpacing, .paragraphs, .style)
    case .textSpacingTrim:
      Definition(.textSpacingTrim, .paragraphs, .style)
    case .textOrientation:
      Definition(.textOrientation, .paragraphs, .style)
    case .textCombine:
      Definition(.textCombine, .paragraphs, .style)
    case .emphasis:
      Definition(.emphasis, .paragraphs, .style)
    case .autospace:
      Definition(.autospace, .paragraphs, .style)
    case .underline:
      Definition(.underline, .paragraphs, .style)
    case .strikethrough:
      Definition(.strikethrough, .paragraphs, .style)
    case .color:
      Definition(.color, .paragraphs, .style)
    case .format:
      Definition(
        .words("FORMAT", PictureFormat.self), [.shape, .render, .fonts, .tiles], .picture,
        "the format of the result")
    case .background:
      Definition(
        .color, .render, .picture, "the colour behind everything (default transparent)")
    case .scale:
      Definition(.scale, [.render, .scenes], .picture, "device pixels per px (default 1)")
    case .padding:
      Definition(.absoluteLength, .render, .picture, "space around the text (default 0)")
    case .canvas:
      Definition(.pair, .render, .picture, "the size of the picture (default: the text's)")
    case .origin:
      Definition(
        .pair, .render, .picture, "the point on the canvas where the first line's baseline starts"
      )
    case .anchor:
      Definition(
        .words("ANCHOR", PictureAnchor.self), .render, .picture,
        "the point of the first line that --origin's X places (default start)")
    case .fitInk:
      Definition(
        nil, .render, .picture,
        "make the picture larger where ink reaches beyond the text's box and the padding")
    case .gridFitting:
      Definition(
        .words("FITTING", GridFitting.self), .render, .picture,
        "moves small text to whole pixels: its baselines, its heights too (default), or none"
      )
    case .pageHeight:
      Definition(
        .absoluteLength, .render, .picture,
        "cut into pages of this height: out-001.png, or a pattern out-%03d.png")
    case .preview:
      Definition(
        nil, .render, .picture, "show the picture in the terminal (kitty, iTerm2 or sixel)")
    case .at:
      Definition(.pair, .hit, .hit, "the point, in px from the top left of the layout box")
    case .slop:
      Definition(
        .absoluteLength, .hit, .hit,
        "find links, attachments and tokens up to this far from the point (default 0)")
    case .time:
      Definition(
        .number, [.scene, .show], .picture, "the point in time, in seconds (default: the scene's)")
    case .fps:
      Definition(
        .number, .animate, .film, "frames a second, also 29.97 or 0.5 (default 60)")
    case .from:
      Definition(.number, .animate, .film, "the time of the first frame, in seconds (default 0)")
    case .to:
      Definition(
        .number, .animate, .film,
        "the time at which the film ends, in seconds (default: the scene's duration)")
    case .frame:
      Definition(
        ValueForm("T", .number, forms: "a number"), .animate, .film,
        "draw one frame instead, at this time in seconds")
    case .sheet:
      Definition(
        .integer, .animate, .film,
        "draw so many frames instead, evenly spread over the film, as one picture")
    case .loops:
      Definition(
        .integer, .animate, .film, "how often the film is shown, 0 to 65535 (default 0: for ever)")
    case .tileSize:
      Definition(
        .integer, .tiles, .tiles,
        "the side of a tile, 1 to \(TileSettings.tileSizes.upperBound) pixels (default 256)")
    case .quality:
      Definition(.integer, .tiles, .tiles, "the quality of JPEG and WebP, 1 to 100 (default 90)")
    case .levels:
      Definition(
        .integer, .tiles, .tiles,
        "cut the picture also at a half of its size, a quarter, …: so many sizes (default 1)")
    case .layout:
      Definition(
        .words("LAYOUT", TileLayout.allCases.map(\.rawValue)), .tiles, .tiles,
        "the names of the files: NAME_XX_YY.jpg (grid, the default), or those of Deep Zoom")
    case .overlap:
      Definition(
        .integer, .tiles, .tiles,
        "with --layout deepzoom, the pixels of its neighbours that a tile has, too (default 0)")
    case .out:
      Definition(
        ValueForm("DIR", forms: "a folder"), .tiles, .tiles,
        "write the tiles to this folder, which is made (default: that of the picture)")
    case .manifest:
      Definition(
        .file, .tiles, .tiles,
        "describe the tiles for a viewer, as JSON, in this file; - is standard output")
    case .port:
      Definition(
        .integer, [.show, .serve], .show,
        "the port of the page, 1 to 65535 (default 0: any that is free)")
    case .listen:
      Definition(
        ValueForm("ADDRESS", forms: "127.0.0.1"), .show, .show,
        "the address to listen at (default 127.0.0.1); any but a loopback one needs --token")
    case .token:
      Definition(
        .text, .show, .show, "what viewers must know, as ?token= of the page; 16 characters or more"
      )
    case .host, .hostName, .allowOrigin, .maxAge, .fonts, .templates, .keys, .cache, .memory,
      .documents, .bodyLimit, .pixelLimit, .timeLimit, .threads, .connections, .headTimeout,
      .idleTimeout, .bodyTimeout, .sendTimeout, .slowestRate, .drainDelay, .drainLimit,
      .systemFonts, .logLevel:
      serviceDefinition
    case .window:
      Definition(nil, .show, .show, "show a window of the desktop instead of a page")
    case .feed:
      Definition(
        nil, .show, .show,
        "instead of a file, a feed of 10000 labels, with and without cancellation")
    case .strict:
      Definition(
        nil, [.paragraphs, .scenes], .input,
        "refuse unknown keys, and pictures that cannot be shown, instead of noting them")
    case .imageRoot:
      Definition(
        ValueForm("DIR", forms: "a folder"), [.paragraphs, .scenes], .input,
        "read no picture outside this folder (default: no bound)")
    case .frames:
      Definition(
        nil, [.render, .scene], .result,
        "write the places of layers and texts, as JSON, instead of a picture")
    case .compare:
      Definition(
        .file, .scene, .result,
        "compare with a PNG; if a pixel differs: exit status 1, and the result is the difference")
    case .tolerance:
      Definition(
        .integer, .scene, .result,
        "the difference of a channel, 0 to 255, that --compare accepts (default 0)")
    case .schema:
      Definition(
        nil, [.render, .layout, .hit, .scene, .animate, .batch, .segment, .help], .result,
        "print the JSON schema of documents, or of the lines that are read")
    case .man:
      Definition(nil, .help, .result, "print the manual page: textrender help --man | man -l -")
    case .explain:
      Definition(
        nil, [.paragraphs, .scene], .result,
        "report on standard error which font drew each part, and why")
    case .kind:
      Definition(
        .words("KIND", SegmentKind.self), .segment, .segment,
        "the boundaries to find: lines by Unicode \(LibraryVersions.unicodeOfLines), the rest by ICU's"
      )
    case .locale:
      Definition(.language, .segment, .segment, "the locale of the rules, BCP 47 (default: root)")
    case .dictionary:
      Definition(
        .file, .segment, .segment,
        "hyph_*.dic, for --kind hyphen (default: the locale's, embedded or the system's)")
    case .jobs:
      Definition(
        .integer, .batch, .batch,
        "the number of commands run at a time (default: the number of cores)")
    case .into:
      Definition(
        ValueForm("DIR", forms: "a folder"), .batch, .batch,
        "write pictures of documents and scenes to this folder, which is made, or below it")
    case .inline:
      Definition(
        nil, .batch, .batch, "put pictures of documents and scenes into the replies, as base64")
    case .resume:
      Definition(
        nil, .batch, .batch,
        "draw no picture again that is there and whole, and go on from --checkpoint")
    case .checkpoint:
      Definition(
        .file, .batch, .batch,
        "record in this file, every 5 seconds and at the end, how far the input is answered")
    case .fail:
      Definition(
        nil, .batch, .batch, "answer all requests, and end with status 3 if some of them failed")
    case .failAfter:
      Definition(
        ValueForm("LIMIT", forms: "a number of requests, 100, or a share, 1%"), .batch, .batch,
        "read no further, and end with status 3, once more requests than this have failed")
    case .layers:
      Definition(.integer, .stress, .stress, "the number of layers (default 500)")
    case .requests:
      Definition(
        .integer, [.stress, .serve], .stress, "the number of display requests (default 20000)")
    case .lanes:
      Definition(
        .integer, .stress, .stress, "the number of render lanes (default: the number of cores)")
    case .seconds:
      Definition(.number, .stress, .stress, "end the storm after this time")
    case .seed:
      Definition(.integer, .stress, .stress, "the same seed makes the same requests (default 1)")
    case .mix:
      Definition(
        ValueForm("LIST", forms: "display:40,text:20,drop:1"), .stress, .stress,
        "the actions with their weights: display:40,text:20,drop:1")
    case .scenario:
      Definition(
        ValueForm("LIST", words: StressScenario.allCases.map(\.rawValue)), .stress,
        .stress, "the scenarios to run (default all)")
    case .images:
      Definition(
        nil, [.stress, .serve], .stress,
        "only the scenario images: 10000 labels with late pictures, 100000 requests")
    case .tiles:
      Definition(
        nil, .stress, .stress,
        "only the scenario tiles: 100 layers of tiles that come late, 100000 requests")
    case .json:
      Definition(nil, .stress, .result, "write one JSON object instead of a table")
    case .output:
      Definition(
        .file,
        [
          .render, .layout, .hit, .shape, .scene, .animate, .segment, .batch, .fonts, .stress,
          .versions, .completions, .help,
        ],
        .result, "write the result to a file instead of standard output")
    case .help:
      Definition(nil, .all, .result, "explain the command")
    }
  }
}
