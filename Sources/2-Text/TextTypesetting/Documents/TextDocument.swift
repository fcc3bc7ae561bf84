// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
public import SystemConcurrency
public import TextFonts
public import TextModel
import TextShaping

/// A long text that is shaped and laid out on demand, paragraph by paragraph.
///
/// The heights of paragraphs are estimates until ``layOut(from:to:cancellation:)`` reaches them.
/// Lines that are laid out, with everything above them, are where a ``TextLayout`` of the whole
/// text has them, down to some four million points; farther down, sums of heights are rounded. An
/// edit shapes the paragraphs that it touches; a new width shapes none.
///
/// The text may be of any length; each paragraph has at most `TextLimits.textLength` code units. A
/// document takes 48 bytes a paragraph besides its text, and the layouts of some 262,144 code
/// units.
///
/// A value: copies share their layouts, and each thread may use a copy of its own. Text offsets are
/// UTF-16 code units of the whole text.
///
/// Coordinates are points, y downwards, from the corner at which the text begins: the upper left
/// one; of `WritingMode.verticalRL` the upper right one, so that all x are negative. Heights, and
/// "upper" and "lower", are those of line space (``LayoutAxes``): of vertical text the distances
/// across the lines from that corner.
///
/// ```swift
/// var document = TextDocument(text, in: TextContainer(width: 600))
/// let band = try document.layOut(from: 1200, to: 1900)
/// try canvas.draw(band, at: Point(x: 0, y: -1200 - band.shift))
/// ```
public struct TextDocument: Sendable {
  /// The fonts that the text is shaped with.
  public let fonts: FontCollection
  /// The extent of the lines, in points: their width, or their height where they run downwards.
  public private(set) var width: Double
  /// The direction of lines, and the direction in which lines follow each other.
  public let writingMode: WritingMode
  /// The approximate number of code units that stay laid out; beyond it, paragraphs outside the
  /// last band or paragraph that was requested are released. Their heights stay known.
  package var layoutCapacity = 1 << 18
  var paragraphs: DocumentParagraphs
  /// The distance that ink may reach beyond a line: lines this far outside a band are laid out too.
  package var overhang: Double
  /// The first paragraph whose height has changed since ``takeChangedEdge()``.
  private var firstChanged: Int?

  /// Creates a document of a text; nothing is shaped yet.
  ///
  /// - Parameters:
  ///   - text: The text with its styles.
  ///   - container: The container. Only its writing mode and the extent of its lines are used,
  ///     since a document is as high as its text and leaves nothing out. An unbounded extent counts
  ///     as `TextLimits.containerSide`.
  ///   - fonts: The collection that fonts are taken from.
  /// - Complexity: O(*n*) in the text's length, about a nanosecond for each code unit.
  public init(
    _ text: AttributedText, in container: TextContainer, fonts: FontCollection = .default
  ) {
    self.init(
      text, width: container.inlineExtent ?? TextLimits.containerSide, fonts: fonts,
      writingMode: container.writingMode)
  }

  /// Creates a document of a text with lines of an extent in points; a negative extent and NaN
  /// count as 0.
  public init(
    _ text: AttributedText, width: Double, fonts: FontCollection = .default,
    writingMode: WritingMode = .horizontal
  ) {
    self.fonts = fonts
    self.writingMode = writingMode
    let width = Self.bounded(width)
    self.width = width
    let source = DocumentSource(text)
    paragraphs = DocumentParagraphs(source, width: width)
    overhang = source.overhang
  }

  private static func bounded(_ width: Double) -> Double {
    width > 0 ? min(width, TextLimits.containerSide) : 0
  }

  /// The number of code units.
  public var length: Int { paragraphs.length }

  /// The height in points: an estimate until every paragraph has been laid out at this width.
  public var height: Double { paragraphs.height }

  /// Whether every height is known.
  public var isFullyMeasured: Bool { paragraphs.unknownCount == 0 }

  /// The number of paragraphs; after a terminator at the text's end, an empty one counts.
  public var paragraphCount: Int { paragraphs.count }

  /// The whole text with its styles, joined from the paragraphs.
  ///
  /// - Complexity: O(*n*).
  public var text: AttributedText {
    var joined = paragraphs[0].text
    for index in 1..<max(1, paragraphs.count) { joined.append(paragraphs[index].text) }
    return joined
  }

  /// The text range of a paragraph, its terminator included.
  public func textRange(ofParagraph index: Int) -> TextRange {
    let place = paragraphs.place(ofParagraph: index)
    return TextRange(place.offset, place.offset + paragraphs[place].length)
  }

