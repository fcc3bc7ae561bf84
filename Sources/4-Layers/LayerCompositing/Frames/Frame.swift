// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing

/// A composed picture of a tree of layers.
public struct Frame: Sendable {
  /// The pixels: `rgba8`, premultiplied.
  public let image: Bitmap
  /// Device pixels per point.
  public let scale: Double
  /// The pixels that may differ from the frame before; the whole picture for the first one.
  public let damage: DamageRegion
  /// The point in time that the picture shows, in seconds.
  public let time: Double
  /// The number of frames before this one.
  public let sequence: Int
  /// The work that the frame took, by layers; `nil` unless a report was requested.
  public let report: FrameReport?
  /// The layers whose content is not shown for a reason that is probably a mistake; at most 32, and
  /// one more that counts the others. See <doc:WhatIsNotShown>.
  public internal(set) var notes: [FrameNote] = []
}

/// The work that a frame took.
public struct FrameReport: Sendable {
  /// The work that one layer took.
  public struct Layer: Sendable {
    /// The layer's name.
    public let name: String?
    /// The layer's identity.
    public let id: LayerID?
    /// The pixels that the layer drew, the sum of all draws.
    public let pixels: Int
    /// The pixels of the bitmaps into which the layer was drawn as a group.
    public let groupPixels: Int
    /// The first reason for a group; `nil` for a layer that is drawn directly.
    public let groupReason: GroupReason?
  }

  /// The number of layers of the tree, also of those that are not drawn.
  public let layerCount: Int
  /// The greatest number of layers that copies of replicators draw, besides those of the tree.
  public let copyCount: Int
  /// The pixels of the picture that were painted.
  public let paintedPixels: Int
  /// The pixels of all draws; divided by ``paintedPixels`` it is the overdraw.
  public let drawnPixels: Int
  /// The layers that drew anything, from back to front; each copy that a replicator draws has an
  /// entry of its own.
  public let layers: [Layer]
  /// Whether layers below level `LayerLimits.depth` of the tree were left out.
  public let isCutOff: Bool
}
