// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import BoxTrees
import CanvasDrawing
import CanvasGeometry
import SystemConcurrency
import Testing
import TextTestSupport

@testable import LayerCompositing
@testable import LayerModel

/// A layer with a layout in its item.
@MainActor
func box(
  _ width: BoxLength = .auto, _ height: BoxLength = .auto, _ layout: BoxLayout? = nil,
  _ sublayers: [Layer] = []
) -> Layer {
  let layer = Layer()
  layer.layoutItem = BoxItem(width: width, height: height)
  layer.layout = layout
  layer.sublayers = sublayers
  return layer
}

/// A container of a size.
@MainActor
func card(
  _ size: Size, _ layout: BoxLayout, _ sublayers: [Layer] = []
) -> Layer {
  let layer = Layer(Rect(origin: .zero, size: size))
  layer.layout = layout
  layer.sublayers = sublayers
  return layer
}

/// How often cards are laid out in the turn of the main queue after some changes.
@MainActor
func passes(of layers: [Layer], after change: () throws -> Void) async rethrows -> Int {
  await DisplayCoordinator.main.drain()
  let before = layers.map(\.passCount)
  try change()
  await DisplayCoordinator.main.drain()
  return zip(layers, before).reduce(0) { $0 + $1.0.passCount - $1.1 }
}

extension Layer {
  /// How often the layer was laid out as an outermost container.
  var passCount: Int { state.extras?.box?.passCount ?? 0 }
}

/// Frames that a layout gives to live layers, and when it runs.
@Suite("Layer boxes", .timeLimit(.minutes(30)))
@MainActor
struct LayerBoxTests {
  private func frames(_ layers: [Layer]) -> [Rect] { layers.map(\.frame) }

