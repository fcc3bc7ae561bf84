// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import StyledDocuments

/// The members of `options` of a request: for a document, options of `render`; for a scene, options
/// of `scene`.
enum PictureOption: String, DocumentObject {
  case scale
  case padding
  case background
  case canvas
  case origin
  case anchor
  case fitInk
  case gridFitting
  case time
  case strict
  case imageRoot
  case frames

  /// The option of the command line with the same meaning.
  var option: CommandOption {
    switch self {
    case .scale: .scale
    case .padding: .padding
    case .background: .background
    case .canvas: .canvas
    case .origin: .origin
    case .anchor: .anchor
    case .fitInk: .fitInk
    case .gridFitting: .gridFitting
    case .time: .time
    case .strict: .strict
    case .imageRoot: .imageRoot
    case .frames: .frames
    }
  }

  var summary: String {
    self == .frames
      ? "reply with the places of layers and texts, too" : option.definition.summary
  }

  var form: ValueForm? {
    switch self {
    case .canvas, .origin: .numbers(2)
    case .scale, .padding, .time: .number
    default: option.definition.value ?? .flag
    }
  }

  var isRequired: Bool { false }

  /// The options of an object as those of a command line.
  ///
  /// - Parameters:
  ///   - command: `render` or `scene`.
  ///   - key: The key of the object.
  ///   - unknownKeys: The keys that are no options of the command are appended to it.
  /// - Throws: `DocumentError` if a value is of another type than the option.
  static func arguments(
    _ object: JSONObject, of command: CommandName, _ key: DocumentKey,
    _ unknownKeys: inout [UnknownKey]
  ) throws(DocumentError) -> Arguments {
    var occurrences: [Arguments.Occurrence] = []
    for member in object.members {
      let place = key.at(member)
      guard let name = PictureOption(rawValue: member.name), name.isOption(of: command) else {
        let known = { @Sendable in allCases.filter { $0.isOption(of: command) }.map(\.rawValue) }
        unknownKeys.append(UnknownKey(place, member.name, known: known()))
        continue
      }
      guard let value = try name.text(of: member.value, place) else { continue }
      occurrences.append(Arguments.Occurrence(option: name.option, value: value))
    }
    return Arguments(command: command, occurrences: occurrences, words: [], isBare: false)
  }

  private func isOption(of command: CommandName) -> Bool {
    option.definition.commands.contains(command)
  }

  /// The value as it is written on a command line, empty for a flag that is set; `nil` for `null`
  /// and `false`, which are the same as leaving the option out.
  private func text(of value: JSONValue, _ key: DocumentKey) throws(DocumentError) -> String? {
    let isFlag = option.definition.value == nil
    switch value {
    case .null: return nil
    case .bool(let flag) where isFlag: return flag ? "" : nil
    case .string(let text) where !isFlag: return text
    case .number(let number) where !isFlag && number.isFinite: return "\(number)"
    case .array where self == .canvas || self == .origin:
      let numbers = try key.elements(value).map { key, value throws(DocumentError) in
        try key.number(value)
      }
      return numbers.map { "\($0)" }.joined(separator: ",")
    default: throw key.typeError(isFlag ? "true or false" : "a number or a string", value)
    }
  }
}
