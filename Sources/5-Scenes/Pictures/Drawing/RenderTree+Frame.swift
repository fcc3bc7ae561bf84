// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import LayerCompositing
package import SystemConcurrency
package import SystemLanes

extension RenderTree {
  /// Draws the tree without an earlier frame to start from. Pictures and frames of films are all
  /// drawn by this function.
  ///
  /// - Parameters:
  ///   - lanes: Lanes that help to draw a picture of several bands; `nil` if all lanes are busy
  ///     with other pictures at the same time.
  ///   - reporting: Whether the frame has a report of its layers.
  ///   - cancellation: Polled while the calling thread draws alone, without lanes.
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
