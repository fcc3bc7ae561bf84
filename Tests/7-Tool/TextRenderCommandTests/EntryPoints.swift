// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextC
import CAsyncText
import DocumentJSON
import Foundation
import ImageCodecs
import Pictures
import StyledDocuments
import Testing
import TextModel
import TextService

@testable import TextRenderCommand

/// An option of a request, as JSON and as the word of a command line or of a query.
struct EntryOption: CustomTestStringConvertible {
  let name: String
  let json: String
  let word: String

  init(_ name: String, json: String, word: String) {
    (self.name, self.json, self.word) = (name, json, word)
  }

  init(_ option: PictureOption, json: String, word: String) {
    self.init(option.rawValue, json: json, word: word)
  }

  /// The option of a number, a pair, `true`, or a word.
  init(_ option: PictureOption, _ word: String) {
    let isText = word != "true" && word.contains { $0.isLetter || $0 == "/" }
    self.init(
      option, json: isText ? #""\#(word)""# : word.contains(",") ? "[\(word)]" : word, word: word)
  }

  var testDescription: String { "\(name) \(word)" }
}

/// What a request is about.
enum EntryContent: CustomTestStringConvertible {
  /// A text with the properties of its style as JSON: a word of a command line, the text of the C
  /// library. HTTP and batches have no such requests; there the text is that of a document.
  case text(String, style: String = "")
  case document(String)
  case scene(String)
  case page(String)
  case markdown(String)

  var kind: PictureOption.Contents {
    switch self {
    case .text, .document: .document
    case .scene: .scene
    case .page, .markdown: .html
    }
  }

  /// The member of a line that has the contents.
  var member: String {
    switch self {
    case .scene: "scene"
    case .page: "html"
    case .markdown: "markdown"
    default: "document"
    }
  }

  /// What is sent: the JSON of the document or the scene, or the page.
  var body: String {
    switch self {
    case .page(let source), .markdown(let source): source
    default: json
    }
  }

  /// The contents as JSON.
  var json: String {
    switch self {
    case .page(let source), .markdown(let source):
      "\"" + source.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    case .text(let text, let style):
      #"{"text":"\#(text)","style":{\#(style)},"systemFonts":false,"defaultFonts":true}"#
    case .document(let json), .scene(let json): json
    }
  }

  var mediaType: String { kind == .html ? "text/\(member)" : "application/json" }

  var isText: Bool { if case .text = self { true } else { false } }

  var testDescription: String { isText ? "text" : member }
}

/// What an entry point made of a request, in the words of JSON: without what only says where the
/// request came from.
struct EntryReply: Equatable {
  var bytes: [UInt8]?
  var notes: [String] = []
  /// The sentence about what is wrong; `nil` if there is a picture.
  var refusal: String?
  /// The places as canonical JSON.
  var frames: String?
}

/// A way of a request to its picture.
enum EntryPoint: String, CaseIterable {
  case command, batch, post, get, serviceBatch, library

  /// Whether the options are JSON.
  var takesJSON: Bool { self == .batch || self == .serviceBatch || self == .library }

  /// - Parameter lineMembers: Further members of a line, each with a comma before it.
  func reply(
    to content: EntryContent, _ options: [EntryOption] = [], lineMembers: String = ""
  ) async throws -> EntryReply {
    let json = options.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",")
    let line =
      #"{"id":1,"\#(content.member)":\#(content.json),"options":{\#(json)}\#(lineMembers)}"#
    let query = options.map { "\($0.name)=\(Self.escaped($0.word))" }.joined(separator: "&")
    switch self {
    case .command: return try Self.command(content, options)
    case .batch: return try Self.batch(line)
    case .post:
      return try Self.answered(
        await Self.service().answer(
          to: ServiceHead(
            "POST", "/v1/render?\(query)", fields: [("Content-Type", content.mediaType)]),
          body: Array(content.body.utf8)))
    case .get:
      let address = Base64.encode(url: Array(content.json.utf8))
      return try Self.answered(
        await Self.service().answer(
          to: ServiceHead("GET", "/v1/render?d=\(address)&\(query)")))
    case .serviceBatch: return try await Self.serviceBatch(line)
    case .library: return try Self.library(content, line, options: "{\(json)}")
    }
  }

  // MARK: The command line

