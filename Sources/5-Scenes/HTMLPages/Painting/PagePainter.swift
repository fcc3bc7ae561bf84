// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import BoxTrees
internal import CanvasGeometry
internal import LayerCompositing
internal import Markup
internal import StyleSheets
internal import SystemConcurrency
internal import TextLayers
internal import TextTypesetting

/// Makes the layers of a page from its boxes and their places, in the order in which CSS paints
/// them (CSS 2.2, appendix E).
struct PagePainter {
  let layout: PageLayout
  let decorator: BoxDecorator
  let markers: MarkerSetter
  let shown = ShownBoxes()
  /// Device pixels per point.
  let scale: Double

  /// The root layer of the page.
  ///
  /// - Parameters:
  ///   - size: The size of the picture, in points.
  ///   - corner: The upper left corner of the picture, in the plane of the layout.
  func root(size: Size, from corner: Point) throws -> RenderNode {
    var properties = LayerProperties(at: corner, size: size)
    properties.bounds.origin = corner
    guard let root = layout.root else { return RenderNode(properties: properties) }
    let canvas = canvasBox(root)
    let order = PaintOrder()
    let frame = layout.frame(of: root)
    if let canvas {
      decorator.setCanvas(&properties, canvas.style, root: root.style, area: frame)
    }
    let scene = Scene(flow: order, context: order, canvas: canvas)
    try paint(root, at: frame.origin, Clips(), scene, isRoot: true)
    return RenderNode(properties: properties, sublayers: order.nodes())
  }

  /// The box whose background fills the page: the root's, or that of `body` if the root has none
  /// (CSS Backgrounds 3, §2.11.2).
  private func canvasBox(_ root: PageBox) -> PageBox? {
    if root.style.hasBackground { return root }
    guard case .boxes(let children) = root.contents else { return nil }
    return children.first { box in
      box.node.map { decorator.tree[$0].name == "body" } ?? false && box.style.hasBackground
    }
  }

  /// Where nodes go: those in the flow of a box that is painted as a whole, and those that the
  /// stacking context around sorts itself.
  private struct Scene {
    let flow: PaintOrder
    let context: PaintOrder
    /// The box whose background fills the page, and is not painted again.
    let canvas: PageBox?
    /// Where the stacking context lies on the page.
    var place = Point.zero
    /// The box whose children lie in one space; the boxes in them lie in their planes.
    var space: PageBox?
  }

  /// The clips around a box.
  private struct Clips {
    /// Those of boxes in the flow.
    var flow: ClipChain?
    /// Those of absolute boxes: the clips around their containing block.
    var absolute: ClipChain?
  }

  // MARK: Boxes

  /// Paints a box and all in it.
  ///
  /// - Parameters:
  ///   - origin: The upper left corner of the box in the space of the stacking context.
  ///   - layer: The layer of the box's own background.
  ///   - isRoot: Whether the box makes the stacking context, or is painted as one.
  private func paint(
    _ box: PageBox, at origin: Point, _ clips: Clips, _ scene: Scene,
    layer: PaintOrder.Layer = .blocks, isRoot: Bool = false
  ) throws {
    try markers.cancellation.check()
    let frame = Rect(origin: origin, size: layout.frame(of: box).size)
    // Captions lie outside of their table's own box.
    let table = layout.frames.tables[box.number]
    let ownFrame = table?.grid.offsetBy(dx: origin.x, dy: origin.y) ?? frame
    for (clip, shift) in pieces(of: box, at: origin, in: clips.flow) {
      var whole = ownFrame.offsetBy(dx: shift.x, dy: shift.y)
      if let last = layout.parts(of: box).last {
        let mode = box.style.text.writingMode
        if mode.isVertical {
          let width = last.start + last.frame.width
          if mode != .verticalLR, mode != .sidewaysLR { whole.origin.x = whole.maxX - width }
          whole.size.width = width
        } else {
          whole.size.height = last.start + last.frame.height
        }
      }
      let parts = partsAroundLegend(of: box, &whole, in: clip)
      guard let node = try own(box, snapped(whole), scene) else { break }
      if isRoot { scene.flow.hasOwnBackground = true }
      for part in parts { scene.flow.add(node, part, to: layer) }
    }
    try paintContents(of: box, frame, clips, scene)
    paintBorders(table?.borders ?? [], of: box, at: origin, clips, scene)
  }

