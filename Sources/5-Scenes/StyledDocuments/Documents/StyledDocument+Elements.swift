// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemConcurrency
package import TextModel

extension StyledDocument {
  /// A box in the text.
  package struct Attachment: Sendable {
    /// The index of the scalar U+FFFC that the box replaces.
    package var at: Int
    package var attachment: TextAttachment
    /// The offset of the attachment in the JSON, in bytes.
    package var offset: Int?
  }

  /// A range that can be tapped; where links overlap, the first one takes precedence.
  package struct Link: Sendable {
    /// The first scalar.
    package var start: Int
    /// The end of the range of scalars.
    package var end: Int
    package var link: TextLink
    /// The offset of the link in the JSON, in bytes.
    package var offset: Int?
  }

  /// A truncation token, the text in place of text that is left out. Its styles are changes to the
  /// style of the document.
  package struct Token: Sendable {
    package var text = ScalarText("")
    package var style = StyleChange()
    package var spans: [Span] = []
    package var links: [Link] = []
  }

  /// The attachments, links and rubies by their places in the text.
  ///
  /// - Throws: ``DocumentError`` with `tooLarge` if more than ``overlapLimit`` links overlap.
  func elements(
    _ cancellation: Cancellation
  ) throws(DocumentError) -> RunColumn<TextElement> {
    var bases: [Int] = []
    for index in spans.indices {
      if index & 4095 == 4095 { try cancellation.checkReading() }
      if spans[index].ruby != nil { bases.append(index) }
    }
    if attachments.isEmpty, links.isEmpty, bases.isEmpty {
      return RunColumn(.none, length: text.utf16.count)
    }
    let links = Array(links.reversed())
    let ranges =
      links.map { text.range(scalars: $0.start, $0.end) }
      + attachments.map { text.range(scalars: $0.at, $0.at + 1) }
      + bases.map { text.range(scalars: spans[$0].start, spans[$0].end) }
    let firstBase = links.count + attachments.count
    return try column(.none, ranges, ranges.indices, cancellation, named: "links") {
      index, element in
      if index < links.count {
        element.link = links[index].link
      } else if index >= firstBase {
        var ruby = spans[bases[index - firstBase]].ruby
        // The number keeps equal rubies of neighbouring bases separate.
        ruby?.number = index - firstBase
        element.ruby = ruby
      } else {
        element.attachment = attachments[index - links.count].attachment
      }
    }
  }

  /// The token as a document, which must be converted upon the base style of this document.
  private func document(of token: Token) -> StyledDocument {
    var document = StyledDocument()
    document.text = token.text
    document.style = token.style
    document.spans = token.spans
    document.links = token.links
    return document
  }

  /// The styled text of the token; `nil` if there is no token.
  func tokenText(_ cancellation: Cancellation) throws(DocumentError) -> AttributedText? {
    guard let token else { return nil }
    return try document(of: token).attributedText(upon: baseStyle, cancellation: cancellation)
  }

  /// The scalar indexes of U+FFFC characters without an attachment.
  func vacantPlaces(_ cancellation: Cancellation) throws(DocumentError) -> [Int] {
    let (piece, units) = (1 << 16, text.utf16)
    var filled: Set<Int>?
    var vacant: [Int] = []
    for start in stride(from: 0, to: units.count, by: piece) {
      if start > 0 { try cancellation.checkReading() }
      let end = min(start + piece, units.count)
      guard units[start..<end].contains(TextAttachment.character) else { continue }
      let places = filled ?? Set(attachments.map(\.at))
      filled = places
      for unit in start..<end where units[unit] == TextAttachment.character {
        let place = text.scalar(at: unit)
        if !places.contains(place) { vacant.append(place) }
      }
    }
    return vacant
  }
}
