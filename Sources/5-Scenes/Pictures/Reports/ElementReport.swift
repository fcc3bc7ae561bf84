// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasGeometry
package import DocumentJSON
package import StyledDocuments
package import SystemConcurrency
package import TextModel
package import TextTypesetting

/// The elements of a layout besides glyphs, as JSON: attachments, links, and text that is left out.
/// Offsets count Unicode scalars.
package struct ElementReport {
  package let layout: TextLayout
  package let text: ScalarText

  package init(layout: TextLayout, text: ScalarText) { (self.layout, self.text) = (layout, text) }

  /// Writes a member for each kind of element there is; nothing for a plain text that fits.
  ///
  /// - Parameter cancellation: Polled between elements.
  /// - Throws: `CancellationError`.
  package func write(
    to writer: inout JSONWriter, _ cancellation: Cancellation
  ) throws {
    try writeAttachments(&writer, cancellation)
    try writeLinks(&writer, cancellation)
    if layout.isCutOff { writer.member("cutOff", true) }
    guard layout.isTruncated else { return }
    writer.member("truncated", true)
    writer.name("visibleRanges")
    writer.beginArray()
    for range in layout.visibleRanges {
      writer.beginArray()
      writer.number(text.scalar(at: range.start))
      writer.number(text.scalar(at: range.end))
      writer.endArray()
    }
    writer.endArray()
    guard let rect = layout.tokenRect else { return }
    writer.name("token")
    writer.beginObject()
    writer.member("rect", rect)
    writer.endObject()
  }

  private func writeAttachments(
    _ writer: inout JSONWriter, _ cancellation: Cancellation
  ) throws {
    let attachments = layout.attachments
    guard !attachments.isEmpty else { return }
    writer.name("attachments")
    writer.beginArray()
    for (i, attachment) in attachments.enumerated() {
      if i & 63 == 0 { try writer.makeRoom(cancellation) }
      writer.beginObject()
      write(attachment, &writer)
      writer.member("line", attachment.line)
      writer.endObject()
    }
    writer.endArray()
  }

  /// Writes the place of an attachment.
  package func write(_ attachment: PlacedAttachment, _ writer: inout JSONWriter) {
    writer.member("at", text.scalar(at: attachment.offset))
    writer.member("rect", attachment.rect)
    if let reserved = attachment.attachment.content as? ReservedAttachment {
      writer.member("reserved", reserved.id)
    }
  }

  private func writeLinks(
    _ writer: inout JSONWriter, _ cancellation: Cancellation
  ) throws {
    let links = try layout.text.links(cancellation)
    guard !links.isEmpty else { return }
    writer.name("links")
    writer.beginArray()
    for (range, link) in links {
      try writer.makeRoom(cancellation)
      writer.beginObject()
      write(link, range, &writer)
      writer.name("rects")
      writer.beginArray()
      for rect in layout.rectangles(for: range) { writer.rect(rect) }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
  }

  /// Writes the range and the target of a link.
  package func write(_ link: TextLink, _ range: TextRange, _ writer: inout JSONWriter) {
    writer.member("start", text.scalar(at: range.start))
    writer.member("end", text.scalar(at: range.end))
    writer.member("url", link.url)
  }
}

extension AttributedText {
  /// The links in the order of the text; adjacent runs with the same link are merged.
  fileprivate func links(
    _ cancellation: Cancellation
  ) throws -> [(range: TextRange, link: TextLink)] {
    var links: [(range: TextRange, link: TextLink)] = []
    for run in 0..<elements.count {
      if run & 1023 == 1023 { try cancellation.check() }
      guard let link = elements.value(ofRun: run).link else { continue }
      let range = elements.range(of: run)
      if let last = links.last, last.range.end == range.start, last.link == link {
        links[links.count - 1].range = TextRange(last.range.start, range.end)
      } else {
        links.append((range, link))
      }
    }
    return links
  }
}

extension JSONWriter {
  /// Writes `[x,y,width,height]`.
  package mutating func rect(_ rect: Rect) {
    beginArray()
    for number in [rect.minX, rect.minY, rect.width, rect.height] { self.number(number) }
    endArray()
  }

  package mutating func member(_ name: StaticString, _ rect: Rect) {
    self.name(name)
    self.rect(rect)
  }
}