  /// Paints the borders that parts of a table share: where the table is broken, each with the rows
  /// that it belongs to.
  private func paintBorders(
    _ borders: [CollapsedBorder], of table: PageBox, at origin: Point, _ clips: Clips,
    _ scene: Scene
  ) {
    if borders.isEmpty { return }
    let parts = layout.parts(of: table)
    let pieces = pieces(of: table, at: origin)
    var head: (area: Rect, shifts: [Point])?
    if case .boxes(let groups) = table.contents {
      for group in groups {
        guard let shifts = layout.frames.repeats[group.number] else { continue }
        let frame = layout.frame(of: group)
        head = (
          Rect(x: -1e6, y: frame.minY - 0.01, width: 2e6, height: frame.height + 0.02), shifts
        )
      }
    }
    func add(_ border: CollapsedBorder, _ shift: Point) {
      let place = Point(x: origin.x + shift.x, y: origin.y + shift.y)
      scene.flow.add(node(of: border, at: place), clips.flow, to: .blocks)
    }
    for border in borders {
      if let head, head.area.contains(Point(x: border.rect.midX, y: border.rect.midY)) {
        for shift in head.shifts { add(border, shift) }
      }
      for (index, piece) in pieces.enumerated() {
        if parts.count > 1 {
          let start = parts[index].start
          let end = index + 1 < parts.count ? parts[index + 1].start : .infinity
          guard border.rect.midY > start - 0.01, border.rect.midY < end + 0.01 else { continue }
        }
        let head = parts.count > 1 ? parts[index].head : 0
        add(border, Point(x: piece.shift.x, y: piece.shift.y + head))
      }
    }
  }

  /// The upper border of a `fieldset` runs through the middle of its legend, and is not drawn behind
  /// it (HTML, §15.3.13).
  ///
  /// - Parameter frame: The frame of the box, whose upper edge is moved to that of the border.
  /// - Returns: The clips of the parts in which the box is drawn; the one of a box without a legend.
  private func partsAroundLegend(
    of box: PageBox, _ frame: inout Rect, in clip: ClipChain?
  ) -> [ClipChain?] {
    guard let legend = box.legend.map(layout.frame(of:)) else { return [clip] }
    let width = box.style.box.border.top.width
    let below = max(0, (legend.height - width) / 2)
    let place = legend.offsetBy(dx: frame.minX, dy: frame.minY)
    frame = Rect(
      x: frame.minX, y: frame.minY + below, width: frame.width,
      height: max(0, frame.height - below))
    let (far, line) = (1e6, frame.minY + width)
    return [
      Rect(x: -far, y: -far, width: place.minX + far, height: line + far),
      Rect(x: place.maxX, y: -far, width: far, height: line + far),
      Rect(x: -far, y: line, width: 2 * far, height: far),
    ].map { ClipChain(snapped($0), radii: nil, in: clip) }
  }

  /// The node of a border that two parts of a table share.
  private func node(of border: CollapsedBorder, at origin: Point) -> RenderNode {
    let style = layout.boxes[border.box - 1].style
    let sides = style.box.border
    let line = [sides.top, sides.right, sides.bottom, sides.left][border.side]
    return node(
      of: line, style, in: border.rect.offsetBy(dx: origin.x, dy: origin.y),
      isVertical: border.isVertical)
  }

  /// The node of a line that is not a side of a box: between columns, or between cells.
  private func node(
    of line: BorderLine, _ style: ComputedStyle, in rect: Rect, isVertical: Bool
  ) -> RenderNode {
    let rect = snapped(rect)
    var properties = LayerProperties(at: rect.origin, size: rect.size)
    let border = BoxBorder(
      width: isVertical ? rect.width : rect.height, style: line.style.collapsedLine,
      color: line.color.color(of: style.text.color))
    properties.borders = isVertical ? BoxBorders(left: border) : BoxBorders(top: border)
    return RenderNode(properties: properties)
  }

