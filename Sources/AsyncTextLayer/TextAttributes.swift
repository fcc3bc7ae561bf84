// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import TextModel

extension AttributeScopes {
  /// The attributes of an `AttributedString` that this library reads, besides Foundation's
  /// `languageIdentifier`.
  ///
  /// They are reached by name: `string.fontSize = 20`, `string[range].foregroundColor = .black`.
  public struct TextAttributes: AttributeScope {
    /// Which font is asked for.
    public let font: Font
    /// The em size in points.
    public let fontSize: FontSize
    /// Axis positions that are added to those of ``font``.
    public let fontVariations: FontVariations
    /// OpenType features, later ones winning.
    public let fontFeatures: FontFeatures
    /// The colour of the glyphs.
    public let foregroundColor: ForegroundColor
    /// The colour behind the text.
    public let backgroundColor: BackgroundColor
    /// Points added after every cluster; ``tracking`` wins over it.
    public let kern: Kern
    /// Points added after every cluster.
    public let tracking: Tracking
    /// Points added after U+0020 and U+00A0.
    public let wordSpacing: WordSpacing
    /// The line under the text.
    public let underline: Underline
    /// The line through the text.
    public let strikethrough: Strikethrough
    /// Points by which the text is raised above the baseline.
    public let baselineOffset: BaselineOffset
    /// The language as a BCP 47 tag; it wins over Foundation's `languageIdentifier`.
    public let language: Language
    /// The style of the paragraphs that begin in the range.
    public let paragraphStyle: Paragraph
    /// Foundation's own attributes.
    public let foundation: FoundationAttributes

    /// The key of ``TextAttributes/font-property``.
    public enum Font: AttributedStringKey {
      /// What the attribute holds.
      public typealias Value = FontDescriptor
      /// The attribute's name.
      public static let name = "AsyncTextLayer.font"
    }

    /// The key of ``TextAttributes/fontSize-property``.
    public enum FontSize: AttributedStringKey {
      /// What the attribute holds.
      public typealias Value = Double
      /// The attribute's name.
      public static let name = "AsyncTextLayer.fontSize"
    }

    /// The key of ``TextAttributes/fontVariations-property``.
    public enum FontVariations: AttributedStringKey {
      /// What the attribute holds.
      public typealias Value = [FontVariation]
      /// The attribute's name.
      public static let name = "AsyncTextLayer.fontVariations"
    }

    /// The key of ``TextAttributes/fontFeatures-property``.
    public enum FontFeatures: AttributedStringKey {
      /// What the attribute holds.
      public typealias Value = [FontFeature]
      /// The attribute's name.
      public static let name = "AsyncTextLayer.fontFeatures"
    }

    /// The key of ``TextAttributes/foregroundColor-property``.
    public enum ForegroundColor: AttributedStringKey {
      /// What the attribute holds.
      public typealias Value = Color
      /// The attribute's name.
      public static let name = "AsyncTextLayer.foregroundColor"
    }

    /// The key of ``TextAttributes/backgroundColor-property``.
    public enum BackgroundColor: AttributedStringKey {
      /// What the attribute holds.
      public typealias Value = Color
      /// The attribute's name.
      public static let name = "AsyncTextLayer.backgroundColor"
    }

    /// The key of ``TextAttributes/kern-property``.
    public enum Kern: AttributedStringKey {
      /// What the attribute holds.
      public typealias Value = Double
      /// The attribute's name.
      public static let name = "AsyncTextLayer.kern"
    }

    /// The key of ``TextAttributes/tracking-property``.
    public enum Tracking: AttributedStringKey {
      /// What the attribute holds.
      public typealias Value = Double
      /// The attribute's name.
      public static let name = "AsyncTextLayer.tracking"
    }

    /// The key of ``TextAttributes/wordSpacing-property``.
    public enum WordSpacing: AttributedStringKey {
      /// What the attribute holds.
      public typealias Value = Double
      /// The attribute's name.
      public static let name = "AsyncTextLayer.wordSpacing"
    }

    /// The key of ``TextAttributes/underline-property``.
    public enum Underline: AttributedStringKey {
      /// What the attribute holds.
      public typealias Value = TextDecoration
      /// The attribute's name.
      public static let name = "AsyncTextLayer.underline"
    }

    /// The key of ``TextAttributes/strikethrough-property``.
    public enum Strikethrough: AttributedStringKey {
      /// What the attribute holds.
      public typealias Value = TextDecoration
      /// The attribute's name.
      public static let name = "AsyncTextLayer.strikethrough"
    }

    /// The key of ``TextAttributes/baselineOffset-property``.
    public enum BaselineOffset: AttributedStringKey {
      /// What the attribute holds.
      public typealias Value = Double
      /// The attribute's name.
      public static let name = "AsyncTextLayer.baselineOffset"
    }

    /// The key of ``TextAttributes/language-property``.
    public enum Language: AttributedStringKey {
      /// What the attribute holds.
      public typealias Value = String
      /// The attribute's name.
      public static let name = "AsyncTextLayer.language"
    }

    /// The key of ``TextAttributes/paragraphStyle-property``.
    public enum Paragraph: AttributedStringKey {
      /// What the attribute holds.
      public typealias Value = ParagraphStyle
      /// The attribute's name.
      public static let name = "AsyncTextLayer.paragraphStyle"
    }
  }

  /// The attributes of this library, for key paths and attribute containers.
  public var text: TextAttributes.Type { TextAttributes.self }
}

extension AttributeDynamicLookup {
  /// Finds this library's attributes by name.
  public subscript<Key: AttributedStringKey>(
    dynamicMember keyPath: KeyPath<AttributeScopes.TextAttributes, Key>
  ) -> Key {
    self[Key.self]
  }
}
