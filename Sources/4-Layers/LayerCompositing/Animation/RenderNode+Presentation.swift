// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
package import CanvasGeometry

/// Contents with a colour that animations of `foregroundColor` can change.
package protocol ColorableContents: VectorContents {
  /// The colour; the first one if there are several.
  var foregroundColor: Color { get }

  /// The same drawing in another colour.
  func colored(_ color: Color) -> any VectorContents
}

/// Contents with a font size that animations of `fontSize` can change.
package protocol SizableContents: VectorContents {
  /// The em size, in points; `nil` if there are several.
  var fontSize: Double? { get }

  /// Makes the same text in another em size, in points; called on any thread. `nil` if that text
  /// cannot be drawn.
  func sized(_ fontSize: Double) -> (any VectorContents)?
}

extension NodeContents {
  /// The contents that animations of `fontSize` change; `nil` if they have no text.
  private var sizable: (any SizableContents)? {
    switch self {
    case .none: nil
    case .image(let image): image.repeatsDrawing ? image.drawing as? any SizableContents : nil
    case .vector(let vector): vector as? any SizableContents
    }
  }

  /// The em size that animations of `fontSize` change.
  var fontSize: Double? { sizable?.fontSize }

  /// The same contents in another em size.
  func sized(_ fontSize: Double) -> NodeContents {
    sizable?.sized(fontSize).map { .vector($0) } ?? self
  }

  /// The colour that animations of `foregroundColor` change; `nil` for contents without one.
  var foregroundColor: Color? {
    switch self {
    case .none: nil
    case .image(let image):
      image.bitmap.format == .alpha8
        ? image.tint : (image.drawing as? any ColorableContents)?.foregroundColor
    case .vector(let vector): (vector as? any ColorableContents)?.foregroundColor
    }
  }

  /// The same contents in another colour.
  func colored(_ color: Color) -> NodeContents {
    switch self {
    case .none: return self
    case .vector(let vector):
      guard let vector = vector as? any ColorableContents else { return self }
      return .vector(vector.colored(color))
    case .image(var image):
      image.tint = color
      let drawing = (image.drawing as? any ColorableContents)?.colored(color)
      image.drawing = drawing as? any RepeatableDrawing
      image.showsDrawing = image.drawing != nil && image.bitmap.format != .alpha8
      return .image(image)
    }
  }
}

extension RenderNode {
  /// The layer and all below it with the values that animations present at a time. The result has
  /// no animations.
  ///
  /// Nodes that are not animated are the same objects. Delayed copies of replicators
  /// (`instanceDelay`) are made up to `LayerLimits.instances` layers; beyond that, copies are not
  /// delayed.
  ///
  /// - Parameters:
  ///   - time: In the time of the superlayer, in seconds.
  ///   - treeTime: In the time of the tree; by default that of the superlayer.
  /// - Complexity: O(*n*) for *n* layers that change with time themselves or contain a layer that
  ///   does, with their sublayers.
  package func presented(at time: Double, treeTime: Double? = nil) -> RenderNode {
    var presentation = Presentation(treeTime: treeTime ?? time)
    return presented(at: time, level: 1, &presentation)
  }

  /// The layer and all below it with the values of their properties, ignoring animations, and with
  /// timed contents as they are at a time.
  ///
  /// - Parameters:
  ///   - time: In the time of the superlayer, in seconds.
  ///   - treeTime: In the time of the tree.
  package func still(at time: Double, treeTime: Double) -> RenderNode {
    var presentation = Presentation(treeTime: treeTime, moves: false)
    return presented(at: time, level: 1, &presentation)
  }

  /// The state of presenting a tree.
  private struct Presentation {
    let treeTime: Double
    /// Whether animations apply.
    var moves = true
    /// The number of layers in delayed copies that may still be made.
    var copies = LayerLimits.instances
  }

  private func presented(
    at time: Double, level: Int, _ presentation: inout Presentation
  ) -> RenderNode {
    // A layer that does not change, or is too deep or hidden to be drawn, stays as it is.
    guard hasMotion, level <= LayerLimits.depth, !isHiddenForGood else { return self }
    let time = motion?.localTime(at: time) ?? time
    let state =
      presentation.moves
      ? presentedLayer(at: time)
      : PresentedLayer(properties: properties, foregroundColor: contents.foregroundColor)
    var contents = contents.presented(at: time, treeTime: presentation.treeTime)
    if let size = state.fontSize, size != contents.fontSize { contents = contents.sized(size) }
    if let color = state.foregroundColor, color != contents.foregroundColor {
      contents = contents.colored(color)
    }
    let node = RenderNode(
      id: id, name: name, properties: state.properties, contents: contents,
      mask: mask?.presented(at: time, level: level + 1, &presentation),
      sublayers: sublayersInOrder.map { $0.presented(at: time, level: level + 1, &presentation) },
      copies: delayedCopies(at: time, state.properties, level: level, &presentation),
      isAnimated: motion?.animations.isEmpty == false, isContainer: isContainer, isItem: isItem)
    guard let (transition, progress) = state.transition else { return node }
    return transition.node(to: node, progress)
  }