  /// A rectangle with its edges on whole pixels, as browsers paint boxes.
  func snapped(_ rect: Rect) -> Rect {
    func whole(_ points: Double) -> Double { (points * scale).rounded() / scale }
    let (x, y) = (whole(rect.minX), whole(rect.minY))
    return Rect(x: x, y: y, width: whole(rect.maxX) - x, height: whole(rect.maxY) - y)
  }

  /// The node of a box's background, border and picture; `nil` if they draw nothing.
  private func own(_ box: PageBox, _ frame: Rect, _ scene: Scene) throws -> RenderNode? {
    guard box.style.inherited.visibility == .visible else { return nil }
    var properties = LayerProperties(at: frame.origin, size: frame.size)
    let isText = box.style.hasTextBackground
    let isPainted = decorator.decorate(
      &properties, box.style, size: frame.size, hasBackground: box !== scene.canvas && !isText,
      sides: box.hasOwnBorders ? Set(Side.allCases) : [],
      place: Point(x: scene.place.x + frame.minX, y: scene.place.y + frame.minY))
    var sublayers: [RenderNode] = []
    if isText {
      sublayers.append(
        decorator.textBackground(box.style, size: frame.size, shapes: textShapes(of: box)))
    }
    if case .replaced(let content) = box.contents,
      let picture = decorator.picture(
        content, box.style, size: frame.size, id: shown.contents(of: box))
    {
      sublayers.append(picture)
    }
    guard isPainted || !sublayers.isEmpty else { return nil }
    if box.style.isSpace, box.style.rare.backface == .hidden { properties.isDoubleSided = false }
    return RenderNode(properties: properties, sublayers: sublayers)
  }

  private func paintContents(
    of box: PageBox, _ frame: Rect, _ clips: Clips, _ scene: Scene
  ) throws {
    var inner = clips
    if let clip = clip(of: box, frame, in: clips.flow) { inner.flow = clip }
    if box.style.isContainingBlock { inner.absolute = inner.flow }
    for node in rules(of: box, frame) { scene.flow.add(node, inner.flow, to: .blocks) }
    if let marker = box.marker,
      let node = try markers.node(
        marker, of: box, layout, at: frame, id: shown.marker(of: box))
    {
      scene.flow.add(node, inner.flow, to: .lines)
    }
    switch box.contents {
    case .boxes(let children):
      for child in children.sorted(inItemsOf: box) {
        try paint(child: child, of: box, frame.origin, inner, scene)
      }
    case .lines: try paintLines(of: box, frame, inner, scene)
    case .replaced: break
    }
  }

  private func paint(
    child: PageBox, of box: PageBox, _ origin: Point, _ clips: Clips, _ scene: Scene
  ) throws {
    let place = layout.frame(of: child).origin
    let origin = Point(x: origin.x + place.x, y: origin.y + place.y)
    var clips = clips
    if child.isAbsolute { clips.flow = clips.absolute }
    clips.flow = ownClip(of: child, at: origin, in: clips.flow)
    let style = child.style
    if style.makesStackingContext(isItem: box.hasItems) {
      return try paintAgain(child, at: origin) { origin in
        guard var node = try context(child, of: box, at: origin, scene) else { return }
        if let space = scene.space, space !== box { node = RenderNode(sublayers: [node]) }
        if style.rare.blendMode != .normal { scene.context.hasBlending = true }
        let isSorted = child.isPositioned || box.hasItems
        scene.context.add(node, clips.flow, z: isSorted ? style.box.zIndex ?? 0 : 0)
      }
    }
    if child.isPositioned {
      let index = scene.context.count(.positioned)
      let nodes = try whole(child, at: origin, clips, scene)
      return scene.context.insert(nodes, at: index, of: .positioned)
    }
    if child.isFloat {
      return scene.flow.add(try whole(child, at: origin, clips, scene), to: .floats)
    }
    if box.hasItems || child.display.isInline {
      return scene.flow.add(
        try whole(child, at: origin, clips, scene), to: box.hasItems ? .blocks : .lines)
    }
    var isReplaced = false
    if case .replaced = child.contents { isReplaced = true }
    try paintAgain(child, at: origin) {
      try paint(child, at: $0, clips, scene, layer: isReplaced ? .lines : .blocks)
    }
  }

