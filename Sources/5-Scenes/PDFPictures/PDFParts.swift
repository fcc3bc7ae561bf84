// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import HTMLPages
internal import LayerCompositing
internal import TextModel

/// The parts of a document to which the layers of one tree belong.
///
/// Those of a page of HTML are known. The text of another tree is paragraphs, items of lists and
/// links, each layer's behind those of the layers below it.
final class PDFParts {
  /// A link in a text.
  struct Link {
    let range: TextRange
    let url: String
    let element: Int
  }

  /// The parts of one text.
  struct Text {
    var pieces: [PageStructure.Piece] = []
    var links: [Link] = []
  }

  let structure: PDFStructure
  private let page: PageStructure?
  /// The parts of texts that are drawn already: a text that is broken over pages is one.
  private var known: [LayerID: Text] = [:]

  init(_ page: PageStructure?, in structure: PDFStructure) {
    (self.structure, self.page) = (structure, page)
    structure.begin(page)
  }

  /// The parts of the text of a layer; none for an ornament.
  func text(of layer: LayerID?, _ text: AttributedText) -> Text {
    if let page { return Text(pieces: layer.flatMap { page.pieces[$0] } ?? []) }
    if let layer, let parts = known[layer] { return parts }
    let parts = found(in: text)
    if let layer { known[layer] = parts }
    return parts
  }

  /// The part of what a layer draws without text.
  func tag(of layer: LayerID?) -> PDFCanvas.Tag {
    guard let page, let piece = layer.flatMap({ page.pieces[$0]?.first }) else { return .artifact }
    switch page.elements[piece.element].role {
    case .figure, .label: return .part(piece.element, order: piece.order)
    default: return .artifact
    }
  }

  /// Adds the parts of a text.
  private func found(in text: AttributedText) -> Text {
    var parts = Text()
    var order = 0
    // The lists around the paragraph, each with its level and the item that is open.
    var lists: [(level: Int, list: Int, body: Int)] = []
    func add(_ start: Int, _ element: Int) {
      order += 1
      parts.pieces.append(PageStructure.Piece(start: start, element: element, order: order))
    }
    var start = 0
    while start < text.length {
      let end =
        text.utf16[start..<text.length].firstIndex { $0 == 0x0A || $0 == 0x2029 }
        .map { $0 + 1 } ?? text.length
      let element: Int
      if let item = text.paragraphs.value(at: start).list {
        while let last = lists.last, last.level > item.level { lists.removeLast() }
        if lists.last?.level != item.level {
          let list = structure.add(.list, in: lists.last?.body)
          lists.append((item.level, list, list))
        }
        let own = structure.add(.item, in: lists[lists.count - 1].list)
        element = structure.add(.body, in: own)
        lists[lists.count - 1].body = element
      } else {
        lists = []
        element = structure.add(.paragraph, in: nil)
      }
      var offset = start
      while offset < end {
        let run = text.elements.run(at: offset)
        let stop = min(end, text.elements.end(of: run))
        if let link = text.elements.value(ofRun: run).link {
          let part = structure.add(.link, in: element)
          add(offset, part)
          parts.links.append(
            Link(range: TextRange(offset, stop), url: link.url, element: part))
        } else {
          add(offset, element)
        }
        offset = stop
      }
      start = end
    }
    return parts
  }
}
