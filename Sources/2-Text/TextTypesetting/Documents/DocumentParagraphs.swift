// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// The paragraphs of a document: a tree of two levels, with sums of lengths and heights for each
/// block.
///
/// Heights are multiples of 2⁻³⁰ points (``LineMetrics/exact(_:)``), so sums up to 2²² points, some
/// four million, are exact in any order and equal those of a layout of the whole text. Beyond, they
/// are rounded.
struct DocumentParagraphs: Sendable {
  private struct Block: Sendable {
    var paragraphs: [DocumentParagraph]
    var length = 0
    var extent = 0.0
    /// The number of code units of the paragraphs that are shaped.
    var shapedLength = 0

    init(_ paragraphs: [DocumentParagraph]) {
      self.paragraphs = paragraphs
      for paragraph in paragraphs {
        length += paragraph.length
        extent += paragraph.extent
        if paragraph.isShaped { shapedLength += paragraph.length }
      }
    }
  }

  /// The position of a paragraph, with the sums before it.
  struct Place {
    fileprivate var block: Int
    fileprivate var index: Int
    /// The paragraph's index in the document.
    var paragraph: Int
    /// The number of code units before the paragraph.
    var offset: Int
    /// The sum of the extents of all paragraphs before, in points.
    var extent: Double
  }

  private static let blockLength = 256

  private var blocks: [Block] = []
  private(set) var count = 0
  private(set) var length = 0
  /// The number of paragraphs whose height is an estimate.
  private(set) var unknownCount = 0
  /// The number of code units of the paragraphs that are shaped, at this width or another.
  private(set) var shapedLength = 0

  /// Divides a text into paragraphs, block by block, so that no list of all paragraphs is made.
  init(_ source: DocumentSource, width: Double) {
    var next: [DocumentParagraph] = []
    next.reserveCapacity(Self.blockLength)
    func close() {
      add(next, 1)
      blocks.append(Block(next))
    }
    DocumentParagraph.divide(source, endsDocument: true, width: width) { paragraph in
      if next.count == Self.blockLength {
        close()
        next = []
        next.reserveCapacity(Self.blockLength)
      }
      next.append(paragraph)
    }
    close()
  }

  private static func blocks(of paragraphs: [DocumentParagraph]) -> [Block] {
    stride(from: 0, to: paragraphs.count, by: blockLength).map {
      Block(Array(paragraphs[$0..<min($0 + blockLength, paragraphs.count)]))
    }
  }

  private mutating func add(_ paragraphs: some Sequence<DocumentParagraph>, _ sign: Int) {
    for paragraph in paragraphs {
      count += sign
      length += sign * paragraph.length
      if !paragraph.isKnown { unknownCount += sign }
      if paragraph.isShaped { shapedLength += sign * paragraph.length }
    }
  }

  var height: Double {
    var sum = 0.0
    for block in blocks { sum += block.extent }
    guard let first = blocks.first?.paragraphs.first, let last = blocks.last?.paragraphs.last else {
      return 0
    }
    return sum - first.spacingBefore - last.spacingAfter
  }

  subscript(place: Place) -> DocumentParagraph { blocks[place.block].paragraphs[place.index] }

  subscript(index: Int) -> DocumentParagraph { self[place(ofParagraph: index)] }

  func text(_ index: Int, _ range: TextRange) -> AttributedText { self[index].text(range) }

  /// The upper edge of a paragraph's first line.
  func y(of place: Place) -> Double {
    guard place.paragraph > 0 else { return 0 }
    return place.extent - blocks[0].paragraphs[0].spacingBefore + self[place].spacingBefore
  }

  // MARK: - Searching

  /// The place of a paragraph by its index, which must be in the document.
  func place(ofParagraph index: Int) -> Place {
    precondition(index >= 0 && index < count, "a paragraph beyond the document")
    return find { place, block in
      index < place.paragraph + block.paragraphs.count
    } inside: {
      place, _ in
      index <= place.paragraph
    }
  }

  /// The place of the paragraph that holds an offset; outside the text, of the first or last one.
  func place(containing offset: Int) -> Place {
    find { place, block in
      offset < place.offset + block.length
    } inside: { place, paragraph in
      offset < place.offset + paragraph.length
    }
  }

