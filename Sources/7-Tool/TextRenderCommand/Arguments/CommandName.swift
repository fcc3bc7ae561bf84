// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A command of the tool.
enum CommandName: String, CaseIterable, Sendable {
  case render
  case layout
  case hit
  case shape
  case scene
  case html
  case animate
  case tiles
  case show
  case serve
  case segment
  case batch
  case fonts
  case gallery
  case stress
  case versions
  case completions
  case help

  /// A summary for help, half a line long.
  var summary: String {
    switch self {
    case .render: "draw text to a picture: PNG, SVG or another format"
    case .layout: "lay text out; lines, runs, glyphs and carets as JSON"
    case .hit: "find what lies at a point of a layout: offset, link, attachment, token"
    case .shape: "shape one run with one font; glyphs as JSON or in hb-shape's form"
    case .scene: "draw layers from a JSON file to a picture"
    case .html: "draw a page of HTML and CSS, or of Markdown, to a picture"
    case .animate: "draw a film of layers from a JSON file: APNG, GIF or PNG pictures"
    case .tiles: "cut a picture of any size into tiles, also of smaller sizes, for zooming"
    case .serve: "answer requests for pictures of text over HTTP"
    case .show: "show layers or text live, in a browser or a window, as their file changes"
    case .segment: "find boundaries of text, bidi levels, or vertical orientations"
    case .batch: "run many commands in one process"
    case .fonts: "list the fonts that would be used"
    case .gallery: "draw one PNG for each feature of text, from built-in documents"
    case .stress: "load the display machinery with a seeded storm of requests and check it"
    case .versions: "print the versions of the tool and of its libraries, as JSON"
    case .completions: "print a completion script for bash, zsh or fish"
    case .help: "explain the tool or one command"
    }
  }

  /// The syntax of the command's arguments besides options.
  var words: String {
    switch self {
    case .completions: "bash|zsh|fish"
    case .help: "[COMMAND|document]"
    case .render, .layout, .hit, .shape: "[TEXT]"
    case .scene, .html, .animate, .tiles: "FILE"
    case .show: "[FILE]"
    case .gallery: "DIR"
    default: ""
    }
  }
}
