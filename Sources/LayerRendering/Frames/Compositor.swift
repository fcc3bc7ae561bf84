// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

public import TextGraphics

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
    var history = FrameHistory()
    guard let job = try history.begin(tree) else { preconditionFailure("a first frame is painted") }
    _ = job.run()
    return try history.finish(job)
  }

  /// The picture of a tree; see ``frame(of:)``.
  public static func image(of tree: RenderTree) throws -> Bitmap { try frame(of: tree).image }
}