  /// The value of a property of the contents, `foregroundColor` or `fontSize`, at a time of the
  /// layer; `nil` for other keys, and for contents without it.
  package func presentedValueOfContents(_ key: String, at time: Double) -> LayerValue? {
    switch key {
    case "foregroundColor": presentedLayer(at: time).foregroundColor.map { .color($0) }
    case "fontSize": presentedLayer(at: time).fontSize.map { .number($0) }
    default: nil
    }
  }

  /// The presented values of the layer itself, at a time of its own.
  func presentedLayer(at time: Double) -> PresentedLayer {
    var state = PresentedLayer(
      properties: properties, foregroundColor: contents.foregroundColor,
      fontSize: contents.fontSize)
    motion?.apply(at: time, to: &state)
    return state
  }

  /// The sublayers of each copy of a replicator with delayed copies; `nil` if all copies are equal.
  private func delayedCopies(
    at time: Double, _ properties: LayerProperties, level: Int,
    _ presentation: inout Presentation
  ) -> [[RenderNode]]? {
    guard let delays = properties.copyDelays, sublayers.contains(where: \.hasMotion) else {
      return nil
    }
    let layers = sublayers.reduce(0) { $0 + $1.nodeCount }
    let cost = layers.multipliedReportingOverflow(by: delays.count)
    guard !cost.overflow, cost.partialValue <= presentation.copies else { return nil }
    presentation.copies -= cost.partialValue
    var copies: [[RenderNode]] = []
    for delay in delays {
      copies.append(
        sublayers.map { $0.presented(at: time - delay, level: level + 1, &presentation) })
    }
    return copies
  }

  /// The next time at which the picture of the layer may change: the given time itself while
  /// something is animated, `infinity` if it never changes.
  ///
  /// - Parameters:
  ///   - time: In the time of the superlayer, in seconds.
  ///   - treeTime: In the time of the tree; by default that of the superlayer.
  package func nextChange(from time: Double, treeTime: Double? = nil) -> Double {
    var presentation = Presentation(treeTime: treeTime ?? time)
    return nextChange(from: time, level: 1, &presentation)
  }

  /// - Parameter presentation: Holds the number of delayed copies that may still be examined. A
  ///   layer with more copies counts as animated.
  private func nextChange(
    from parent: Double, level: Int, _ presentation: inout Presentation
  ) -> Double {
    guard hasMotion, level <= LayerLimits.depth, !isHiddenForGood else { return .infinity }
    let time = motion?.localTime(at: parent) ?? parent
    var next = motion?.nextChange(from: time) ?? .infinity
    if let timed = contents.timed {
      if timed.changes(atTreeTime: presentation.treeTime) { return parent }
      next = min(next, timed.nextChange(from: time))
    }
    let delays = next > time ? presentedLayer(at: time).properties.copyDelays ?? [0] : []
    for child in sublayers + (mask.map { [$0] } ?? []) where next > time && child.hasMotion {
      for delay in delays where next > time {
        presentation.copies -= 1
        if presentation.copies < 0 { return parent }
        let change = child.nextChange(from: time - delay, level: level + 1, &presentation)
        next = min(next, change + delay)
      }
    }
    return motion?.parentTime(of: next, from: parent) ?? next
  }
}

extension RenderNode {
  /// Whether the layer is never visible: it is hidden or transparent, and has no animations.
  fileprivate var isHiddenForGood: Bool {
    motion == nil && (properties.isHidden || properties.opacity <= 0)
  }
}

extension LayerProperties {
  /// The delay of each copy of the sublayers, in seconds; `nil` if none is delayed or visible, or
  /// if there are too many copies.
  fileprivate var copyDelays: [Double]? {
    guard !isCommon, !isHidden, opacity > 0, let replicator = kind.replicator,
      replicator.instanceDelay != 0, replicator.instanceDelay.isFinite,
      (2...LayerLimits.instances).contains(replicator.instanceCount)
    else { return nil }
    return (0..<replicator.instanceCount).map { Double($0) * replicator.instanceDelay }
  }
}

extension RenderTree {
  /// The tree with the values that animations present at its ``time``. The result has no
  /// animations.
  public var presented: RenderTree {
    var tree = self
    tree.root = root.presented(at: time)
    return tree
  }
}
