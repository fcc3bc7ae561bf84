// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
import TextFonts
import TextShaping

extension AttributeScopes {
  /// The attributes of an `AttributedString` that this library reads, in addition to Foundation's
  /// `languageIdentifier` and `link`.
  ///
  /// They are used by name: `string.fontSize = 20`, `string[range].foregroundColor = .black`.
  /// All can be coded, attachments within the limits of `TextAttachment`.
  public struct TextAttributes: AttributeScope {
    /// The requested font.
    public let font: Font
    /// The em size in points.
    public let fontSize: FontSize
    /// Axis positions, added to those of ``font``.
    public let fontVariations: FontVariations
    /// OpenType features; of two settings of one feature the later applies.
    public let fontFeatures: FontFeatures
    /// The colour of the glyphs.
    public let foregroundColor: ForegroundColor
    /// The colour behind the text; ignored where there is ``background``.
    public let backgroundColor: BackgroundColor
    /// The box behind the text.
    public let background: Background
    /// The line around the text.
    public let border: Border
    /// The space after each cluster, in points; ignored where there is ``tracking``.
    public let kern: Kern
    /// The space after each cluster, in points.
    public let tracking: Tracking
    /// The extra width of U+0020 and U+00A0, in points.
    public let wordSpacing: WordSpacing
    /// The line under the text.
    public let underline: Underline
    /// The line over the text.
    public let overline: Overline
    /// The line through the text.
    public let strikethrough: Strikethrough
    /// The shadows, the first one on top.
    public let shadows: Shadows
    /// The line along the outlines of the glyphs.
    public let stroke: Stroke
    /// What the glyphs are filled with in place of their colour.
    public let fill: Fill
    /// The distance by which the text is raised above the baseline, in points.
    public let baselineOffset: BaselineOffset
    /// The trimming of adjacent full-width punctuation.
    public let textSpacingTrim: SpacingTrim
    /// The language as a BCP 47 tag; takes precedence over Foundation's `languageIdentifier`.
    public let language: Language
    /// The style of the glyphs as a whole, in place of that of the whole text; attributes of single
    /// properties take precedence. Properties that have no attribute are set by it, such as
    /// `textOrientation` and `emphasis`.
    public let shapingStyle: Shaping
    /// The style of the paragraphs that start in the range.
    public let paragraphStyle: Paragraph
    /// The link; takes precedence over Foundation's `link`, which is read as a link without a
    /// highlight.
    public let textLink: Link
    /// The attachment that each U+FFFC of the range stands for.
    public let attachment: Attachment
    /// The unit that the range forms; neighbouring ranges with equal bindings are one.
    public let binding: Binding
    /// The small text beside the range; neighbouring ranges with equal ones are one base.
    public let ruby: Ruby
    /// Foundation's own attributes.
    public let foundation: FoundationAttributes
  }

  /// The scope with the attributes of this library, for key paths and attribute containers.
  public var text: TextAttributes.Type { TextAttributes.self }
}

extension AttributeDynamicLookup {
  /// Resolves the attributes of this library by name.
  public subscript<Key: AttributedStringKey>(
    dynamicMember keyPath: KeyPath<AttributeScopes.TextAttributes, Key>
  ) -> Key {
    self[Key.self]
  }
}
