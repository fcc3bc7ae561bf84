// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import DataDetection
package import TextModel
internal import TextTypesetting

/// The accepted values of an option or of a document's key.
///
/// Messages, help, completions, the manual page and the schema are made from it.
package struct ValueForm: Sendable {
  /// The JSON type of the value in a document.
  package enum JSONType: Hashable, Sendable {
    case string
    case number
    /// A whole number within a range.
    case integer(ClosedRange<Int>)
    /// A number, or a string such as `12px`.
    case numberOrString
    case boolean
    case numberOrBoolean
    /// A list of strings, or a single string.
    case strings
    case numbers
    /// A list of numbers, whose count lies in a range.
    case numberList(ClosedRange<Int>)
    /// A list of exactly this many elements, each a number or null.
    case numbersOrNull(Int)
    /// A number, a string, or a list of numbers and strings.
    case lengths
    /// True or false, or a list of words.
    case booleanOrWords
    /// An object or a list of objects.
    case nested(NestedForm)
  }

  /// The placeholder in help: `PX`.
  package let placeholder: String
  private let listedWords: @Sendable () -> [String]
  private let describedForms: @Sendable () -> String
  /// Whether nothing but ``words`` is accepted.
  package let isClosed: Bool
  /// Whether help explains the placeholder once for all options.
  package let isCommon: Bool
  package let type: JSONType
  /// Whether JSON may also have the value as a word, as a command line has it.
  package var takesWord = false

  package init(
    _ placeholder: String, _ type: JSONType = .string,
    words: @autoclosure @escaping @Sendable () -> [String] = [],
    isClosed: Bool = false, forms: @autoclosure @escaping @Sendable () -> String = "",
    isCommon: Bool = false
  ) {
    self.isCommon = isCommon
    self.placeholder = placeholder
    self.type = type
    listedWords = words
    self.isClosed = isClosed
    describedForms = forms
  }

  /// The words that are accepted; also offered by completions.
  package var words: [String] { listedWords() }

  /// The accepted forms, for messages: `write 12, 12px or 1.5em`.
  package var forms: String { describedForms() }

  /// Whether any text is a value, also one that looks like an option.
  package var acceptsAnyText: Bool { placeholder == "STRING" }

  /// Whether the value is a path.
  package var isFile: Bool { placeholder == "FILE" }
}

extension ValueForm {
  package static let text = ValueForm("STRING")
  package static let file = ValueForm("FILE")
  package static let folder = ValueForm("DIR", forms: "a folder")
  package static let address = ValueForm("ADDRESS", forms: "127.0.0.1")
  package static let flag = ValueForm("", .boolean, words: ["true", "false"], isClosed: true)
  package static let codePoints = ValueForm("LIST", forms: "U+0041,U+20,1F600")
  package static let integer = ValueForm(
    "N", .integer(0...Int.max), forms: "a whole number from 0", isCommon: true)
  /// A whole number from 0, or a string with one.
  static let integerOrWord = {
    var form = integer
    form.takesWord = true
    return form
  }()
  package static func integer(from range: ClosedRange<Int>) -> ValueForm {
    ValueForm(
      "N", .integer(range),
      forms: "a whole number from \(range.lowerBound) to \(range.upperBound)")
  }
  package static let number = ValueForm("N", .number, forms: "a number")
  package static let language = ValueForm(
    "TAG", forms: "a BCP 47 tag: de, zh-Hant or und", isCommon: true)
  /// A length that may be relative to the em size.
  package static let length = ValueForm(
    "PX", .numberOrString, forms: "12, 12px, 9pt or 1.5em", isCommon: true)
  /// A length outside the text, where there is no em size.
  package static let absoluteLength = ValueForm(
    "LENGTH", .numberOrString, forms: "12, 12px or 9pt", isCommon: true)
  package static let width = ValueForm(
    "PX", .numberOrString, words: ["none"], forms: "320, 320px, 240pt, 20em or none", isCommon: true
  )
  package static let size = ValueForm(
    "PX", .numberOrString, forms: "16, 16px, 12pt, 1.5em or 150%")
  package static let pair = ValueForm(
    "X,Y", forms: "two lengths: 600,400 or 600x400", isCommon: true)
  package static let color = ValueForm(
    "COLOR", words: Color.commonCSSNames, forms: ColorValue.forms, isCommon: true)
  /// A colour, or a box with a colour.
  static let backgroundColor = ValueForm(
    "COLOR", .nested(.stringOrObject("background")), words: Color.commonCSSNames,
    forms: ColorValue.forms, isCommon: true)
  /// A gradient or an image.
  static let fill = ValueForm(
    "FILL", .nested(.stringOrObject("fill")), words: ["none"], forms: "none or an object")
  /// A word, or an object with the costs of optimal lines.
  static let lineBreaking = ValueForm(
    "MODE", .nested(.stringOrObject("lineBreaking")), words: LineBreakingWord.words,
    forms: "\(LineBreakingWord.keywords) or an object")
  /// A marker of a list.
  static let marker = ValueForm(
    "MARKER", .string, words: MarkerWord.words,
    forms: "disc, circle, square, decimal, lower-alpha, upper-roman, devanagari and others")
  /// A marker of a list, or an object.
  static let list = ValueForm(
    "MARKER", .nested(.stringOrObject("list")), words: MarkerWord.words,
    forms: "a marker such as disc or decimal, or an object")
  /// A word, or an object with the limits of hyphenation.
  static let hyphens = ValueForm(
    "MODE", .nested(.stringOrObject("hyphens")), words: HyphensMode.words,
    forms: "none, manual or auto")
  package static let weight = ValueForm(
    "WEIGHT", .numberOrString, words: OptionValue.weights.map(\.name),
    forms: "1 to 1000, or a name: \(OptionValue.weights.map(\.name).joined(separator: ", "))")
  package static let stretch = ValueForm(
    "PERCENT", .numberOrString, words: OptionValue.stretches.map(\.name),
    forms: "75, 75% or a name: \(OptionValue.stretches.map(\.name).joined(separator: ", "))")
  package static let lineHeight = ValueForm(
    "H", .nested(.numberOrStringOrObject("lineHeight")), words: ["natural"],
    forms: "24px; 1.5, times the natural height; 1.5em or 150%, times the size; or natural")
  package static let tabs = ValueForm(
    "LIST", forms: "80,160:end,240:center,320:decimal or every:64")
  package static let families = ValueForm(
    "LIST", .strings, words: ["sans-serif", "serif", "monospace"],
    forms: "Noto Serif,serif")
  package static let features = ValueForm("LIST", .strings, forms: "liga=0, +smcp or kern[3:5]=0")
  package static let variations = ValueForm("LIST", .numbers, forms: "wght=700,wdth=85.5")
  package static let scale = ValueForm("S", forms: "2, 1.5, 2x or 150%")

