// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import Pictures
internal import StyledDocuments

/// A request of a batch: a command line, or a picture of a document or of a scene.
struct BatchRequest {
  enum Work {
    case command([String], input: [UInt8]?)
    /// A picture, and its folder below the batch's folder; `nil` for the batch's folder itself.
    case picture(PictureLine, into: String?)
  }

  let work: Work
  /// Notes about members that have no effect.
  private(set) var notes: [String] = []

  /// Reads the object of a line.
  ///
  /// - Throws: ``CommandError`` with `usage`.
  init(_ object: JSONObject) throws(CommandError) {
    let unknownKeys = object.members.filter { RequestMember(rawValue: $0.name) == nil }
      .map { UnknownKey(DocumentKey("").at($0), $0.name, known: RequestMember.keys) }
    let given = RequestMember.kinds.filter { object[$0.rawValue] != nil }
    guard let kind = given.first, given.count == 1 else {
      throw Self.noSingleKind(given, unknownKeys)
    }
    let others: [RequestMember] = kind == .args ? [.options, .into] : [.stdin]
    notes = kind == .args ? [unknownKeys.note].compactMap(\.self) : []
    notes += others.filter { object[$0.rawValue] != nil }
      .map { "\($0.rawValue) has no effect with \(kind.rawValue)" }
    work = try CommandError.converting { () throws(DocumentError) in
      kind == .args ? try Self.command(object) : try Self.picture(object)
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

  private static func picture(_ object: JSONObject) throws(DocumentError) -> Work {
    let line = try PictureLine(object, otherMembers: RequestMember.keys)
    let key = DocumentKey(RequestMember.into.rawValue)
    switch object[key.path] {
    case nil, .null: return .picture(line, into: nil)
    case let value?: return .picture(line, into: try key.string(value))
    }
  }
}
