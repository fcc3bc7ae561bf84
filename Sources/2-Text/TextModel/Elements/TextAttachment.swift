// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry

/// The content of an attachment: an image, a drawing, a layer, or a reserved place.
///
/// Line breaking needs only the size; contents that draw something are defined in higher layers of
/// modules.
public protocol AttachmentContent: Sendable {
  /// The size of the content in points; `nil` while it is not known.
  var naturalSize: Size? { get }

  /// Whether another content is equal, so that nothing need be laid out or drawn again.
  func isEqual(to other: any AttachmentContent) -> Bool

  /// Hashes the content; equal contents have equal hashes.
  func hash(into hasher: inout Hasher)
}

extension AttachmentContent where Self: Equatable {
  /// Whether another content has this type and an equal value.
  public func isEqual(to other: any AttachmentContent) -> Bool { other as? Self == self }
}

/// An empty place in the text, for content that is not drawn with it. The layout gives the
/// rectangle of the place, which is found by its name.
public struct ReservedAttachment: AttachmentContent, Hashable, Codable {
  /// The name by which the place is found in a layout.
  public let id: String

  /// Creates a place.
  public init(id: String) { self.id = id }

  /// Always `nil`: the attachment gives the size.
  public var naturalSize: Size? { nil }
}

extension AttachmentContent where Self == ReservedAttachment {
  /// A place of a given size where nothing is drawn.
  public static func reserved(_ id: String) -> Self { ReservedAttachment(id: id) }
}

/// A box in the text, in place of one U+FFFC.
public struct TextAttachment: Sendable {
  /// The vertical place of an attachment's box, margins included, on its line.
  public enum Alignment: String, Hashable, Codable, Sendable, CaseIterable {
    /// The lower edge lies on the baseline.
    case baseline
    /// The upper edge lies on the upper edge of the line. Source: CSS 2.2, 10.8.1.
    case top
    /// The middle lies halfway between ascent and descent of the font.
    case center
    /// The lower edge lies on the lower edge of the line. Source: CSS 2.2, 10.8.1.
    case bottom
    /// The upper edge lies on the ascent of the font.
    case textTop
    /// The lower edge lies on the descent of the font.
    case textBottom
    /// The middle lies half an x-height above the baseline. Source: CSS 2.2, 10.8.1.
    case middle
  }

  /// The fit of the content to the attachment's size.
  public enum ContentMode: String, Hashable, Codable, Sendable, CaseIterable {
    /// Stretched to the size.
    case fill
    /// Scaled to the largest size that fits wholly, centred.
    case aspectFit
    /// Scaled to the smallest size that covers the attachment, centred, and cut off at its edges.
    case aspectFill
    /// In its natural size, centred, and cut off at the edges.
    case center
  }

  /// How the text keeps clear of the box.
  public enum Wrap: String, Hashable, Codable, Sendable, CaseIterable {
    /// The box stands in its line like a large letter.
    case inline
    /// The box is a float: it stands at an edge of the container, and lines go on beside it. It
    /// stands at the height of the line that holds its character, if there is room beside the part
    /// of the line before that character, else below that line; without room there, further down.
    ///
    /// No line lies over the box of an earlier paragraph. A text ends below all its boxes, and so
    /// does each paragraph of a `TextDocument`. In a container of unbounded width there is no edge
    /// to stand at, and the box acts as with ``cover``.
    ///
    /// Source: CSS 2.2, 9.5.1.
    case surround
    /// The box stands at its place in the line and takes no room: the text runs over or under it.
    case cover
  }

  /// The edge of the container at which a box with ``Wrap/surround`` stands.
  public enum Side: String, Hashable, Codable, Sendable, CaseIterable {
    /// The edge where the lines of its paragraph begin.
    case start
    /// The edge where the lines of its paragraph end.
    case end
    /// The left edge; in vertical text the upper one.
    case left
    /// The right edge; in vertical text the lower one.
    case right
  }

