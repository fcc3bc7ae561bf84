// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
public import CanvasGeometry
public import TextModel
import TextShaping

/// The box in which text is laid out: its size and insets, the direction of lines and their place
/// in it, and the treatment of text that does not fit.
///
/// Sizes are points. A side that is `nil`, NaN, or above `TextLimits.containerSide`
/// counts as unbounded; a negative one counts as 0.
public struct TextContainer: Hashable, Sendable {
  /// The treatment of the text that does not fit.
  public enum Truncation: UInt8, Hashable, Sendable, CaseIterable {
    /// The text after the last line that fits is left out.
    case none
    /// The last line that fits shows the token and the end of the whole text.
    case start
    /// The last line that fits shows its own beginning, the token, and the end of the whole text.
    case middle
    /// The last line that fits ends in the token.
    case end
  }

  /// The place of the lines across their direction, in a container with a height. Vertical text is
  /// placed in a container with a width; "upper" is then the side of the first line, and "lower"
  /// the side of the last line.
  public enum VerticalAlignment: UInt8, Hashable, Sendable, CaseIterable {
    /// At the upper edge.
    case top
    /// With as much space above as below.
    case center
    /// At the lower edge.
    case bottom
    /// With as much space above the lower-case letters of the first line as below the baseline of
    /// the last one.
    case xHeightCenter
    /// With as much space above the capitals of the first line as below the baseline of the last
    /// one.
    case capHeightCenter
  }

  /// The width in points, insets included; `nil` means that lines end at mandatory breaks only.
  public var width: Double?
  /// The direction of lines, and the direction in which lines follow each other.
  ///
  /// In vertical text the ``height`` bounds the lines, which run downwards, and the ``width``
  /// bounds their number.
  public var writingMode = WritingMode.horizontal
  /// Whether lines end at the ``width``, as by default; otherwise they end at mandatory breaks
  /// only, and are aligned and truncated in the width.
  ///
  /// A line that is too wide and not the last shows its own beginning and the token, unless
  /// ``truncation`` is ``Truncation/none``: then it begins at the start edge in every alignment and
  /// extends beyond the box.
  public var isWrapped: Bool
  /// The height in points, insets included; lines that do not fit wholly are left out. The first
  /// line is always set, and cut off at the lower edge if it is too high: see
  /// ``TextLayout/isCutOff``. `nil` means unbounded.
  public var height: Double?
  /// The maximum number of lines; 0 means no limit.
  public var maximumLines: Int
  /// The treatment of the text that does not fit.
  ///
  /// With ``Truncation/start`` and ``Truncation/middle`` the last line shows as much of the end of
  /// the text as fits, even if that is far below; all text in between, terminators included, is
  /// left out. If only white space and terminators would be left out, both act as
  /// ``Truncation/end``. A line too narrow for the token and a character shows the token alone.
  public var truncation: Truncation
  /// The text that replaces the text left out, in the style of the text at the cut.
  public var ellipsis: String
  /// The text that replaces the text left out, in its own styles; `nil` for ``ellipsis``.
  ///
  /// The token is set in the direction of the line's paragraph, up to its first terminator. Its
  /// fonts count for the height of the line. A token wider than the line is cut at its end.
  public var token: AttributedText? {
    get { rare?.fields.token }
    set { update { $0.token = newValue } }
  }
  /// The distances between the edges of the layout box and the room for lines, in points.
  ///
  /// Leading is left if the base direction of the first paragraph is left to right, and always in
  /// vertical text. Negative numbers and NaN count as 0.
  public var insets: EdgeInsets
  /// The vertical place of the lines; used only in a container that has a height.
  ///
  /// Lines stay inside the insets, so the optical centres are exact only where there is room.
  public var verticalAlignment: VerticalAlignment
  /// The least factor by which text that does not fit is made smaller before it is truncated, up
  /// to 1, which is the default and leaves sizes as they are.
  ///
  /// The sizes of fonts, their spacing and offsets, indents, tabs, line heights in points, the
  /// spacing of lines and paragraphs, attachments, and the ``token`` change alike; ``insets`` do
  /// not. Factors are multiples of 1/64. Numbers that are not positive count as 1/64, NaN as 1.
  public var minimumScale: Double

  /// The properties that few containers set, behind one reference: containers are copied often.
  private final class Rare: Hashable, Sendable {
    struct Fields: Hashable, Sendable {
      var token: AttributedText?
      var shape = ContainerShape.rectangle
      var exclusions: [Exclusion] = []
      var columns = TextColumns(count: 1)
      var trim = TextBoxTrim.none
      var maximumScale = 1.0
      var floatContext: FloatContext?
      var firstLineEnd: Int?
      var tokenEndsLines = false
    }

    let fields: Fields
    /// The bounds of a shape.
    let bounds: Rect?

