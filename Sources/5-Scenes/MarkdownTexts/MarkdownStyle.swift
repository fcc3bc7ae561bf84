// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import DocumentJSON
// Exported, since a style sheet of JSON throws the errors of documents.
@_exported public import StyledDocuments
public import TextModel

/// The style sheet of a text of Markdown: what each element changes of the style around it.
///
/// ```swift
/// var style = MarkdownStyle.standard
/// style.base = TextStyle(family: "Noto Serif", size: 12)
/// style[.heading1] = { $0.shaping.size *= 3 }
/// let text = try AttributedText(markdown: readme, style: style)
/// ```
public struct MarkdownStyle: Sendable {
  /// An element of Markdown, or of HTML within it, that has a style. The raw value is the name of
  /// its element in HTML.
  public enum Element: String, CaseIterable, Sendable {
    /// A heading of the first level.
    case heading1 = "h1"
    /// A heading of the second level.
    case heading2 = "h2"
    /// A heading of the third level.
    case heading3 = "h3"
    /// A heading of the fourth level.
    case heading4 = "h4"
    /// A heading of the fifth level.
    case heading5 = "h5"
    /// A heading of the sixth level.
    case heading6 = "h6"
    /// A paragraph.
    case paragraph = "p"
    /// A quote, with all blocks in it.
    case quote = "blockquote"
    /// An item of a list, with all blocks in it.
    case item = "li"
    /// A block of code.
    case codeBlock = "pre"
    /// The line between two parts.
    case rule = "hr"
    /// A cell of the head of a table.
    case headerCell = "th"
    /// Another cell of a table.
    case cell = "td"
    /// Emphasis.
    case emphasis = "em"
    /// Strong emphasis.
    case strong
    /// Code within a line.
    case code
    /// A link.
    case link = "a"
    /// A strike.
    case strike = "del"
    /// What was put in: `<ins>`.
    case insertion = "ins"
    /// A mark: `<mark>`.
    case mark
    /// Raised text: `<sup>`, and the numbers of footnotes.
    case superscript = "sup"
    /// Lowered text: `<sub>`.
    case `subscript` = "sub"
    /// Small text: `<small>`.
    case small
    /// The text that stands for a picture.
    case image = "img"
  }

  /// A change of the style around an element: sizes may be multiplied, indents added to.
  public typealias Change = @Sendable (_ style: inout TextStyle) -> Void

  /// The style of text without any element.
  public var base: TextStyle
  /// How far items of lists and quotes are indented beyond what is around them, in points.
  public var indent: Double
  private var changes: [Element: Change]

  /// Creates a style sheet without changes.
  ///
  /// - Parameters:
  ///   - base: The style of text without any element.
  ///   - indent: How far items of lists and quotes are indented, in points.
  public init(base: TextStyle = .default, indent: Double = 24) {
    (self.base, self.indent, changes) = (base, indent, [:])
  }

  /// What an element changes; `nil` for nothing.
  public subscript(element: Element) -> Change? {
    get { changes[element] }
    set { changes[element] = newValue }
  }

  /// Adds a change after what an element changes already.
  public mutating func append(_ change: @escaping Change, to element: Element) {
    guard let earlier = changes[element] else {
      changes[element] = change
      return
    }
    changes[element] = { style in
      earlier(&style)
      change(&style)
    }
  }
}

