// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import BoxTrees
internal import CanvasGeometry
internal import LayerCompositing
internal import Markup
internal import SystemConcurrency

extension PageFrames {
  /// Finds the places of the boxes of a page.
  ///
  /// - Throws: `CancellationError`.
  init(of tree: RenderTree, _ painter: PagePainter) throws {
    var finder = FrameFinder(painter)
    let around = SublayerSpace(around: tree)
    if let root = painter.layout.root, let map = around.maps(of: tree.root).first {
      let plane = FrameFinder.Plane(map: map, inside: around.inside(tree.root))
      try finder.visit(root, at: painter.layout.frame(of: root).origin, plane)
    }
    let markup = painter.decorator.tree
    var (elements, links): ([Element], [Link]) = ([], [])
    for (node, quads) in finder.quads.sorted(by: { $0.key < $1.key }) {
      let corners = quads.joined().map { Point(x: $0.x / tree.scale, y: $0.y / tree.scale) }
      let (xs, ys) = (corners.map(\.x), corners.map(\.y))
      guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
      else { continue }
      let frame = Rect(x: left, y: top, width: right - left, height: bottom - top)
      let id = markup.attribute("id", of: node)
      let classes = markup.attribute("class", of: node)?.split(whereSeparator: \.isWhitespace)
      if id != nil || classes != nil {
        elements.append(
          Element(
            name: markup[node].name, id: id, classes: classes?.map(String.init) ?? [],
            frame: frame, quads: quads))
      }
      if markup[node].name == "a", let url = markup.attribute("href", of: node) {
        links.append(Link(url: url, quads: quads, node: node))
      }
    }
    self.init(size: tree.size, elements: elements, links: links, texts: finder.texts)
  }
}

/// Walks the boxes of a page with the maps of the stacking contexts around them.
private struct FrameFinder {
  /// The plane of a stacking context: its map to the picture, and the space for contexts in it.
  struct Plane {
    let map: Projection
    let inside: SublayerSpace
  }

  private let painter: PagePainter
  private var layout: PageLayout { painter.layout }
  /// The boxes of the elements that are told, by their node.
  private(set) var quads: [Int: [PageFrames.Quad]] = [:]
  private(set) var texts: [PlacedText] = []

  init(_ painter: PagePainter) { self.painter = painter }

  /// Whether the place of an element is told.
  private func isTold(_ node: Int) -> Bool {
    painter.decorator.tree.attributes(of: node).contains {
      $0.name == "id" || $0.name == "class" || $0.name == "href"
    }
  }

  private mutating func add(_ rect: Rect, of node: Int, _ plane: Plane) {
    guard let quad = plane.map.quad(of: rect) else { return }
    quads[node, default: []].append(quad)
  }

  /// - Parameter origin: The upper left corner of the box in the plane.
  mutating func visit(_ box: PageBox, at origin: Point, _ plane: Plane) throws {
    try painter.markers.cancellation.check()
    let frame = Rect(origin: origin, size: layout.frame(of: box).size)
    if let node = box.node, isTold(node), quads[node] == nil {
      let (parts, first) = (layout.parts(of: box), layout.frame(of: box).origin)
      for part in parts {
        add(part.frame.offsetBy(dx: origin.x - first.x, dy: origin.y - first.y), of: node, plane)
      }
      if parts.isEmpty { add(frame, of: node, plane) }
    }
    switch box.contents {
    case .boxes(let children):
      for child in children { try visit(child: child, of: box, frame, plane) }
    case .lines: try visitLines(of: box, frame, plane)
    case .replaced: break
    }
  }

  private mutating func visit(
    child: PageBox, of box: PageBox, _ frame: Rect, _ plane: Plane
  ) throws {
    let place = layout.frame(of: child).origin
    let origin = Point(x: frame.minX + place.x, y: frame.minY + place.y)
    guard child.style.makesStackingContext(isItem: box.hasItems) else {
      return try visit(child, at: origin, plane)
    }
    var properties = painter.contextProperties(
      of: child, in: box, at: origin, perspectiveFrom: origin)
    // A box of no opacity has a place, too, and a layer of no opacity would have no map.
    properties.opacity = 1
    let node = RenderNode(properties: properties)
    guard let map = plane.inside.maps(of: node).first else { return }
    try visit(child, at: .zero, Plane(map: map, inside: plane.inside.inside(node)))
  }

  private mutating func visitLines(
    of box: PageBox, _ frame: Rect, _ plane: Plane
  ) throws {
    guard let lines = layout.lines(of: box), let text = layout.text(of: box) else { return }
    let turn = painter.turn(of: lines, in: box, frame)
    for fragment in text.fragments {
      guard let node = fragment.span.node, isTold(node) else { continue }
      for piece in painter.decorator.pieces(of: fragment, in: lines, at: turn) {
        add(piece.rect, of: node, plane)
      }
    }
    if text.hasInk {
      let parts = painter.pieces(of: box, at: frame.origin, cutsLines: true)
        .map { ($0.clip?.rect, $0.shift) }
      texts.append(PlacedText(layout: lines, turn: turn, parts: parts, map: plane.map))
    }
    for part in text.parts { try visit(child: part.box, of: box, frame, plane) }
  }
}