  /// The index of the paragraph that holds an offset; at the text's end, of the last one.
  public func paragraphIndex(containing offset: Int) -> Int {
    paragraphs.place(containing: offset).paragraph
  }

  /// The index of the paragraph at a y, by known and estimated heights; outside the text, of the
  /// first or last one.
  public func paragraphIndex(atY y: Double) -> Int { paragraphs.place(atY: y).paragraph }

  /// The upper edge of a paragraph's first line, in points, by known and estimated heights.
  public func y(ofParagraph index: Int) -> Double {
    paragraphs.y(of: paragraphs.place(ofParagraph: index))
  }

  /// Changes the width. Shaped paragraphs are kept; their lines are broken again on demand.
  ///
  /// - Complexity: O(paragraphs).
  public mutating func setWidth(_ width: Double) {
    let width = Self.bounded(width)
    if width == self.width { return }
    self.width = width
    paragraphs.updateAll { $0.forgetLines(width: width) }
    noteChange(ofParagraph: 0)
  }

  mutating func noteChange(ofParagraph index: Int) {
    firstChanged = min(firstChanged ?? index, index)
  }

  /// The upper edge of the first paragraph whose height has changed since the last call, below
  /// which text has moved; `nil` if none has.
  package mutating func takeChangedEdge() -> Double? {
    guard let index = firstChanged else { return nil }
    firstChanged = nil
    return y(ofParagraph: min(index, paragraphCount - 1))
  }

  // MARK: - Laying out

  /// One paragraph of a band.
  public struct Fragment: Sendable {
    /// The paragraph's lines; its text offsets count from ``textStart``.
    public let layout: TextLayout
    /// The index of the paragraph.
    public let paragraph: Int
    /// The start of the paragraph in the document's text.
    public let textStart: Int
    /// The upper edge in the document, in points.
    public let y: Double

    /// The upper left corner of ``layout`` in the document, in points.
    public var origin: Point { layout.documentOrigin(blockStart: y) }
  }

  /// The paragraphs in a vertical range of the document.
  public struct Band: Sendable {
    /// The paragraphs from the top.
    public var fragments: [Fragment]
    /// The distance that the text at the band's top moved down because heights above it became
    /// known. Add it to the scroll position, so that the text stays in place on the screen.
    public var shift: Double

    /// The rectangles that cover a range of the document's text, as far as it lies in the band: for
    /// each line, one for each contiguous stretch.
    ///
    /// For drawing a selection: nothing is laid out.
    ///
    /// - Complexity: O(paragraphs of the band + length of the lines of the range in it).
    public func rectangles(for range: TextRange) -> [Rect] {
      fragments.flatMap { $0.layout.rectangles(for: range, from: $0.textStart, blockStart: $0.y) }
    }
  }

  /// Lays out the paragraphs between two y coordinates, and those above and below whose ink may
  /// reach into the band.
  ///
  /// The text that was at `top` is at `top + shift` afterwards. A `top` of NaN counts as 0; a
  /// `bottom` of NaN ends the band at the first paragraph.
  ///
  /// - Throws: `FontError`, `ShapingError`, ``TypesettingError``, or `CancellationError`; finished
  ///   paragraphs are kept.
  /// - Complexity: O(text in the band + paragraphs / 256).
  public mutating func layOut(
    from top: Double, to bottom: Double, cancellation: Cancellation = .never
  ) throws -> Band {
    let top = top.isNaN ? 0 : top
    let anchor = paragraphs.place(atY: top)
    return try layOut(
      around: anchor.paragraph, from: top - paragraphs.y(of: anchor),
      to: bottom - paragraphs.y(of: anchor), cancellation: cancellation)
  }

