// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextModel

/// The copies that a layer draws of its sublayers. Defaults are Core Animation's.
public struct ReplicatorProperties: Hashable, Sendable {
  /// The number of copies, the sublayers themselves among them.
  public var instanceCount = 1
  /// The map from each copy to the next one, about the centre of the bounds.
  public var instanceTransform = Transform3D.identity
  /// The colour that the first copy's pixels are multiplied by.
  public var instanceColor = Color.white
  /// What each copy adds to the red of the one before.
  public var instanceRedOffset = 0.0
  /// What each copy adds to the green of the one before.
  public var instanceGreenOffset = 0.0
  /// What each copy adds to the blue of the one before.
  public var instanceBlueOffset = 0.0
  /// What each copy adds to the opacity of the one before.
  public var instanceAlphaOffset = 0.0
  /// The delay of each copy's animations against the one before, in seconds.
  public var instanceDelay = 0.0
  /// Whether copies keep their depth in the space of a transform layer around this one.
  public var preservesDepth = false

  /// Creates one copy.
  public init() {}
}