  /// The content that is shown.
  public var content: any AttachmentContent
  /// The size in points, without margins; `nil` for the content's natural size, or for a square of
  /// one em while the natural size is not known.
  ///
  /// A side that is negative or NaN counts as 0; a side over `TextLimits.attachmentSide` is
  /// reduced to it.
  public var size: Size?
  /// The vertical place on the line.
  public var alignment: Alignment
  /// The fit of the content to the size.
  public var contentMode: ContentMode
  /// The space around the attachment in points; negative margins let neighbours overlap it.
  public var margins: EdgeInsets
  /// The text that stands for the attachment when text is copied, and where it is read aloud.
  public var plainText: String
  /// How the text keeps clear of the box.
  public var wrap: Wrap
  /// The edge at which a box with ``Wrap/surround`` stands.
  public var side: Side
  /// The part that the box has in an inline formatting context; `nil` in other texts.
  package var inlinePart: InlinePart?
  /// The earlier floats below which a float stands.
  package var clear = FloatClear.none

  /// Creates an attachment.
  public init(
    _ content: some AttachmentContent, size: Size? = nil, alignment: Alignment = .baseline,
    contentMode: ContentMode = .aspectFit, margins: EdgeInsets = .zero, plainText: String = "",
    wrap: Wrap = .inline, side: Side = .start
  ) {
    (self.wrap, self.side) = (wrap, side)
    self.content = content
    self.size = size
    self.alignment = alignment
    self.contentMode = contentMode
    self.margins = margins
    self.plainText = plainText
  }

  /// U+FFFC, OBJECT REPLACEMENT CHARACTER.
  public static let character: UInt16 = 0xFFFC

  /// The size in points without margins, with sides from 0 to `TextLimits.attachmentSide`, in a
  /// font of the given em size.
  package func resolvedSize(fontSize: Double) -> Size {
    let size = size ?? content.naturalSize ?? Size(width: fontSize, height: fontSize)
    if inlinePart != nil {
      return Size(width: Self.signed(size.width), height: Self.signed(size.height))
    }
    return Size(width: Self.side(size.width), height: Self.side(size.height))
  }

  /// The margins in points: NaN counts as 0; positive and negative margins are limited to
  /// `TextLimits.attachmentSide`.
  package var resolvedMargins: EdgeInsets {
    EdgeInsets(
      top: Self.signed(margins.top), leading: Self.signed(margins.leading),
      bottom: Self.signed(margins.bottom), trailing: Self.signed(margins.trailing))
  }

  /// The size of the box with its margins, in points, in a font of the given em size. Only a box
  /// with an ``inlinePart`` may have sides below 0.
  package func outerSize(fontSize: Double) -> Size {
    let (size, margins) = (resolvedSize(fontSize: fontSize), resolvedMargins)
    let least = inlinePart == nil ? 0 : -Double.infinity
    return Size(
      width: max(least, size.width + margins.leading + margins.trailing),
      height: max(least, size.height + margins.top + margins.bottom))
  }

  private static func signed(_ points: Double) -> Double {
    points.isNaN ? 0 : min(max(points, -TextLimits.attachmentSide), TextLimits.attachmentSide)
  }

  private static func side(_ points: Double) -> Double {
    points > 0 ? min(points, TextLimits.attachmentSide) : 0
  }
}

extension TextAttachment: Hashable {
  /// Whether all parts are equal.
  public static func == (a: TextAttachment, b: TextAttachment) -> Bool {
    a.size == b.size && a.alignment == b.alignment && a.contentMode == b.contentMode
      && a.margins == b.margins && a.plainText == b.plainText && a.wrap == b.wrap
      && a.side == b.side && a.inlinePart == b.inlinePart && a.clear == b.clear
      && a.content.isEqual(to: b.content)
  }

  /// Hashes all parts.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    hasher.combine(alignment)
    hasher.combine(contentMode)
    hasher.combine(margins)
    hasher.combine(plainText)
    hasher.combine(wrap)
    hasher.combine(side)
    hasher.combine(inlinePart)
    hasher.combine(clear)
    content.hash(into: &hasher)
  }
}
