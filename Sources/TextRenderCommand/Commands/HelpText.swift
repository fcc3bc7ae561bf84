// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import TextModel
internal import TextRenderStress

/// The `help` command, and the help page of each command.
enum HelpText {
  /// Writes the overview, or the page of the command that is named.
  static func run(_ arguments: Arguments, _ console: CommandConsole) throws(CommandError) {
    guard let word = arguments.words.first else {
      try console.write(Array(overview.utf8))
      return
    }
    guard let command = CommandName(rawValue: word) else {
      let near = Spelling.nearest(to: word, among: CommandName.allCases.map(\.rawValue))
      throw .usage(
        word,
        near.map { "unknown command; did you mean '\($0)'?" }
          ?? "unknown command; see 'textrender help'")
    }
    try console.write(Array(text(for: command).utf8))
  }

  /// The help page of one command.
  static func text(for command: CommandName) -> String {
    if command == .help { return overview }
    var page = "textrender \(command.rawValue): \(command.summary)\n\n"
    page += "Usage: textrender \(command.rawValue)"
    page += command.words.isEmpty ? " [options]\n" : " \(command.words)\n"
    let examples = examples(of: command)
    if !examples.isEmpty { page += "\nExamples\n" + examples }
    page += options(of: command)
    page += notes(on: command)
    return page
  }

  private static let overview: String = {
    var page = """
      textrender: any text, in any script, to a picture

      Usage: textrender TEXT -o FILE [options of render]
             textrender COMMAND [options]

      Start here
        textrender "Hello, مرحبا, नमस्ते 👩‍🚀" -o hello.png
        textrender "A longer text that wraps" -o out.png --width 240 --scale 2
        echo "from a pipe" | textrender --preview
        textrender render --text-file book.txt --width 600 --page-height 800 -o page.png

      Commands

      """
    for command in CommandName.allCases {
      page += "  \(padded(command.rawValue, 14))\(command.summary)\n"
    }
    page += """

      'textrender help COMMAND' explains a command and its options.
      'textrender --version' is the same as 'textrender versions'.

      Text offsets count Unicode scalar values, from 0. Lengths are in px; --scale sets the device
      pixels per px.
      Exit status: 0 done, 1 the request cannot be met, 2 usage error. A failing command writes
      nothing to standard output. Characters that no font has are drawn as .notdef and listed on
      standard error; the exit status stays 0.

      Limits: text \(TextLimits.textLength) UTF-16 units; a side of a picture \
      \(TextLimits.bitmapSide) pixels; an em \(Int(TextLimits.fontSize)) px;
      a line of layout's JSON \(LayoutReport.longestLine) units; a document \
      \(JSONLimits.bytes >> 20) MiB, \(JSONLimits.values) values, \(JSONLimits.depth) levels,
      \(StyledDocument.overlapLimit) overlapping spans. Beyond a limit: exit 1, with a message.

      """
    return page
  }()