  private static func command(
    _ content: EntryContent, _ options: [EntryOption]
  ) throws -> EntryReply {
    try ToolRun.withFolder { folder in
      var arguments: [String]
      switch content {
      case .text(let text, _):
        arguments = ["render", "--text", text, "--no-system-fonts", "--default-fonts"]
      case .document: arguments = ["render", "--document", "-"]
      case .scene: arguments = ["scene", "-"]
      case .page: arguments = ["html", "-"]
      case .markdown: arguments = ["html", "-", "--markdown"]
      }
      for option in options {
        arguments.append("--" + option.name.joinedByHyphens)
        if PictureOption(rawValue: option.name)?.isFlag == true { continue }
        let format = PictureFormat(rawValue: option.word)
        arguments.append(option.name == "format" ? format?.commandWord ?? option.word : option.word)
      }
      let path = folder + "/picture"
      let input = content.isText ? nil : Array(content.body.utf8)
      let run = ToolRun(arguments + ["-o", path], input: input)
      let lines = run.errors.split(separator: "\n").map { inWordsOfJSON(String($0)) }
      guard run.status == 0 else { return EntryReply(refusal: lines.joined(separator: "\n")) }
      let bytes = try Array(Data(contentsOf: URL(filePath: path)))
      guard options.contains(where: { $0.name == PictureOption.frames.rawValue }) else {
        return EntryReply(bytes: bytes, notes: lines)
      }
      return EntryReply(notes: lines, frames: try canonical(.object(object(bytes))))
    }
  }

  /// A note or a refusal of a command line with the names of options and formats in JSON.
  private static func inWordsOfJSON(_ line: String) -> String {
    var text = inWords(line) { word in PictureFormat.allCases.first { $0.commandWord == word } }
    text.replace("--document:", with: "document:")
    for option in PictureOption.allCases {
      text.replace("--" + option.rawValue.joinedByHyphens + ":", with: option.rawValue + ":")
      text.replace("--" + option.rawValue.joinedByHyphens + " ", with: option.rawValue + " ")
    }
    for option in PictureOption.allCases {
      text.replace("--" + option.rawValue.joinedByHyphens, with: option.rawValue)
    }
    text.replace(/format svg(-picture)?\b/) { $0.1 == nil ? "format svg-outlines" : "format svg" }
    return text
  }

  // MARK: Batches

  private static func batch(_ line: String) throws -> EntryReply {
    let output = ToolRun("batch", "--inline", input: line + "\n").output
    let reply = try object(output.dropLast())
    let errors = try text(reply["stderr"]) ?? ""
    let lines = errors.split(separator: "\n").map { inWords(String($0)) }
    guard case .number(0)? = reply["exit"] else {
      return EntryReply(refusal: lines.joined(separator: "\n"))
    }
    let data = try PictureFormat.allCases.lazy.compactMap { try text(reply[$0.rawValue]) }.first
    return EntryReply(
      bytes: withoutText(try #require(data.flatMap { Base64.decode($0.utf8) })), notes: lines,
      frames: reply["frames"].map(canonical))
  }

  /// The bytes of a file without the PNG chunk in which `batch` keeps the missing characters.
  private static func withoutText(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return bytes }
    var (kept, at) = (Array(bytes.prefix(8)), 8)
    while at + 12 <= bytes.count {
      let length = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
      let chunk = bytes[at..<at + 12 + length]
      if !chunk.dropFirst(4).starts(with: "tEXt".utf8) { kept += chunk }
      at += chunk.count
    }
    return kept
  }

  // MARK: HTTP

  private static func service() throws -> TextService { try TextService(ServiceConfiguration()) }

