// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import ImageCodecs
internal import StyledDocuments

/// An option of any command; the raw value is the long name without its dashes.
package enum CommandOption: String, CaseIterable, Sendable {
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
  case height
  case writingMode = "writing-mode"
  case columns
  case align
  case lineBreak = "line-break"
  case wordBreak = "word-break"
  case overflowWrap = "overflow-wrap"
  case hangingPunctuation = "hanging-punctuation"
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
  case textSpacingTrim = "text-spacing-trim"
  case textOrientation = "text-orientation"
  case textCombine = "text-combine"
  case emphasis
  case autospace
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
  case fitInk = "fit-ink"
  case gridFitting = "grid-fitting"
  case pageHeight = "page-height"
  case preview
  case at
  case slop
  case time
  case fps
  case from
  case to
  case frame
  case sheet
  case loops
  case tileSize = "tile-size"
  case quality
  case levels
  case layout
  case overlap
  case out
  case manifest
  case port
  case listen
  case token
  case host
  case hostName = "host-name"
  case allowOrigin = "allow-origin"
  case maxAge = "max-age"
  case fonts
  case templates
  case keys
  case cache
  case memory
  case documents
  case bodyLimit = "body-limit"
  case pixelLimit = "pixel-limit"
  case timeLimit = "time-limit"
  case threads
  case connections
  case headTimeout = "head-timeout"
  case idleTimeout = "idle-timeout"
  case bodyTimeout = "body-timeout"
  case sendTimeout = "send-timeout"
  case slowestRate = "slowest-rate"
  case drainDelay = "drain-delay"
  case drainLimit = "drain-limit"
  case systemFonts = "system-fonts"
  case logLevel = "log-level"
  case window
  case feed
  case strict
  case imageRoot = "image-root"
  case frames
  case compare
  case tolerance
  case explain
  case schema
  case man
  case kind
  case locale
  case dictionary
  case jobs
  case into
  case inline
  case resume
  case checkpoint
  case fail
  case failAfter = "fail-after"
  case layers
  case requests
  case lanes
  case seconds
  case seed
  case mix
  case scenario
  case images
  case tiles
  case json
  case output
  case help

  /// The long name with its dashes.
  package var typed: String { "--\(rawValue)" }

  /// The one-letter name, if there is one.
  var letter: Character? {
    switch self {
    case .output: "o"
    case .help: "h"
    case .jobs: "j"
    default: nil
    }
  }

  /// The value that a command accepts; `nil` if the option takes none.
  func form(for command: CommandName) -> ValueForm? {
    switch (self, command) {
    case (.direction, .shape): .words("DIR", ["ltr", "rtl", "ttb", "btt"])
    case (.format, .shape): .words("FORMAT", ["json", "hb"])
    case (.images, .serve): ValueForm("DIR", forms: "a folder")
    case (.format, .tiles): .words("FORMAT", ImageCodec.allCases.map(\.rawValue))
    case (.format, .fonts): .words("FORMAT", ["text", "json"])
    case (.fontSize, .shape): ValueForm("N", .number, forms: "a number above 0")
    default: definition.value
    }
  }

  /// The explanation in help, one line long.
  func summary(for command: CommandName) -> String {
    switch (self, command) {
    case (.direction, .shape): "the text direction (default: that of the script)"
    case (.scale, .show): "device pixels per px (default: the scene's, or the viewer's)"
    case (.time, .show): "stand still at this point in time, in seconds"
    case (.port, .serve): "the port, 1 to 65535 (default 0: any that is free)"
    case (.images, .serve): "the folder below which documents and scenes name pictures"
    case (.requests, .serve):
      "the most requests that are worked on or wait (default 256); beyond them 503"
    case (.explain, .scene):
      "report on standard error, as JSON, the work of the picture and what does not fit"
    case (.format, .tiles): "the format of the tiles (default jpg)"
    case (.fontSize, .shape): "the em size in output units (default: the font's unitsPerEm)"
    default: definition.summary
    }
  }

  /// The group in the help of a command.
  func group(for command: CommandName) -> Group {
    switch (self, command) {
    case (.port, .serve), (.images, .serve): .serve
    case (.requests, .serve): .limits
    default: definition.group
    }
  }

  /// The accepted words; empty if other values are accepted too.
  func choices(for command: CommandName) -> [String] {
    guard let form = form(for: command), form.isClosed else { return [] }
    return form.words
  }

  /// Whether each occurrence counts, not only the last.
  var mayRepeat: Bool { self == .font || self == .faceIndex }
}