  /// The place of the paragraph at a y; the space between two belongs to the upper one.
  func place(atY y: Double) -> Place {
    let y = y + (blocks.first?.paragraphs.first?.spacingBefore ?? 0)
    return find { place, block in
      y < place.extent + block.extent
    } inside: { place, paragraph in
      y < place.extent + paragraph.extent
    }
  }

  /// The first paragraph for which `inside` holds, in the first block for which `isIn` holds;
  /// otherwise the last paragraph.
  private func find(
    _ isIn: (Place, borrowing Block) -> Bool, inside: (Place, borrowing DocumentParagraph) -> Bool
  ) -> Place {
    var place = Place(block: 0, index: 0, paragraph: 0, offset: 0, extent: 0)
    while place.block + 1 < blocks.count, !isIn(place, blocks[place.block]) {
      place.paragraph += blocks[place.block].paragraphs.count
      place.offset += blocks[place.block].length
      place.extent += blocks[place.block].extent
      place.block += 1
    }
    let last = blocks[place.block].paragraphs.count - 1
    while place.index < last, !inside(place, blocks[place.block].paragraphs[place.index]) {
      advance(&place)
    }
    return place
  }

  private func advance(_ place: inout Place) {
    place.offset += blocks[place.block].paragraphs[place.index].length
    place.extent += blocks[place.block].paragraphs[place.index].extent
    place.paragraph += 1
    place.index += 1
  }

  /// The place of the next paragraph, which must exist.
  func place(after place: Place) -> Place {
    var next = place
    advance(&next)
    if next.index == blocks[next.block].paragraphs.count {
      next.block += 1
      next.index = 0
    }
    return next
  }

  // MARK: - Changing

  /// Replaces the layout of a paragraph; its text must stay the same.
  mutating func update(_ place: Place, _ change: (inout DocumentParagraph) -> Void) {
    modify(place.block, place.index, change)
  }

  private mutating func modify(
    _ block: Int, _ index: Int, _ change: (inout DocumentParagraph) -> Void
  ) {
    let length = blocks[block].paragraphs[index].length
    func isShaped() -> Bool { blocks[block].paragraphs[index].isShaped }
    let old = (
      extent: blocks[block].paragraphs[index].extent,
      isKnown: blocks[block].paragraphs[index].isKnown, isShaped: isShaped()
    )
    change(&blocks[block].paragraphs[index])
    blocks[block].extent += blocks[block].paragraphs[index].extent - old.extent
    unknownCount += (old.isKnown ? 1 : 0) - (blocks[block].paragraphs[index].isKnown ? 1 : 0)
    let shaped = (isShaped() ? length : 0) - (old.isShaped ? length : 0)
    blocks[block].shapedLength += shaped
    shapedLength += shaped
  }

  mutating func updateAll(_ change: (inout DocumentParagraph) -> Void) {
    for block in blocks.indices {
      for index in blocks[block].paragraphs.indices { modify(block, index, change) }
    }
  }

  /// Releases all layouts except those of some paragraphs; heights stay.
  mutating func releaseLayouts(except kept: ClosedRange<Int>) {
    var number = 0
    for block in blocks.indices {
      let count = blocks[block].paragraphs.count
      defer { number += count }
      if blocks[block].shapedLength == 0 { continue }
      for index in 0..<count where !kept.contains(number + index) {
        if blocks[block].paragraphs[index].isShaped {
          modify(block, index) { $0.releaseLayout() }
        }
      }
    }
  }

  mutating func replace(_ range: ClosedRange<Int>, with new: [DocumentParagraph]) {
    let first = place(ofParagraph: range.lowerBound)
    let last = place(ofParagraph: range.upperBound)
    var paragraphs = Array(blocks[first.block].paragraphs[..<first.index])
    paragraphs += new
    paragraphs += blocks[last.block].paragraphs[(last.index + 1)...]
    for block in first.block...last.block { add(blocks[block].paragraphs, -1) }
    add(paragraphs, 1)
    let replaced =
      paragraphs.count <= 2 * Self.blockLength && !paragraphs.isEmpty
      ? [Block(paragraphs)] : Self.blocks(of: paragraphs)
    blocks.replaceSubrange(first.block...last.block, with: replaced)
  }
}
