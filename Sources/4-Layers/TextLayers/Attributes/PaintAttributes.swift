// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import FoundationEssentials
public import TextModel

// Keys of colours, boxes, decorations and effects.
extension AttributeScopes.TextAttributes {
  /// The key of ``TextAttributes/foregroundColor-property``.
  public enum ForegroundColor: CodableAttributedStringKey {
    public typealias Value = Color
    public static let name = "AsyncTextLayer.foregroundColor"
  }

  /// The key of ``TextAttributes/backgroundColor-property``.
  public enum BackgroundColor: CodableAttributedStringKey {
    public typealias Value = Color
    public static let name = "AsyncTextLayer.backgroundColor"
  }

  /// The key of ``TextAttributes/background-property``.
  public enum Background: CodableAttributedStringKey {
    public typealias Value = TextBackground
    public static let name = "AsyncTextLayer.background"
  }

  /// The key of ``TextAttributes/border-property``.
  public enum Border: CodableAttributedStringKey {
    public typealias Value = TextBorder
    public static let name = "AsyncTextLayer.border"
  }

  /// The key of ``TextAttributes/underline-property``.
  public enum Underline: CodableAttributedStringKey {
    public typealias Value = TextDecoration
    public static let name = "AsyncTextLayer.underline"
  }

  /// The key of ``TextAttributes/overline-property``.
  public enum Overline: CodableAttributedStringKey {
    public typealias Value = TextDecoration
    public static let name = "AsyncTextLayer.overline"
  }

  /// The key of ``TextAttributes/strikethrough-property``.
  public enum Strikethrough: CodableAttributedStringKey {
    public typealias Value = TextDecoration
    public static let name = "AsyncTextLayer.strikethrough"
  }

  /// The key of ``TextAttributes/shadows-property``.
  public enum Shadows: CodableAttributedStringKey {
    public typealias Value = [TextShadow]
    public static let name = "AsyncTextLayer.shadows"
  }

  /// The key of ``TextAttributes/stroke-property``.
  public enum Stroke: CodableAttributedStringKey {
    public typealias Value = TextStroke
    public static let name = "AsyncTextLayer.stroke"
  }

  /// The key of ``TextAttributes/fill-property``.
  public enum Fill: CodableAttributedStringKey {
    public typealias Value = TextFill
    public static let name = "AsyncTextLayer.fill"
  }
}
