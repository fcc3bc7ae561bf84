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
import TextService

@testable import TextRenderCommand

/// The same request by each entry point: command line, line of a batch, HTTP with the document in
/// the body and in the address, line of an HTTP batch, and the C library.
@Suite struct EntryPointTests {
  /// What an entry point made of a request.
  struct Reply: Equatable {
    var bytes: [UInt8]?
    var notes: [String] = []
    /// The sentence about what is wrong; `nil` if there is a picture.
    var refusal: String?
    var frames: String?
  }

  enum Entry: String, CaseIterable {
    case command, batch, post, get, serviceBatch, library

    /// Whether the options are JSON.
    var takesJSON: Bool { self == .batch || self == .serviceBatch || self == .library }
  }

  private static func document(_ text: String) -> String {
    #"{"text":"\#(text)","style":{"size":20},"width":60,"systemFonts":false,"defaultFonts":true}"#
  }

  private static func scene(_ text: String) -> String {
    #"{"size":[40,30],"layers":[{"type":"text","frame":[5,5,20,20],"backgroundColor":"teal","#
      + #""string":"\#(text)"}]}"#
  }

  /// No font has its character. Files of a batch have such characters in a chunk of their own.
  private static let missing = "h\u{10FFFD}"

  /// Values of an option, as JSON and as a word; all of them change some picture.
  private static func samples(_ option: PictureOption) -> [(json: String, word: String)] {
    switch option {
    case .format:
      (PictureFormat.builtWords + ["jpe", "bmp"]).map { (#""\#($0)""#, $0) }
    case .quality: [("30", "30"), ("101", "101")]
    case .scale: [("1.5", "1.5"), (#""150%""#, "150%"), ("0", "0")]
    case .padding: [("7", "7"), ("-1", "-1")]
    case .background: [(#""rgb(9 9 9)""#, "rgb(9 9 9)"), (#""none such""#, "none such")]
    case .canvas: [("[50,40]", "50,40"), ("[9000000,1]", "9000000,1")]
    case .origin: [("[3,25]", "3,25")]
    case .anchor: [(#""middle""#, "middle")]
    case .fitInk: [("true", "true")]
    case .gridFitting: [(#""none""#, "none"), (#""x""#, "x")]
    case .time: [("0.5", "0.5")]
    case .strict: [("true", "true")]
    case .imageRoot: [(#""/""#, "/")]
    case .frames: [("true", "true")]
    }
  }

  /// The options that stand beside an option so that it has an effect.
  private static func companions(_ option: PictureOption) -> [(
    name: String, json: String, word: String
  )] {
    option == .origin || option == .anchor
      ? [("canvas", "[50,40]", "50,40")]
        + (option == .anchor ? [("origin", "[20,25]", "20,25")] : [])
      : []
  }

  private static func service() throws -> TextService { try TextService(ServiceConfiguration()) }

  // MARK: The entry points

  private static func reply(
    _ entry: Entry, _ content: String, isScene: Bool,
    _ options: [(name: String, json: String, word: String)]
  ) async throws -> Reply {
    let kind = isScene ? "scene" : "document"
    let json = options.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",")
    let line = #"{"id":1,"\#(kind)":\#(content),"options":{\#(json)}}"#
    let query = options.map { "\($0.name)=\(escaped($0.word))" }.joined(separator: "&")
    switch entry {
    case .command: return try command(content, isScene, options)
    case .batch: return try batch(line)
    case .post:
      return try answered(
        await service().answer(
          to: ServiceHead(
            "POST", "/v1/render?\(query)", fields: [("Content-Type", "application/json")]),
          body: Array(content.utf8)))
    case .get:
      let address = Base64.encode(url: Array(content.utf8))
      return try answered(
        await service().answer(to: ServiceHead("GET", "/v1/render?d=\(address)&\(query)")))
    case .serviceBatch: return try await serviceBatch(line)
    case .library: return library(line)
    }
  }

  private static func escaped(_ word: String) -> String {
    word.utf8.map { byte in
      Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber
        ? "\(Character(UnicodeScalar(byte)))"
        : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  private static func command(
    _ content: String, _ isScene: Bool, _ options: [(name: String, json: String, word: String)]
  ) throws -> Reply {
    try ToolRun.withFolder { folder in
      var arguments = isScene ? ["scene", "-"] : ["render", "--document", "-"]
      for option in options {
        let typed = CommandOption.allCases.first { $0.picture?.rawValue == option.name }?.typed
        arguments.append(try #require(typed))
        if PictureOption(rawValue: option.name)?.isFlag == true { continue }
        let format = PictureFormat(rawValue: option.word)
        arguments.append(option.name == "format" ? format?.commandWord ?? option.word : option.word)
      }
      let path = folder + "/picture"
      let run = ToolRun(arguments + ["-o", path], input: Array(content.utf8))
      let lines = run.errors.split(separator: "\n").map(String.init)
      guard run.status == 0 else { return Reply(refusal: run.errors) }
      return Reply(
        bytes: try Array(Data(contentsOf: URL(filePath: path))),
        notes: lines)
    }
  }

  private static func batch(_ line: String) throws -> Reply {
    let reply = try #require(try ToolRun("batch", "--inline", input: line + "\n").jsonLines().first)
    let errors = reply["stderr"] as? String ?? ""
    guard reply["exit"] as? Int == 0 else { return Reply(refusal: errors) }
    let data = PictureFormat.allCases.lazy.compactMap { reply[$0.rawValue] as? String }.first
    return Reply(
      bytes: Base64.decode(try #require(data).utf8),
      notes: errors.split(separator: "\n").map(String.init),
      frames: reply["frames"].map { "\($0 as? [String: Any] ?? [:])".count > 2 ? "told" : "" })
  }

  private static func answered(_ answer: ServiceAnswer) throws -> Reply {
    guard answer.status == 200 else {
      return Reply(refusal: String(decoding: answer.body, as: UTF8.self))
    }
    let field = answer.fields.first { $0.name == "Render-Notes" }?.value
    return Reply(bytes: answer.body, notes: try field.map(strings) ?? [])
  }

  private static func strings(_ json: String) throws -> [String] {
    let object = try JSONReader.object(of: Array(#"{"v":\#(json)}"#.utf8)).object
    return try DocumentKey("v").strings(object["v"] ?? .null)
  }

  private static func serviceBatch(_ line: String) async throws -> Reply {
    let answer = try await service().answer(
      to: ServiceHead(
        "POST", "/v1/batch", fields: [("Content-Type", "application/x-ndjson")]),
      body: Array((line + "\n").utf8))
    let object = try JSONReader.object(of: answer.body.dropLast()).object
    guard case .string(let data)? = object["data"] else {
      return Reply(refusal: String(decoding: answer.body, as: UTF8.self))
    }
    return Reply(
      bytes: Base64.decode(data.utf8),
      notes: try DocumentKey("n").strings(object["notes"] ?? .null),
      frames: object["frames"] == nil ? nil : "told")
  }

  private static func library(_ line: String) -> Reply {
    var text = line
    return text.withUTF8 { utf8 in
      utf8.withMemoryRebound(to: CChar.self) { utf8 in
        var request = at_request()
        request.size = MemoryLayout<at_request>.size
        request.kind = UInt32(AT_JSON)
        (request.text, request.length) = (utf8.baseAddress, utf8.count)
        var (picture, png, notes, frames): (at_picture, at_data, at_data, at_data) = (0, 0, 0, 0)
        var error = at_error()
        guard at_draw(&request, &picture, nil, &error) == AT_OK else {
          let message = withUnsafeBytes(of: error.message) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
          }
          return Reply(refusal: message)
        }
        defer { at_free(picture, nil) }
        at_picture_png(picture, &png, nil)
        at_picture_notes(picture, &notes, nil)
        let hasFrames = at_picture_frames(picture, &frames, nil) == AT_OK
        let list = try? strings(String(decoding: bytes(notes), as: UTF8.self))
        if hasFrames { _ = bytes(frames) }
        return Reply(bytes: bytes(png), notes: list ?? [], frames: hasFrames ? "told" : nil)
      }
    }
  }

  private static func bytes(_ data: at_data) -> [UInt8] {
    var (start, count): (UnsafePointer<UInt8>?, Int) = (nil, 0)
    guard at_data_bytes(data, &start, &count, nil) == AT_OK else { return [] }
    defer { at_free(data, nil) }
    return Array(UnsafeBufferPointer(start: start, count: count))
  }

  // MARK: The matrix

  /// The entry points at which an option is refused although others take it, and why.
  private static func exceptions(_ option: PictureOption) -> Set<Entry> {
    switch option {
    // Pictures of the library are pixels.
    case .format, .quality: [.library]
    // The service fixes the folder of pictures.
    case .imageRoot: [.post, .get, .serviceBatch]
    // A picture alone has no room for frames; the command writes them in its place.
    case .frames: [.post, .get, .command]
    default: []
    }
  }

  @Test(arguments: PictureOption.allCases, [false, true])
  func eachOptionDoesTheSameEverywhere(_ option: PictureOption, _ isScene: Bool) async throws {
    let content = isScene ? Self.scene("hé x") : Self.document("Aé x y")
    for sample in Self.samples(option) {
      let options =
        (isScene ? [] : Self.companions(option)) + [
          (option.rawValue, sample.json, sample.word)
        ]
      var replies: [(entry: Entry, reply: Reply)] = []
      for entry in Entry.allCases {
        let reply = try await Self.reply(entry, content, isScene: isScene, options)
        if Self.exceptions(option).contains(entry) {
          if entry != .command { #expect(reply.refusal != nil, "\(entry): \(options)") }
          continue
        }
        replies.append((entry, reply))
      }
      let first = try #require(replies.first)
      for (entry, reply) in replies {
        #expect(reply.bytes == first.reply.bytes, "\(entry), not \(first.entry): \(options)")
        #expect(
          (reply.refusal == nil) == (first.reply.refusal == nil),
          "\(entry): \(reply.refusal ?? "a picture"); \(first.reply.refusal ?? "a picture")")
        if let refusal = reply.refusal {
          #expect(
            refusal.lowercased().contains(option.rawValue.prefix(3).lowercased()), "\(refusal)")
          if entry.takesJSON {
            #expect(refusal.contains("options.\(option.rawValue)"), "\(entry): \(refusal)")
          }
        } else {
          #expect(reply.notes.count == first.reply.notes.count, "\(entry): \(reply.notes)")
          if option == .quality {
            #expect(
              reply.notes.count { $0.contains("quality: it has no effect on PNG") } == 1,
              "\(entry): \(reply.notes)")
          }
        }
        if option == .frames { #expect(reply.frames == "told", "\(entry)") }
      }
    }
  }

  /// A format that this build does not write is refused in one sentence, which differs in the
  /// entry point's name for the option and for formats alone.
  @Test(arguments: [PictureFormat.jpeg, .webp].filter { !$0.isBuilt })
  func aFormatThatIsNotBuiltIsRefusedAlike(_ format: PictureFormat) async throws {
    let option = [("format", "\"\(format.rawValue)\"", format.rawValue)]
    var refusals: [String] = []
    for entry in [Entry.command, .batch, .post, .get, .serviceBatch] {
      let reply = try await Self.reply(entry, Self.document("a"), isScene: false, option)
      refusals.append(try #require(reply.refusal, "\(entry)"))
    }
    try ToolRun.withFolder { folder in
      let path = folder + "/a.png"
      let png = ToolRun("render", "--no-system-fonts", "--text", "a").output
      try Data(png).write(to: URL(filePath: path))
      let runs = [
        ToolRun("render", "--text", "a", "--format", format.rawValue),
        ToolRun("render", "--text", "a", "-o", "\(folder)/b.\(format.ending)"),
        ToolRun("tiles", path, "--format", format.rawValue),
        ToolRun("tiles", path, "--format", format.ending),
      ]
      for run in runs {
        #expect(run.status == 1)
        refusals.append(run.errors)
      }
    }
    for refusal in refusals {
      #expect(refusal.contains("this build writes png"), "\(refusal)")
      #expect(refusal.contains(", not \(format.name)"), "\(refusal)")
    }
  }

  /// A format is written with one ending: outlines are an SVG, raw pixels have their own name.
  @Test func filesOfABatchHaveTheEndingOfTheirFormat() throws {
    try ToolRun.withFolder { folder in
      for format in PictureFormat.allCases where format.isBuilt {
        let line =
          #"{"document":\#(Self.document("a")),"options":{"format":"\#(format.rawValue)"}}"#
        let run = ToolRun(["batch", "--into", folder], input: Array((line + "\n").utf8))
        let name = try #require(try run.jsonLines().first?["name"] as? String)
        let endings: [PictureFormat: String] = [.jpeg: "jpg", .outlines: "svg"]
        #expect(name.hasSuffix("." + (endings[format] ?? format.rawValue)), "\(name)")
      }
    }
  }

  /// A document and a scene without options are the same picture everywhere, with the same notes.
  @Test(arguments: [false, true])
  func nothingIsTheSameEverywhere(_ isScene: Bool) async throws {
    let content = isScene ? Self.scene(Self.missing) : Self.document(Self.missing)
    var replies: [Reply] = []
    for entry in Entry.allCases {
      var reply = try await Self.reply(entry, content, isScene: isScene, [])
      reply.notes = reply.notes.map { $0.replacing("textrender: note: ", with: "") }
      replies.append(reply)
    }
    #expect(try #require(replies[0].bytes).count > 100)
    for (entry, reply) in zip(Entry.allCases, replies) {
      if entry != .batch { #expect(reply.bytes == replies[0].bytes, "\(entry)") }
      #expect(reply.notes.count { $0.contains("U+10FFFD") } == 1, "\(entry): \(reply.notes)")
      // A place in the JSON counts from where the content stands.
      let told = reply.notes.map { $0.replacing(#/ \(byte \d+\)/#, with: "") }
      let wanted = replies[0].notes.map { $0.replacing(#/ \(byte \d+\)/#, with: "") }
      #expect(told == wanted, "\(entry)")
    }
  }

  /// A JSON object without a name of its kind is a scene by its members, wherever it comes from.
  @Test func aSceneWithoutLayersIsAScene() async throws {
    let scene = #"{"size":[40,30],"background":"teal"}"#
    let wanted = try await Self.reply(.command, scene, isScene: true, [])
    for entry in [Entry.post, .get] {
      #expect(try await Self.reply(entry, scene, isScene: true, []) == wanted, "\(entry)")
    }
  }

  /// Command lines call an option by its word, also where only drawing finds it wrong.
  @Test func aScaleThatIsTooSmallIsCalledByItsWord() {
    let scene = Array(#"{"size":[4,4],"layers":[]}"#.utf8)
    let runs = [
      ToolRun("render", "a", "--scale", "1e-9", "-o", "/dev/null"),
      ToolRun(["scene", "-", "--scale", "1e-9", "-o", "/dev/null"], input: scene),
    ]
    for run in runs {
      #expect(run.status == 2 && run.errors.hasPrefix("textrender: --scale: "), "\(run.errors)")
    }
  }

  /// Where places are written in place of a picture, notes name no format of a picture.
  @Test func framesHaveNoQuality() {
    let runs = [
      ToolRun("render", "a", "--frames", "--quality", "30"),
      ToolRun(
        ["scene", "-", "--frames", "--quality", "30"],
        input: Array(#"{"size":[4,4],"layers":[]}"#.utf8)),
    ]
    let note = "--quality: it has no effect on places, only on a picture"
    for run in runs { #expect(run.errors == "textrender: note: \(note)\n") }
  }
}
