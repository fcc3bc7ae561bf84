// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import SystemConcurrency

/// Paints the steps of a plan into a part of the picture.
///
/// Every pixel depends on the plan and its own place alone: parts can be painted in any order, on
/// any threads, and again, with the same bits.
struct PlanPainter: ~Copyable {
  private let plan: CompositionPlan
  private var context: GraphicsContext
  private let cancellation: Cancellation?
  /// The steps of the top level that are still to be painted, and the steps among them that hide
  /// others; `nil` if no step may hide another.
  private let top: ArraySlice<Int>
  private let shown: Occlusion?
  /// Whether the pixels behind the first step are the plan's background.
  private let isOnSurface: Bool
  /// The filtered pixels behind the groups that are painted, with their places.
  private var backdrops: [(picture: Bitmap?, area: PixelRect)] = []
  /// The work that was done; `nil` without a report.
  private(set) var work: PaintedWork?

  /// Prepares a part of a picture, whose present content is replaced.
  ///
  /// - Parameter cancellation: Ends the painting at the next step, and within a large path.
  init(
    _ plan: CompositionPlan, on surface: SharedSurface, area: PixelRect,
    cancellation: Cancellation? = nil
  ) {
    self.plan = plan
    isOnSurface = true
    self.cancellation = cancellation
    context = GraphicsContext(surface, area: area, scale: 1)
    if let cancellation { context.cancellation = cancellation }
    if plan.isReporting { work = PaintedWork() }
    let clip = context.clipPixels
    let top = plan.level(0..<plan.steps.count, in: clip)
    let shown = Occlusion(of: plan.steps, top, in: clip)
    self.shown = shown
    // Behind an opaque step the background is not seen, so it is not painted.
    if shown.first != nil {
      self.top = top[...]
    } else if let first = top.first, case .image(let draw) = plan.steps[first].action,
      context.draw(draw, on: plan.background)
    {
      work?.add(clip, plan.steps[first].layer)
      self.top = top.dropFirst()
    } else {
      area.forEachStrip(around: shown.opaqueParts[...]) { surface.fill($0, plan.background) }
      self.top = top[...]
    }
  }

  /// Prepares to paint above the pixels of a context, within its clip, which may have soft edges;
  /// the context's cancellation ends the painting at the next step.
  init(_ plan: CompositionPlan, above context: consuming GraphicsContext) {
    self.plan = plan
    isOnSurface = false
    cancellation = context.cancellation
    shown = nil
    top = plan.level(0..<plan.steps.count, in: context.clipPixels)[...]
    self.context = context
  }

  /// Returns the context, with the graphics states that it had at first.
  consuming func takeContext() -> GraphicsContext { context }

  /// Paints all steps.
  ///
  /// - Throws: `GraphicsError`, `CancellationError`, or an error of contents that draw themselves;
  ///   the pixels of the part are then undefined.
  mutating func paint() throws {
    if !plan.hasBackdrops || !isOnSurface { return try paint(top, shown) }
    // Backdrops depend on pixels around the part.
    let area = context.clipPixels.inset(by: -plan.backdropReach).intersection(plan.canvas)
    try context.beginLayer(in: area, blendMode: .source)
    context.fill(pixels: area, premultiplied: plan.background)
    do {
      try paint(0..<plan.steps.count, isSoft: false)
    } catch {
      try? context.endLayer()
      throw error
    }
    try context.endLayer()
  }

  /// Paints the steps of one level.
  ///
  /// - Parameter isSoft: Whether the clip has soft edges: then nothing hides what lies below it.
  private mutating func paint(_ range: Range<Int>, isSoft: Bool) throws {
    let level = plan.level(range, in: context.clipPixels)
    let shown = isSoft ? nil : Occlusion(of: plan.steps, level, in: context.clipPixels)
    try paint(level[...], shown)
  }

  /// - Parameter shown: The steps of the level that are not hidden; `nil` under soft edges, where
  ///   no step hides another.
  private mutating func paint(_ level: ArraySlice<Int>, _ shown: Occlusion?) throws {
    let clip = context.clipPixels
    let first = shown?.first ?? 0
    for i in level where i >= first {
      let part = plan.steps[i].bounds.intersection(clip)
      if shown?.hides(part, before: i) ?? false { continue }
      try paint(plan.steps[i], at: i, part, isSoft: shown == nil)
      try cancellation?.check()
    }
  }

