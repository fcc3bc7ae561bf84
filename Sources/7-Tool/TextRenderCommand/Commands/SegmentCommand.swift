// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import Pictures
internal import StyledDocuments
import TextAnalysis
internal import TextHyphenation
internal import TextModel
internal import TextShaping

/// The `segment` command: boundaries, bidi levels or orientations, for one request or a stream of
/// requests.
struct SegmentCommand {
  private struct Request {
    var text = ScalarText("")
    var locale = ""
    var lineBreak = LineBreakStrictness.auto
    var wordBreak = WordBreak.normal
    var direction = TextDirection.auto
  }

  private static let nullID = Array("null".utf8)

  private let kind: SegmentKind
  private let defaults: Request
  private let hasText: Bool
  /// The dictionary of `--kind hyphen`, if one is named.
  private let hyphenator: Hyphenator?

  init(_ arguments: Arguments) throws(CommandError) {
    let kinds = SegmentKind.allCases.map(\.rawValue).joined(separator: ", ")
    guard let name = arguments.value(.kind) else {
      throw .usage(CommandOption.kind.typed, "is missing; choose one of \(kinds)")
    }
    guard let kind = SegmentKind(rawValue: name) else {
      throw .usage(CommandOption.kind.typed, "'\(name)' is none of \(kinds)")
    }
    self.kind = kind
    var request = Request()
    if let text = arguments.value(.text) { request.text = ScalarText(text) }
    request.locale = arguments.value(.locale) ?? ""
    request.lineBreak = try arguments.choice(.lineBreak) ?? .auto
    request.wordBreak = try arguments.choice(.wordBreak) ?? .normal
    request.direction = try arguments.choice(.direction) ?? .auto
    defaults = request
    hasText = arguments.contains(.text)
    let path = kind == .hyphen ? arguments.value(.dictionary) : nil
    hyphenator = try CommandError.wrapping { try path.map { try Hyphenator(dictionary: $0) } }
  }

  /// Answers the request of `--text`, or each line of standard input in order.
  ///
  /// All replies are written before the command waits for more input.
  func run(_ console: CommandConsole) throws(CommandError) {
    if hasText {
      var writer = JSONWriter()
      try reply(to: defaults, id: Self.nullID, &writer)
      writer.newline()
      try console.write(writer.takeBytes())
      return
    }
    var lines = LineReader(console, limit: JSONLimits.bytes)
    var writer = JSONWriter()
    while true {
      var next = lines.bufferedLine()
      if next == nil || writer.bytes.count > 1 << 20 {
        if !writer.bytes.isEmpty { try console.write(writer.takeBytes()) }
        if next == nil { next = try lines.nextLine() }
      }
      guard let line = next else { break }
      answer(line, &writer, console)
      writer.newline()
    }
    if !writer.bytes.isEmpty { try console.write(writer.takeBytes()) }
  }

  private func answer(
    _ line: LineReader.Line, _ writer: inout JSONWriter, _ console: CommandConsole
  ) {
    do {
      guard case .text(let bytes) = line else {
        throw CommandError.usage(nil, "the line has more than \(JSONLimits.bytes) bytes")
      }
      let (request, id) = try request(from: bytes, console)
      try reply(to: request, id: id, &writer)
    } catch {
      writer.beginObject()
      writer.name("id")
      writer.null()
      writer.member("error", String(describing: error))
      writer.endObject()
    }
  }