  /// Lays out a paragraph and those between two y coordinates, which count from its upper edge.
  ///
  /// Serves for jumping to a place in the text: the heights above it need not be known.
  ///
  /// - Throws: `FontError`, `ShapingError`, ``TypesettingError``, or `CancellationError`; finished
  ///   paragraphs are kept.
  public mutating func layOut(
    around index: Int, from top: Double, to bottom: Double, cancellation: Cancellation = .never
  ) throws -> Band {
    let before = y(ofParagraph: index)
    var (first, last) = (index, index)
    defer { releaseLayouts(except: first...last) }
    var place = paragraphs.place(ofParagraph: index)
    _ = try lines(at: place, cancellation)
    // Go down to the lower edge, then up to the upper edge; y counts from the anchor paragraph.
    var y = 0.0
    while last + 1 < paragraphs.count {
      let next = paragraphs.place(after: place)
      y +=
        paragraphs[place].height + paragraphs[place].spacingAfter + paragraphs[next].spacingBefore
      // Written as a negation, so that a NaN ends the loop, too.
      if !(y < bottom + overhang) { break }
      last += 1
      place = next
      _ = try lines(at: place, cancellation)
    }
    y = 0
    while first > 0, y > top - overhang {
      first -= 1
      _ = try lines(at: paragraphs.place(ofParagraph: first), cancellation)
      let (this, next) = (paragraphs[first], paragraphs[first + 1])
      y -= this.height + this.spacingAfter + next.spacingBefore
    }
    var fragments: [Fragment] = []
    fragments.reserveCapacity(last - first + 1)
    place = paragraphs.place(ofParagraph: first)
    var after = 0.0
    for paragraph in first...last {
      let entry = paragraphs[place]
      let y = paragraphs.y(of: place)
      if paragraph == index { after = y }
      if let layout = entry.layout {
        fragments.append(
          Fragment(layout: layout, paragraph: paragraph, textStart: place.offset, y: y))
      }
      if paragraph < last { place = paragraphs.place(after: place) }
    }
    return Band(fragments: fragments, shift: after - before)
  }

  /// The layout of one paragraph, laid out if needed; its offsets count from the paragraph's start.
  ///
  /// - Throws: `FontError`, `ShapingError`, ``TypesettingError``, or `CancellationError`.
  public mutating func layout(
    ofParagraph index: Int, cancellation: Cancellation = .never
  ) throws -> TextLayout {
    let known = paragraphs.shapedLength
    let layout = try lines(at: paragraphs.place(ofParagraph: index), cancellation)
    // Layouts are released only when this call has shaped a paragraph. Otherwise, asking in turn
    // for the paragraphs of a band longer than ``layoutCapacity`` would release the others' layouts
    // each time.
    if paragraphs.shapedLength > known { releaseLayouts(except: index...index) }
    return layout
  }

  /// Releases layouts if there are too many.
  private mutating func releaseLayouts(except kept: ClosedRange<Int>) {
    if paragraphs.shapedLength > layoutCapacity { paragraphs.releaseLayouts(except: kept) }
  }

  /// The layout of one paragraph; the caller releases others.
  private mutating func lines(
    at place: DocumentParagraphs.Place, _ cancellation: Cancellation
  ) throws -> TextLayout {
    let entry = paragraphs[place]
    if let layout = entry.layout { return layout }
    do {
      let shaped =
        try entry.shaped
        ?? ShapedText(
          entry.content, fonts: fonts, isVertical: writingMode.isVertical,
          cancellation: cancellation)
      var container = TextContainer()
      container.writingMode = writingMode
      if writingMode.isVertical { container.height = width } else { container.width = width }
      let layout = try TextLayout(shaped, in: container, cancellation: cancellation)
      paragraphs.update(place) { $0.setLayout(layout) }
      if layout.lineSpaceSize.height != entry.height { noteChange(ofParagraph: place.paragraph) }
      return layout
    } catch let error as TypesettingError {
      throw error.moved(by: place.offset)
    }
  }

  // MARK: - Points and offsets

  /// The text position nearest to a point of the document.
  ///
  /// - Throws: The errors of laying out the paragraph there.
  public mutating func position(at point: Point) throws -> TextPosition {
    let block =
      switch writingMode {
      case .horizontal: point.y
      case .verticalRL: -point.x
      case .verticalLR: point.x
      }
    let place = paragraphs.place(atY: block)
    let top = paragraphs.y(of: place)
    let layout = try layout(ofParagraph: place.paragraph)
    let origin = layout.documentOrigin(blockStart: top)
    let found = layout.position(at: Point(x: point.x - origin.x, y: point.y - origin.y))
    return TextPosition(place.offset + found.offset, affinity: found.affinity)
  }

  /// The rectangle of a caret, by known and estimated heights above it.
  ///
  /// - Throws: The errors of laying out its paragraph.
  public mutating func caret(at position: TextPosition) throws -> Rect {
    let place = paragraphs.place(containing: position.offset)
    let layout = try layout(ofParagraph: place.paragraph)
    let content = layout.text.length
    let caret = layout.caret(
      at: TextPosition(
        min(max(0, position.offset - place.offset), content), affinity: position.affinity))
    let origin = layout.documentOrigin(blockStart: y(ofParagraph: place.paragraph))
    return caret.offsetBy(dx: origin.x, dy: origin.y)
  }
}
