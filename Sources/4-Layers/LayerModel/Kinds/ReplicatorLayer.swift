// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasGeometry
import LayerCompositing

/// A layer that draws copies of its sublayers, each one moved and coloured relative to the one
/// before.
///
/// Copies are made while a frame is composed: the sublayers exist once, and conversions and hit
/// tests find the first copy only. Replicators may be nested. A frame in which copies draw more
/// than `LayerLimits.instances` layers fails with `tooLarge`.
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

  /// The number of copies; the first one is the sublayers themselves. 0 or less draws nothing.
  public final var instanceCount: Int {
    get { properties.replicator.instanceCount }
    set { change { $0.replicator.instanceCount = newValue } }
  }

  /// The transform from each copy to the next one, about the centre of the bounds and before
  /// `sublayerTransform`. The first copy is not transformed; it is at the back.
  public final var instanceTransform: Transform3D {
    get { properties.replicator.instanceTransform }
    set { change { $0.replicator.instanceTransform = newValue } }
  }

  /// The colour that the pixels of the first copy are multiplied by. The colour of each further
  /// copy is that of the one before plus the offsets, clamped to 0...1.
  public final var instanceColor: Color {
    get { properties.replicator.instanceColor }
    set { change { $0.replicator.instanceColor = newValue } }
  }

  /// The red that is added from each copy to the next.
  public final var instanceRedOffset: Double {
    get { properties.replicator.instanceRedOffset }
    set { change { $0.replicator.instanceRedOffset = newValue } }
  }

  /// The green that is added from each copy to the next.
  public final var instanceGreenOffset: Double {
    get { properties.replicator.instanceGreenOffset }
    set { change { $0.replicator.instanceGreenOffset = newValue } }
  }

  /// The blue that is added from each copy to the next.
  public final var instanceBlueOffset: Double {
    get { properties.replicator.instanceBlueOffset }
    set { change { $0.replicator.instanceBlueOffset = newValue } }
  }

  /// The opacity that is added from each copy to the next.
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

  /// Whether the copies keep their depth instead of being flattened into the layer's plane. Like a
  /// transform layer, the layer then draws nothing itself, and its opacity applies to each sublayer
  /// of each copy separately.
  public final var preservesDepth: Bool {
    get { properties.replicator.preservesDepth }
    set { change { $0.replicator.preservesDepth = newValue } }
  }
}
