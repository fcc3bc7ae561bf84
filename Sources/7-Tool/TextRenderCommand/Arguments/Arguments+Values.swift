// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import DocumentJSON
internal import StyledDocuments
internal import TextModel

extension Arguments {
  /// The value of an option as a number; `nil` if the option is absent.
  ///
  /// - Parameters:
  ///   - least: An exclusive lower bound.
  ///   - first: An inclusive lower bound.
  ///   - most: An inclusive upper bound.
  /// - Throws: ``CommandError`` with `usage`, as do all functions here.
  package func number(
    _ option: CommandOption, over least: Double? = nil, from first: Double? = nil,
    to most: Double? = nil
  ) throws(CommandError) -> Double? {
    guard let text = value(option) else { return nil }
    return try checked(OptionValue.number(text), option, text, over: least, from: first, to: most)
  }

  /// The value of an option as a length in px.
  func length(
    _ option: CommandOption, over least: Double? = nil, from first: Double? = nil
  ) throws(CommandError) -> Double? {
    guard let text = value(option) else { return nil }
    return try checked(OptionValue.absoluteLength(text), option, text, over: least, from: first)
  }

  private func checked(
    _ value: Double?, _ option: CommandOption, _ text: String, over least: Double? = nil,
    from first: Double? = nil, to most: Double? = nil
  ) throws(CommandError) -> Double {
    guard let value else { throw malformed(option, text) }
    if let least, value <= least {
      throw .usage(option.typed, "\(text) is not above \(DecimalNumber.text(least))")
    }
    if let first, value < first {
      throw .usage(option.typed, "\(text) is below \(DecimalNumber.text(first))")
    }
    if let most, value > most {
      throw .usage(option.typed, "\(text) is above \(DecimalNumber.text(most))")
    }
    return value
  }

  /// The error about a value that is not of the option's form.
  private func malformed(_ option: CommandOption, _ text: String) -> CommandError {
    let forms = option.form(for: command)?.forms ?? ""
    return .usage(option.typed, "'\(text)' is not understood; write \(forms)")
  }

  /// The value of an option as a scale.
  func scale(_ option: CommandOption) throws(CommandError) -> Double? {
    guard let text = value(option) else { return nil }
    guard let scale = OptionValue.scale(text) else { throw malformed(option, text) }
    return scale
  }

  /// The value of an option as an integer within bounds.
  package func integer(
    _ option: CommandOption, _ bounds: ClosedRange<Int>
  ) throws(CommandError) -> Int? {
    guard let text = value(option) else { return nil }
    guard let value = Int(text) else {
      throw .usage(option.typed, "'\(text)' is not a whole number")
    }
    guard bounds.contains(value) else {
      throw .usage(
        option.typed, "\(text) is not from \(bounds.lowerBound) to \(bounds.upperBound)")
    }
    return value
  }

  /// The value of an option with a fixed set of words, as an enumeration.
  func choice<Choice: Keyword>(
    _ option: CommandOption, as type: Choice.Type = Choice.self
  ) throws(CommandError) -> Choice? {
    guard let text = value(option) else { return nil }
    return try CommandError.converting { () throws(DocumentError) in
      try DocumentKey(option.typed).keyword(.string(text)) as Choice
    }
  }

  /// The value of an option with a fixed set of words, as the word.
  func word(_ option: CommandOption) throws(CommandError) -> String? {
    guard let text = value(option) else { return nil }
    let choices = option.choices(for: command)
    guard choices.contains(text) else {
      throw .usage(option.typed, "'\(text)' is none of \(choices.joined(separator: ", "))")
    }
    return text
  }

  /// The value of an option as a colour.
  func color(_ option: CommandOption) throws(CommandError) -> Color? {
    guard let text = value(option) else { return nil }
    return try CommandError.converting { () throws(DocumentError) in
      try DocumentKey(option.typed).color(.string(text))
    }
  }

  /// The value of an option as two numbers.
  func pair(_ option: CommandOption) throws(CommandError) -> (Double, Double)? {
    guard let text = value(option) else { return nil }
    guard let pair = OptionValue.pair(text) else {
      throw malformed(option, text)
    }
    return pair
  }
}
