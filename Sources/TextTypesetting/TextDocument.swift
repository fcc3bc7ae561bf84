// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextFonts
public import TextModel
public import TextRuntime
import TextShaping

/// A long text that is shaped and laid out paragraph by paragraph, when it is looked at.
///
/// It begins with nothing laid out: heights of paragraphs are estimates until ``layOut(from:to:cancellation:)`` comes
/// by. What has been laid out stands exactly where a ``TextLayout`` of the whole text has it, down to some four million
/// points (farther down, sums of heights are rounded), and an edit or a new width touches only what it must.
///
/// A value: copies share what was laid out, and any thread may use a copy. Coordinates are points, y downwards;
/// text offsets are UTF-16 code units of the whole text.
///
/// ```swift
/// var document = TextDocument(text, width: 600)
/// let band = try document.layOut(from: 1200, to: 1900)
/// try canvas.draw(band, at: Point(x: 0, y: -1200 - band.shift))
/// ```
public struct TextDocument: Sendable {
  /// The fonts that the text is shaped with.
  public let fonts: FontCollection
  /// The extent along the lines, in points.
  public private(set) var width: Double
  /// About how many code units stay laid out at most; beyond that, what lies outside the band or the paragraph looked
  /// at last is let go. Heights stay known.
  public var layoutCapacity = 1 << 18
  var paragraphs: DocumentParagraphs
  /// How far ink may reach beyond a line: lines this far outside a band are laid out too.
  var overhang: Double

  /// Creates a document of a text; nothing is shaped yet.
  ///
  /// - Parameters:
  ///   - text: The text with its styles.
  ///   - width: The extent along the lines, in points; what is negative or NaN counts as 0.
  ///   - fonts: Where fonts come from.
  /// - Complexity: O(*n*) in the text's length, a nanosecond or so for each code unit.
  public init(_ text: AttributedText, width: Double, fonts: FontCollection = .default) {
    self.fonts = fonts
    let width = Self.bounded(width)
    self.width = width
    let source = DocumentSource(text)
    paragraphs = DocumentParagraphs(
      DocumentParagraph.divide(source, endsDocument: true, width: width))
    overhang = source.overhang
  }

  private static func bounded(_ width: Double) -> Double {
    width > 0 ? min(width, TextLimits.containerSide) : 0
  }

  /// The number of code units.
  public var length: Int { paragraphs.length }

  /// The height: exact once every paragraph was laid out at this width, an estimate before.
  public var height: Double { paragraphs.height }

  /// Whether every height is known.
  public var isFullyMeasured: Bool { paragraphs.unknownCount == 0 }

  /// The number of paragraphs; a text that ends with a terminator has an empty one at its end.
  public var paragraphCount: Int { paragraphs.count }

  /// The text and its styles, put together.
  ///
  /// - Complexity: O(*n*).
  public var text: AttributedText {
    var joined = paragraphs[0].text
    for index in 1..<max(1, paragraphs.count) { joined.append(paragraphs[index].text) }
    return joined
  }

  /// The text of a paragraph, its terminator included.
  public func textRange(ofParagraph index: Int) -> TextRange {
    let place = paragraphs.place(ofParagraph: index)
    return TextRange(place.offset, place.offset + paragraphs[place].length)
  }

  /// The paragraph that holds an offset; at the text's end, the last one.
  public func paragraphIndex(containing offset: Int) -> Int {
    paragraphs.place(containing: offset).paragraph
  }

  /// The paragraph at a height, as far as heights are known: the first or last one beyond the text.
  public func paragraphIndex(atY y: Double) -> Int { paragraphs.place(atY: y).paragraph }

  /// The upper edge of a paragraph's first line, as far as the heights above it are known.
  public func y(ofParagraph index: Int) -> Double {
    paragraphs.y(of: paragraphs.place(ofParagraph: index))
  }

  /// Changes the width. Shaped paragraphs are kept; lines are broken again when they are looked at.
  ///
  /// - Complexity: O(paragraphs).
  public mutating func setWidth(_ width: Double) {
    let width = Self.bounded(width)
    if width == self.width { return }
    self.width = width
    paragraphs.updateAll { paragraph in
      paragraph.layout = nil
      paragraph.isKnown = false
      paragraph.estimate(width: width)
    }
  }

  // MARK: - Laying out

  /// One paragraph of a band.
  public struct Fragment: Sendable {
    /// The paragraph's lines; its text offsets count from ``textStart``.
    public let layout: TextLayout
    /// The number of the paragraph.
    public let paragraph: Int
    /// Where the paragraph begins in the document's text.
    public let textStart: Int
    /// The upper edge in the document, in points.
    public let y: Double
  }

