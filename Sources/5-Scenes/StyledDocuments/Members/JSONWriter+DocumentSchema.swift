// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import DocumentJSON
internal import TextModel

extension JSONWriter {
  /// Writes the schema of a document.
  package mutating func documentSchema(_ title: String) {
    schema(of: DocumentMember.self, title, more: StyleProperty.allCases.filter(\.isParagraph))
  }

  /// Writes the definitions that documents refer to, except those of layers.
  package mutating func documentDefinitions() {
    definition("style") { writer in
      writer.member("type", "object")
      writer.name("properties")
      writer.beginObject()
      for property in StyleProperty.allCases {
        writer.property(property.key, property.form, property.row.summary, isOptional: true)
      }
      writer.endObject()
    }
    definition("hyphens", HyphensMember.self, "How words are divided")
    definition("justification", JustificationMember.self, "How lines are stretched")
    definition("lineHeight", LineHeightMember.self, "Bounds of the height of lines")
    definition("strut", StrutMember.self, "A font that lines are at least as high as")
    definition("list", ListMember.self, "The marker of an item")
    definition("font") { $0.fontSchema() }
    definition("span", SpanMember.self, "A range with a style")
    definition("ruby", RubyMember.self, "A small text beside another")
    definition("shape", ShapeMember.self, "The area in which lines lie")
    definition("exclusion", ExclusionMember.self, "An area that lines keep clear of")
    definition("columns", ColumnsMember.self, "Columns side by side")
    definition("textCombine", TextCombineMember.self, "Digits side by side")
    definition("truncation", TruncationMember.self, "What is left out")
    definition("token", TokenMember.self, "A token in place of text")
    definition("background", BackgroundMember.self, "A box behind text")
    definition("border", BorderMember.self, "A line around text")
    definition("decoration", DecorationMember.self, "A line along text")
    definition("textShadow", TextShadowMember.self, "A shadow of text")
    definition("stroke", StrokeMember.self, "A line along outlines")
    definition("fill", FillMember.self, "What text is filled with")
    definition("gradient", GradientMember.self, "A gradient over a box")
    definition("lineBreaking", LineBreakingMember.self, "How lines are divided")
    definition("breakCosts", BreakCostMember.self, "What optimal lines cost")
    definition("attachment", AttachmentMember.self, "A box in the text")
    definition("link", LinkMember.self, "A range that can be tapped")
    definition("highlight", HighlightMember.self, "The look of a pressed link")
  }

  private mutating func fontSchema() {
    name("anyOf")
    beginArray()
    beginObject()
    member("type", "string")
    member("description", FontMember.file.summary)
    endObject()
    beginObject()
    schema(of: FontMember.self, "A face of a font file")
    endObject()
    endArray()
  }
}
