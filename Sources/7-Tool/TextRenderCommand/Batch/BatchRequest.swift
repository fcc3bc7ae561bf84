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
  let notes: [String]

  /// Reads the object of a line.
  ///
  /// - Throws: ``CommandError`` with `usage`.
  init(_ object: JSONObject) throws(CommandError) {
    (work, notes) = try CommandError.converting { () throws(DocumentError) in
      let (kind, unknownKeys) = try PictureLine.kind(
        of: object, or: [RequestMember.args.rawValue], otherMembers: RequestMember.keys)
      let isCommand = kind.name == RequestMember.args.rawValue
      // A picture's line notes its unknown members itself.
      var notes = isCommand ? [unknownKeys.note].compactMap(\.self) : []
      notes += (isCommand ? [RequestMember.options, .into] : [.stdin])
        .filter { object[$0.rawValue] != nil }
        .map { "\($0.rawValue) has no effect with \(kind.name)" }
      return (isCommand ? try Self.command(object) : try Self.picture(object), notes)
    }
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