  /// What is laid out around a stretch of the document.
  public struct Band: Sendable {
    /// The paragraphs from the top.
    public var fragments: [Fragment]
    /// How far the text at the band's top moved down because heights above it became known: add it to what is
    /// scrolled, and nothing jumps.
    public var shift: Double
  }

  /// Lays out the paragraphs between two heights, and a little around them.
  ///
  /// What stood at `top` before stands at `top + shift` after. A `top` that is NaN counts as 0; nothing lies above a
  /// `bottom` that is NaN.
  ///
  /// - Throws: `ShapingError`, ``TypesettingError``, or `CancellationError`; what was done until then is kept.
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

  /// Lays out a paragraph and what lies between two heights, which count from its upper edge.
  ///
  /// This is the way to jump to a place in the text: it does not matter what the heights above are.
  ///
  /// - Throws: `ShapingError`, ``TypesettingError``, or `CancellationError`; what was done until then is kept.
  public mutating func layOut(
    around index: Int, from top: Double, to bottom: Double, cancellation: Cancellation = .never
  ) throws -> Band {
    let before = y(ofParagraph: index)
    var (first, last) = (index, index)
    defer { letGo(except: first...last) }
    _ = try lines(ofParagraph: index, cancellation)
    // Down to the lower edge, then up to the upper one; the anchor stays where it is meanwhile.
    var y = 0.0
    while last + 1 < paragraphs.count {
      let (this, next) = (paragraphs[last], paragraphs[last + 1])
      y += this.height + this.spacingAfter + next.spacingBefore
      // (Written so that nothing lies above NaN.)
      if !(y < bottom + overhang) { break }
      last += 1
      _ = try lines(ofParagraph: last, cancellation)
    }
    y = 0
    while first > 0, y > top - overhang {
      first -= 1
      _ = try lines(ofParagraph: first, cancellation)
      let (this, next) = (paragraphs[first], paragraphs[first + 1])
      y -= this.height + this.spacingAfter + next.spacingBefore
    }
    var fragments: [Fragment] = []
    fragments.reserveCapacity(last - first + 1)
    var place = paragraphs.place(ofParagraph: first)
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

  /// The lines of one paragraph, laid out if they are not yet; its offsets count from the paragraph's beginning.
  ///
  /// - Throws: `ShapingError`, ``TypesettingError``, or `CancellationError`.
  public mutating func layout(
    ofParagraph index: Int, cancellation: Cancellation = .never
  ) throws -> TextLayout {
    let known = paragraphs.shapedLength
    let layout = try lines(ofParagraph: index, cancellation)
    // What was laid out already crowds nothing out: the band around a caret stays, be it longer than the capacity.
    if paragraphs.shapedLength > known { letGo(except: index...index) }
    return layout
  }

  /// Lets layouts go if there are too many.
  private mutating func letGo(except kept: ClosedRange<Int>) {
    if paragraphs.shapedLength > layoutCapacity { paragraphs.forgetLayouts(except: kept) }
  }

  /// The lines of one paragraph; whoever calls it lets go of others.
  private mutating func lines(
    ofParagraph index: Int, _ cancellation: Cancellation
  ) throws -> TextLayout {
    let place = paragraphs.place(ofParagraph: index)
    let entry = paragraphs[place]
    if let layout = entry.layout { return layout }
    do {
      let shaped =
        try entry.shaped ?? ShapedText(entry.content, fonts: fonts, cancellation: cancellation)
      let layout = try TextLayout(
        shaped, in: TextContainer(width: width), cancellation: cancellation)
      paragraphs.update(place) { entry in
        entry.shaped = shaped
        entry.layout = layout
        entry.height = layout.size.height
        entry.isKnown = true
      }
      return layout
    } catch let error as TypesettingError {
      throw error.moved(by: place.offset)
    }
  }

  // MARK: - Points and offsets

  /// The place in the text that is nearest to a point of the document.
  ///
  /// - Throws: What laying out the paragraph there throws.
  public mutating func position(at point: Point) throws -> TextPosition {
    let place = paragraphs.place(atY: point.y)
    let top = paragraphs.y(of: place)
    let layout = try layout(ofParagraph: place.paragraph)
    let found = layout.position(at: Point(x: point.x, y: point.y - top))
    return TextPosition(place.offset + found.offset, affinity: found.affinity)
  }

  /// Where a caret stands, as far as the heights above are known.
  ///
  /// - Throws: What laying out the paragraph there throws.
  public mutating func caret(at position: TextPosition) throws -> Rect {
    let place = paragraphs.place(containing: position.offset)
    let layout = try layout(ofParagraph: place.paragraph)
    let content = layout.text.length
    var caret = layout.caret(
      at: TextPosition(
        min(max(0, position.offset - place.offset), content), affinity: position.affinity))
    caret.origin.y += y(ofParagraph: place.paragraph)
    return caret
  }
}
