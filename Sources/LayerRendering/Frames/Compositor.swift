// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextGraphics
package import TextRuntime

/// Composes trees of layers into pictures on the calling thread.
///
/// The same tree gives the same bytes on any thread and machine. For several lanes at once, see
/// `SceneRenderer`; for a view that shows what changes, `LayerHost`.
public enum Compositor {
  /// Composes a tree from nothing.
  ///
  /// - Throws: `GraphicsError` for a size without pixels or with too many, or without memory; an
  ///   error of contents that draw themselves.
  /// - Complexity: O(layers + pixels drawn).
  public static func frame(of tree: RenderTree) throws -> Frame {
    let job = try job(of: tree)
    _ = job.run()
    return try job.frame()
  }

  /// Plans a tree from nothing, to be painted by any number of threads.
  ///
  /// - Throws: `badSize`, `tooLarge` or `allocationFailed`.
  package static func job(
    of tree: RenderTree, cancellation: Cancellation? = nil
  ) throws(GraphicsError) -> FrameJob {
    var history = FrameHistory()
    guard let job = try history.begin(tree, cancellation: cancellation) else {
      preconditionFailure("a first frame is painted")
    }
    return job
  }

  /// Draws a layer and all below it into a context, above what that holds: in the space of the
  /// layer's bounds, which is the context's user space. Position and transform of the layer do not
  /// count; its opacity, mask and blend mode do.
  ///
  /// Nothing moves: what the tree holds is drawn as it is. After an error the context has its state
  /// again, and a part of the picture.
  ///
  /// - Throws: `tooLarge` for too many copies of layers; `allocationFailed`; an error of contents
  ///   that draw themselves.
  /// - Complexity: O(layers + pixels drawn).
  public static func draw(_ root: RenderNode, in context: inout GraphicsContext) throws {
    try CompositionPlan.checkCopies(of: root)
    let clip = context.clipPixels
    if clip.isEmpty { return }
    let plan = CompositionPlan(
      root.atOrigin(), in: PlaneMap(of: context), canvas: clip, cancellation: context.cancellation)
    context.saveGState()
    var painter = PlanPainter(plan, above: context)
    let result = Result { try painter.paint(isSoft: true) }
    context = painter.takeContext()
    context.restoreGState()
    try result.get()
  }

  /// The picture of a tree; see ``frame(of:)``.
  public static func image(of tree: RenderTree) throws -> Bitmap { try frame(of: tree).image }
}
