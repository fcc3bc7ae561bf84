// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import SystemConcurrency
import TextModel
import TextShaping

/// An attachment with `Wrap.surround` at its place.
struct PlacedFloat: Sendable {
  /// The offset of its character in the text.
  var offset: Int
  /// The box with its margins in line space.
  var rect: Rect
}

/// The attachments of a text that lines run beside.
struct Floats {
  /// The offsets of the attachments' characters, ascending.
  private let offsets: [Int]
  /// The index of the first attachment that has no place yet.
  private var next = 0
  private(set) var placed: [PlacedFloat] = []
  /// The upper edge of the float that was placed last in the column being filled.
  private(set) var lastTop = 0.0

  /// - Returns: `nil` if a text has no floats.
  /// - Throws: `CancellationError`.
  init?(_ text: AttributedText, _ cancellation: Cancellation) throws {
    let elements = text.elements
    var offsets: [Int] = []
    for run in 0..<elements.count where elements.value(ofRun: run).hasAttachment {
      if run & 0x3FF == 0x3FF { try cancellation.check() }
      guard elements.value(ofRun: run).attachment?.wrap == .surround else { continue }
      for offset in elements.range(of: run).range
      where text.utf16[offset] == TextAttachment.character { offsets.append(offset) }
    }
    if offsets.isEmpty { return nil }
    self.offsets = offsets
  }

  /// The offset of the first float from an offset on that has no place yet; offsets must ascend
  /// from call to call.
  mutating func next(from offset: Int) -> Int? {
    while next < offsets.count, offsets[next] < offset { next += 1 }
    return next < offsets.count ? offsets[next] : nil
  }

  mutating func place(_ offset: Int, _ rect: Rect) {
    placed.append(PlacedFloat(offset: offset, rect: rect))
    next += 1
    lastTop = rect.minY
  }

  /// Begins another column, whose floats may lie higher.
  mutating func beginColumn() { lastTop = 0 }

  mutating func move(x: Double, y: Double) {
    for index in placed.indices { placed[index].rect = placed[index].rect.offsetBy(dx: x, dy: y) }
  }

  mutating func turnUpwards(in height: Double) {
    for index in placed.indices {
      placed[index].rect.origin.y = height - placed[index].rect.maxY
    }
  }

  /// The lowest edge of the floats that have a place.
  var lowestEdge: Double { placed.reduce(0) { max($0, $1.rect.maxY) } }
}

extension Typesetter {
  /// The outcome of placing a float.
  enum FloatPlace {
    /// The float has its place, so that the row must be set anew.
    case placed
    /// There is no room for the float in this column, but there may be in the next one.
    case nextColumn
  }

  /// Whether a paragraph has a float without a place, from an offset of the text on.
  func hasFloat(in paragraph: ShapedParagraph, from offset: Int) -> Bool {
    guard let next = room?.floats?.next(from: offset) else { return false }
    return next < paragraph.range.end
  }

  /// The extent of a float along the lines; `nil` if its character is no attachment.
  func floatExtent(_ offset: Int, of paragraph: ShapedParagraph) -> Double? {
    guard let run = paragraph.run(at: offset - paragraph.range.start).map({ paragraph.runs[$0] }),
      let box = run.attachment?.outerSize(fontSize: run.style.size)
    else { return nil }
    return isVertical ? box.height : box.width
  }

  /// Whether a float stands at the left edge.
  private func isAtLeft(_ attachment: TextAttachment, of paragraph: ShapedParagraph) -> Bool {
    switch attachment.side {
    case .left: true
    case .right: false
    case .start: paragraph.baseLevel & 1 == 0
    case .end: paragraph.baseLevel & 1 == 1
    }
  }

  /// Places a float by the rules of CSS; `nil` if its character is no attachment.
  func placed(
    float offset: Int, of paragraph: ShapedParagraph, from top: Double,
    in context: inout FloatContext
  ) -> Rect? {
    guard let run = paragraph.run(at: offset - paragraph.range.start).map({ paragraph.runs[$0] }),
      let attachment = run.attachment, let width
    else { return nil }
    let box = attachment.outerSize(fontSize: run.style.size)
    return context.place(
      isVertical ? Size(width: box.height, height: box.width) : box,
      isAtLeft: isAtLeft(attachment, of: paragraph), clear: attachment.clear, from: top,
      in: LineSlot(left: columns.left, right: columns.left + width), offset: offset)
  }

  /// Places a float at a y or below, beside the floats before it.
  ///
  /// - Parameter offset: The offset of the character in the text.
  /// - Throws: `CancellationError`.
  func place(
    float offset: Int, of paragraph: ShapedParagraph, from top: Double, in room: LineRoom
  ) throws -> FloatPlace {
    if var context = room.context {
      let rect = placed(float: offset, of: paragraph, from: top, in: &context) ?? .zero
      room.context = context
      room.floats?.place(offset, rect)
      return .placed
    }
    guard let run = paragraph.run(at: offset - paragraph.range.start).map({ paragraph.runs[$0] }),
      let attachment = run.attachment, let width
    else {
      // The character was not shaped as an attachment, so there is no box for lines to run beside.
      room.floats?.place(offset, .zero)
      return .placed
    }
    let box = attachment.outerSize(fontSize: run.style.size)
    let extent = isVertical ? box.height : box.width
    let height = isVertical ? box.width : box.height
    let isAtLeft = isAtLeft(attachment, of: paragraph)
    // No float lies higher than the one before. Source: CSS 2.2, 9.5.1, rule 5.
    var y = max(top, room.floats?.lastTop ?? 0)
    var x = columns.left
    let column = LineSlot(left: columns.left, right: columns.left + width)
    while true {
      try cancellation.check()
      let slots = try room.slots(
        from: y, to: y + max(height, 1e-6), left: column.left, right: column.right)
      let slot = isAtLeft ? slots.first : slots.last
      let isWhole = slot.map { $0.width >= width - LineBreaker.tolerance } ?? false
      if let slot, slot.width + LineBreaker.tolerance >= extent || isWhole {
        x = isAtLeft ? slot.left : slot.right - extent
        break
      }
      guard y <= self.height else { break }
      y = try room.next(below: y, to: y + max(height, 1e-6))
    }
    if y + height > self.height + LineBreaker.tolerance, records.count > columns.firstLine,
      !columns.isLast
    {
      return .nextColumn
    }
    let rect = Rect(x: x, y: LineMetrics.exact(y), width: extent, height: height)
    // Neither lines nor later floats lie between a float and the edge of the column at its side.
    // Source: CSS 2.2, 9.5.1, rules 2 and 3.
    let left = isAtLeft ? column.left : rect.minX
    let right = isAtLeft ? rect.maxX : column.right
    room.add(Rect(x: left, y: rect.minY, width: right - left, height: height))
    room.floats?.place(offset, rect)
    return .placed
  }
}
