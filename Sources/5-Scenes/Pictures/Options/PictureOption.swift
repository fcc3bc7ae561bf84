// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import HTMLPages
internal import ImageCodecs
package import StyledDocuments
internal import TextPainting

/// An option of a picture. The raw value is the option's key in the `options` of a batch line and
/// in a query.
///
/// Help, schemas, completions, the manual page and the readers of command lines, batch lines,
/// queries and C calls all follow from this table. A new option needs a case, a row, and a line in
/// ``read(_:_:into:)``.
package enum PictureOption: String, DocumentObject {
  case format
  case quality
  case effort
  case oneBit
  case dither
  case threshold
  case scale
  case padding
  case background
  case canvas
  case width
  case height
  case css
  case paper
  case standard
  case media
  case colorScheme
  case origin
  case anchor
  case fitInk
  case gridFitting
  case time
  case strict
  case imageRoot
  case frames

  /// The range of ``quality``.
  static let qualities = 1...100
  /// The range of ``effort``.
  static let efforts = 0...6

  /// The kinds of contents whose pictures an option changes.
  package struct Contents: OptionSet, Sendable {
    package let rawValue: UInt8
    package static let document = Contents(rawValue: 1)
    package static let scene = Contents(rawValue: 2)
    package static let html = Contents(rawValue: 4)
    package static let all: Contents = [.document, .scene, .html]

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The name of one kind, in errors.
    var name: String {
      switch self {
      case .scene: "scene"
      case .html: "page"
      default: "document"
      }
    }
  }

  private struct Row {
    /// The form of the value as a word of a command line or of a query.
    let form: ValueForm
    /// The form of the value in JSON; `nil` if it is the same as ``form``.
    var json: ValueForm?
    let contents: Contents
    let summary: String

    init(_ form: ValueForm, json: ValueForm? = nil, _ contents: Contents, _ summary: String) {
      (self.form, self.json, self.contents, self.summary) = (form, json, contents, summary)
    }
  }

  private var row: Row {
    switch self {
    case .format:
      Row(
        .words("FORMAT", PictureFormat.builtWords),
        json: .words("FORMAT", PictureFormat.builtWords + PictureFormat.builtEndings), .all,
        "the format of the result; svg has all that a PNG shows, svg-outlines only the outlines of "
          + "glyphs")
    case .quality:
      Row(.integer(from: Self.qualities), .all, "the quality of JPEG and WebP (default 90)")
    case .effort:
      Row(
        .integer(from: Self.efforts), .all,
        "the time taken for a small WebP: 0 is fastest, 6 smallest (default 4)")
    case .oneBit:
      Row(
        .flag, .all,
        "black and white pixels alone, as receipts, labels and electronic paper show them")
    case .dither:
      Row(
        .words("DITHER", OneBitOptions.Dither.self), .all,
        "how black and white show greys: none (default), an ordered pattern, or floyd-steinberg")
    case .threshold:
      Row(
        .number, json: .number, .all,
        "the brightness from which a pixel is white, from 0 to 1 (default 0.5)")
    case .scale: Row(.scale, json: .number, .all, "device pixels per px (default 1)")
    case .padding:
      Row(.absoluteLength, .document, "space around the text (default 0)")
    case .background:
      Row(.color, [.document, .html], "the colour behind everything (default transparent)")
    case .canvas:
      Row(.pair, json: .numbers(2), .document, "the size of the picture (default: the text's)")
    case .width: Row(.absoluteLength, .html, "the width of the page (default 800)")
    case .height: Row(.absoluteLength, .html, "the height of the page (default: its contents')")
    case .css:
      Row(
        ValueForm("FILE", forms: "a file"), .html,
        "a style sheet that comes after those of the page; its @import reads more")
    case .paper:
      Row(
        .words("PAPER", PaperName.self), [.document, .html],
        "the sheets of a page in PDF without a height (default a4; @page says others), or of a "
          + "document in PDF (default one of its size)")
    case .standard:
      Row(
        .words("STANDARD", PDFStandardName.self), .all,
        "the standard that a PDF says it follows, with a note where it does not")
    case .media:
      Row(
        .words("MEDIUM", HTMLPageOptions.Medium.self), .html,
        "the medium of the page, for @media (default screen, on paper print)")
    case .colorScheme:
      Row(
        .words("SCHEME", HTMLPageOptions.ColorScheme.self), .html,
        "the colours that the reader prefers, for @media (default light)")
    case .origin:
      Row(
        .pair, json: .numbers(2), .document,
        "the point on the canvas where the first line's baseline starts")
    case .anchor:
      Row(
        .words("ANCHOR", PictureAnchor.self), .document,
        "the point of the first line that the origin's X places (default start)")
    case .fitInk:
      Row(
        .flag, .document,
        "make the picture larger where ink reaches beyond the text's box and the padding")
    case .gridFitting:
      Row(
        .words("FITTING", GridFitting.self), .document,
        "moves small text to whole pixels: its baselines, its heights too (default), or none")
    case .time:
      Row(
        .number, json: .number, .scene, "the point in time, in seconds (default: the scene's)")
    case .strict:
      Row(
        .flag, .all,
        "refuse unknown keys, and pictures that cannot be shown, instead of noting them")
    case .imageRoot:
      Row(
        ValueForm("DIR", forms: "a folder"), .all,
        "read no picture outside this folder (default: no bound)")
    case .frames: Row(.flag, .all, "reply with the places of layers and texts, too")
    }
  }

  /// The form of the value as a word of a command line or of a query.
  package var word: ValueForm { row.form }
  /// The form of the value in JSON.
  package var form: ValueForm? {
    var form = row.json ?? row.form
    form.takesWord = true
    return form
  }
  package var summary: String { row.summary }
  package var contents: Contents { row.contents }
  package var isRequired: Bool { false }
  /// Whether the option stands on a command line without a value.
  package var isFlag: Bool { row.form.type == .boolean }
}
