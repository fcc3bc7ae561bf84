// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// Filters and clips of layers with all below them.
extension CompositionPlan {
  /// Adds the steps of a closure under the filters of a box and then within its clip path: Filter
  /// Effects 1, §5. Mask, opacity and blend mode are those of the group around.
  ///
  /// - Parameter body: Adds the layer at an opacity.
  mutating func addEffects(
    _ box: BoxDecoration, _ properties: LayerProperties, _ map: PlaneMap, _ layer: Int,
    opacity: Double, _ body: (inout CompositionPlan, _ opacity: Double) -> Void
  ) {
    guard let path = box.clipPath else {
      return addFiltered(box, properties, map, layer, opacity: opacity, body)
    }
    clipped(to: PathClip(path.path, rule: path.rule, map: map), layer) {
      $0.addFiltered(box, properties, map, layer, opacity: opacity, body)
    }
  }

  private mutating func addFiltered(
    _ box: BoxDecoration, _ properties: LayerProperties, _ map: PlaneMap, _ layer: Int,
    opacity: Double, _ body: (inout CompositionPlan, _ opacity: Double) -> Void
  ) {
    if let backdrop = backdrop(box, properties, map) {
      append(.backdrop(backdrop), backdrop.clip.pixels, layer)
    }
    if box.filters.isEmpty { return body(&self, opacity) }
    let chain = FilterChain(box.filters, map.affine(near: properties.bounds.center))
    reach = max(reach, chain.reach)
    let group = GroupDraw(opacity: opacity, filters: chain, reason: .filter)
    nest(.group(group), layer) { plan in plan.fading(1) { body(&$0, 1) } }
  }

  /// The filters of what lies behind a layer; `nil` for none.
  func backdrop(
    _ box: BoxDecoration, _ properties: LayerProperties, _ map: PlaneMap
  ) -> BackdropDraw? {
    if box.backdropFilters.isEmpty || properties.bounds.isEmpty { return nil }
    return BackdropDraw(
      FilterChain(box.backdropFilters, map.affine(near: properties.bounds.center)),
      PathClip(properties.borderBox.path, map: map))
  }
}

extension BoxDecoration {
  /// Whether the layer is filtered or cut off.
  var hasEffects: Bool { !filters.isEmpty || !backdropFilters.isEmpty || clipPath != nil }

  /// What the box shows, by the names of the properties.
  var visibleContent: [String] {
    var content: [String] = []
    if borderImage != nil { content.append("borderImage") }
    if borders.areVisible, borderImage == nil { content.append("borders") }
    if !backgrounds.isEmpty { content.append("backgrounds") }
    if shadows.contains(where: \.isVisible) { content.append("boxShadows") }
    if outline?.border.isVisible ?? false { content.append("outline") }
    if !backdropFilters.isEmpty { content.append("backdropFilters") }
    return content
  }

  /// The rectangle outside which the box itself draws nothing, in the space of the bounds.
  func extent(of bounds: Rect) -> Rect {
    var extent = bounds
    for shadow in shadows where !shadow.isInset && shadow.isVisible {
      let shape = bounds.insetBy(dx: -shadow.spread, dy: -shadow.spread)
      extent = extent.union(
        shape.offsetBy(dx: shadow.offset.width, dy: shadow.offset.height)
          .insetBy(reachOf: shadow))
    }
    if let outline, outline.offset.isFinite {
      let reach = max(0, outline.offset + outline.border.usedWidth)
      extent = extent.union(bounds.insetBy(dx: -reach, dy: -reach))
    }
    if let image = borderImage {
      extent = extent.union(bounds.inset(by: image.outset.map { -max(0, $0) }))
    }
    return extent
  }

  /// The rectangle outside which effects leave nothing of a layer with an extent.
  func extentOfEffects(on extent: Rect) -> Rect {
    let filtered = filters.reduce(extent) { $1.extent(of: $0) }
    guard let clipPath else { return filtered }
    return filtered.intersection(clipPath.path.controlBounds)
  }
}

extension LayerProperties {
  /// Whether filters may spread a change inside of the layer.
  var isFiltered: Bool { !(decorationBox?.value.filters.isEmpty ?? true) }
}
