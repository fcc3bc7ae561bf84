// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import StyledDocuments

/// A request of a batch: a command line, or a picture of a document or of a scene.
struct BatchRequest {
  enum Work {
    case command([String], input: [UInt8]?)
    case picture(PictureRequest)
  }

  let work: Work
  /// The members that are not known.
  private(set) var unknownKeys: [UnknownKey] = []
  /// Notes about members that have no effect.
  private(set) var notes: [String] = []

  /// Reads the object of a line.
  ///
  /// - Throws: ``CommandError`` with `usage`.
  init(_ object: JSONObject) throws(CommandError) {
    unknownKeys = object.members.lazy.map(\.name).filter { RequestMember(rawValue: $0) == nil }
      .map { UnknownKey(DocumentKey($0), $0, known: RequestMember.keys) }
    let given = RequestMember.kinds.filter { object[$0.rawValue] != nil }
    guard let kind = given.first, given.count == 1 else {
      throw Self.noSingleKind(given, unknownKeys)
    }
    let others: [RequestMember] = kind == .args ? [.options, .into] : [.stdin]
    notes = others.filter { object[$0.rawValue] != nil }
      .map { "\($0.rawValue) has no effect with \(kind.rawValue)" }
    do throws(DocumentError) {
      work =
        kind == .args
        ? try Self.command(object) : try Self.picture(kind, of: object, &unknownKeys)
    } catch {
      throw CommandError(error)
    }
  }

  private static func noSingleKind(
    _ given: [RequestMember], _ unknownKeys: [UnknownKey]
  ) -> CommandError {
    if given.count > 1 {
      return .usage(nil, "a request has one of \(given.map(\.rawValue).joined(separator: " and "))")
    }
    let kinds = RequestMember.kinds.map(\.rawValue)
    let meant = unknownKeys.first { $0.hint.map(kinds.contains) ?? false }
    let hint = meant.map { "; did you mean \($0.hint ?? "") by '\($0.path)'?" } ?? ""
    return .usage(RequestMember.args.rawValue, "is missing, and so are document and scene\(hint)")
  }

  private static func command(_ object: JSONObject) throws(DocumentError) -> Work {
    let key = DocumentKey(RequestMember.args.rawValue)
    let list = object[key.path] ?? .null
    guard case .array = list else { throw key.error("a list is wanted, not \(list.kind)") }
    var input: [UInt8]?
    let stdin = DocumentKey(RequestMember.stdin.rawValue)
    switch object[stdin.path] {
    case nil, .null: break
    case let value?: input = Array(try stdin.string(value).utf8)
    }
    return .command(try key.strings(list), input: input)
  }

  private static func picture(
    _ kind: RequestMember, of object: JSONObject, _ unknownKeys: inout [UnknownKey]
  ) throws(DocumentError) -> Work {
    let key = DocumentKey(kind.rawValue)
    let content = try key.object(object[kind.rawValue] ?? .null)
    let optionsKey = DocumentKey(RequestMember.options.rawValue)
    var options = JSONObject()
    switch object[optionsKey.path] {
    case nil, .null: break
    case let value?: options = try optionsKey.object(value)
    }
    let intoKey = DocumentKey(RequestMember.into.rawValue)
    var into: String?
    switch object[intoKey.path] {
    case nil, .null: break
    case let value?: into = try intoKey.string(value)
    }
    let isScene = kind == .scene
    let arguments = try PictureOption.arguments(
      options, of: isScene ? .scene : .render, optionsKey, &unknownKeys)
    return .picture(
      PictureRequest(
        content: content, isScene: isScene, options: options, arguments: arguments, into: into))
  }
}
