// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import DocumentJSON
internal import Pictures
internal import StyledDocuments
internal import TextModel
internal import TextTypesetting

/// The `hit` command: the caret, the link and the attachment at a point of a layout, as JSON.
struct HitCommand {
  private let arguments: Arguments
  private let point: Point
  private let slop: Double

  init(_ arguments: Arguments) throws(CommandError) {
    self.arguments = arguments
    guard let (x, y) = try arguments.pair(.at) else {
      throw .usage(CommandOption.at.typed, "is missing: the point, as 30,8")
    }
    point = Point(x: x, y: y)
    slop = try arguments.length(.slop, from: 0) ?? 0
  }

  /// Lays the text out and writes the caret, link and attachment at the point.
  func run(_ console: CommandConsole) throws(CommandError) {
    let document = try arguments.document(console)
    let layout = try LayoutCommand.open(document, arguments, console).layout
    let report = ElementReport(layout: layout, text: document.text)
    let item = layout.item(at: point, slop: slop)
    let position = layout.position(at: point)
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("offset", document.text.scalar(at: position.offset))
    writer.member("affinity", position.affinity == .upstream ? "upstream" : "downstream")
    writer.name("link")
    if let item, case .link(let link) = item.kind {
      writer.beginObject()
      report.write(link, item.range, &writer)
      writer.endObject()
    } else {
      writer.null()
    }
    writer.name("attachment")
    if let attachment = attachment(of: item, in: layout) {
      writer.beginObject()
      report.write(attachment, &writer)
      writer.endObject()
    } else {
      writer.null()
    }
    writer.name("token")
    if case .token(let link) = item?.kind, let rect = layout.tokenRect {
      write(rect, link, &writer)
    } else {
      writer.null()
    }
    writer.endObject()
    writer.newline()
    try console.write(writer.takeBytes())
  }

  /// The attachment at the point: the item that was hit, or an attachment within the hit link.
  private func attachment(of item: TextItem?, in layout: TextLayout) -> PlacedAttachment? {
    switch item?.kind {
    case .attachment:
      layout.attachments.first { $0.offset == item?.range.start }
    case .link:
      layout.attachments.first { $0.rect.contains(point) }
    case .token, nil: nil
    }
  }

  /// Writes the truncation token, and the link in it at the point.
  private func write(_ token: Rect, _ link: TextLink?, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("rect", token)
    if let link {
      writer.name("link")
      writer.beginObject()
      writer.member("url", link.url)
      writer.endObject()
    }
    writer.endObject()
  }
}