  /// Paints a box, and paints it again where it is repeated on other sheets.
  ///
  /// - Parameter body: Paints the box at a place.
  private func paintAgain(
    _ box: PageBox, at origin: Point, _ body: (Point) throws -> Void
  ) throws {
    try body(origin)
    let isRepeating = shown.isRepeating
    shown.isRepeating = true
    defer { shown.isRepeating = isRepeating }
    for shift in layout.frames.repeats[box.number] ?? [] {
      try body(Point(x: origin.x + shift.x, y: origin.y + shift.y))
    }
  }

  /// The nodes of a box that is painted as a whole, except for the positioned boxes in it.
  private func whole(
    _ box: PageBox, at origin: Point, _ clips: Clips, _ scene: Scene
  ) throws -> [PaintOrder.Item] {
    let order = PaintOrder()
    try paint(
      box, at: origin, clips,
      Scene(
        flow: order, context: scene.context, canvas: scene.canvas, place: scene.place,
        space: scene.space),
      isRoot: true)
    return order.items
  }

  /// The node of a stacking context.
  private func context(
    _ box: PageBox, of outer: PageBox, at origin: Point, _ scene: Scene
  ) throws -> RenderNode? {
    var properties = contextProperties(
      of: box, in: outer, at: snapped(Rect(origin: origin, size: .zero)).origin,
      perspectiveFrom: origin)
    if box.style.hasTransform, properties.transform.inverted() == nil { return nil }
    let order = PaintOrder()
    let pagePlace = Point(x: scene.place.x + origin.x, y: scene.place.y + origin.y)
    try paint(
      box, at: .zero, Clips(),
      Scene(
        flow: order, context: order, canvas: scene.canvas, place: pagePlace,
        space: box.style.isSpace ? box : nil), isRoot: true)
    // Blend modes reach no further than the context around (Compositing 1, §3.3).
    if order.hasBlending { properties.decoration.isIsolated = true }
    return RenderNode(
      properties: properties, mask: decorator.mask(box.style, size: properties.bounds.size),
      sublayers: order.nodes())
  }

  /// The properties of the layer of a stacking context.
  ///
  /// - Parameters:
  ///   - outer: The box around, whose perspective is that of its own children alone.
  ///   - place: The upper left corner of the layer.
  ///   - origin: That of the box.
  func contextProperties(
    of box: PageBox, in outer: PageBox, at place: Point, perspectiveFrom origin: Point
  ) -> LayerProperties {
    let size = layout.frame(of: box).size
    var properties = LayerProperties(at: place, size: size)
    decorator.setEffects(&properties, box.style, size: size)
    if let map = decorator.perspective(outer.style, size: layout.frame(of: outer).size) {
      properties.transform = properties.transform
        .concatenating(.translation(x: origin.x, y: origin.y)).concatenating(map)
        .concatenating(.translation(x: -origin.x, y: -origin.y))
    }
    if box.style.isSpace { properties.kind = .transform }
    return properties
  }

  /// The clip of an absolute box with `clip`, which cuts off the box itself (CSS Masking 1, §6).
  private func ownClip(
    of box: PageBox, at origin: Point, in outer: ClipChain?
  ) -> ClipChain? {
    guard let clip = box.style.rare.clip, box.isAbsolute else { return outer }
    let size = layout.frame(of: box).size
    let (left, top) = (clip.left ?? 0, clip.top ?? 0)
    let rect = Rect(
      x: origin.x + left, y: origin.y + top, width: max(0, (clip.right ?? size.width) - left),
      height: max(0, (clip.bottom ?? size.height) - top))
    return ClipChain(snapped(rect), radii: nil, in: outer)
  }

