// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
import TextFonts
public import TextModel
import TextShaping

/// The place of an attachment's box across its line, margins included, relative to the font of its
/// character.
struct AttachmentPlace {
  /// The extent of the box across the line, in points: its height, in vertical text its width.
  let height: Double
  /// The distance from the baseline up to the box's upper edge, in points; undefined for boxes
  /// that are aligned to an edge of the line.
  let above: Double

  init(_ attachment: TextAttachment, _ run: ShapedRun, isVertical: Bool) {
    let size = run.style.size
    let box = attachment.outerSize(fontSize: size)
    height = isVertical ? box.width : box.height
    let metrics = run.font.metrics
    let scale = size / Double(run.font.unitsPerEm)
    let shift = run.style.baselineOffset.isFinite ? run.style.baselineOffset : 0
    if case .box(let descent) = attachment.inlinePart, attachment.alignment == .baseline {
      above = height - descent + shift
      return
    }
    let (ascent, descent) = (metrics.ascent * scale, -metrics.descent * scale)
    let place: Double =
      switch attachment.alignment {
      case .top, .bottom: height
      case .baseline: isVertical ? (ascent - descent + height) / 2 : height
      case .textTop: ascent
      case .textBottom: height - descent
      case .center: (ascent - descent) / 2 + height / 2
      case .middle: metrics.xHeight * scale / 2 + height / 2
      }
    // In vertical text everything is aligned on the middle between ascent and descent.
    above = place + shift - (isVertical ? (ascent - descent) / 2 : 0)
  }
}

/// An attachment in a layout.
public struct PlacedAttachment: Sendable {
  /// The attachment.
  public let attachment: TextAttachment
  /// The offset of the attachment's U+FFFC, in code units of the whole text; for an attachment in
  /// the token, the offset at which the text is cut.
  public let offset: Int
  /// The rectangle without margins, in points of the layout box.
  public let rect: Rect
  /// The index of its line.
  public let line: Int
}

extension TextLayout {
  /// The attachments in the order of the lines, on each line from its left end.
  ///
  /// - Complexity: O(runs) if the text has attachments.
  public var attachments: [PlacedAttachment] {
    var result: [PlacedAttachment] = []
    guard hasAttachments else { return result }
    for index in records.indices {
      // Only a cancellation throws, and nothing cancels here.
      try? forEachRun(ofLine: index) { run in
        if let placed = attachment(run, onLine: index) { result.append(placed) }
      }
    }
    return result
  }

  /// Whether the text may have attachments, or the token if one may be shown.
  ///
  /// - Complexity: O(runs of elements).
  package var hasAttachments: Bool {
    text.hasAttachments || isTruncated && container.token?.hasAttachments == true
  }

  /// The attachments that do not stand in their lines: floats, and attachments that cover.
  ///
  /// - Complexity: O(runs) if there is one.
  package var freeAttachments: [PlacedAttachment] {
    guard shaped.hasFreeAttachments else { return [] }
    return attachments.filter { $0.attachment.wrap != .inline }
  }

  /// The box of a float, with its margins, in line space; `nil` if no float has its place there.
  private func float(at offset: Int) -> Rect? {
    var (low, high) = (0, floats.count)
    while low < high {
      let middle = (low + high) / 2
      if floats[middle].offset < offset { low = middle + 1 } else { high = middle }
    }
    return low < floats.count && floats[low].offset == offset ? floats[low].rect : nil
  }

  /// The place of a run that is an attachment; nil for others.
  ///
  /// The attachment is that of ``text``, whose content may differ from the shaped one.
  package func attachment(_ run: LineRun, onLine index: Int) -> PlacedAttachment? {
    guard let shaped = run.attachment else { return nil }
    let shown =
      run.kind == .ellipsis ? nil : text.elements.value(at: run.range.start).attachment
    let attachment = shown ?? shaped
    let record = records[index]
    let axes = axes
    let place = AttachmentPlace(shaped, run.run, isVertical: axes.isVertical)
    let top =
      switch shaped.alignment {
      case .top: record.y
      case .bottom: record.y + record.height - place.height
      default: record.baseline(of: run.run, isVertical: axes.isVertical) - place.above
      }
    let offset = run.run.style.offset.y
    let margins = shaped.resolvedMargins
    let size = shaped.resolvedSize(fontSize: run.run.style.size)
    let left = run.level & 1 == 0 ? margins.leading : margins.trailing
    // The box with its margins, in line space. The sides of the margins are those of the page.
    let lineRect: Rect
    if shaped.wrap == .surround, run.kind != .ellipsis, let float = float(at: run.range.start) {
      lineRect = float
    } else if shaped.wrap == .inline {
      let room = run.run.annotations?.room.before ?? 0
      lineRect = Rect(
        x: run.x + room, y: top + offset, width: run.width - room, height: place.height)
    } else {
      let box = shaped.outerSize(fontSize: run.run.style.size)
      let width = axes.isVertical ? box.height : box.width
      lineRect = Rect(
        x: run.level & 1 == 0 ? run.x : run.x - width, y: top + offset, width: width,
        height: place.height)
    }
    let outer = axes.rect(lineRect)
    return PlacedAttachment(
      attachment: attachment, offset: run.range.start,
      rect: Rect(
        x: outer.minX + left, y: outer.minY + margins.top, width: size.width, height: size.height),
      line: index)
  }
}
