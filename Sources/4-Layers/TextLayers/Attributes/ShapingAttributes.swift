// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
import TextFonts
public import TextModel
import TextShaping

// Keys of fonts, spacing, languages and paragraphs.
extension AttributeScopes.TextAttributes {
  /// The key of ``TextAttributes/font-property``.
  public enum Font: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = FontDescriptor
    /// The attribute's name.
    public static let name = "AsyncTextLayer.font"
  }

  /// The key of ``TextAttributes/fontSize-property``.
  public enum FontSize: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = Double
    /// The attribute's name.
    public static let name = "AsyncTextLayer.fontSize"
  }

  /// The key of ``TextAttributes/fontVariations-property``.
  public enum FontVariations: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = [FontVariation]
    /// The attribute's name.
    public static let name = "AsyncTextLayer.fontVariations"
  }

  /// The key of ``TextAttributes/fontFeatures-property``.
  public enum FontFeatures: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = [FontFeature]
    /// The attribute's name.
    public static let name = "AsyncTextLayer.fontFeatures"
  }

  /// The key of ``TextAttributes/kern-property``.
  public enum Kern: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = Double
    /// The attribute's name.
    public static let name = "AsyncTextLayer.kern"
  }

  /// The key of ``TextAttributes/tracking-property``.
  public enum Tracking: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = Double
    /// The attribute's name.
    public static let name = "AsyncTextLayer.tracking"
  }

  /// The key of ``TextAttributes/wordSpacing-property``.
  public enum WordSpacing: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = Double
    /// The attribute's name.
    public static let name = "AsyncTextLayer.wordSpacing"
  }

  /// The key of ``TextAttributes/baselineOffset-property``.
  public enum BaselineOffset: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = Double
    /// The attribute's name.
    public static let name = "AsyncTextLayer.baselineOffset"
  }

  /// The key of ``TextAttributes/textSpacingTrim-property``.
  public enum SpacingTrim: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = TextSpacingTrim
    /// The attribute's name.
    public static let name = "AsyncTextLayer.textSpacingTrim"
  }

  /// The key of ``TextAttributes/language-property``.
  public enum Language: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = String
    /// The attribute's name.
    public static let name = "AsyncTextLayer.language"
  }

  /// The key of ``TextAttributes/shapingStyle-property``.
  public enum Shaping: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = ShapingStyle
    /// The attribute's name.
    public static let name = "AsyncTextLayer.shapingStyle"
  }

  /// The key of ``TextAttributes/paragraphStyle-property``.
  public enum Paragraph: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = ParagraphStyle
    /// The attribute's name.
    public static let name = "AsyncTextLayer.paragraphStyle"
  }
}
