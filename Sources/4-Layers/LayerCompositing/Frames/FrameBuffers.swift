// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import CanvasDrawing
import CanvasGeometry
package import SystemConcurrency

import struct CanvasGeometry.PixelSize

/// The last frames of one view: the newest, with which the next frame is compared, and the buffers
/// into which the next frame may be painted.
///
/// A buffer is opened again when nothing else holds it. It then shows an older frame, and is
/// painted where any frame since differs. One frame is under way at a time.
package struct FrameBuffers {
  private struct Buffer {
    var image: Bitmap?
    /// The pixels that differ from the newest frame.
    var stale: DamageRegion
  }

  private var tree: RenderTree?
  private var newest: Frame?
  private var buffers: [Buffer] = []
  private var sequence = 0
  /// Whether layers of the newest frame are drawn at the scale of the device because bitmaps of
  /// other layers take all the room.
  private var isOverRasterLimit = false
  /// The visible parts of tiled layers in the tree that was begun last.
  package private(set) var tileDemands: [TileDemand] = []
  /// The visible parts of tiled layers in the tree that the next one is compared with.
  private var knownDemands: [TileDemand] = []

  /// The most buffers: one is shown, one is being painted, and one is being delivered.
  private static let limit = 3

  package init() {}

  /// Prepares the next frame: the tree with the values that animations present at its time. If
  /// nothing has changed, the tree is not planned.
  ///
  /// - Parameters:
  ///   - reporting: Whether the frame has a report.
  ///   - cancellation: Ends the painting early.
  /// - Returns: `nil` if no pixel and no note differs from the newest frame.
  /// - Throws: `badSize`, `tooLarge` or `allocationFailed`; the newest frame stays.
  package mutating func begin(
    _ tree: RenderTree, reporting: Bool = false, cancellation: Cancellation? = nil
  ) throws(GraphicsError) -> FrameJob? {
    let new = tree.presented
    let canvas = try CompositionPlan.canvas(of: new)
    var damage = DamageRegion(canvas)
    if let old = self.tree {
      let difference = TreeDifference(from: old, to: new, canvas: canvas)
      if difference.isPlannedAlike {
        (self.tree, tileDemands) = (new, knownDemands)
        return nil
      }
      damage = difference.damage
    }
    let plan = try CompositionPlan(
      new, reporting: reporting, cancellation: cancellation ?? .never)
    tileDemands = plan.tileDemands
    let notes = plan.notes.notes(in: new.root)
    if let newest {
      if damage.isEmpty, notes == newest.notes {
        (self.tree, knownDemands) = (new, tileDemands)
        return nil
      }
      // Over the limit of bitmaps, any change may alter which layers get a bitmap, so all is
      // damaged.
      if plan.isOverRasterLimit || isOverRasterLimit { damage = DamageRegion(canvas) }
    }
    let (surface, painted) = try takeSurface(canvas, damage)
    return FrameJob(
      plan, of: new, on: surface, painting: painted, damage: damage, notes: notes,
      sequence: sequence, cancellation: cancellation)
  }

  /// Adds a painted frame as the newest one.
  ///
  /// - Throws: The error of the painting; the newest frame stays.
  package mutating func finish(_ job: FrameJob) throws -> Frame {
    let frame = try job.frame()
    for i in buffers.indices { buffers[i].stale.formUnion(frame.damage) }
    buffers.append(Buffer(image: frame.image, stale: DamageRegion()))
    if buffers.count > Self.limit { buffers.removeFirst() }
    (tree, newest) = (job.tree, frame)
    knownDemands = job.plan.tileDemands
    isOverRasterLimit = job.plan.isOverRasterLimit
    sequence += 1
    return frame
  }

  /// The pixels of a free buffer, and the region that must be painted to make it the next frame.
  private mutating func takeSurface(
    _ canvas: PixelRect, _ damage: DamageRegion
  ) throws(GraphicsError) -> (SharedSurface, DamageRegion) {
    let size = (canvas.width, canvas.height)
    buffers.removeAll { $0.image.map { ($0.width, $0.height) != size } ?? true }
    // The newest frame's buffer is not reused: that frame must stay if the painting fails.
    for i in buffers.indices.dropLast().reversed() {
      if let surface = SharedSurface(reopening: &buffers[i].image) {
        var painted = buffers.remove(at: i).stale
        painted.formUnion(damage)
        return (surface, painted)
      }
    }
    let pixels = PixelSize(width: canvas.width, height: canvas.height)
    return (try SharedSurface(pixels: pixels), DamageRegion(canvas))
  }
}
