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
    public typealias Value = FontDescriptor
    public static let name = "AsyncTextLayer.font"
  }

  /// The key of ``TextAttributes/fontSize-property``.
  public enum FontSize: CodableAttributedStringKey {
    public typealias Value = Double
    public static let name = "AsyncTextLayer.fontSize"
  }

  /// The key of ``TextAttributes/fontVariations-property``.
  public enum FontVariations: CodableAttributedStringKey {
    public typealias Value = [FontVariation]
    public static let name = "AsyncTextLayer.fontVariations"
  }

  /// The key of ``TextAttributes/fontFeatures-property``.
  public enum FontFeatures: CodableAttributedStringKey {
    public typealias Value = [FontFeature]
    public static let name = "AsyncTextLayer.fontFeatures"
  }

  /// The key of ``TextAttributes/kern-property``.
  public enum Kern: CodableAttributedStringKey {
    public typealias Value = Double
    public static let name = "AsyncTextLayer.kern"
  }

  /// The key of ``TextAttributes/tracking-property``.
  public enum Tracking: CodableAttributedStringKey {
    public typealias Value = Double
    public static let name = "AsyncTextLayer.tracking"
  }

  /// The key of ``TextAttributes/wordSpacing-property``.
  public enum WordSpacing: CodableAttributedStringKey {
    public typealias Value = Double
    public static let name = "AsyncTextLayer.wordSpacing"
  }

  /// The key of ``TextAttributes/baselineOffset-property``.
  public enum BaselineOffset: CodableAttributedStringKey {
    public typealias Value = Double
    public static let name = "AsyncTextLayer.baselineOffset"
  }

  /// The key of ``TextAttributes/textSpacingTrim-property``.
  public enum SpacingTrim: CodableAttributedStringKey {
    public typealias Value = TextSpacingTrim
    public static let name = "AsyncTextLayer.textSpacingTrim"
  }

  /// The key of ``TextAttributes/language-property``.
  public enum Language: CodableAttributedStringKey {
    public typealias Value = String
    public static let name = "AsyncTextLayer.language"
  }

  /// The key of ``TextAttributes/shapingStyle-property``.
  public enum Shaping: CodableAttributedStringKey {
    public typealias Value = ShapingStyle
    public static let name = "AsyncTextLayer.shapingStyle"
  }

  /// The key of ``TextAttributes/paragraphStyle-property``.
  public enum Paragraph: CodableAttributedStringKey {
    public typealias Value = ParagraphStyle
    public static let name = "AsyncTextLayer.paragraphStyle"
  }
}
