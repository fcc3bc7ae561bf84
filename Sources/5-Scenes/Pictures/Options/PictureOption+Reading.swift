// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
package import DocumentJSON
internal import HTMLPages
package import ImageCodecs
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
    case .format: options.format = try Self.format(try key.string(value), key)
    case .quality: options.packing.quality = try integer(value, key, Self.qualities)
    case .effort: options.packing.effort = try integer(value, key, Self.efforts)
    case .oneBit: options.isOneBit = try flag(value, key)
    case .dither: options.oneBit.dither = try key.keyword(value)
    case .threshold:
      let threshold = try parsed(value, key, OptionValue.number)
      guard threshold >= 0, threshold <= 1 else {
        throw key.error("\(DecimalNumber.text(threshold)) is not from 0 to 1")
      }
      options.oneBit.threshold = threshold
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
    case .width: options.width = try side(value, key)
    case .height: options.height = try side(value, key)
    case .css: options.page.styleSheets = [try key.string(value)]
    case .paper:
      let name: PaperName = try key.keyword(value)
      options.page.paper = name.paper
    case .standard:
      let name: PDFStandardName = try key.keyword(value)
      options.standards = name.standards
    case .media: options.page.medium = try key.keyword(value)
    case .colorScheme: options.page.colorScheme = try key.keyword(value)
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

  private func integer(
    _ value: JSONValue, _ key: DocumentKey, _ range: ClosedRange<Int>
  ) throws(DocumentError) -> Int {
    let number = try parsed(value, key) { Int($0) }
    guard range.contains(number) else {
      throw key.error("\(number) is not from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private func side(_ value: JSONValue, _ key: DocumentKey) throws(DocumentError) -> Double {
    let side = try parsed(value, key, OptionValue.absoluteLength)
    guard side > 0 else { throw key.error("\(DecimalNumber.text(side)) is not above 0") }
    return side
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

  /// Reads a format that this build writes.
  ///
  /// - Parameters:
  ///   - word: The word of the format at the entry point or in the table, or an ending of its
  ///     files.
  ///   - key: The name of the option in errors.
  ///   - formats: The formats that the entry point writes.
  ///   - name: The entry point's word for a format.
  /// - Throws: `DocumentError` with `malformed`, or `unsupported` for a format that this build does
  ///   not write.
  package static func format(
    _ word: String, _ key: DocumentKey, of formats: [PictureFormat] = PictureFormat.allCases,
    _ name: (PictureFormat) -> String = \.rawValue
  ) throws(DocumentError) -> PictureFormat {
    let list = formats.filter(\.isBuilt).map(name).joined(separator: ", ")
    let found =
      formats.first { name($0) == word }
      ?? formats.first { $0.rawValue == word || $0.hasEnding(word) }
    guard let found else { throw key.error("'\(word)' is none of \(list)") }
    guard found.isBuilt else {
      throw key.error("this build writes \(list), not \(found.name)", .unsupported)
    }
    return found
  }
}
