// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import SystemConcurrency

import struct Synchronization.Atomic

/// The painting of one frame in bands, by any number of threads.
///
/// Each thread calls ``run()``; no thread waits for another.
package final class FrameJob: Sendable {
  let plan: CompositionPlan
  let tree: RenderTree
  private let surface: SharedSurface
  private let damage: DamageRegion
  private let notes: [FrameNote]
  private let bands: [PixelRect]
  private let sequence: Int
  private let cancellation: Cancellation?
  private let next = Atomic<Int>(0)
  private let unfinished: Atomic<Int>
  private let outcome = Mutex(Outcome())

  private struct Outcome {
    /// The error of the first band of those that failed.
    var error: (band: Int, reason: any Error)?
    /// The painted work, by the index of the band; empty if the frame has no report.
    var work: [Int: PaintedWork] = [:]

    func hasFailed(before band: Int) -> Bool { error.map { $0.band < band } ?? false }
  }

  /// Prepares a frame.
  ///
  /// - Parameters:
  ///   - painted: The pixels to paint.
  ///   - damage: The pixels that differ from the frame before.
  init(
    _ plan: CompositionPlan, of tree: RenderTree, on surface: SharedSurface,
    painting painted: DamageRegion, damage: DamageRegion, notes: [FrameNote], sequence: Int,
    cancellation: Cancellation?
  ) {
    self.notes = notes
    (self.plan, self.tree, self.surface) = (plan, tree, surface)
    (self.damage, self.sequence, self.cancellation) = (damage, sequence, cancellation)
    bands = painted.rectangles.flatMap { plan.bands(of: $0) }
    unfinished = Atomic(bands.count)
  }

  /// The number of bands, and of the most threads that find work.
  package var bandCount: Int { bands.count }

  /// Paints bands until none is left.
  ///
  /// - Returns: Whether this call finished the last band; then ``frame()`` may be called.
  package func run() -> Bool {
    var isLast = bands.isEmpty
    while true {
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index < bands.count else { return isLast }
      paint(index)
      isLast = unfinished.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0
    }
  }

  /// Paints a band, unless an earlier one has failed. ``frame()`` throws the error of the earliest
  /// band, so that the outcome is the same on any number of threads.
  private func paint(_ index: Int) {
    if outcome.withLock({ $0.hasFailed(before: index) }) { return }
    do {
      if cancellation?.isCancelled ?? false { throw CancellationError() }
      var painter = PlanPainter(
        plan, on: surface, area: bands[index], cancellation: cancellation)
      try painter.paint()
      if let work = painter.work { outcome.withLock { $0.work[index] = work } }
    } catch {
      outcome.withLock { if !$0.hasFailed(before: index) { $0.error = (index, error) } }
    }
  }

  /// The frame, after the last band.
  ///
  /// - Throws: `GraphicsError`, an error that the drawing of contents threw, or
  ///   `CancellationError`. Of several bands that failed, the first one's error is thrown.
  package func frame() throws -> Frame {
    let outcome = outcome.withLock { $0 }
    if let error = outcome.error { throw error.reason }
    return Frame(
      image: surface.freeze(), scale: tree.scale, damage: damage, time: tree.time,
      sequence: sequence, report: plan.isReporting ? report(of: outcome.work) : nil, notes: notes)
  }

  private func report(of bands: [Int: PaintedWork]) -> FrameReport {
    // Results are merged in the order of the bands, so that the reason reported for a layer's
    // group, the first one found, is the same on any number of threads.
    let work = bands.sorted { $0.key < $1.key }
      .reduce(into: PaintedWork()) { $0.merge($1.value) }
    let layers = plan.layers.enumerated().compactMap { index, node -> FrameReport.Layer? in
      work.layers[index].map { done in
        FrameReport.Layer(
          name: node.name, id: node.id, pixels: done.pixels, groupPixels: done.groupPixels,
          groupReason: done.groupReason)
      }
    }
    return FrameReport(
      layerCount: tree.root.nodeCount, copyCount: tree.root.copyCount,
      paintedPixels: self.bands.reduce(0) { $0 + $1.area },
      drawnPixels: work.pixels, layers: layers, isCutOff: tree.root.isCutOff)
  }
}

extension CompositionPlan {
  /// The pixels of a band, 512 KiB of memory: a usual frame has a few bands for each lane.
  private static let bandPixels = 1 << 17

  /// Divides a rectangle into bands of rows, which may be painted at the same time.
  func bands(of area: PixelRect) -> [PixelRect] {
    // Bands share no results: to blur a shadow, each band also filters `reach` rows above and below
    // itself. A band is at least twice as high as `reach`, so these rows at most double the work.
    let rows = max(8, Self.bandPixels / area.width, 2 * reach)
    return stride(from: area.y, to: area.maxY, by: rows).map { y in
      PixelRect(x: area.x, y: y, width: area.width, height: min(rows, area.maxY - y))
    }
  }
}