  /// Four distances from edges inwards.
  static let insets = numberList(
    "[T,L,B,R]", 4...4, forms: "[8,4,8,4]: top, leading, bottom, trailing")
  /// One or two edges of letters, for `TextBoxTrim`.
  static let trim = ValueForm(
    "EDGES", words: TextBoxTrim.Over.words,
    forms: "cap alphabetic, text or none: \(TextBoxTrim.Over.keywords) above, "
      + "\(TextBoxTrim.Under.keywords) below")
  static let factor = ValueForm("N", .number, forms: "a number above 0, up to 1")
  static let enlargement = ValueForm("N", .number, forms: "a number from 1 to 64")
  /// SVG path data or an object.
  static let shape = ValueForm("PATH", .nested(.stringOrObject("shape")))
  package static let columns = ValueForm(
    "N", .nested(.integerOrStringOrObject("columns")), forms: "a whole number from 1")
  package static let textCombine = ValueForm(
    "MODE", .nested(.stringOrObject("textCombine")), words: OptionValue.combinations,
    forms: "none, all, digits or 'digits 3'")
  /// A text, or an object.
  package static let ruby = ValueForm("STRING", .nested(.stringOrObject("ruby")))
  package static let emphasis = ValueForm(
    "MARK", words: ["none", "filled", "open"] + EmphasisMark.words.map(\.word),
    forms: "'filled sesame', 'open dot under', a character, or none")
  /// The marks that hang, as words in one string or in a list.
  package static let hangingPunctuation = ValueForm(
    "WORDS", .strings, words: HangingPunctuation.words.map(\.word),
    forms: "none, or some of \(HangingPunctuation.words.map(\.word).joined(separator: ", "))")
  static let amountOrFlag = ValueForm("N", .numberOrBoolean, forms: "a number or true")
  static let detection = ValueForm(
    "LIST", .booleanOrWords, words: LinkDetector.Kind.words,
    forms: "true or \(LinkDetector.Kind.keywords)")

  /// An object that matches a named definition of the schema.
  static func object(_ definition: String) -> ValueForm {
    ValueForm("OBJECT", .nested(.object(definition)))
  }

  /// A list of objects that match a named definition of the schema.
  static func list(of definition: String) -> ValueForm {
    ValueForm("LIST", .nested(.list(of: definition)))
  }

  /// A number without a unit.
  package static let amount = ValueForm("N", .number, forms: "a number", isCommon: true)

  /// A list of numbers of any length.
  package static let amounts = numberList("[N,…]", 0...Int.max, forms: "[12,6]")

  package static func numbers(_ count: Int) -> ValueForm {
    switch count {
    case 2: numberList("[X,Y]", 2...2, forms: "[10,20]")
    case 3: numberList("[X,Y,R]", 3...3, forms: "[10,20,5]")
    case 4: numberList("[X,Y,W,H]", 4...4, forms: "[10,20,300,200]")
    default: numberList("[…]", count...count, forms: "a list of \(count) numbers")
    }
  }

  package static func numberList(
    _ placeholder: String, _ counts: ClosedRange<Int>, forms: String
  ) -> ValueForm {
    ValueForm(
      placeholder, .numberList(counts), forms: forms,
      isCommon: counts.lowerBound == counts.upperBound)
  }

  /// One of a fixed set of words.
  package static func words(
    _ placeholder: String, _ words: @autoclosure @escaping @Sendable () -> [String]
  ) -> ValueForm {
    ValueForm(
      placeholder, words: words(), isClosed: true, forms: words().joined(separator: ", "))
  }

  /// One of the words of an enumeration.
  package static func words<Choice: Keyword>(_ placeholder: String, _ type: Choice.Type)
    -> ValueForm
  {
    words(placeholder, Choice.words)
  }
}

/// The schema of a value that is an object or a list.
package enum NestedForm: Hashable, Sendable {
  case anything
  case strings
  /// An object of a definition, or null.
  case object(String)
  /// A string, an object of a definition, or null.
  case stringOrObject(String)
  /// A number, a string, an object of a definition, or null.
  case numberOrStringOrObject(String)
  /// A whole number, a string, an object of a definition, or null.
  case integerOrStringOrObject(String)
  /// A list of objects of a definition, or null.
  case list(of: String)
}