extension MarkdownStyle {
  /// A style sheet like that of a readme: 16 points, bold headings, code in a typewriter's letters
  /// on grey, blue links.
  public static let standard: MarkdownStyle = {
    var style = MarkdownStyle()
    let muted = Color(red8: 0x59, green8: 0x63, blue8: 0x6E)
    let (block, mark) = (
      Color(red8: 0xF6, green8: 0xF8, blue8: 0xFA), Color(white: 0.51, alpha: 0.12)
    )
    let headings: [(Element, Double)] = [
      (.heading1, 2), (.heading2, 1.5), (.heading3, 1.25), (.heading4, 1), (.heading5, 0.875),
      (.heading6, 0.85),
    ]
    for (heading, factor) in headings {
      style[heading] = { style in
        style.paragraph.spacingBefore = 0.5 * style.shaping.size
        style.paragraph.spacingAfter = style.shaping.size
        style.shaping.size *= factor
        style.shaping.font.weight = 700
        if heading == .heading6 { style.paint.color = muted }
      }
    }
    style[.paragraph] = { $0.paragraph.spacingAfter = $0.shaping.size }
    style[.item] = { $0.paragraph.spacingAfter = 0.25 * $0.shaping.size }
    style[.cell] = { $0.paragraph.spacingAfter = 0.25 * $0.shaping.size }
    style[.headerCell] = {
      $0.paragraph.spacingAfter = 0.25 * $0.shaping.size
      $0.shaping.font.weight = 700
    }
    style[.quote] = { $0.paint.color = muted }
    style[.codeBlock] = { style in
      let size = style.shaping.size
      style.paragraph.spacingBefore = 0.5 * size
      style.paragraph.spacingAfter = 1.5 * size
      style.paragraph.startIndent += size
      style.shaping.size *= 0.85
      style.shaping.font.families = ["monospace"]
      style.paint.background = TextBackground(
        block,
        shape: TextBoxShape(
          cornerRadius: 6,
          insets: EdgeInsets(top: -0.5 * size, leading: 0, bottom: -0.5 * size, trailing: 0),
          extent: .block))
    }
    style[.rule] = {
      $0.paragraph.alignment = .center
      $0.paragraph.spacingAfter = $0.shaping.size
      $0.paint.color = muted
    }
    style[.emphasis] = { $0.shaping.font.slant = .italic }
    style[.strong] = { $0.shaping.font.weight = 700 }
    style[.code] = { style in
      style.shaping.size *= 0.85
      style.shaping.font.families = ["monospace"]
      style.paint.background = TextBackground(mark, cornerRadius: 4)
    }
    style[.link] = {
      $0.paint.color = Color(red8: 0x09, green8: 0x69, blue8: 0xDA)
      $0.paint.underline = TextDecoration()
    }
    style[.strike] = { $0.paint.strikethrough = TextDecoration() }
    style[.insertion] = { $0.paint.underline = TextDecoration() }
    style[.mark] = {
      $0.paint.background = TextBackground(Color(red8: 0xFF, green8: 0xF8, blue8: 0xC5))
    }
    style[.superscript] = { $0.shaping.scriptPosition = .superscript }
    style[.subscript] = { $0.shaping.scriptPosition = .subscript }
    style[.small] = { $0.shaping.size *= 5.0 / 6 }
    style[.image] = { $0.shaping.font.slant = .italic }
    return style
  }()

  /// Reads a style sheet of JSON: an object whose members are the names of elements in HTML, or
  /// `text` for the style of text without any, or `indent`. The values are styles as in documents of
  /// JSON, whose lengths may be in `em` of the text around.
  ///
  /// ```json
  /// {"text": {"size": 12}, "h1": {"size": "3em", "color": "navy"}, "indent": 20}
  /// ```
  ///
  /// - Parameters:
  ///   - json: The object, in UTF-8.
  ///   - style: The style sheet that it changes.
  /// - Throws: `DocumentError` with `malformed`, or with `unknownKey` for a member that is neither
  ///   an element nor a property of a style.
  public init(json: String, upon style: MarkdownStyle = .standard) throws(DocumentError) {
    self = style
    let object: JSONObject
    do throws(JSONError) {
      object = try JSONReader.object(of: Array(json.utf8)).object
    } catch {
      throw DocumentError(error)
    }
    for member in object.members {
      let key = DocumentKey("").at(member)
      if member.name == "indent" {
        indent = try key.number(member.value, from: 0)
        continue
      }
      let change = try Self.change(key.object(member.value), key)
      if member.name == "text" {
        change(&base)
      } else if let element = Element(rawValue: member.name) {
        append(change, to: element)
      } else {
        throw UnknownKey(
          key, member.name, known: ["text", "indent"] + Element.allCases.map(\.rawValue)
        ).error
      }
    }
  }

  private static func change(
    _ object: JSONObject, _ parent: DocumentKey
  ) throws(DocumentError) -> Change {
    var change = StyleChange()
    var unknownKeys: [UnknownKey] = []
    for member in object.members {
      let key = parent.at(member)
      guard let property = StyleProperty(key: member.name) else {
        throw UnknownKey(key, member.name, known: StyleProperty.allCases.map(\.key)).error
      }
      if case .null = member.value { continue }
      try property.read(member.value, key, into: &change, unknownKeys: &unknownKeys)
    }
    if let unknown = unknownKeys.first { throw unknown.error }
    return { [change] style in
      var change = change
      change.resolve(em: style.shaping.size)
      change.apply(to: &style.shaping)
      change.apply(to: &style.paragraph)
      change.apply(to: &style.paint)
    }
  }
}