  private func request(
    from bytes: [UInt8], _ console: CommandConsole
  ) throws -> (Request, id: [UInt8]) {
    let (object, flaws) = try JSONReader.object(of: bytes)
    var request = defaults
    var id = Self.nullID
    var hasText = false
    var unknown: [UnknownKey] = []
    for member in object.members {
      let key = DocumentKey(member.name)
      guard let name = SegmentMember(rawValue: member.name) else {
        unknown.append(UnknownKey(key, member.name, known: SegmentMember.keys))
        continue
      }
      if case .null = member.value, name != .text, name != .id { continue }
      switch name {
      case .id: id = Array(bytes[member.bytes])
      case .text:
        request.text = ScalarText(try key.string(member.value))
        hasText = true
      case .locale: request.locale = try key.string(member.value)
      case .lineBreak: request.lineBreak = try key.keyword(member.value)
      case .wordBreak: request.wordBreak = try key.keyword(member.value)
      case .direction: request.direction = try key.keyword(member.value)
      }
    }
    if let note = unknown.note { console.note(note) }
    flaws.note("a line", to: console)
    DecodedText.reportLine(bytes, to: console)
    guard hasText else { throw CommandError.usage("text", "is missing") }
    return (request, id)
  }

  /// Writes a reply; if it throws, the writer is unchanged.
  private func reply(
    to request: Request, id: [UInt8], _ writer: inout JSONWriter
  ) throws(CommandError) {
    let text = request.text
    guard text.utf16.count <= TextLimits.textLength else {
      throw CommandError(
        .tooLarge, "text", "is longer than \(TextLimits.textLength) UTF-16 units")
    }
    do {
      switch kind {
      case .bidi:
        let bidi = try TextSegmenter.bidi(text.scalars, direction: request.direction)
        Self.begin(id, &writer)
        writer.member("paragraphLevel", Int(bidi.paragraphLevel))
        writer.name("levels")
        writer.beginArray()
        for level in bidi.levels {
          if let level { writer.number(Int(level)) } else { writer.null() }
        }
        writer.endArray()
        writer.member("order", bidi.order)
      case .orientation:
        Self.begin(id, &writer)
        writer.name("orientations")
        writer.beginArray()
        for scalar in text.scalars { writer.string(VerticalOrientation(of: scalar.value).name) }
        writer.endArray()
      case .line:
        let lines = try TextSegmenter.lineBreaks(
          in: text.utf16, locale: request.locale, strictness: request.lineBreak,
          wordBreak: request.wordBreak)
        Self.begin(id, &writer)
        writer.member("breaks", lines.breaks.map(text.scalar(at:)))
        writer.member("mandatory", lines.mandatory.map(text.scalar(at:)))
        writer.member("unicode", LibraryVersions.unicodeOfLines)
      case .hyphen: try reply(hyphensOf: text, locale: request.locale, id, &writer)
      case .grapheme, .word, .sentence:
        let engineKind: TextSegmenter.Kind =
          kind == .grapheme ? .grapheme : kind == .word ? .word : .sentence
        let breaks = try TextSegmenter.breaks(engineKind, in: text.utf16, locale: request.locale)
        Self.begin(id, &writer)
        writer.member("breaks", breaks.map(text.scalar(at:)))
      }
    } catch {
      throw CommandError.wrapping(error)
    }
    writer.endObject()
  }

  /// Writes the hyphenation points of a text, and the spelling changes at some of them.
  private func reply(
    hyphensOf text: ScalarText, locale: String, _ id: [UInt8], _ writer: inout JSONWriter
  ) throws {
    let hyphenator = try self.hyphenator ?? Hyphenator.default(for: locale)
    let points = try TextSegmenter.hyphens(in: text.utf16, by: hyphenator)
    Self.begin(id, &writer)
    writer.member("breaks", points.map { text.scalar(at: $0.offset) })
    writer.name("changes")
    writer.beginArray()
    for point in points {
      guard let change = point.replacement else { continue }
      writer.beginObject()
      writer.member("at", text.scalar(at: point.offset))
      writer.member("start", text.scalar(at: change.range.lowerBound))
      writer.member("end", text.scalar(at: change.range.upperBound))
      writer.member("before", change.before)
      writer.member("after", change.after)
      writer.endObject()
    }
    writer.endArray()
  }

  private static func begin(_ id: [UInt8], _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("id")
    writer.raw(Array(String(decoding: id, as: UTF8.self).utf8))
  }
}
