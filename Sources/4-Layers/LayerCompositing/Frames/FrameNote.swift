// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Content of a layer that a frame does not show, for a reason that is probably a mistake.
///
/// Nothing is noted if content is invisible on purpose: in hidden and transparent layers, those
/// outside of the picture or behind others, backs of layers that are not double-sided, and layers
/// without content. Nor is a state noted that an animation may only pass through: a transform, a
/// size or a part of the contents of an animated layer, and the transform or place of layers inside
/// it. All conditions are in <doc:WhatIsNotShown>.
public struct FrameNote: Hashable, Sendable, CustomStringConvertible {
  /// The reason why content is not shown.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// A stable name, such as `noInverse`.
    public let description: String

    private init(_ name: String) { description = name }

    /// The layer's transform has no inverse in the plane in which it is drawn: the layer is seen
    /// from its edge, or has shrunk to a line or a point.
    public static let noInverse = Code("noInverse")
    /// A number of the layer's geometry, or a number computed from it, is not finite.
    public static let notFinite = Code("notFinite")
    /// The origin of the layer's space lies 10⁹ pixels or more from that of the picture.
    public static let tooFar = Code("tooFar")
    /// All of the layer lies behind the eye of a perspective.
    public static let behindEye = Code("behindEye")
    /// The bounds of a layer that fills them, or clips to them, are empty.
    public static let emptyBounds = Code("emptyBounds")
    /// The part of the contents that is shown is empty.
    public static let emptyContents = Code("emptyContents")
    /// A mask draws nothing, so nothing of the layer is left.
    public static let emptyMask = Code("emptyMask")
    /// A gradient has another number of places than of colours, or no extent.
    public static let badGradient = Code("badGradient")
    /// A gradient layer has contents, which its gradient replaces.
    public static let gradientContents = Code("gradientContents")
    /// A transform layer, or a replicator that preserves depth, has content of its own.
    public static let spaceContents = Code("spaceContents")
    /// A layer lies below level `LayerLimits.depth`.
    public static let tooDeep = Code("tooDeep")
    /// Cells of an emitter have neither contents nor cells of their own.
    public static let emptyCell = Code("emptyCell")
    /// An emitter has more births than `LayerLimits.particles` from which particles may still live,
    /// so some are not shown.
    public static let particleLimit = Code("particleLimit")
    /// A layer is drawn at the scale of the device, since the bitmaps of layers of a
    /// `rasterizationScale` would have too many pixels.
    public static let rasterLimit = Code("rasterLimit")
    /// A tiled layer has no source and no other drawing of its tiles.
    public static let noTileSource = Code("noTileSource")
    /// There are more notes than a frame keeps.
    public static let more = Code("more")
  }

  /// The reason.
  public let code: Code
  /// The layer's name.
  public let name: String?
  /// The layer's identity.
  public let id: LayerID?
  /// The names of the layers from below the root down to the layer, with `/` between them; a layer
  /// without a name has its number among its siblings, from 0, and a mask is called `mask`. Empty
  /// for the root.
  public let path: String
  /// The reason as a sentence without its subject, in English.
  public let message: String

  /// The layer's path and the reason.
  public var description: String {
    if code == .more { return message }
    return path.isEmpty ? "the root layer \(message)" : "layer \(path) \(message)"
  }
}