  private mutating func paint(
    _ step: PlanStep, at index: Int, _ part: PixelRect, isSoft: Bool
  ) throws {
    let inside = index + 1..<step.end
    switch step.action {
    case .fill(let draw):
      work?.add(part, step.layer)
      try paint(draw)
    case .image(let draw):
      work?.add(part, step.layer)
      try paint(draw)
    case .vector(let vector, let bounds, let map):
      work?.add(part, step.layer)
      context.saveGState()
      defer { context.restoreGState() }
      context.use(map)
      if let picture = vector as? RasterizedLayer {
        try picture.draw(in: &context, cancellation: cancellation)
      } else {
        try vector.draw(in: &context, layerBounds: bounds)
      }
    case .shape(let draw):
      work?.add(part, step.layer)
      try paint(draw)
    case .gradient(let draw):
      work?.add(part, step.layer)
      try paint(draw)
    case .shadow(let draw):
      if work != nil { part.forEachStrip(around: draw.hidden[...]) { work?.add($0, step.layer) } }
      try paint(draw)
    case .tiles(let draw):
      work?.add(part, step.layer)
      try draw.draw(in: &context, cancellation: cancellation)
    case .backdrop(let draw):
      work?.add(part, step.layer)
      try paint(draw)
    case .clip(let outline): try paint(inside, within: outline, part, isSoft: isSoft)
    case .pathClip(let clip): try paint(inside, within: clip, isSoft: isSoft)
    case .cut(let sides):
      context.saveGState()
      defer { context.restoreGState() }
      context.clip(pixels: part)
      try context.clip { center in sides.allSatisfy { $0.contains(center) } }
      try paint(inside, isSoft: true)
    case .group(let group): try paint(group, inside, step, part)
    }
  }

  // MARK: Fills

  private mutating func paint(_ draw: FillDraw) throws {
    let outline = draw.outline
    context.use(outline.map)
    if let hole = draw.hole {
      var ring = outline.path
      ring.addPath(hole.path)
      try fill(ring, with: draw.color, rule: .evenOdd, around: hole.inner, outline.pixels)
    } else if outline.radius > 0, !outline.corners.isEmpty, draw.border == nil {
      let (inner, color) = (outline.inner, draw.color.premultiplied8)
      if let box = outline.box() {
        try context.fill(box, premultiplied: color, except: [inner])
      } else if inner.area < 1 << 12 {
        // A small path is rasterised faster in one piece.
        return try context.fill(outline.path, with: draw.color)
      } else {
        try fill(outline.path, with: draw.color, rule: .nonZero, around: inner, outline.pixels)
      }
      context.fill(pixels: inner, premultiplied: color)
    } else if outline.radius > 0 {
      try context.fill(outline.path, with: draw.color)
    } else {
      try context.fill(outline.rect, with: draw.color)
    }
  }

  /// Fills a path outside of a rectangle of pixels that lie wholly inside it, which need no
  /// coverage.
  private mutating func fill(
    _ path: Path, with color: Color, rule: FillRule, around inner: PixelRect, _ outer: PixelRect
  ) throws {
    for strip in outer.strips(around: inner) {
      context.saveGState()
      defer { context.restoreGState() }
      context.clip(pixels: strip)
      if !context.clipPixels.isEmpty { try context.fill(path, with: color, rule: rule) }
    }
  }

  private mutating func paint(_ draw: ImageDraw) throws {
    if let place = draw.place, let part = draw.parts.first {
      context.draw(
        part.bitmap, tint: part.tint, atPixelX: place.x, y: place.y, alpha: draw.opacity)
      return
    }
    context.use(draw.map)
    if draw.parts.count == 1 {
      try context.draw(draw.parts[0], alpha: draw.opacity)
    } else {
      try context.draw(BitmapGrid(draw.parts), alpha: draw.opacity)
    }
  }

  private mutating func paint(_ draw: ShapeDraw) throws {
    context.use(draw.map)
    if let (path, rule, color) = draw.fill { try context.fill(path, with: color, rule: rule) }
    if let (path, color) = draw.stroke { try context.fill(path, with: color) }
  }

  private mutating func paint(_ draw: GradientDraw) throws {
    context.use(draw.outline.map)
    try context.fill(draw.outline.path, with: draw.gradient)
  }

  private mutating func paint(_ draw: ShadowDraw) throws {
    switch draw.shape {
    case .box(let box):
      try context.fill(box, premultiplied: draw.color, except: draw.hidden)
    case .path(let path, let map):
      context.use(map)
      try context.drawShadow(of: path, blur: draw.blur, color: draw.color)
    }
  }

  private mutating func paint(_ draw: BackdropDraw) throws {
    guard let (picture, area) = backdrops.last, let picture else { return }
    context.saveGState()
    defer { context.restoreGState() }
    context.use(draw.clip.map)
    try context.clip(to: draw.clip.path)
    context.draw(picture, atPixelX: area.x, y: area.y)
  }

  // MARK: Clips and groups

  private mutating func paint(
    _ inside: Range<Int>, within outline: ShapeOutline, _ part: PixelRect, isSoft: Bool
  ) throws {
    if outline.isWholePixels {
      // A clip of whole pixels is rounded like a fill of the same rectangle, so their edges meet.
      return try paint(inside, in: outline.wholePixels, soft: nil, isSoft: isSoft)
    }
    // Backdrops depend on pixels in other parts of the clip, so it is not divided.
    let inner = plan.hasBackdrops ? .empty : outline.inner
    if !inner.isEmpty { try paint(inside, in: inner, soft: nil, isSoft: isSoft) }
    for strip in outline.pixels.strips(around: inner) {
      try paint(inside, in: strip, soft: outline, isSoft: true)
    }
  }

