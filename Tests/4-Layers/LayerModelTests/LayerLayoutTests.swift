// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import CanvasGeometry
import LayerCompositing
import LayerModel
import Testing

@Suite("Layer: layout", .timeLimit(.minutes(30)))
@MainActor
struct LayerLayoutTests {
  private final class Log {
    var lines: [String] = []
  }

  private final class Column: Layer {
    let log: Log
    var onLayout: (() -> Void)?

    init(_ name: String, _ log: Log) {
      self.log = log
      super.init()
      self.name = name
    }

    override func layoutSublayers() {
      log.lines.append(name ?? "")
      onLayout?()
    }
  }

  private final class Delegate: LayerDelegate {
    var laidOut: [LayerID] = []
    func layoutSublayers(of layer: Layer) { laidOut.append(layer.id) }
  }

  private let log = Log()

  @Test("A layout lays out a sublayer that is due in the same round, and measures it")
  func layoutWithinLayout() async {
    let (outer, inner) = (Column("outer", log), Column("inner", log))
    outer.addSublayer(inner)
    inner.setNeedsLayout()
    outer.setNeedsLayout()
    outer.onLayout = { [log] in
      inner.layoutIfNeeded()
      log.lines.append("measured")
    }
    await DisplayCoordinator.main.drain()
    #expect(log.lines == ["outer", "inner", "measured"])
  }

  @Test("S-060: one call after many invalidations, by an override or by the delegate")
  func s060_onceATurn() async {
    let (column, plain, delegate) = (Column("column", log), Layer(), Delegate())
    plain.delegate = delegate
    for i in 1...50 {
      column.setNeedsLayout()
      plain.setNeedsLayout()
      column.addSublayer(Layer())
      column.bounds = Rect(width: Double(i), height: 1)
    }
    #expect(column.needsLayout && log.lines.isEmpty)
    await DisplayCoordinator.main.drain()
    #expect(log.lines == ["column"] && delegate.laidOut == [plain.id])
    #expect(!column.needsLayout && !plain.needsLayout)
    column.position = Point(x: 5, y: 5)
    await DisplayCoordinator.main.drain()
    #expect(log.lines == ["column"])
    column.setNeedsLayout()
    await DisplayCoordinator.main.drain()
    #expect(log.lines == ["column", "column"])
  }

  @Test("S-060: a new size of the bounds needs a layout, a new origin does not")
  func s060_newBounds() async {
    let column = Column("column", log)
    column.bounds = Rect(width: 1, height: 1)
    #expect(column.needsLayout)
    column.addSublayer(Layer())
    column.layoutIfNeeded()
    column.bounds.origin = Point(x: 1, y: 1)
    #expect(!column.needsLayout)
    column.bounds.size.width = 2
    #expect(column.needsLayout)
  }

  @Test("S-060: superlayers come first, and what they invalidate is laid out in the same turn")
  func s060_outerFirst() async {
    let (a, b, c) = (Column("a", log), Column("b", log), Column("c", log))
    a.addSublayer(b)
    b.addSublayer(c)
    a.layoutIfNeeded()
    log.lines = []
    a.onLayout = { c.setNeedsLayout() }
    b.setNeedsLayout()
    a.setNeedsLayout()
    await DisplayCoordinator.main.drain()
    #expect(log.lines == ["a", "b", "c"])
  }

  @Test("S-060: layout comes before the displays of the turn")
  func s060_beforeDisplays() async {
    let column = Column("layout", log)
    let label = AsyncLayer()
    let log = log
    final class Task: AsyncLayerDelegate {
      let log: Log
      init(_ log: Log) { self.log = log }
      func displayTask(for layer: AsyncLayer) -> DisplayTask<Void>? {
        log.lines.append("display \(layer.bounds.width)")
        return nil
      }
    }
    let task = Task(log)
    label.displayDelegate = task
    column.addSublayer(label)
    column.onLayout = { label.bounds = Rect(width: 40, height: 10) }
    label.setNeedsDisplay()
    await DisplayCoordinator.main.drain()
    #expect(log.lines == ["layout", "display 40.0"])
  }

  @Test("layoutIfNeeded lays out from the highest invalid layer above, and nothing beside it")
  func layoutIfNeeded() {
    let (top, a, b) = (Column("top", log), Column("a", log), Column("b", log))
    let leaf = Column("leaf", log)
    top.sublayers = [a, b]
    a.addSublayer(leaf)
    top.layoutIfNeeded()
    log.lines = []
    leaf.setNeedsLayout()
    a.setNeedsLayout()
    b.setNeedsLayout()
    leaf.layoutIfNeeded()
    #expect(log.lines == ["a", "leaf"])
    #expect(b.needsLayout)
    b.layoutIfNeeded()
    b.layoutIfNeeded()
    #expect(log.lines == ["a", "leaf", "b"])
  }

  @Test("Layouts that invalidate each other forever end")
  func endlessLayout() async {
    let (a, b) = (Column("a", log), Column("b", log))
    a.onLayout = { b.setNeedsLayout() }
    b.onLayout = { a.setNeedsLayout() }
    a.setNeedsLayout()
    await DisplayCoordinator.main.drain()
    #expect(log.lines.count == 16)
    #expect(!a.needsLayout && !b.needsLayout)
  }
}