  private static func examples(of command: CommandName) -> String {
    switch command {
    case .render:
      """
        textrender render --text "Grüße" -o hello.png
        textrender render --text-file poem.txt -o poem.png --width 600 --scale 2 \\
          --font-family "Noto Serif" --font-size 20 --line-height 1.5 --background '#ffffff'
        textrender render --text "fi ffi" --font My.otf --features liga=0 --format svg -o ligatures.svg
        textrender render --text-file LICENSE --width 600 --page-height 800 -o page-%03d.png
        textrender render --document styled.json -o styled.png
        textrender render --text "which font?" -o x.png --explain
        fortune | textrender render --preview

      """
    case .layout:
      """
        textrender layout --text "Hello world" --width 60
        textrender layout --document styled.json
        echo '{"text":"red","style":{"color":"#cc0000ff"}}' | textrender layout --document -

      """
    case .shape:
      """
        textrender shape --font My.otf --text "office"
        textrender shape --font My.otf --text "office" --format hb --features liga=0
        textrender shape --font My.ttc --face-index 2 --unicodes U+0915,U+094D,U+0937

      """
    case .segment:
      """
        textrender segment --kind grapheme --text "👩‍🚀 é"
        textrender segment --kind line --locale ja --text "日本語"
        echo '{"id":1,"text":"one two"}' | textrender segment --kind word

      """
    case .batch:
      """
        echo '{"id":1,"args":["versions"]}' | textrender batch
        textrender batch --jobs 8 < requests.ndjson > replies.ndjson

      """
    case .fonts:
      """
        textrender fonts
        textrender fonts --font-family "Noto Serif,serif" --weight bold --language ja
        textrender fonts --font My.ttc --no-system-fonts --format json

      """
    case .stress:
      """
        textrender stress
        textrender stress --requests 1000000 --layers 10000 --seed 7
        textrender stress --scenario storm --mix display:10,resize:5,drop:1 --seconds 60 --json

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

  private static func options(of command: CommandName) -> String {
    var page = ""
    for group in CommandOption.Group.allCases {
      let options = CommandOption.allCases.filter {
        $0.definition.group == group && $0.definition.commands.contains(command)
      }
      guard !options.isEmpty else { continue }
      page += "\n\(group.rawValue)\n"
      for option in options { page += line(for: option, of: command) }
    }
    return page
  }

  private static func line(for option: CommandOption, of command: CommandName) -> String {
    let definition = option.definition
    var left = "  " + (option.letter.map { "-\($0), " } ?? "") + option.typed
    let choices = option.choices(for: command)
    if let value = definition.value { left += " \(value)" }
    var text = definition.summary
    if !choices.isEmpty { text += ": \(choices.joined(separator: ", "))" }
    if left.count > 27 { return "\(left)\n\(String(repeating: " ", count: 28))\(text)\n" }
    return padded(left, 28) + text + "\n"
  }

  private static func notes(on command: CommandName) -> String {
    switch command {
    case .render:
      """

      Without --output the picture goes to standard output, but never onto a terminal.
      Without --format, a file whose name ends in .svg becomes an SVG, any other a PNG.
      Without a text option the text is read from a pipe; its last line end is removed.
      The picture is as large as the text and the padding, unless --canvas sets its size.
      A side over 16384 pixels is an error: --page-height cuts a long text into several pictures.
      --preview without --output draws on white unless --background is given.
      --document FILE holds text, fonts and styled spans; options override its base style.
      --features may be limited to a range of scalars: kern[3:5]=0.

      """
    case .layout:
      """

      The result is one JSON object: width, height, direction, lines (start, end, x, y, width, height,
      baseline, hardBreak, runs, carets). Offsets count scalars, positions are px, y downwards.

      """
    case .shape:
      """

      One run, one font: no bidi, no fallback. Positions are integers, y upwards, in visual order.
      The direction and the script are guessed from the text unless they are given.

      """
    case .segment:
      """

      Without --text, requests are read from standard input, one per line, and answered in order:
      {"id":7,"text":"…","locale":"ja","lineBreak":"strict","wordBreak":"normal","direction":"auto"}

      """
    case .batch:
      """

      A request: {"id":7,"args":["render","--text","x","-o","x.png"],"stdin":"…"}
      Its reply: {"id":7,"exit":0,"stdout":"…","stderr":"…"}, in the order of the requests.
      In a batch, render needs --output for a PNG.

      """
    case .fonts:
      """

      Fonts are listed in the order in which they are tried, each with the reason.

      """
    case .stress:
      """

      Scenarios: \(StressConfiguration.Scenario.allCases.map(\.rawValue).joined(separator: ", ")).
      Actions of a mix: \(StressAction.allCases.map(\.rawValue).joined(separator: ", ")).
      With --requests 100000 or more, the scenarios besides the storm run at full size too.
      The result is a table of counts and timings. A violated invariant gives exit status 1.

      """
    case .versions, .completions, .help: ""
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
