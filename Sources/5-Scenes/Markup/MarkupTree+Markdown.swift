// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import SystemConcurrency

extension MarkupTree {
  /// Reads a document of Markdown: CommonMark with the tables, task lists, strikes and footnotes of
  /// GitHub. The tree is that of the HTML which the specification gives for it.
  ///
  /// HTML within the document is read as HTML. The nodes have the places of their blocks in the
  /// Markdown.
  ///
  /// - Parameter text: The source.
  /// - Throws: ``MarkupError``, or `CancellationError`.
  public init(
    markdown text: String, limits: MarkupLimits = MarkupLimits(),
    cancellation: Cancellation = .never
  ) throws {
    try self.init(markdown: Array(text.utf8), limits: limits, cancellation: cancellation)
  }

  /// Reads a document of Markdown, as ``init(markdown:limits:cancellation:)-(String,_,_)`` does.
  ///
  /// - Parameter bytes: The source, in UTF-8, or in UTF-16 with a byte order mark.
  /// - Throws: ``MarkupError``, or `CancellationError`.
  public init(
    markdown bytes: [UInt8], limits: MarkupLimits = MarkupLimits(),
    cancellation: Cancellation = .never
  ) throws {
    guard bytes.count <= limits.bytes else {
      throw MarkupError(
        code: .tooLarge,
        description: "The document has \(bytes.count) bytes; at most \(limits.bytes) are read.",
        language: .markdown)
    }
    #if Markdown
      let source = MarkupEncoding.utf8(of: bytes)
      let html = try MarkdownConversion.html(of: source, limits, cancellation)
      // Each byte of Markdown becomes a few of HTML, which its memory bounds.
      var inner = limits
      inner.bytes = max(html.count, limits.bytes)
      do {
        try self.init(bytes: html, syntax: .html, limits: inner, cancellation: cancellation)
      } catch let error as MarkupError {
        throw MarkupError(code: error.code, description: error.description, language: .markdown)
      }
      place(in: source)
    #else
      throw MarkupError(
        code: .unavailable,
        description: "Markdown is not read: this is built without the package trait Markdown.",
        language: .markdown)
    #endif
  }

  /// The attribute by which the parser of Markdown tells the place of a block.
  private static let placeName = "data-sourcepos"

  /// Gives the blocks their places in the Markdown, and takes away the attributes that tell them.
  private mutating func place(in source: [UInt8]) {
    lines = [0]
    // Lines end as CommonMark says, §2.1.
    for (index, byte) in source.enumerated() {
      let isEnd =
        byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r")
          && !(index + 1 < source.count && source[index + 1] == UInt8(ascii: "\n"))
      if isEnd { lines.append(index + 1) }
    }
    for node in nodes.indices {
      nodes[node].offset = nil
      let range = nodes[node].attributes
      guard let index = range.first(where: { attributes[Int($0)].name == Self.placeName }) else {
        continue
      }
      let place = attributes[Int(index)].value.prefix { $0 != "-" }.split(separator: ":")
      if place.count == 2, let line = Int(place[0]), let column = Int(place[1]),
        lines.indices.contains(line - 1), (1...source.count + 1).contains(column)
      {
        nodes[node].offset = min(lines[line - 1] + column - 1, source.count)
      }
      for next in index..<range.upperBound - 1 {
        attributes[Int(next)] = attributes[Int(next) + 1]
      }
      nodes[node].attributes = range.lowerBound..<range.upperBound - 1
    }
  }
}
