// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import CanvasGeometry
import Dispatch
import LayerCompositing
import SystemConcurrency

/// Vector contents of one colour that can be held up, or fail.
final class Gate: VectorContents {
  struct Failure: Error {}

  let color: Color
  let fails: Bool
  let count = Mutex(0)
  private let opened: DispatchSemaphore?

  /// - Parameter isClosed: Whether drawing waits for `open()`.
  init(_ color: Color, isClosed: Bool = false, fails: Bool = false) {
    self.color = color
    self.fails = fails
    opened = isClosed ? DispatchSemaphore(value: 0) : nil
  }

  func open() { opened?.signal() }

  func extent(in layerBounds: Rect) -> Rect { layerBounds }

  func draw(in context: inout GraphicsContext, layerBounds: Rect) throws {
    count.withLock { $0 += 1 }
    opened?.wait()
    opened?.signal()
    if fails { throw Failure() }
    try context.fill(layerBounds, with: color)
  }

  func isEqual(to other: any VectorContents) -> Bool { other as? Gate === self }
}
