// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import StyledDocuments
internal import TextModel

/// The page of `textrender help document`.
enum DocumentPage {
  /// The page, made from the tables that the reader of documents uses.
  static var text: String {
    var page = """
      textrender document: a styled text as JSON, for --document of render, layout and hit

      Examples
        textrender help document --schema > textrender.schema.json
        echo '{"text":"Red","style":{"color":"red"}}' | textrender render --document - -o red.png
        textrender render --document styled.json -o styled.png

      A document

      """
    for member in DocumentMember.allCases {
      page += line(member.rawValue, member.form, member.summary)
    }
    page += "  The properties of paragraphs below, for the whole text\n\nAn element of fonts\n"
    for member in FontMember.allCases { page += line(member.rawValue, member.form, member.summary) }
    page += section("A shape: SVG path data, or an object with path or one shape", ShapeMember.self)
    page += section("An element of exclusions: path or one shape", ExclusionMember.self)
    page += section("Columns, if they are an object", ColumnsMember.self)
    page += section("An element of spans", SpanMember.self)
    page += section("Ruby, if it is an object", RubyMember.self)
    page += section(
      "An element of attachments: one of image, reserved and scene", AttachmentMember.self)
    page += section("An element of links", LinkMember.self)
    page += section("A highlight", HighlightMember.self)
    page += section("Truncation", TruncationMember.self)
    page += section("A token", TokenMember.self)
    page += "\nA style\n"
    for property in StyleProperty.allCases where !property.isParagraph { page += line(property) }
    page += "\nA style: properties of paragraphs\n"
    for property in StyleProperty.allCases where property.isParagraph { page += line(property) }
    page += section("Justification", JustificationMember.self)
    page += section("Bounds of the height of lines", LineHeightMember.self)
    page += section("Hyphens with limits", HyphensMember.self)
    page += section("Digits side by side, if they are an object", TextCombineMember.self)
    page += section("A background with more than a colour", BackgroundMember.self)
    page += section("A border", BorderMember.self)
    page += section("An element of decorations", DecorationMember.self)
    page += section("An element of shadows", TextShadowMember.self)
    page += section("A stroke", StrokeMember.self)
    page += section("What text is filled with: a gradient or an image", FillMember.self)
    page += section("A gradient", GradientMember.self)
    page += section("Line breaking with costs", LineBreakingMember.self)
    page += section("The costs of optimal lines", BreakCostMember.self)
    page += HelpText.values(
      of: [.length, .color, .integer, .language] + StyleProperty.allCases.map(\.form)
        + AttachmentMember.allCases.compactMap(\.form))
    page += """

      Offsets count Unicode scalar values, from 0; ranges end before their end. A paragraph has the
      style of its first character. Numbers are px; lengths may be strings with a unit: "1.5em".
      em is the style's size, and for size itself the size around. Strings are the words of
      the options. A wrong value is an error, exit status 2; unknown keys are noted and ignored, or
      refused with --strict.
      Paths of images begin at the document's folder; --image-root DIR refuses others. An image that
      is missing or damaged is a box, and is noted. An attachment stands where the text has U+FFFC;
      one without is noted.

      """
    return page
  }

  /// The members of an object under a heading.
  static func section<Member: DocumentObject>(_ title: String, _ type: Member.Type) -> String {
    "\n\(title)\n"
      + Member.allCases.map { line($0.rawValue, $0.form, $0.summary) }.joined()
  }

  private static func line(_ property: StyleProperty) -> String {
    line(property.key, property.form, property.row.summary)
  }

  /// A key with its placeholder, its meaning and its values.
  static func line(_ key: String, _ form: ValueForm?, _ summary: String) -> String {
    var name = "  \(key)"
    var text = summary
    if let form {
      if !form.placeholder.isEmpty { name += " \(form.placeholder)" }
      if !form.isCommon { text = HelpText.explained(summary, form) }
    }
    return HelpText.entry(name, text, column: 28)
  }
}
