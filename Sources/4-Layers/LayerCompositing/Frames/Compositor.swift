// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import CanvasDrawing
package import SystemConcurrency

/// Composes frames of trees on the calling thread.
///
/// The same tree gives the same bytes on any thread and machine. `TreeRenderer` composes on several
/// lanes at once; `LayerHost` composes a frame after each change, and repaints only what differs.
public enum Compositor {
  /// Composes a whole frame of a tree, without an earlier one.
  ///
  /// - Parameters:
  ///   - tree: The layers, the size in points and the scale.
  ///   - reporting: Whether the frame has a ``Frame/report``, which takes a part of a microsecond
  ///     for each layer.
  /// - Throws: `GraphicsError` for a size without pixels or with too many, or if there is no
  ///   memory; an error that the drawing of contents threw.
  /// - Complexity: O(layers + pixels drawn).
  public static func frame(of tree: RenderTree, reporting: Bool = false) throws -> Frame {
    let job = try job(of: tree, reporting: reporting)
    _ = job.run()
    return try job.frame()
  }

  /// Plans a whole frame of a tree, without an earlier one, to be painted by any number of threads.
  ///
  /// - Throws: `badSize`, `tooLarge` or `allocationFailed`.
  package static func job(
    of tree: RenderTree, reporting: Bool = false, cancellation: Cancellation? = nil
  ) throws(GraphicsError) -> FrameJob {
    var buffers = FrameBuffers()
    let job = try buffers.begin(tree, reporting: reporting, cancellation: cancellation)
    guard let job else { preconditionFailure("a first frame is painted") }
    return job
  }

  /// Draws a layer and all below it into a context, over what is there. The user space of the
  /// context is the space of the layer's bounds: the position and transform of the layer are
  /// ignored; its opacity, mask and blend mode apply.
  ///
  /// Animations are ignored. After an error the graphics state of the context is restored, and a
  /// part of the picture is drawn.
  ///
  /// - Throws: `tooLarge` for too many copies of layers; `allocationFailed`; an error that the
  ///   drawing of contents threw.
  /// - Complexity: O(layers + pixels drawn).
  public static func draw(_ root: RenderNode, in context: inout GraphicsContext) throws {
    try CompositionPlan.checkCopies(of: root)
    let clip = context.clipPixels
    if clip.isEmpty { return }
    let plan = CompositionPlan(
      root.atOrigin(), in: PlaneMap(of: context), canvas: clip, cancellation: context.cancellation)
    context.saveGState()
    var painter = PlanPainter(plan, above: context)
    let result = Result { try painter.paint() }
    context = painter.takeContext()
    context.restoreGState()
    try result.get()
  }

  /// The picture of a tree; see ``frame(of:reporting:)``.
  public static func image(of tree: RenderTree) throws -> Bitmap { try frame(of: tree).image }
}
