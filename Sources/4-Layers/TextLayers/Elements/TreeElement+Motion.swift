// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import LayerCompositing

extension TreeElement {
  /// Changes the layer over time; animations apply in the order in which they were added.
  ///
  /// ```swift
  /// Box(.blue).frame(0, 0, 40, 40)
  ///   .animation(LayerAnimation("position.x", to: .number(300), duration: 2))
  /// ```
  ///
  /// The tree shows the layer at its `time`. An animation that does not fit the layer has no
  /// effect; see `LayerAnimation.check(for:emitter:)`.
  public func animation(_ animation: LayerAnimation) -> Self {
    with { $0.animations.append(animation) }
  }

  /// The mapping of the time around the layer to the layer's own time, in which its animations and
  /// sublayers run.
  public func timing(_ timing: MediaTiming) -> Self { with { $0.timing = timing } }
}

extension TreeElementAttributes {
  /// Time and animations as a value; `nil` for none.
  var motion: LayerMotion? {
    if animations.isEmpty, timing == .continuous { return nil }
    return LayerMotion(
      timing: timing,
      animations: animations.enumerated().map { (key: "\($0.offset)", animation: $0.element) })
  }
}