  private static func escaped(_ word: String) -> String {
    word.utf8.map { byte in
      Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber
        ? "\(Character(UnicodeScalar(byte)))"
        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  private static func answered(_ answer: ServiceAnswer) throws -> EntryReply {
    guard answer.status == 200 else { return EntryReply(refusal: try refusal(answer.body)) }
    let field = answer.fields.first { $0.name == "Render-Notes" }?.value
    return EntryReply(bytes: answer.body, notes: try field.map(strings) ?? [])
  }

  private static func serviceBatch(_ line: String) async throws -> EntryReply {
    let answer = try await service().answer(
      to: ServiceHead(
        "POST", "/v1/batch", fields: [("Content-Type", "application/x-ndjson")]),
      body: Array((line + "\n").utf8))
    let object = try object(answer.body.dropLast())
    guard let data = try text(object["data"]) else {
      return EntryReply(refusal: try refusal(answer.body.dropLast()))
    }
    let notes = try DocumentKey("n").strings(object["notes"] ?? .array([], offsets: []))
    return EntryReply(
      bytes: Base64.decode(data.utf8), notes: notes.map { inWords($0) },
      frames: object["frames"].map(canonical))
  }

  /// The subject and the sentence of `{"error":{"member":…,"message":…}}`.
  private static func refusal(_ body: some Sequence<UInt8>) throws -> String {
    guard case .object(let error)? = try object(body)["error"] else {
      return String(decoding: Array(body), as: UTF8.self)
    }
    let parts = [try text(error["member"]), try text(error["message"])].compactMap(\.self)
    return inWords(parts.joined(separator: ": "))
  }

  // MARK: The C library

  private static func library(
    _ content: EntryContent, _ line: String, options: String
  ) throws -> EntryReply {
    var request = at_request()
    request.size = MemoryLayout<at_request>.size
    request.kind = UInt32(content.isText ? AT_TEXT : AT_JSON)
    var error = at_error()
    var text = line
    if case .text(let string, let style) = content {
      text = string
      let json = #"{"style":{\#(style)}}"#
      guard
        at_style_create(json, json.utf8.count, options, options.utf8.count, &request.style, &error)
          == AT_OK
      else { return EntryReply(refusal: message(error)) }
      try #require(at_fonts_create(nil, 0, UInt32(AT_FONTS_BUILT_IN), &request.fonts, nil) == AT_OK)
    }
    defer { for handle in [request.style, request.fonts] { at_free(handle, nil) } }
    return try text.withUTF8 { utf8 in
      try utf8.withMemoryRebound(to: CChar.self) { utf8 in
        (request.text, request.length) = (utf8.baseAddress, utf8.count)
        var (picture, png, notes, frames): (at_picture, at_data, at_data, at_data) = (0, 0, 0, 0)
        guard at_draw(&request, &picture, nil, &error) == AT_OK else {
          return EntryReply(refusal: message(error))
        }
        defer { at_free(picture, nil) }
        at_picture_png(picture, &png, nil)
        at_picture_notes(picture, &notes, nil)
        let hasFrames = at_picture_frames(picture, &frames, nil) == AT_OK
        return EntryReply(
          bytes: bytes(png), notes: try strings(String(decoding: bytes(notes), as: UTF8.self)),
          frames: hasFrames ? try canonical(.object(object(bytes(frames)))) : nil)
      }
    }
  }

  private static func message(_ error: at_error) -> String {
    withUnsafeBytes(of: error.message) { bytes in
      inWords(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
    }
  }

  private static func bytes(_ data: at_data) -> [UInt8] {
    var (start, count): (UnsafePointer<UInt8>?, Int) = (nil, 0)
    guard at_data_bytes(data, &start, &count, nil) == AT_OK else { return [] }
    defer { at_free(data, nil) }
    return Array(UnsafeBufferPointer(start: start, count: count))
  }

  // MARK: JSON

  private static func object(_ bytes: some Sequence<UInt8>) throws -> JSONObject {
    try JSONReader.object(of: Array(bytes)).object
  }

  private static func text(_ value: JSONValue?) throws -> String? {
    try value.map { try DocumentKey("v").string($0) }
  }

  private static func canonical(_ value: JSONValue) -> String {
    var writer = JSONWriter()
    writer.canonical(value)
    return String(decoding: writer.takeBytes(), as: UTF8.self)
  }

  private static func strings(_ json: String) throws -> [String] {
    let object = try object(#"{"v":\#(json)}"#.utf8)
    return try DocumentKey("v").strings(object["v"] ?? .null).map { inWords($0) }
  }

  /// A note or a refusal without the place in the JSON and the name of the whole input, with the
  /// names of options alone, and with lists of formats in the order of the table.
  ///
  /// - Parameter format: The format of a word of the entry point.
  private static func inWords(
    _ line: String, format: (String) -> PictureFormat? = PictureFormat.init(rawValue:)
  ) -> String {
    line.replacing(/^textrender: (note: )?((the line|--document): (?='))?/, with: "")
      .replacing(#/ \(byte \d+\)| at byte \d+/#, with: "")
      .replacing(/options\.(?=[a-zA-Z]+)/, with: "")
      .replacing(/(none of |build writes )([a-z0-9, -]+)(?=$|, not )/) { match in
        let formats = match.2.split(separator: ", ").compactMap { format(String($0)) }
        let words = PictureFormat.allCases.filter(formats.contains).map(\.rawValue)
        return formats.isEmpty ? String(match.0) : match.1 + words.joined(separator: ", ")
      }
  }
}
