// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import GLLayers
internal import ImageCodecs

extension HelpText {
  /// The examples of a command, indented by two spaces; each is run by a test.
  static func examples(of command: CommandName) -> String {
    switch command {
    case .render:
      """
        textrender render "Grüße" -o hello.png
        textrender render --text-file poem.txt -o poem.png --width 600 --scale 2 \\
          --font-family "Noto Serif" --font-size 20 --line-height 1.5em --background white
        textrender render --text "fi ffi" --font My.otf --features liga=0 -o ligatures.svg
        textrender render --text-file LICENSE --width 600 --page-height 800 -o page-%03d.png
        textrender render --document styled.json -o styled.png
        textrender render --text "which font?" -o x.png --explain
        textrender render --text "fjord" --slant italic --fit-ink -o fjord.png
        fortune | textrender render --preview
        textrender render README.md -o readme.png

      """
    case .layout:
      """
        textrender layout --text "Hello world" --width 60
        textrender layout --document styled.json
        echo "from a pipe" | textrender layout
        echo '{"text":"red","style":{"color":"#cc0000ff"}}' | textrender layout --document -

      """
    case .hit:
      """
        textrender hit "Hello world" --at 30,8
        textrender hit --document styled.json --at 20,10 --slop 22

      """
    case .shape:
      """
        textrender shape --font My.otf --text "office"
        textrender shape --font My.otf --text "office" --format hb --features liga=0
        textrender shape --font My.ttc --face-index 2 --unicodes U+0915,U+094D,U+0937

      """
    case .scene:
      """
        textrender scene card.json -o card.png
        textrender scene card.json -o card@2x.png --scale 2 --explain
        textrender scene card.json -o difference.png --compare card.png --tolerance 2
        echo '{"size":[40,30],"background":"red"}' | textrender scene - -o red.png
        textrender scene --schema > scene.schema.json

      """
    case .html:
      """
        textrender html card.html -o card.png --width 1200 --height 630
        textrender html page.html -o page.png --width 900 --scale 2 --image-root .
        echo '<h1>Hello</h1>' | textrender html - -o hello.png
        textrender html README.md -o readme.pdf --paper letter --css mine.css

      """
    case .animate:
      """
        textrender animate card.json --to 0.5 -o card.apng
        textrender animate card.json --to 0.5 --fps 25 --loops 3 -o card.gif
        textrender animate card.json --from 0.1 --to 0.2 --fps 29.97 -o frame-%04d.png
        textrender animate card.json --frame 0.25 -o quarter.png
        textrender animate card.json --to 1 --sheet 12 --scale 0.5 -o sheet.png

      """
    case .tiles:
      """
        textrender tiles map.png --format png
        textrender tiles map.png --format png --tile-size 512 --levels 4 --out tiles \
          --manifest map.json
        textrender tiles map.png --format png --layout deepzoom --out zoom
        cat map.png | textrender tiles - --format png --out tiles

      """
    case .show:
      """
        textrender show card.json --port 8080
        textrender show styled.json
        textrender show card.json --listen 0.0.0.0 \
          --token "$(od -An -tx1 -N16 /dev/urandom | tr -d ' ')"
        textrender show card.json --window
        textrender show --feed

      """
    case .serve:
      """
        textrender serve --port 8080
        textrender serve --port 8080 --cache 64 --log-level info

      """
    case .segment:
      """
        textrender segment --kind grapheme --text "👩‍🚀 é"
        textrender segment --kind line --locale ja --text "日本語"
        textrender segment --kind hyphen --locale de --text Silbentrennung
        echo '{"id":1,"text":"one two"}' | textrender segment --kind word

      """
    case .batch:
      """
        echo '{"id":1,"args":["versions"]}' | textrender batch
        textrender batch --schema
        textrender batch --into pictures < requests.ndjson > replies.ndjson
        textrender batch --into pictures --resume --checkpoint at.json \\
          --fail < requests.ndjson > more-replies.ndjson
        textrender batch --into set-%05d.tar --checkpoint set.json < requests.ndjson
        echo '{"document":{"text":"inline"}}' | textrender batch --inline

      """
    case .fonts:
      """
        textrender fonts
        textrender fonts --font-family "Noto Serif,serif" --weight bold --language ja
        textrender fonts --font My.ttc --no-system-fonts --format json

      """
    case .gallery:
      """
        textrender gallery pictures

      """
    case .stress:
      """
        textrender stress
        textrender stress --requests 1000000 --layers 10000 --seed 7
        textrender stress --scenario storm --mix display:10,resize:5,drop:1 --seconds 60 --json
        textrender stress --images --layers 2000
        textrender stress --tiles --requests 50000

      """
    case .completions:
      """
        source <(textrender completions bash)
        textrender completions zsh > ~/.zfunc/_textrender
        textrender completions fish > ~/.config/fish/completions/textrender.fish

      """
    case .versions, .help: ""
    }
  }

