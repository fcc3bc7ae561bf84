// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasGeometry
internal import DocumentJSON
package import HTMLPages
package import SystemConcurrency

extension PageFrames {
  /// The places as one JSON object: `size`, `elements`, `lines` with `words`, and `links`.
  ///
  /// - Parameter cancellation: Polled between elements and lines.
  /// - Throws: `CancellationError`.
  package func json(_ cancellation: Cancellation = .never) throws -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("size")
    writer.beginArray()
    writer.number(size.width)
    writer.number(size.height)
    writer.endArray()
    try writer.list("elements", elements, cancellation) { element, writer in
      writer.member("name", element.name)
      if let id = element.id { writer.member("id", id) }
      if !element.classes.isEmpty {
        writer.name("classes")
        writer.beginArray()
        for name in element.classes { writer.string(name) }
        writer.endArray()
      }
      writer.member("frame", element.frame)
      writer.quads(element.quads)
    }
    try writer.list("lines", lines(cancellation), cancellation) { line, writer in
      writer.member("text", line.text)
      writer.quad(line.quad)
      try writer.list("words", line.words, cancellation) { word, writer in
        writer.member("text", word.text)
        writer.quad(word.quad)
      }
    }
    try writer.list("links", links, cancellation) { link, writer in
      writer.member("url", link.url)
      writer.quads(link.quads)
    }
    writer.endObject()
    return writer.takeBytes()
  }
}

extension JSONWriter {
  /// Writes a member with a list of objects.
  fileprivate mutating func list<Item>(
    _ name: StaticString, _ items: [Item], _ cancellation: Cancellation,
    _ body: (Item, inout JSONWriter) throws -> Void
  ) throws {
    self.name(name)
    beginArray()
    for item in items {
      try makeRoom(cancellation)
      beginObject()
      try body(item, &self)
      endObject()
    }
    endArray()
  }

  fileprivate mutating func quads(_ quads: [PageFrames.Quad]) {
    name("quads")
    beginArray()
    for quad in quads { corners(quad) }
    endArray()
  }

  fileprivate mutating func quad(_ quad: PageFrames.Quad) {
    name("quad")
    corners(quad)
  }

  private mutating func corners(_ corners: [Point]) {
    beginArray()
    for corner in corners {
      number(corner.x)
      number(corner.y)
    }
    endArray()
  }
}
