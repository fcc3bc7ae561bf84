// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
public import CanvasGeometry
public import LayerCompositing
public import LayerModel
public import SystemConcurrency
public import TextModel
public import TextPainting

/// A layer in the text: a ``TextLayer`` makes it a sublayer and keeps it at the attachment's
/// rectangle.
///
/// Elsewhere, for example in a picture of a ``TextRenderer``, its place is empty. The text layer
/// moves the layer when contents are committed, and removes it when they no longer have the
/// attachment.
public struct LayerAttachment: AttachmentContent {
  /// The layer.
  public let layer: Layer
  /// The size in points.
  public let naturalSize: Size?

  /// Creates content of the size that the layer's bounds have now.
  @MainActor
  public init(_ layer: Layer) {
    self.layer = layer
    naturalSize = layer.bounds.size
  }

  /// Whether another content is the same layer.
  public func isEqual(to other: any AttachmentContent) -> Bool {
    guard let other = other as? LayerAttachment else { return false }
    return layer === other.layer && naturalSize == other.naturalSize
  }

  /// Hashes the layer's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(layer)) }
}

extension AttachmentContent where Self == LayerAttachment {
  /// A layer, in the size that its bounds have now.
  @MainActor
  public static func layer(_ layer: Layer) -> Self { LayerAttachment(layer) }
}

/// A tree of nodes as the content of an attachment. It is composed while the text is drawn.
public struct TreeAttachment: AttachmentDrawing {
  /// The tree; its scale is that of the drawing.
  public let tree: RenderTree

  /// Creates content.
  public init(_ tree: RenderTree) { self.tree = tree }

  /// The size of the tree, in points.
  public var naturalSize: Size? { tree.size }

  /// Whether another content is the same tree.
  public func isEqual(to other: any AttachmentContent) -> Bool {
    guard let other = other as? TreeAttachment else { return false }
    return tree.root === other.tree.root && tree.size == other.tree.size
      && tree.background == other.tree.background && tree.time == other.tree.time
  }

  /// Hashes the size.
  public func hash(into hasher: inout Hasher) { hasher.combine(tree.size) }

  /// Composes the tree and draws its picture.
  public func draw(
    in context: inout GraphicsContext, size: Size, cancellation: Cancellation
  ) throws {
    try cancellation.check()
    var tree = tree
    // At the scale of the context, the picture is sharp in unrotated text; else it is resampled.
    let scale = context.transform.a * size.width / max(tree.size.width, .leastNormalMagnitude)
    tree.scale = scale > 0 && scale.isFinite ? min(scale, 8) : 1
    let image = try Compositor.image(of: tree)
    try context.draw(image, in: Rect(origin: .zero, size: size))
  }
}

extension AttachmentContent where Self == TreeAttachment {
  /// A tree of nodes.
  public static func layer(_ tree: RenderTree) -> Self { TreeAttachment(tree) }
}