  /// The paragraphs after the options.
  static func notes(on command: CommandName) -> String {
    switch command {
    case .render:
      """

      Without --output the picture goes to standard output, but never onto a terminal.
      Without --format, the ending of the file's name chooses the format; .svg is an SVG with all
      that the PNG shows (svg-picture). Endings of formats that are not written (.tiff) are refused,
      and any other name is a PNG. --format svg is glyph outlines alone, for programs, and notes what
      it leaves out.
      The picture is as large as the text's box and the padding, unless --canvas sets its size. Ink
      beyond it (an italic f, a tall accent, tight lines) is cut off and noted; --fit-ink makes room.
      A side over 16384 pixels is an error: --page-height cuts a long text into several pictures.
      --preview without --output draws on white unless --background is given.
      --document FILE holds text, fonts and styled spans ('textrender help document'); options
      override its base style. A text that is the name of a file of Markdown (.md, .markdown) is drawn
      as a page, with the options of 'textrender help html'.
      em is the font size (16 px for --font-size itself); % of it is possible for --font-size and
      --line-height. --line-height 1.5 is 1.5 times the font's natural height; 1.5em and 150% are
      1.5 times the size, as in CSS.
      --features may be limited to a range of scalars: kern[3:5]=0.

      """
    case .layout:
      """

      The result is one JSON object: width, height, direction, lines (start, end, x, y, width, height,
      baseline, hardBreak, runs, carets); where there are any, attachments (at, rect, line) and links
      (start, end, url, rects); of a text that does not fit, truncated, visibleRanges and the token's
      rect. Offsets count scalars, positions are px, y downwards, rectangles [x,y,width,height].

      """
    case .hit:
      """

      The result is one JSON object: offset and affinity (upstream, downstream) of the caret nearest
      to the point, and what lies there: link (start, end, url), attachment (at, rect) and token (rect,
      and the link of the token there), each null if there is none. Within --slop the nearest one
      counts. Exit status 0 whether or not something is found.

      """
    case .shape:
      """

      One run, one font: no bidi, no fallback. Positions are integers, y upwards, in visual order.
      The direction and the script are guessed from the text unless they are given.

      """
    case .scene:
      """

      FILE holds size, scale, background and layers: what --schema describes. - is standard input.
      Paths in it are relative to it. Lengths are points, y downwards, angles degrees.
      Unknown keys are noted, and refused with --strict. Kinds of layers that are not drawn are
      refused: those of type gl need OpenGL, which this textrender \(builtGL).
      --compare writes the picture if it is equal to the other one, and otherwise the difference of
      each channel, eight times as bright, on black.

      """
    case .html:
      """

      FILE is a page of HTML and CSS in UTF-8; - is standard input. Scripts are not run and nothing is
      read from the network: style sheets and pictures lie beside the page, below --image-root. What
      has no effect is noted with its line and column.
      A FILE that ends in .md or .markdown is one of Markdown, for which --css comes after a style
      sheet like that of a readme; 'textrender render FILE.md' does the same.

      """
    case .animate:
      """

      FILE is a scene ('textrender help scene'); - is standard input. Frames are drawn at --from +
      k/fps, for k = 0, 1, … until --to is reached; each is what 'scene --time' draws.
      The name of --output tells the format: .apng, .gif, .mp4 or .webp (with the package trait
      Video), or pictures by a pattern with one %d or %04d (frames-%04d.png), numbered from 0.
      An APNG stores of each frame the rectangle that differs from the frame before. It is RGB if the
      background of the scene is opaque, and else RGBA. A GIF has up to 255 colours a frame, chosen
      for each frame and not dithered; pixels below half opacity are transparent; times are rounded
      to hundredths of a second, which does not add up. An MP4 (H.264) is lossy, has sides of an
      even number of pixels, and lies on white where it is not opaque; a WebP loses nothing, and its
      times are rounded to thousandths. Neither has sound.
      --sheet is a grid from left to right and from top to bottom, with gaps of 4 pixels.
      A film has at most \(FrameTimes.limit) frames.

      """
    case .tiles:
      """

      FILE is a PNG or a JPEG of up to \(TilePyramid.sideLimit) pixels a side; - is standard input,
      whose tiles are called picture_XX_YY. It is read row by row: the memory is that of a few rows
      of tiles, not of the picture. Interlaced PNGs and progressive JPEGs, which need more, are
      refused beyond \(PNGRowReader.interlacedLimit >> 20) and \(2 * CanvasLimits.bitmapBytes >> 20) MiB.
      Tiles are called NAME_XX_YY.jpg, column then row, from 00, with more digits where there are more
      than 100; those of further levels NAME_L1_XX_YY.jpg, NAME_L2_…, each half as large as the one
      before, rounded up. Tiles at the right and at the bottom are cut, not padded. Files of the same
      names are replaced, each when it is complete.
      --layout deepzoom writes NAME.dzi and NAME_files/LEVEL/X_Y.jpg, from level 0, a single pixel.
      A resolution changes no pixel. A PNG of up to \(PNGRowReader.interlacedLimit >> 20) MiB is turned
      as its Exif orientation says before the pixels; larger ones, others and JPEGs are cut as they
      are stored, and that is noted. Samples of 16 bits become 8. Opacity is kept in PNG and WebP, and
      JPEG tiles lie on white. Below quality 90, JPEG has half the columns and rows of colour.
      A manifest has width, height, tileSize, overlap, format, layout and levels, each with level,
      width, height, columns, rows and tiles, the pattern of its names.
      If the picture is damaged, the exit status is 1, and the rows of tiles before the damage are
      there.
      This textrender \(builtFormats).

      """
    case .segment:
      """

      Without --text, requests are read from standard input, one per line, and answered in order:
      {"id":7,"text":"…","locale":"ja","lineBreak":"strict","wordBreak":"normal","direction":"auto"}
      A reply has breaks, in scalars from 0. Those of --kind hyphen are the points of words where a
      hyphen may stand; changes has what is spelt otherwise there.
      --schema prints their JSON schema.

      """
    case .batch:
      """

      Requests, one a line:
        {"id":1,"document":{"text":"x"},"options":{"scale":2},"into":"folder/"}
        {"id":2,"scene":{"size":[60,40],"background":"red"}}
        {"id":3,"args":["render","--text","x","-o","x.png"],"stdin":"…"}
      Replies, in the order of the requests:
        {"id":1,"exit":0,"name":"folder/ab/cdef….png","bytes":…,"hash":"…","size":[w,h],"missing":[],
         "reused":false,"stderr":"…"}
        {"id":3,"exit":0,"stdout":"…","stderr":"…"}
        {"id":4,"exit":2,"failure":"usage","stderr":"…"}
      The name of a picture is the SHA-256 of all that it is made of; its file appears when it is whole.
      With --into set-%05d.tar, pictures go to shards as WebDataset reads them, in the order of the
      requests: 000000017.png, 000000017.json (id, size, frames) and, of a document, 000000017.txt, its
      text; 17 is the number of the request, from 0. Replies then have the name in the shard and "shard".
      A shard ends in .tar.part until it is whole. It is not mixed with shards that are there: these are
      gone on with by --resume and --checkpoint, and byte for byte those of one undisturbed run.
      A request's into lies below the folder of --into. In a batch, render needs --output for pixels.
      --resume uses PNG pictures that are there and whole, by their checksums; other formats have none and
      are drawn again. With --checkpoint, a run that is resumed with the same input starts where all
      before is answered and on the disk; the input may be a pipe.
      SIGTERM and SIGINT end a batch when what was begun is done, with status 143 and 130. Otherwise the
      status is 0 even if requests have failed, unless --fail or --fail-after is given: then it is 3.
      The last line of standard error sums up: done, reused, failed by kind, seconds, texts a second.

      """
    case .show:
      """

      FILE is a scene or a document. The address of the page is the first line of the output. The
      picture follows each change of the file, and of pictures in its folder that it names; errors
      stand below the picture. A scene with a duration is repeated. Wheel, fingers and keys scroll
      layers of type scroll; what lies under the pointer is told. SIGTERM and SIGINT, unless
      its parent ignores them, end it with status 0 once it shows. This program
      \(ShowCommand.builtHosts).

      """
    case .serve:
      """

      The address of a page to try it is the first line of the output; the log goes to standard error,
      a line of JSON each. POST /v1/render takes a document or a scene as JSON, with the options of
      render and scene in the query: ?scale=2&format=webp. GET /v1/render?d=… takes it in base64url.
      /v1/layout, /v1/batch, /v1/documents, /v1/templates, /metrics, /health/live and /health/ready
      are described in the documentation of TextService. Work is called off when its client hangs up.
      SIGHUP reads fonts, templates and keys again, all or none; SIGTERM and SIGINT end it with status
      0 when what is under way is answered. This program \(ServeCommand.builtServer).

      """
    case .fonts:
      """

      Fonts are listed in the order in which they are tried, each with the reason.

      """
    case .gallery:
      """

      DIR is made if it is not there; pictures in it with the same names are replaced. The documents
      are those of the article "Gallery", drawn with the built-in fonts.

      """
    case .stress:
      """

      Scenarios: \(StressScenario.allCases.map(\.rawValue).joined(separator: ", ")).
      Actions of a mix: \(StressAction.allCases.map(\.rawValue).joined(separator: ", ")).
      With --requests 100000 or more, the scenarios besides the storm run at full size too.
      The result is a table of counts and timings. A violated invariant gives exit status 1.

      """
    case .versions, .completions, .help: ""
    }
  }

  /// Whether this build has OpenGL, as a clause.
  private static var builtGL: String { GLSupport.isBuilt ? "has" : "was built without" }

  /// The formats that this build has, as a clause.
  private static var builtFormats: String {
    let missing = PictureFormat.allCases.filter { !$0.isBuilt }.map(\.name)
    return missing.isEmpty
      ? "has JPEG, PNG and WebP"
      : "was built without \(missing.joined(separator: " and "))"
  }
}
