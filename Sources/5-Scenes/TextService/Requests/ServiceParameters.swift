// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import Pictures
internal import StyledDocuments

/// The parameters of a request: the options of the picture, and settings of the call.
struct ServiceParameters: Sendable {
  var options = PictureOptions()
  /// The longest time until the answer, in seconds.
  private(set) var timeLimit: Double?
  /// Whether the work is cancelled when its client goes; `false` to measure how much time
  /// cancelling saves.
  private(set) var isCancellable = true

  /// The names of the parameters that are settings of the call.
  static let calls = ["timeout", "cancel"]
  /// The settings of the call that a batch line may have, too.
  static let ofLines = ["timeout"]

  /// Sets a parameter.
  ///
  /// - Throws: ``ServiceRefusal`` with 400.
  mutating func set(_ name: String, _ value: String) throws(ServiceRefusal) {
    switch name {
    case "timeout":
      guard let seconds = OptionValue.number(value), seconds > 0 else {
        throw .malformed(name, "It must be a number of seconds above 0.")
      }
      timeLimit = seconds
    case "cancel":
      switch value {
      case "", "true", "1", "yes": isCancellable = true
      case "false", "0", "no": isCancellable = false
      default: throw .malformed(name, "It must be true or false.")
      }
    default:
      do throws(DocumentError) {
        _ = try options.read(name, word: value)
      } catch {
        throw ServiceRefusal(error)
      }
    }
  }

  /// The parameters of a batch line: these parameters, overridden by the options of the line.
  ///
  /// - Throws: ``ServiceRefusal`` with 400.
  func with(_ line: PictureLine) throws(ServiceRefusal) -> ServiceParameters {
    var parameters = self
    parameters.options = line.options
    for name in Self.ofLines {
      switch line.optionMembers[name] {
      case nil, .null: break
      case .number(let number): try parameters.set(name, "\(number)")
      case .string(let text): try parameters.set(name, text)
      default: throw .malformed("options.\(name)", "It must be a number.")
      }
    }
    return parameters
  }
}