    init(_ fields: Fields) {
      self.fields = fields
      if case .path(let path, _) = fields.shape { bounds = path.bounds } else { bounds = nil }
    }

    static func == (a: Rare, b: Rare) -> Bool { a === b || a.fields == b.fields }

    func hash(into hasher: inout Hasher) { hasher.combine(fields) }
  }

  private var rare: Rare?

  private mutating func update(_ change: (inout Rare.Fields) -> Void) {
    var fields = rare?.fields ?? Rare.Fields()
    change(&fields)
    rare = fields == Rare.Fields() ? nil : Rare(fields)
  }

  /// The area in which lines lie; the whole box by default.
  ///
  /// Text that is not wrapped ignores shape, exclusions and columns.
  public var shape: ContainerShape {
    get { rare?.fields.shape ?? .rectangle }
    set { update { $0.shape = newValue } }
  }
  /// The areas that lines keep clear of.
  public var exclusions: [Exclusion] {
    get { rare?.fields.exclusions ?? [] }
    set { update { $0.exclusions = newValue } }
  }
  /// The columns, side by side in the direction of the lines.
  public var columns: TextColumns {
    get { rare?.fields.columns ?? TextColumns(count: 1) }
    set { update { $0.columns = newValue } }
  }
  /// The edges of letters at which the first and the last line end; by default, lines are not
  /// trimmed.
  public var trim: TextBoxTrim {
    get { rare?.fields.trim ?? .none }
    set { update { $0.trim = newValue } }
  }

  /// The greatest factor by which text that fits is made larger to fill a container with a height,
  /// up to 64: 1, the default, leaves sizes as they are.
  ///
  /// The same sizes change as with ``minimumScale``; no word is broken to fill the container.
  /// Smaller numbers and NaN count as 1.
  public var maximumScale: Double {
    get { rare?.fields.maximumScale ?? 1 }
    set { update { $0.maximumScale = newValue } }
  }

  /// The floats around an inline formatting context, if lines and floats are those of CSS. Shape,
  /// exclusions and insets are ignored then.
  package var floatContext: FloatContext? {
    get { rare?.fields.floatContext }
    set { update { $0.floatContext = newValue } }
  }

  /// The end of the text's first line, if it is known: see `FirstLine`.
  package var firstLineEnd: Int? {
    get { rare?.fields.firstLineEnd }
    set { update { $0.firstLineEnd = newValue } }
  }

  /// Whether a token stands behind what its line would have without it, less what does not fit, and
  /// no text of the next line stands before it: `line-clamp`.
  package var tokenEndsLines: Bool {
    get { rare?.fields.tokenEndsLines ?? false }
    set { update { $0.tokenEndsLines = newValue } }
  }

  /// Creates a container; without arguments it is unbounded.
  public init(
    width: Double? = nil, height: Double? = nil, maximumLines: Int = 0,
    truncation: Truncation = .end, ellipsis: String = "\u{2026}", token: AttributedText? = nil,
    insets: EdgeInsets = .zero, verticalAlignment: VerticalAlignment = .top,
    minimumScale: Double = 1, isWrapped: Bool = true
  ) {
    self.width = width
    self.isWrapped = isWrapped
    self.height = height
    self.maximumLines = maximumLines
    self.truncation = truncation
    self.ellipsis = ellipsis
    self.insets = insets
    self.verticalAlignment = verticalAlignment
    self.minimumScale = minimumScale
    if let token { self.token = token }
  }

  /// Creates a container of a given size.
  public init(_ size: Size, maximumLines: Int = 0, truncation: Truncation = .end) {
    self.init(
      width: size.width, height: size.height, maximumLines: maximumLines, truncation: truncation)
  }

  /// The effective width: finite and not negative, or `nil` if unbounded.
  package var boundedWidth: Double? { Self.bounded(width ?? rare?.bounds?.maxX) }

  /// The effective height: finite and not negative, or `nil` if unbounded.
  package var boundedHeight: Double? { Self.bounded(height ?? rare?.bounds?.maxY) }

  /// The insets, each finite and not negative.
  package var boundedInsets: EdgeInsets {
    func bounded(_ inset: Double) -> Double {
      inset > 0 ? min(inset, TextLimits.containerSide) : 0
    }
    return EdgeInsets(
      top: bounded(insets.top), leading: bounded(insets.leading), bottom: bounded(insets.bottom),
      trailing: bounded(insets.trailing))
  }

  /// Whether the lines stay where they are set: the first line at the upper edge of line space,
  /// without insets, in a box as high as the lines.
  var isPlain: Bool {
    verticalAlignment == .top && insets == .zero && (writingMode != .verticalRL || width == nil)
      && (rare == nil || isRectangular)
  }

  /// Whether the text has one size, one column, and the whole box.
  private var isRectangular: Bool {
    !hasAreas && columnCount == 1 && !(maximumScale > 1) && trim == .none && floatContext == nil
      && firstLineEnd == nil
  }

