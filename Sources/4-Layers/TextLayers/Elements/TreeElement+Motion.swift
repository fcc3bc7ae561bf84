// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import LayerRendering

extension TreeElement {
  /// Changes the layer over time; animations apply in the order in which they were added.
  ///
  /// ```swift
  /// Box(.blue).frame(0, 0, 40, 40)
  ///   .animation(LayerAnimation("position.x", to: .number(300), duration: 2))
  /// ```
  ///
  /// The picture is that of the tree's `time`. An animation that does not fit the layer changes
  /// nothing; see `LayerAnimation.check(for:)`.
  public func animation(_ animation: LayerAnimation) -> Self {
    with { $0.animations.append(animation) }
  }

  /// The place of the layer's time, and of that of its sublayers, in the time around it.
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
