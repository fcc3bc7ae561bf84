// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import FoundationEssentials
public import TextModel

// Keys of colours, boxes, decorations and effects.
extension AttributeScopes.TextAttributes {
  /// The key of ``TextAttributes/foregroundColor-property``.
  public enum ForegroundColor: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = Color
    /// The attribute's name.
    public static let name = "AsyncTextLayer.foregroundColor"
  }

  /// The key of ``TextAttributes/backgroundColor-property``.
  public enum BackgroundColor: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = Color
    /// The attribute's name.
    public static let name = "AsyncTextLayer.backgroundColor"
  }

  /// The key of ``TextAttributes/background-property``.
  public enum Background: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = TextBackground
    /// The attribute's name.
    public static let name = "AsyncTextLayer.background"
  }

  /// The key of ``TextAttributes/border-property``.
  public enum Border: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = TextBorder
    /// The attribute's name.
    public static let name = "AsyncTextLayer.border"
  }

  /// The key of ``TextAttributes/underline-property``.
  public enum Underline: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = TextDecoration
    /// The attribute's name.
    public static let name = "AsyncTextLayer.underline"
  }

  /// The key of ``TextAttributes/overline-property``.
  public enum Overline: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = TextDecoration
    /// The attribute's name.
    public static let name = "AsyncTextLayer.overline"
  }

  /// The key of ``TextAttributes/strikethrough-property``.
  public enum Strikethrough: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = TextDecoration
    /// The attribute's name.
    public static let name = "AsyncTextLayer.strikethrough"
  }

  /// The key of ``TextAttributes/shadows-property``.
  public enum Shadows: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = [TextShadow]
    /// The attribute's name.
    public static let name = "AsyncTextLayer.shadows"
  }

  /// The key of ``TextAttributes/stroke-property``.
  public enum Stroke: CodableAttributedStringKey {
    /// The type of the attribute's value.
    public typealias Value = TextStroke
    /// The attribute's name.
    public static let name = "AsyncTextLayer.stroke"
  }
}
