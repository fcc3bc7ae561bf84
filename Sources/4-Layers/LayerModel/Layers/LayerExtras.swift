// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasGeometry
import LayerCompositing

/// The properties that few layers have.
@MainActor
final class LayerExtras {
  var name: String?
  /// The layout and the item of box layout; `nil` until one of them is set.
  var box: LayerBoxState?
  weak var delegate: (any LayerDelegate)?
  /// The host of which the layer is the root.
  weak var host: LayerHost?
  var contentsTint: Color?
  var autoresizingMask = AutoresizingMask.none
  /// Whether hit tests of layers pass this one over with all below it.
  var passesHits = false
  var values: [String: Any] = [:]
  /// The actions of properties, by their names.
  var actions: [String: LayerAction] = [:]
  /// The layer's own time; `nil` for that of the superlayer.
  var timing: MediaTiming?
  /// The animations, in the order in which they apply.
  var animations: [LayerAnimationEntry] = []
  /// Called with the layer's time of the first frame that shows the layer; `nil` after that frame.
  var begin: ((Double) -> Void)?
  /// Timing and animations as a value; `nil` if one has changed since it was made.
  var cachedMotion: LayerMotion?
  /// The part of the contents that is out of date; `nil` for all of them.
  var dirtyRect: Rect?
  /// The error of the last drawing.
  var drawingError: (any Error)?

  /// Time and animations as a value; `nil` for none.
  var motion: LayerMotion? {
    if timing == nil, animations.isEmpty { return nil }
    if let cachedMotion { return cachedMotion }
    let motion = LayerMotion(
      timing: timing ?? .continuous,
      animations: animations.map { ($0.key, $0.presentedAnimation) })
    cachedMotion = motion
    return motion
  }
}

extension Layer {
  /// The extras, made at the first use.
  var extras: LayerExtras {
    if let extras = state.extras { return extras }
    let extras = LayerExtras()
    state.extras = extras
    return extras
  }

  /// The name of the layer, for reports and ``layer(named:)``.
  public var name: String? {
    get { state.extras?.name }
    set {
      extras.name = newValue
      dropNode()
    }
  }

  /// The object that lays out and draws for the layer; not retained.
  public var delegate: (any LayerDelegate)? {
    get { state.extras?.delegate }
    set {
      if newValue == nil, state.extras == nil { return }
      extras.delegate = newValue
      delegateChanged()
    }
  }
}
