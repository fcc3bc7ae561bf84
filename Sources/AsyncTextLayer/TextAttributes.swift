// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import TextModel

extension AttributeScopes {
  /// The attributes of an `AttributedString` that this library reads, in addition to Foundation's
  /// `languageIdentifier`.
  ///
  /// They are used by name: `string.fontSize = 20`, `string[range].foregroundColor = .black`.
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
    /// The colour behind the text.
    public let backgroundColor: BackgroundColor
    /// The space after each cluster, in points; ignored where there is ``tracking``.
    public let kern: Kern
    /// The space after each cluster, in points.
    public let tracking: Tracking
    /// The extra width of U+0020 and U+00A0, in points.
    public let wordSpacing: WordSpacing
    /// The line under the text.
    public let underline: Underline
    /// The line through the text.
    public let strikethrough: Strikethrough
    /// The distance by which the text is raised above the baseline, in points.
    public let baselineOffset: BaselineOffset
    /// The trimming of adjacent full-width punctuation.
    public let textSpacingTrim: SpacingTrim
    /// The language as a BCP 47 tag; takes precedence over Foundation's `languageIdentifier`.
    public let language: Language
    /// The style of the paragraphs that start in the range.
    public let paragraphStyle: Paragraph
    /// Foundation's own attributes.
    public let foundation: FoundationAttributes

    /// The key of ``TextAttributes/font-property``.
    public enum Font: AttributedStringKey {
      /// The type of the attribute's value.
      public typealias Value = FontDescriptor
      /// The attribute's name.
      public static let name = "AsyncTextLayer.font"
    }

    /// The key of ``TextAttributes/fontSize-property``.
    public enum FontSize: AttributedStringKey {
      /// The type of the attribute's value.
      public typealias Value = Double
      /// The attribute's name.
      public static let name = "AsyncTextLayer.fontSize"
    }

    /// The key of ``TextAttributes/fontVariations-property``.
    public enum FontVariations: AttributedStringKey {
      /// The type of the attribute's value.
      public typealias Value = [FontVariation]
      /// The attribute's name.
      public static let name = "AsyncTextLayer.fontVariations"
    }

    /// The key of ``TextAttributes/fontFeatures-property``.
    public enum FontFeatures: AttributedStringKey {
      /// The type of the attribute's value.
      public typealias Value = [FontFeature]
      /// The attribute's name.
      public static let name = "AsyncTextLayer.fontFeatures"
    }

    /// The key of ``TextAttributes/foregroundColor-property``.
    public enum ForegroundColor: AttributedStringKey {
      /// The type of the attribute's value.
      public typealias Value = Color
      /// The attribute's name.
      public static let name = "AsyncTextLayer.foregroundColor"
    }

    /// The key of ``TextAttributes/backgroundColor-property``.
    public enum BackgroundColor: AttributedStringKey {
      /// The type of the attribute's value.
      public typealias Value = Color
      /// The attribute's name.
      public static let name = "AsyncTextLayer.backgroundColor"
    }

    /// The key of ``TextAttributes/kern-property``.
    public enum Kern: AttributedStringKey {
      /// The type of the attribute's value.
      public typealias Value = Double
      /// The attribute's name.
      public static let name = "AsyncTextLayer.kern"
    }

    /// The key of ``TextAttributes/tracking-property``.
    public enum Tracking: AttributedStringKey {
      /// The type of the attribute's value.
      public typealias Value = Double
      /// The attribute's name.
      public static let name = "AsyncTextLayer.tracking"
    }

    /// The key of ``TextAttributes/wordSpacing-property``.
    public enum WordSpacing: AttributedStringKey {
      /// The type of the attribute's value.
      public typealias Value = Double
      /// The attribute's name.
      public static let name = "AsyncTextLayer.wordSpacing"
    }

    /// The key of ``TextAttributes/underline-property``.
    public enum Underline: AttributedStringKey {
      /// The type of the attribute's value.
      public typealias Value = TextDecoration
      /// The attribute's name.
      public static let name = "AsyncTextLayer.underline"
    }

    /// The key of ``TextAttributes/strikethrough-property``.
    public enum Strikethrough: AttributedStringKey {
      /// The type of the attribute's value.
      public typealias Value = TextDecoration
      /// The attribute's name.
      public static let name = "AsyncTextLayer.strikethrough"
    }

    /// The key of ``TextAttributes/baselineOffset-property``.
    public enum BaselineOffset: AttributedStringKey {
      /// The type of the attribute's value.
      public typealias Value = Double
      /// The attribute's name.
      public static let name = "AsyncTextLayer.baselineOffset"
    }

    /// The key of ``TextAttributes/textSpacingTrim-property``.
    public enum SpacingTrim: AttributedStringKey {
      /// The type of the attribute's value.
      public typealias Value = TextSpacingTrim
      /// The attribute's name.
      public static let name = "AsyncTextLayer.textSpacingTrim"
    }

    /// The key of ``TextAttributes/language-property``.
    public enum Language: AttributedStringKey {
      /// The type of the attribute's value.
      public typealias Value = String
      /// The attribute's name.
      public static let name = "AsyncTextLayer.language"
    }

    /// The key of ``TextAttributes/paragraphStyle-property``.
    public enum Paragraph: AttributedStringKey {
      /// The type of the attribute's value.
      public typealias Value = ParagraphStyle
      /// The attribute's name.
      public static let name = "AsyncTextLayer.paragraphStyle"
    }
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