  /// Whether lines have a shape or exclusions.
  package var hasAreas: Bool {
    guard isWrapped, let rare else { return false }
    return rare.fields.shape != .rectangle || !rare.fields.exclusions.isEmpty
  }

  /// Whether each line lies above the one before in line space.
  var isUpwards: Bool { writingMode == .verticalLR }

  /// Whether the first line and the last are trimmed.
  var trimmedEnds: (first: Bool, last: Bool) {
    guard let trim = rare?.fields.trim else { return (false, false) }
    let (over, under) = (trim.over != .none, trim.under != .none)
    return isUpwards ? (under, over) : (over, under)
  }

  /// The number of columns.
  var columnCount: Int {
    guard isWrapped, let rare else { return 1 }
    return rare.fields.columns.boundedCount
  }

  /// The effective extent along the lines; `nil` if lines are unbounded.
  var inlineExtent: Double? { writingMode.isVertical ? boundedHeight : boundedWidth }

  /// The effective extent across the lines; `nil` if unbounded.
  var blockExtent: Double? { writingMode.isVertical ? boundedWidth : boundedHeight }

  /// The effective extent along the lines between the insets; `nil` if lines are unbounded.
  var inlineRoom: Double? {
    guard let extent = inlineExtent else { return nil }
    if insets == .zero { return extent }
    let insets = lineInsets(isRightToLeft: false)
    return max(0, extent - insets.left - insets.right)
  }

  /// The effective extent across the lines between the insets; `nil` if unbounded.
  var blockRoom: Double? {
    guard let extent = blockExtent else { return nil }
    if insets == .zero { return extent }
    let insets = lineInsets(isRightToLeft: false)
    return max(0, extent - insets.before - insets.after)
  }

  /// The insets in the directions of the lines, in points: at the left and right end of a line,
  /// before the first and after the last.
  ///
  /// - Parameter isRightToLeft: Whether the first paragraph runs from right to left.
  func lineInsets(
    isRightToLeft: Bool
  ) -> (left: Double, right: Double, before: Double, after: Double) {
    let insets = boundedInsets
    return switch writingMode {
    case .horizontal:
      isRightToLeft
        ? (insets.trailing, insets.leading, insets.top, insets.bottom)
        : (insets.leading, insets.trailing, insets.top, insets.bottom)
    case .verticalRL: (insets.top, insets.bottom, insets.trailing, insets.leading)
    case .verticalLR: (insets.top, insets.bottom, insets.leading, insets.trailing)
    }
  }

  /// - Throws: ``TypesettingError`` if a text was shaped for lines of the other direction.
  func checkDirection(of shaped: ShapedText) throws(TypesettingError) {
    if shaped.isVertical == writingMode.isVertical { return }
    let (has, wants) = shaped.isVertical ? ("vertical", "horizontal") : ("horizontal", "vertical")
    throw TypesettingError(
      .badContainer, property: "writingMode", offset: 0,
      "the text was shaped for \(has) lines, but these are \(wants); shape it with isVertical")
  }

  /// The extent of a shape along the lines; `nil` without one.
  var shapeExtent: Double? {
    rare?.bounds.map { writingMode.isVertical ? $0.height : $0.width }
  }

  /// A container without insets, whose room for lines is that of this one times a factor.
  ///
  /// - Parameter isRightToLeft: Whether the first paragraph runs from right to left.
  func room(enlargedBy factor: Double, isRightToLeft: Bool) -> TextContainer {
    let (inline, block) = (inlineRoom.map { $0 * factor }, blockRoom.map { $0 * factor })
    let isVertical = writingMode.isVertical
    var enlarged = TextContainer(
      width: isVertical ? block : inline, height: isVertical ? inline : block,
      maximumLines: maximumLines, truncation: truncation, ellipsis: "", isWrapped: isWrapped)
    enlarged.writingMode = writingMode
    guard let areas = rare?.fields else { return enlarged }
    let insets = boundedInsets
    let left = isRightToLeft && !isVertical ? insets.trailing : insets.leading
    let map = AffineTransform.translation(x: -left, y: -insets.top)
      .concatenating(.scale(x: factor, y: factor))
    func scaled(_ path: Path) -> Path {
      var scaled = Path()
      scaled.addPath(path, transform: map)
      return scaled
    }
    if case .path(let path, let rule) = areas.shape {
      enlarged.shape = .path(scaled(path), rule: rule)
    }
    enlarged.exclusions = areas.exclusions.map {
      Exclusion(scaled($0.path), margin: $0.margin * factor)
    }
    var columns = areas.columns
    columns.gap *= factor
    enlarged.columns = columns
    enlarged.trim = areas.trim
    return enlarged
  }

  private static func bounded(_ side: Double?) -> Double? {
    guard let side, side <= TextLimits.containerSide else { return nil }
    return max(0, side)
  }
}
