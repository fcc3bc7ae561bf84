// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import DocumentJSON
import Foundation
import HTMLPages
import ImageCodecs
import StyledDocuments
import Testing
import TextModel

@testable import Pictures

/// The table of options, its readers, and the pages that list them.
struct PictureOptionTests {
  /// A value of each option, as JSON and as a word, and what it does. A new option has none, and
  /// does not compile.
  private static func sample(
    _ option: PictureOption
  ) -> (json: String, word: String, isSet: (PictureOptions) -> Bool) {
    switch option {
    case .format: (#""a8""#, "a8", { $0.format == .a8 })
    case .quality: ("7", "7", { $0.packing.quality == 7 })
    case .effort: ("2", "2", { $0.packing.effort == 2 })
    case .oneBit: ("true", "yes", { $0.isOneBit })
    case .dither:
      (#""floyd-steinberg""#, "floyd-steinberg", { $0.oneBit.dither == .floydSteinberg })
    case .threshold: ("0.25", "0.25", { $0.oneBit.threshold == 0.25 })
    case .scale: ("1.5", "150%", { $0.scale == 1.5 })
    case .padding: ("3.25", "3.25px", { $0.padding == 3.25 })
    case .background:
      (##""#00ff00""##, "#00ff00", { $0.background == Color(red: 0, green: 1, blue: 0) })
    case .canvas: ("[30,20]", "30x20", { $0.canvas == Size(width: 30, height: 20) })
    case .width: ("640", "640px", { $0.width == 640 })
    case .height: ("320.5", "320.5px", { $0.height == 320.5 })
    case .css: (#""more.css""#, "more.css", { $0.page.styleSheets == ["more.css"] })
    case .paper: (#""a5-landscape""#, "a5-landscape", { $0.page.paper == .a5.landscape })
    case .standard: (#""ua-1""#, "ua-1", { $0.standards == [.accessible] })
    case .media: (#""print""#, "print", { $0.page.medium == .print })
    case .colorScheme: (#""dark""#, "dark", { $0.page.colorScheme == .dark })
    case .origin: ("[1,-2.5]", "1,-2.5", { $0.origin == Point(x: 1, y: -2.5) })
    case .anchor: (#""middle""#, "middle", { $0.anchor == .middle })
    case .fitInk: ("true", "true", { $0.fitsInk })
    case .gridFitting: (#""none""#, "none", { $0.drawing.gridFitting == .none })
    case .time: ("0.5", "0.5", { $0.time == 0.5 })
    case .strict: ("true", "yes", { $0.isStrict })
    case .imageRoot: (#""pictures""#, "pictures", { $0.imageRoot == "pictures" })
    case .frames: ("true", "", { $0.tellsFrames })
    }
  }

  private static func json(_ text: String) throws -> JSONValue {
    try #require(JSONReader.object(of: Array(#"{"v":\#(text)}"#.utf8)).object["v"])
  }

  @Test(arguments: PictureOption.allCases)
  func aValueIsReadFromJSONAndFromAWord(_ option: PictureOption) throws {
    let sample = Self.sample(option)
    var (fromJSON, fromWord) = (PictureOptions(), PictureOptions())
    #expect(!sample.isSet(fromJSON), "the sample is not the default")
    try option.read(Self.json(sample.json), DocumentKey("o"), into: &fromJSON)
    #expect(try fromWord.read(option.rawValue, word: sample.word))
    for options in [fromJSON, fromWord] {
      #expect(sample.isSet(options))
      #expect(Array(options.given.keys) == [option])
    }
    var absent = PictureOptions()
    try option.read(.null, DocumentKey("o"), into: &absent)
    #expect(absent.given.isEmpty && !sample.isSet(absent))
  }

  /// The canonical form tells values apart, and two spellings of one JSON value not.
  @Test(arguments: PictureOption.allCases)
  func theCanonicalFormHasTheValue(_ option: PictureOption) throws {
    func canonical(_ json: String) throws -> String {
      var options = PictureOptions()
      try option.read(Self.json(json), DocumentKey("o"), into: &options)
      return options.canonical
    }
    let value = Self.sample(option).json
    #expect(try canonical(value) == canonical(" " + value))
    var writer = JSONWriter()
    writer.canonical(try Self.json(value))
    let written = String(decoding: writer.takeBytes(), as: UTF8.self)
    #expect(
      try canonical(value) == "\(option.rawValue)=" + written.trimmingCharacters(in: ["\""]))
  }

  /// The summaries stand on the pages of all entry points.
  @Test(arguments: PictureOption.allCases)
  func aSummaryNamesNoOptionOfACommandLine(_ option: PictureOption) {
    #expect(!option.summary.contains("--"))
  }

  @Test(arguments: [("quality", "from 1 to 100"), ("effort", "from 0 to 6")])
  func aNumberIsToldWithItsRange(name: String, range: String) throws {
    var options = PictureOptions()
    for (word, sentence) in [
      ("good", "'good' is not understood; write a whole number \(range)"),
      ("-1", "-1 is not \(range)"), ("101", "101 is not \(range)"),
    ] {
      let error = try #require(throws: DocumentError.self) { try options.read(name, word: word) }
      #expect(error.message == sentence)
    }
    #expect(options.packing == PackingOptions())
  }

  @Test(arguments: PictureOption.allCases)
  func aWrongValueIsRefusedByItsKey(_ option: PictureOption) throws {
    var options = PictureOptions()
    let error = try #require(throws: DocumentError.self) {
      try option.read(Self.json(#"{"a":[]}"#), DocumentKey("options.x"), into: &options)
    }
    #expect(error.code == .malformed && error.keyPath == "options.x")
    #expect(options.given.isEmpty)
  }

  @Test(
    "Numbers and pairs outside of their bounds",
    arguments: [
      ("quality", "0"), ("quality", "101"), ("quality", "1.5"), ("effort", "-1"),
      ("effort", "7"), ("effort", "0.5"), ("threshold", "1.1"), ("threshold", "-0.1"),
      ("dither", "wild"), ("scale", "0"), ("scale", "-2"), ("scale", "nan"), ("padding", "-1"),
      ("canvas", "0,5"), ("canvas", "5"), ("time", "soon"),
      ("anchor", "left"), ("format", "bmp"), ("fitInk", "perhaps"),
    ])
  func bounds(name: String, word: String) {
    var options = PictureOptions()
    #expect(throws: DocumentError.self) { try options.read(name, word: word) }
  }

  @Test(arguments: PictureOption.allCases)
  func anOptionIsRefusedWhereItHasNoEffect(_ option: PictureOption) throws {
    for contents in [PictureOption.Contents.document, .scene] {
      var options = PictureOptions()
      try option.read(Self.json(Self.sample(option).json), DocumentKey("o"), into: &options)
      if option == .origin || option == .anchor { options.canvas = Size(width: 9, height: 9) }
      guard option.contents.contains(contents) else {
        let error = try #require(throws: DocumentError.self) { try options.check(for: contents) }
        #expect(error.keyPath == option.rawValue && error.message.contains("no effect on a"))
        continue
      }
      try options.check(for: contents)
    }
  }

  @Test(
    "Options that do not go together are refused by the name of the one that is wrong",
    arguments: [
      (["anchor": "end"], "anchor"), (["origin": "1,1"], "origin"),
      (["canvas": "9,9", "fitInk": "1"], "fitInk"), (["canvas": "9000,1", "scale": "2"], "canvas"),
    ])
  func combinations(words: [String: String], subject: String) throws {
    var options = PictureOptions()
    for (name, word) in words { _ = try options.read(name, word: word) }
    let error = try #require(throws: DocumentError.self) {
      try options.check(for: .document) { "--\($0.rawValue)" }
    }
    #expect(error.keyPath == "--\(subject)")
    #expect((error.code == .tooLarge) == (subject == "canvas"))
  }

  /// A quality or an effort is noted where the format has none, and nowhere else.
  @Test(
    arguments: zip([PictureOption.quality, .effort], [Set([PictureFormat.jpeg, .webp]), [.webp]]))
  func aPackingWithoutEffectIsNoted(option: PictureOption, formats: Set<PictureFormat>) throws {
    for format in PictureFormat.allCases {
      var options = PictureOptions()
      options.format = format
      #expect(options.idleNotes().isEmpty)
      _ = try options.read(option.rawValue, word: "5")
      let notes = options.idleNotes { "--\($0.rawValue)" }
      let note = "--\(option): it has no effect on \(format.name)"
      #expect(notes == (formats.contains(format) ? [] : [note]), "\(format)")
    }
  }

  /// The codes of errors are those from which each entry point makes its statuses.
  @Test func errorsAreConverted() throws {
    let document = DocumentError(.tooLarge, "a.b", offset: 7, "too large")
    let error = try #require(PictureError(document))
    #expect(error.code == .tooLarge && error.subject == "a.b" && error.offset == 7)
    #expect(PictureError(CancellationError()) == nil)
    #expect(PictureError(DocumentError(.cancelled, nil, "")) == nil)
    #expect(PictureError(NSError(domain: "d", code: 1))?.code == .engine)
  }

  // MARK: Pages

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func page(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The header of the C library and the page of the service name each option.
  @Test(arguments: [
    ("Sources/6-Hosts/CAsyncText/include/asynctext.h", "/// - options: How", "/// - style: Gets"),
    (
      "Sources/5-Scenes/TextService/TextService.docc/TextService.md", "### Parameters of a picture",
      "### Errors"
    ),
  ])
  func pagesNameEachOption(path: String, start: String, end: String) throws {
    let text = try Self.page(path)
    let from = try #require(text.range(of: start)).lowerBound
    let to = try #require(text[from...].range(of: end)).lowerBound
    for option in PictureOption.allCases {
      #expect(text[from..<to].contains("`\(option.rawValue)`"), "\(option.rawValue)")
    }
  }

  /// Python's names are those of the table, but for what its functions say in another way: files
  /// by `save` and `draw_file`, `strict`, `frames` and `root` by arguments of their own.
  @Test func pythonNamesTheOptions() throws {
    let text = try Self.page("Sources/6-Hosts/Python/asynctextlayer/request.py")
    let from = try #require(text.range(of: "OPTION_NAMES = (")).upperBound
    let to = try #require(text[from...].range(of: ")")).lowerBound
    let names = text[from..<to].split { !$0.isLetter && $0 != "_" }.map { name in
      name.split(separator: "_").enumerated()
        .map { $0.offset == 0 ? String($0.element) : $0.element.capitalized }.joined()
    }
    let others: Set<PictureOption> = [
      .format, .quality, .effort, .paper, .standard, .strict, .imageRoot, .frames,
    ]
    // Those of pages alone are arguments of `draw_html`.
    let own = PictureOption.allCases.filter { !others.contains($0) && $0.contents != .html }
    #expect(Set(names) == Set(own.map(\.rawValue)))
    let drawing = try Self.page("Sources/6-Hosts/Python/asynctextlayer/drawing.py")
    // What Python draws is pixels, which have no sheets of paper.
    for option in PictureOption.allCases where option.contents == .html && option != .paper {
      let name = option == .colorScheme ? "color_scheme" : option.rawValue
      #expect(drawing.contains("\"\(name)\": "), "\(name)")
    }
  }

  /// Python's names of other programs, of which it tells the member, have the hints of documents.
  @Test func pythonHintsAsDocumentsDo() throws {
    let text = try Self.page("Sources/6-Hosts/Python/asynctextlayer/keys.py")
    let from = try #require(text.range(of: "_OTHER_NAMES = {")).upperBound
    let to = try #require(text[from...].range(of: "}")).lowerBound
    let words = text[from..<to].split { !$0.isLetter }
    #expect(words.count > 40 && words.count.isMultiple(of: 2))
    let known = DocumentMember.keys + StyleProperty.allCases.map(\.key)
    for i in stride(from: 0, to: words.count - 1, by: 2) {
      #expect(UnknownKey.nearest(to: String(words[i]), known) == String(words[i + 1]))
    }
  }
}