  /// The clip of a box that cuts off its contents.
  private func clip(of box: PageBox, _ frame: Rect, in outer: ClipChain?) -> ClipChain? {
    let style = box.style.box
    var chain = outer
    let isContained = box.style.contains("paint")
    // Rows and their groups cut nothing off (CSS Overflow 3, §3).
    if case .part(let part) = box.display, part != .cell, part != .caption { return nil }
    if style.overflowX != .visible || style.overflowY != .visible || isContained,
      !(box.node == 0), !isViewportOverflow(box) || isContained
    {
      let border = style.border
      var rect = Rect(
        x: frame.minX + border.left.width, y: frame.minY + border.top.width,
        width: max(0, frame.width - border.left.width - border.right.width),
        height: max(0, frame.height - border.top.width - border.bottom.width))
      let far = 1e6
      if style.overflowX == .visible, !isContained {
        (rect.origin.x, rect.size.width) = (-far, 2 * far)
      }
      if style.overflowY == .visible, !isContained {
        (rect.origin.y, rect.size.height) = (-far, 2 * far)
      }
      chain = ClipChain(
        snapped(rect), radii: decorator.innerRadii(box.style, frame.size), in: chain)
    }
    return chain === outer ? nil : chain
  }

  /// Whether the overflow of `body` is that of the page (CSS Overflow 3, §3.3).
  private func isViewportOverflow(_ box: PageBox) -> Bool {
    guard let node = box.node, decorator.tree[node].name == "body" else { return false }
    return layout.root.map { $0.style.box.overflowX == .visible } ?? false
  }

  // MARK: Columns

  /// The rules between the columns of a box (CSS Multi-column Layout 1, §5).
  private func rules(of box: PageBox, _ frame: Rect) -> [RenderNode] {
    let rule = box.style.item.columnRule
    guard box.style.inherited.visibility == .visible, box.style.item.columns.isMulticol,
      rule.width > 0, rule.style != .none,
      rule.style != .hidden, let rows = layout.frames.columns[box.number]
    else { return [] }
    let isVertical = box.style.text.writingMode.isVertical
    return rows.flatMap { row in
      zip(row, row.dropFirst()).map { a, b in
        var rect: Rect
        if isVertical {
          let middle = (min(a.maxY, b.maxY) + max(a.minY, b.minY)) / 2
          rect = Rect(x: a.minX, y: middle - rule.width / 2, width: a.width, height: rule.width)
        } else {
          let middle = (min(a.maxX, b.maxX) + max(a.minX, b.minX)) / 2
          rect = Rect(x: middle - rule.width / 2, y: a.minY, width: rule.width, height: a.height)
        }
        return node(
          of: rule, box.style, in: rect.offsetBy(dx: frame.minX, dy: frame.minY),
          isVertical: !isVertical)
      }
    }
  }

  // MARK: Lines

  /// Where the lines of a box lie.
  func turn(of lines: TextLayout, in box: PageBox, _ frame: Rect) -> LineTurn {
    LineTurn(
      lines, of: box.style, in: layout.room(of: box).offsetBy(dx: frame.minX, dy: frame.minY))
  }

  private func paintLines(
    of box: PageBox, _ frame: Rect, _ clips: Clips, _ scene: Scene
  ) throws {
    guard let lines = layout.lines(of: box), let text = layout.text(of: box) else { return }
    let turn = turn(of: lines, in: box, frame)
    for fragment in text.fragments {
      for node in decorator.nodes(of: fragment, in: lines, at: turn, snapped: snapped) {
        scene.flow.add(node, clips.flow, to: .lines)
      }
    }
    if text.hasInk {
      var properties = LayerProperties(at: .zero, size: lines.size)
      if turn.quarters != 0 {
        properties.transform = Transform3D(.rotation(.pi / 2 * Double(turn.quarters)))
      }
      let contents = try TextContents(bounding: lines, cancellation: markers.cancellation)
      for line in 0..<max(1, turn.bands.count) {
        let origin = turn.origin(ofLine: line)
        for (clip, shift) in pieces(
          of: box, at: frame.origin, in: clips.flow, cutsLines: true)
        {
          properties.position = Point(x: origin.x + shift.x, y: origin.y + shift.y)
          let node = RenderNode(
            id: shown.contents(of: box), properties: properties, contents: .vector(contents))
          var clip = clip
          if turn.bands.count > 1 {
            let band = turn.bands[line]
            let far = 1e6
            let area = Rect(x: -far, y: band.start, width: 2 * far, height: band.end - band.start)
            clip = ClipChain(snapped(turn.rect(area, line: line)), radii: nil, in: clip)
          }
          scene.flow.add(node, clip, to: .lines)
        }
      }
    }
    for part in text.parts { try paint(child: part.box, of: box, frame.origin, clips, scene) }
  }
}