  private mutating func paint(
    _ inside: Range<Int>, within clip: PathClip, isSoft: Bool
  ) throws {
    let inner = plan.hasBackdrops ? .empty : clip.inner
    if !inner.isEmpty { try paint(inside, in: inner, soft: nil, isSoft: isSoft) }
    for strip in clip.pixels.strips(around: inner) {
      if context.clipPixels.intersection(strip).isEmpty { continue }
      context.saveGState()
      defer { context.restoreGState() }
      context.clip(pixels: strip)
      context.use(clip.map)
      try context.clip(to: clip.path, rule: clip.rule)
      try paint(inside, isSoft: true)
    }
  }

  private mutating func paint(
    _ inside: Range<Int>, in area: PixelRect, soft: ShapeOutline?, isSoft: Bool
  ) throws {
    if context.clipPixels.intersection(area).isEmpty { return }
    context.saveGState()
    defer { context.restoreGState() }
    context.clip(pixels: area)
    if let box = soft?.box() {
      try context.clip(to: box)
    } else if let soft {
      context.use(soft.map)
      try context.clip(to: soft.path)
    }
    try paint(inside, isSoft: isSoft)
  }

  private mutating func paint(
    _ group: GroupDraw, _ inside: Range<Int>, _ step: PlanStep, _ part: PixelRect
  ) throws {
    var area = part
    if let shadow = group.shadow {
      area = part.intersection(group.caster)
        .union(shadow.sources(of: part).intersection(group.caster))
      if area.isEmpty { return }
    }
    if let filters = group.filters {
      area = part.inset(by: -filters.reach).intersection(step.bounds)
    }
    if plan.hasBackdrops {
      area = area.inset(by: -plan.backdropReach).intersection(step.bounds)
    }
    work?.addGroup(area, step.layer, group.reason)
    if let backdrop = group.backdrop {
      let seen = area.intersection(backdrop.clip.pixels)
      let picture = try context.backdrop(
        in: seen, filters: backdrop.chain.filters, mirroredIn: backdrop.clip.pixels)
      backdrops.append((picture, seen))
    }
    defer { if group.backdrop != nil { backdrops.removeLast() } }
    try context.beginLayer(in: area, blendMode: group.blendMode, alpha: group.opacity)
    do {
      try paint(inside, isSoft: false)
    } catch {
      try? context.endLayer()
      throw error
    }
    if let color = group.modulation { context.modulateLayer(by: color) }
    if let filters = group.filters { try context.filterLayer(by: filters.filters) }
    if let shadow = group.shadow {
      try context.endLayer(casting: shadow)
    } else {
      try context.endLayer()
    }
  }
}

extension CompositionPlan {
  /// The steps of one level that touch an area.
  fileprivate func level(_ range: Range<Int>, in area: PixelRect) -> [Int] {
    var level: [Int] = []
    var i = range.lowerBound
    while i < range.upperBound {
      if !steps[i].bounds.intersection(area).isEmpty { level.append(i) }
      i = steps[i].end
    }
    return level
  }
}

extension GraphicsContext {
  /// Draws a picture that fills the clip pixel for pixel over one colour, replacing the present
  /// pixels.
  ///
  /// - Returns: `false`, and nothing is drawn, if the picture does not fill the clip that way.
  fileprivate mutating func draw(_ draw: ImageDraw, on ground: UInt32) -> Bool {
    guard draw.parts.count == 1, draw.opacity == 1, draw.place == nil else { return false }
    use(draw.map)
    return self.draw(draw.parts[0], on: ground)
  }
}

/// The steps of one level that an area shows, since no later step hides them.
private struct Occlusion {
  /// The last step that hides all before it.
  private(set) var first: Int?
  private let clip: PixelRect
  /// The largest opaque parts, with their steps.
  private var covers: [(step: Int, area: PixelRect)] = []

  /// The most opaque parts that are compared with each step.
  private static let limit = 4

  /// Looks for opaque parts among the steps of a level.
  init(of steps: [PlanStep], _ level: [Int], in clip: PixelRect) {
    self.clip = clip
    for i in level {
      let opaque = steps[i].opaque
      if opaque.isEmpty { continue }
      let part = opaque.intersection(clip)
      if part == clip {
        first = i
        covers.removeAll()
      } else if part.area * 16 >= clip.area {
        add(part, i)
      }
    }
  }

  private mutating func add(_ area: PixelRect, _ step: Int) {
    if covers.count < Self.limit { return covers.append((step, area)) }
    guard let least = covers.indices.min(by: { covers[$0].area.area < covers[$1].area.area }),
      covers[least].area.area < area.area
    else { return }
    covers[least] = (step, area)
  }

  /// Pixels that later steps certainly draw anew, whatever was there.
  var opaqueParts: [PixelRect] { covers.map(\.area) }

  /// Whether a later step hides an area.
  func hides(_ area: PixelRect, before step: Int) -> Bool {
    covers.contains { $0.step > step && $0.area.contains(area) }
  }
}
