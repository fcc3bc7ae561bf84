// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
import LayerRendering

/// A layer that draws copies of its sublayers, each one moved and coloured relative to the one
/// before.
///
/// Copies are made when a picture is composed: the sublayers exist once, and conversions and hit
/// tests see the first copy alone. Replicators may be nested. A picture in which copies draw more
/// than `LayerLimits.instances` layers is refused with `tooLarge`.
///
/// ```swift
/// let ring = ReplicatorLayer()
/// ring.frame = Rect(width: 600, height: 600)
/// ring.instanceCount = 10
/// ring.instanceTransform = Transform3D.identity
///   .translated(x: 0, y: 200).rotated(.pi / 5).translated(x: 0, y: -200)
/// ring.instanceBlueOffset = -0.1
/// ring.addSublayer(square)
/// ```
@MainActor
open class ReplicatorLayer: Layer {
  /// Creates a layer that draws one copy.
  public override init() {
    super.init()
    change { $0.replicator = ReplicatorProperties() }
  }

  /// The number of copies, the sublayers themselves among them; 0 or less draws none.
  public final var instanceCount: Int {
    get { properties.replicator.instanceCount }
    set { change { $0.replicator.instanceCount = newValue } }
  }

  /// The map from each copy to the next one, about the centre of the bounds and before
  /// `sublayerTransform`. The first copy, at the back, is not mapped.
  public final var instanceTransform: Transform3D {
    get { properties.replicator.instanceTransform }
    set { change { $0.replicator.instanceTransform = newValue } }
  }

  /// The colour that the first copy's pixels are multiplied by. Each copy's colour is that of the
  /// one before and the offsets, cut off at 0 and 1.
  public final var instanceColor: Color {
    get { properties.replicator.instanceColor }
    set { change { $0.replicator.instanceColor = newValue } }
  }

  /// What each copy adds to the red of the one before.
  public final var instanceRedOffset: Double {
    get { properties.replicator.instanceRedOffset }
    set { change { $0.replicator.instanceRedOffset = newValue } }
  }

  /// What each copy adds to the green of the one before.
  public final var instanceGreenOffset: Double {
    get { properties.replicator.instanceGreenOffset }
    set { change { $0.replicator.instanceGreenOffset = newValue } }
  }

  /// What each copy adds to the blue of the one before.
  public final var instanceBlueOffset: Double {
    get { properties.replicator.instanceBlueOffset }
    set { change { $0.replicator.instanceBlueOffset = newValue } }
  }

  /// What each copy adds to the opacity of the one before.
  public final var instanceAlphaOffset: Double {
    get { properties.replicator.instanceAlphaOffset }
    set { change { $0.replicator.instanceAlphaOffset = newValue } }
  }

  /// The delay of each copy's animations against the one before, in seconds. It has no effect on
  /// layers without animations.
  public final var instanceDelay: Double {
    get { properties.replicator.instanceDelay }
    set { change { $0.replicator.instanceDelay = newValue } }
  }

  /// Whether the copies keep their depth instead of being flattened into the layer's plane. The
  /// layer is then a space as a transform layer is: it draws nothing itself, and its opacity counts
  /// for each sublayer of each copy.
  public final var preservesDepth: Bool {
    get { properties.replicator.preservesDepth }
    set { change { $0.replicator.preservesDepth = newValue } }
  }
}
