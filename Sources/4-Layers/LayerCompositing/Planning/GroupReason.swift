// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry

/// The reason why a layer and its sublayers are drawn into a bitmap of their own, for reports.
public enum GroupReason: String, Sendable, CaseIterable {
  /// The opacity is below 1 and the layer draws several things, which fade as one picture.
  case opacity
  /// The layer has a mask.
  case mask
  /// The group is a mask's own picture, drawn inside the group that is masked.
  case masking
  /// The blend mode is not `normal`.
  case blendMode
  /// The shadow has the shape of all that the layer and its sublayers draw, so they are drawn
  /// first.
  case shadow
  /// The layer has filters.
  case filter
  /// The layer shows filtered pixels of what lies behind it.
  case backdrop
  /// `shouldRasterize` is set.
  case rasterize
  /// The pixels of a replicator's copy are multiplied by a colour.
  case instanceColor
}

extension GroupDraw {
  /// The group that a layer needs for its mask, opacity or blend mode; `nil` for none.
  ///
  /// - Parameter opacity: The layer's opacity, multiplied by the opacity of each superlayer whose
  ///   opacity is applied to its sublayers one by one.
  init?(of node: RenderNode, opacity: Double) {
    guard let reason = node.groupReason(opacity: opacity) else { return nil }
    self.init(opacity: opacity, blendMode: node.properties.blendMode, reason: reason)
  }
}

extension RenderNode {
  var hasContents: Bool {
    if case .none = contents { false } else { true }
  }

  /// Whether the layer's kind draws something: a shape, a gradient and so on.
  var hasKind: Bool {
    if properties.isCommon { return false }
    return if case .plain = properties.kind { false } else { true }
  }

  /// Whether the layer draws at most one thing, so that opacity can be applied without a group.
  var paintsOnce: Bool {
    if !sublayers.isEmpty { return false }
    if case .vector = contents { return false }
    if properties.decorationBox != nil { return false }
    let ofKind = properties.isCommon ? 0 : properties.kind.paintCount
    let hasBackground = (properties.backgroundColor?.alpha ?? 0) > 0
    let hasBorder = !properties.isCommon && properties.borderWidth > 0
    return [hasBackground, hasBorder, hasContents].count { $0 } + ofKind <= 1
  }

  /// Whether the layer draws at most one fill of a single colour.
  var isPlainFill: Bool {
    guard paintsOnce, !hasContents, mask == nil else { return false }
    if properties.isCommon { return true }
    return properties.kind == .plain && properties.blendMode == .sourceOver
      && properties.shadow.ink == nil
  }

  /// The reason to draw the layer and its sublayers as one picture, if only the layer's own opacity
  /// counts; `nil` for none.
  var groupReason: GroupReason? { groupReason(opacity: min(1, properties.opacity)) }

  /// The reason to draw the layer and its sublayers as one picture at a given opacity; `nil` for
  /// none.
  func groupReason(opacity: Double) -> GroupReason? {
    if mask != nil { return .mask }
    if properties.blendMode != .sourceOver { return .blendMode }
    if properties.shouldRasterize { return .rasterize }
    if let box = properties.decorationBox?.value {
      if !box.backdropFilters.isEmpty { return .backdrop }
      if box.isIsolated { return .blendMode }
    }
    let casts = properties.shadow.ink != nil && !properties.masksToBounds
    return opacity < 1 && properties.allowsGroupOpacity && (casts || !paintsOnce) ? .opacity : nil
  }

  /// The shape of the shadow, if it is known without drawing: the outline of an opaque background
  /// that contains everything the layer and its sublayers draw; otherwise `nil`.
  ///
  /// - Parameter isFlipped: Whether an odd number of layers around it are flipped.
  func castShape(isFlipped: Bool = false) -> ShapeOutline? {
    guard mask == nil, let color = properties.backgroundColor, color.isOpaque,
      !properties.bounds.isEmpty, properties.decorationBox == nil
    else { return nil }
    let outline = properties.outline(.affine(.identity))
    return outline.contains(extentOfInside(isFlipped: isFlipped)) ? outline : nil
  }
}
