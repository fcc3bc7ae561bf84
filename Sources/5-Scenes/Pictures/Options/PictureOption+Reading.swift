// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
package import DocumentJSON
internal import ImageCodecs
package import StyledDocuments
internal import TextPainting

extension PictureOption {
  /// Reads a value: a JSON value, or a string from a command line or a query. `null` counts as
  /// absent.
  ///
  /// - Parameter key: The name of the option in errors.
  /// - Throws: `DocumentError` with `malformed`, or `unsupported` for a format that this build does
  ///   not write.
  package func read(
    _ value: JSONValue, _ key: DocumentKey, into options: inout PictureOptions
  ) throws(DocumentError) {
    if case .null = value { return }
    switch self {
    case .format: options.format = try format(value, key)
    case .quality:
      let quality = try parsed(value, key) { Int($0) }
      guard 1...100 ~= quality else { throw key.error("\(quality) is not from 1 to 100") }
      options.quality = quality
    case .scale: options.scale = try parsed(value, key, OptionValue.scale)
    case .padding:
      let padding = try parsed(value, key, OptionValue.absoluteLength)
      guard padding >= 0 else { throw key.error("\(DecimalNumber.text(padding)) is below 0") }
      options.padding = padding
    case .background: options.background = try key.color(value)
    case .canvas:
      let (width, height) = try pair(value, key)
      guard width > 0, height > 0 else { throw key.error("both sides must be above 0") }
      options.canvas = Size(width: width, height: height)
    case .origin:
      let (x, y) = try pair(value, key)
      options.origin = Point(x: x, y: y)
    case .anchor: options.anchor = try key.keyword(value)
    case .fitInk: options.fitsInk = try flag(value, key)
    case .gridFitting:
      options.drawing = TextDrawingOptions(gridFitting: try key.keyword(value))
    case .time: options.time = try parsed(value, key, OptionValue.number)
    case .strict: options.isStrict = try flag(value, key)
    case .imageRoot: options.imageRoot = try key.string(value)
    case .frames: options.tellsFrames = try flag(value, key)
    }
    options.given[self] = value
    options.places[self] = key.offset == nil ? nil : key
  }

  /// Parses a value from a string, or from the source text of a number.
  private func parsed<Value>(
    _ value: JSONValue, _ key: DocumentKey, _ parse: (String) -> Value?
  ) throws(DocumentError) -> Value {
    let text: String
    switch value {
    case .string(let string): text = string
    case .number(let number) where number.isFinite:
      text = Int(exactly: number).map { "\($0)" } ?? "\(number)"
    default: throw key.typeError("a number or a string", value)
    }
    guard let result = parse(text) else {
      throw key.error("'\(text)' is not understood; write \(word.forms)")
    }
    return result
  }

  private func pair(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> (Double, Double) {
    guard case .array = value else { return try parsed(value, key, OptionValue.pair) }
    let numbers = try key.numbers(value, 2...2)
    return (numbers[0], numbers[1])
  }

  private func flag(_ value: JSONValue, _ key: DocumentKey) throws(DocumentError) -> Bool {
    switch value {
    case .bool(let flag): return flag
    case .string("true"), .string("1"), .string("yes"), .string(""): return true
    case .string("false"), .string("0"), .string("no"): return false
    default: throw key.error("true or false is wanted")
    }
  }

  private func format(
    _ value: JSONValue, _ key: DocumentKey
  ) throws(DocumentError) -> PictureFormat {
    let text = try key.string(value)
    let list = PictureFormat.builtWords.joined(separator: ", ")
    guard let format = PictureFormat(word: text) else {
      throw key.error("'\(text)' is none of \(list)")
    }
    guard format.isBuilt else {
      throw key.error("this build writes \(list), not \(format.name)", .unsupported)
    }
    return format
  }
}