  @Test("A row with a gap and padding, of fixed and growing items, in the next turn")
  func row() async {
    let items = [box(40, 20), box(.auto, 30), box(60)]
    items[1].layoutItem?.flexGrow = 1
    let card = card(
      Size(width: 300, height: 100), BoxLayout(.row, gap: 10, padding: 20), items)
    #expect(frames(items) == [.zero, .zero, .zero])
    await DisplayCoordinator.main.drain()
    #expect(card.passCount == 1)
    // 300 − 2 × 20 of padding − 2 × 10 of gaps − 40 − 60 leaves 140; what has no height is as
    // high as the room.
    #expect(
      frames(items) == [
        Rect(x: 20, y: 20, width: 40, height: 20), Rect(x: 70, y: 20, width: 140, height: 30),
        Rect(x: 220, y: 20, width: 60, height: 60),
      ])
    #expect(card.frame == Rect(width: 300, height: 100))
  }

  @Test("Containers in containers are laid out in one pass, and what a leaf holds stays")
  func nested() async {
    let byHand = Layer(Rect(x: 3, y: 4, width: 5, height: 6))
    let leaf = box(30, 10)
    leaf.addSublayer(byHand)
    let column = box(.auto, .auto, BoxLayout(.column, gap: 5), [leaf, box(50, 10)])
    let grid = box(
      .auto, .auto, BoxLayout(columns: [.fr(1), .fr(2)], gap: 6), [box(), box(.auto, 12)])
    grid.layoutItem?.flexGrow = 1
    let root = card(
      Size(width: 206, height: 80), BoxLayout(.row, align: .start), [column, grid])
    root.layoutIfNeeded()
    #expect(root.passCount == 1 && column.passCount == 0 && grid.passCount == 0)
    // The column is as wide as its widest item; the grid has 206 − 50, of which 150 are tracks.
    #expect(column.frame == Rect(width: 50, height: 25))
    #expect(leaf.frame == Rect(width: 30, height: 10))
    #expect(byHand.frame == Rect(x: 3, y: 4, width: 5, height: 6))
    #expect(grid.frame == Rect(x: 50, y: 0, width: 156, height: 12))
    #expect(
      frames(grid.sublayers) == [
        Rect(width: 50, height: 12), Rect(x: 56, y: 0, width: 100, height: 12),
      ])
  }

  @Test("Anchor points, origins of bounds and transforms stay; the frame is that before transforms")
  func geometry() {
    let item = box(40, 20)
    item.anchorPoint = Point(x: 1, y: 0)
    item.bounds.origin = Point(x: 7, y: 8)
    item.transform = Transform3D.scale(x: 2, y: 2)
    let root = card(Size(width: 100, height: 50), BoxLayout(.row, padding: 5), [item])
    root.bounds.origin = Point(x: 0, y: 30)
    root.layoutIfNeeded()
    #expect(item.bounds == Rect(x: 7, y: 8, width: 40, height: 20))
    #expect(item.position == Point(x: 45, y: 5))
    #expect(item.transform == Transform3D.scale(x: 2, y: 2))
  }

  @Test("A layer that keeps its frame, and a mask, are out of the flow, and outermost themselves")
  func outOfFlow() {
    let inner = box(10, 10)
    let kept = card(Size(width: 50, height: 50), BoxLayout(.row, padding: 2), [inner])
    kept.layoutItem = nil
    kept.position = Point(x: 200, y: 100)
    let (item, maskItem) = (box(20, 20), box(5, 5))
    let root = card(Size(width: 100, height: 100), BoxLayout(.row), [kept, item])
    let mask = card(Size(width: 60, height: 60), BoxLayout(.row, padding: 4), [maskItem])
    root.mask = mask
    root.layoutIfNeeded()
    #expect(kept.frame == Rect(x: 175, y: 75, width: 50, height: 50))
    #expect(inner.frame == Rect(x: 2, y: 2, width: 10, height: 10))
    #expect(item.frame == Rect(width: 20, height: 20))
    #expect(mask.frame == Rect(width: 60, height: 60))
    #expect(maskItem.frame == Rect(x: 4, y: 4, width: 5, height: 5))
    kept.layoutItem = BoxItem()
    root.layoutIfNeeded()
    // Now it is as wide as its contents, and as high as the row.
    #expect(kept.frame == Rect(width: 14, height: 100))
    #expect(item.frame == Rect(x: 14, y: 0, width: 20, height: 20))
  }

  @Test("From right to left: inherited by containers inside, also by those out of the flow")
  func rightToLeft() {
    let (a, b, c) = (box(10, 10), box(20, 10), box(5, 5))
    let kept = card(Size(width: 50, height: 50), BoxLayout(.row), [c])
    kept.layoutItem = nil
    let inner = box(60, .auto, BoxLayout(.row, gap: 2), [a, b])
    var layout = BoxLayout(.row)
    let root = card(Size(width: 100, height: 10), layout, [inner, kept])
    root.layoutIfNeeded()
    #expect(frames([inner, a, b, c]).map(\.minX) == [0, 0, 12, 0])
    layout.direction = .rightToLeft
    root.layout = layout
    root.layoutIfNeeded()
    kept.layoutIfNeeded()
    // 100 − 60; 60 − 10; 60 − 10 − 2 − 20; 50 − 5.
    #expect(frames([inner, a, b, c]).map(\.minX) == [40, 50, 28, 45])
    root.layout?.direction = nil
    root.layoutIfNeeded()
    kept.layoutIfNeeded()
    #expect(frames([inner, a, b, c]).map(\.minX) == [0, 0, 12, 0])
  }

  @Test("display none: without size, neither drawn nor hit, and isHidden stays the user's")
  func displayNone() throws {
    let (a, b) = (box(20, 20), box(20, 20))
    let inner = box(20, 20)
    a.layout = BoxLayout(.row)
    a.addSublayer(inner)
    for layer in [a, b] { layer.backgroundColor = .red }
    let root = card(Size(width: 60, height: 20), BoxLayout(.row), [a, b])
    root.layoutIfNeeded()
    #expect(root.hitTest(Point(x: 10, y: 10)) === inner)
    a.layout?.display = .none
    // At once, before the layout that moves `b`.
    #expect(root.hitTest(Point(x: 10, y: 10)) === root)
    let shown = try root.picture()
    a.opacity = 0
    #expect(try shown == root.picture())
    a.opacity = 1
    root.layoutIfNeeded()
    #expect(a.frame == .zero && inner.frame == .zero && !a.isHidden)
    #expect(b.frame == Rect(width: 20, height: 20))
    a.isHidden = true
    a.layout?.display = .flex
    root.layoutIfNeeded()
    #expect(a.isHidden && a.frame == Rect(width: 20, height: 20))
    #expect(b.frame.minX == 20 && inner.frame == Rect(width: 20, height: 20))
  }

  @Test("Pictures have their natural size in points, and keep their ratio")
  func pictures() throws {
    let picture = Layer()
    picture.contents = try Bitmap.filled(40, 20, .red)
    picture.contentsScale = 2
    let root = card(Size(width: 100, height: 100), BoxLayout(.column, align: .start), [picture])
    root.layoutIfNeeded()
    #expect(picture.frame == Rect(width: 20, height: 10))
    picture.contentsScale = 1
    root.layoutIfNeeded()
    #expect(picture.frame == Rect(width: 40, height: 20))
    picture.layoutItem?.width = 80
    root.layoutIfNeeded()
    // As an `img` of CSS, whatever the gravity.
    #expect(picture.frame == Rect(width: 80, height: 40))
    for gravity in [ContentsGravity.resizeAspect, .center, .resizeAspectFill] {
      picture.contentsGravity = gravity
      root.layoutIfNeeded()
      #expect(picture.frame == Rect(width: 80, height: 40))
    }
    // A ratio that is 0 is none.
    picture.layoutItem?.aspectRatio = 0
    root.layoutIfNeeded()
    #expect(picture.frame == Rect(width: 80, height: 40))
    picture.layoutItem?.aspectRatio = 4
    root.layoutIfNeeded()
    #expect(picture.frame == Rect(width: 80, height: 20))
    picture.layoutItem?.aspectRatio = nil
    // What it draws itself has no size of its own.
    picture.contents = nil
    root.layoutIfNeeded()
    #expect(picture.frame == Rect(width: 80, height: 0))
    // Behind sublayers it has none, either.
    let behind = Layer()
    behind.contents = try Bitmap.filled(40, 20, .red)
    behind.layout = BoxLayout(.row)
    root.sublayers = [behind]
    root.layoutIfNeeded()
    #expect(behind.frame == Rect(width: 40, height: 20))
    behind.addSublayer(box(10, 12))
    root.layoutIfNeeded()
    #expect(behind.frame == Rect(width: 10, height: 12))
    behind.sublayers = []
    root.layoutIfNeeded()
    #expect(behind.frame == Rect(width: 40, height: 20))
  }

  @Test("Sublayers of items are laid out as ever, and autoresizing does not act on items")
  func layoutSublayers() async {
    final class Log: LayerDelegate {
      var sizes: [Size] = []
      func layoutSublayers(of layer: Layer) { sizes.append(layer.bounds.size) }
    }
    let (log, rootLog) = (Log(), Log())
    let item = box(.percent(50), 20)
    item.delegate = log
    item.autoresizingMask = [.layerWidthSizable, .layerMinYMargin]
    let root = card(Size(width: 100, height: 40), BoxLayout(.row), [item])
    root.delegate = rootLog
    await DisplayCoordinator.main.drain()
    #expect(log.sizes == [Size(width: 50, height: 20)])
    #expect(rootLog.sizes == [Size(width: 100, height: 40)])
    root.bounds.size = Size(width: 200, height: 80)
    // No size between the two.
    #expect(item.frame == Rect(width: 50, height: 20))
    await DisplayCoordinator.main.drain()
    #expect(log.sizes == [Size(width: 50, height: 20), Size(width: 100, height: 20)])
  }

  @Test("A refused layout leaves the frames, and is told until it is mended")
  func refused() throws {
    let (first, deep) = (box(10, 10), box(.auto, .auto, BoxLayout(.row)))
    let root = card(Size(width: 100, height: 100), BoxLayout(.row), [first, deep])
    root.layoutIfNeeded()
    first.layoutItem?.width = 20
    var layer = deep
    for _ in 0..<BoxTree.depthLimit {
      let next = box(.auto, .auto, BoxLayout(.row))
      layer.addSublayer(next)
      layer = next
    }
    root.layoutIfNeeded()
    #expect(root.layoutError as? BoxLayoutError == .tooDeep)
    #expect(first.frame == Rect(width: 10, height: 10) && !root.needsBoxPass)
    deep.sublayers = []
    root.layoutIfNeeded()
    #expect(root.layoutError == nil && first.frame == Rect(width: 20, height: 10))
    root.layout = BoxLayout(columns: Array(repeating: .auto, count: BoxTree.gridLimit + 1))
    root.layoutIfNeeded()
    #expect(root.layoutError as? BoxLayoutError == .tooManyTracks)
  }

  @Test("Contents that cannot be measured count as empty, and are told at their layer")
  func unmeasurable() {
    let (bad, good) = (Measured(), Measured())
    bad.content = Failing()
    good.content = ImageBox(Size(width: 30, height: 10))
    let root = card(Size(width: 100, height: 100), BoxLayout(.row, align: .start), [bad, good])
    root.layoutIfNeeded()
    #expect(bad.layoutError is Failing.Refusal && root.layoutError == nil)
    #expect(bad.frame == .zero && good.frame == Rect(width: 30, height: 10))
    bad.content = good.content
    bad.setNeedsBoxLayout()
    root.layoutIfNeeded()
    #expect(bad.layoutError == nil && good.frame.minX == 30)
  }

  @Test("The size that fits is that of the boxes, in a room and without one")
  func fittingSize() async throws {
    let items = [box(40, 20), box(50, 20), box(60, 20)]
    var layout = BoxLayout(.row, gap: 10, padding: 5)
    layout.flexWrap = .wrap
    let card = card(Size(width: 1, height: 1), layout, items)
    // 5 + 40 + 10 + 50 + 10 + 60 + 5, and in 120 points two lines.
    #expect(try await card.size(thatFits: .zero) == Size(width: 180, height: 30))
    #expect(
      try await card.size(thatFits: Size(width: .infinity, height: -1))
        == Size(width: 180, height: 30))
    let size = try await card.size(thatFits: Size(width: 120, height: 0))
    #expect(size == Size(width: 120, height: 60))
    #expect(
      try await card.size(thatFits: Size(width: 120, height: 50)) == Size(width: 120, height: 50))
    card.bounds.size = size
    card.layoutIfNeeded()
    #expect(items[2].frame == Rect(x: 5, y: 35, width: 60, height: 20))
    // Without a layout: what it holds, or the bounds.
    let picture = Layer(Rect(width: 3, height: 3))
    #expect(try await picture.size(thatFits: .zero) == Size(width: 3, height: 3))
    picture.contents = try Bitmap.filled(8, 6, .red)
    #expect(try await picture.size(thatFits: .zero) == Size(width: 8, height: 6))
  }

  @Test("A cancelled task ends the measuring")
  func cancelledFitting() async throws {
    let layer = Measured()
    let begun = Mutex(false)
    layer.content = Endless(begun: { begun.withLock { $0 = true } })
    let card = card(Size(width: 1, height: 1), BoxLayout(.row), [layer])
    let task = Task { try await card.size(thatFits: .zero) }
    try await until { begun.withLock { $0 } }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

/// A layer that holds what a test says.
private final class Measured: Layer {
  var content: (any BoxContent)?
  override func makeBoxContent(cancellation: Cancellation) -> (any BoxContent)? {
    guard var endless = content as? Endless else { return content }
    // Not in the layout of the turn, which would never end.
    if cancellation.isNever { return nil }
    endless.cancellation = cancellation
    return endless
  }
}

private struct Failing: BoxContent {
  struct Refusal: Error {}
  var minContentWidth: Double { get throws { throw Refusal() } }
  var maxContentWidth: Double { get throws { throw Refusal() } }
  func measure(width: Double) throws -> BoxContentSize { throw Refusal() }
}

/// Contents whose measuring ends when it is cancelled.
private struct Endless: BoxContent {
  let begun: @Sendable () -> Void
  var cancellation = Cancellation.never
  var minContentWidth: Double { get throws { try maxContentWidth } }
  var maxContentWidth: Double {
    get throws {
      begun()
      while true { try cancellation.check() }
    }
  }
  func measure(width: Double) throws -> BoxContentSize { BoxContentSize(height: 0) }
}
