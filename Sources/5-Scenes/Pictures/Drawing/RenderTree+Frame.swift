// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import LayerCompositing
package import SystemConcurrency
package import SystemLanes

extension RenderTree {
  /// Draws the tree from nothing: the one way in which pictures and frames of films are drawn.
  ///
  /// - Parameters:
  ///   - lanes: Lanes that help where the picture has several bands; `nil` where they draw other
  ///     pictures at the same time.
  ///   - reporting: Whether the frame has a report of its layers.
  ///   - cancellation: Polled where no lanes help.
  /// - Throws: `GraphicsError`, an error of contents that draw themselves, or `CancellationError`.
  package func frame(
    on lanes: RenderLanes?, reporting: Bool = false, cancellation: Cancellation = .never
  ) throws -> Frame {
    if let lanes {
      return try TreeRenderer(lanes: lanes).renderAndWait(self, reporting: reporting)
    }
    let job = try Compositor.job(of: self, reporting: reporting, cancellation: cancellation)
    _ = job.run()
    return try job.frame()
  }
}
