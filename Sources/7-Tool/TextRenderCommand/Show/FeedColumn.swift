// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
internal import AsyncTextLayer
import CanvasGeometry
internal import HostViews
import LayerModel
import SystemLanes

/// One of the two columns of a feed, with a lane of its own. With cancellation, cells are reused,
/// and drawings of labels that left the view are cancelled; without, every requested label is
/// drawn.
@MainActor
final class FeedColumn {
  static let rowCount = 10_000
  /// The height of a label with the gap below it, in points.
  static let rowHeight = 150.0
  private static let gap = 6.0

  /// Whether drawings of labels that have left the view are cancelled.
  let cancels: Bool
  let scroll = FeedScrollLayer()
  let coordinator = DisplayCoordinator(lanes: RenderLanes(count: 1))
  let meter = FeedMeter()
  /// The number of words of a label.
  var wordCount = 90
  /// Whether texts have blurred shadows, which take several times as long as the text.
  var hasShadows = true
  var scale = 1.0 { didSet { if scale != oldValue { showAnew() } } }

  private var cells: [Int: FeedCell] = [:]
  /// The cells that have left the view, for reuse.
  private var spare: [FeedCell] = []
  /// The cells that have left the view with a drawing under way that is not cancelled.
  private var leaving: [ObjectIdentifier: FeedCell] = [:]
  /// The time that the lane spent on drawings whose label was in view when they were committed, in
  /// nanoseconds.
  private var seenNanoseconds = 0
  /// The displays that were under way when the counting began.
  private var earlierRequests = 0
  private var lastScroll: ContinuousClock.Instant?
  private(set) var fillTimes: [Double] = []

  init(cancels: Bool) {
    self.cancels = cancels
    coordinator.metrics.isEnabled = true
    scroll.name = cancels ? "with cancellation" : "without cancellation"
    scroll.scrollMode = .vertically
    scroll.backgroundColor = Color(white: 0.85)
    // An empty layer as high as all rows makes the last row reachable by wheels and keys.
    let length = Layer()
    length.frame = Rect(width: 1, height: Double(Self.rowCount) * Self.rowHeight)
    scroll.addSublayer(length)
    scroll.didScroll = { [weak self] in self?.didScroll() }
    scroll.didChangeWidth = { [weak self] in self?.showAnew() }
  }

  var offset: Double { scroll.bounds.minY }
  var range: ClosedRange<Double> {
    0...max(0, Double(Self.rowCount) * Self.rowHeight - scroll.bounds.height)
  }

  func frame(of row: Int) -> Rect {
    Rect(
      x: Self.gap, y: Double(row) * Self.rowHeight + Self.gap,
      width: max(1, scroll.bounds.width - 2 * Self.gap), height: Self.rowHeight - Self.gap)
  }

  // MARK: Scrolling

  private func didScroll() {
    fill()
    // The time to fill the view is measured only if some label in view is not drawn yet.
    if !isFull { lastScroll = .now }
  }

  /// Shows the rows in view, and removes the others.
  func fill() {
    let height = scroll.bounds.height
    if height <= 0 { return }
    let first = max(0, Int(offset / Self.rowHeight))
    let last = min(Self.rowCount - 1, Int((offset + height) / Self.rowHeight))
    if first > last { return }
    for (row, cell) in cells where row < first || row > last {
      cells[row] = nil
      leave(cell)
    }
    for row in first...last where cells[row] == nil { cells[row] = enter(row) }
    noteFull()
  }

  private func enter(_ row: Int) -> FeedCell {
    if let cell = spare.popLast() {
      cell.show(row: row)
      cell.layer.isHidden = false
      return cell
    }
    let cell = FeedCell(row: row, in: self)
    scroll.addSublayer(cell.layer)
    cell.layer.setNeedsDisplay()
    return cell
  }

  private func leave(_ cell: FeedCell) {
    if cancels {
      // The display is cancelled: the cell is hidden until it shows another row.
      cell.layer.cancelDisplay()
      cell.layer.isHidden = true
      spare.append(cell)
    } else {
      cell.layer.removeFromSuperlayer()
      if !cell.isShown { leaving[ObjectIdentifier(cell)] = cell }
    }
  }

  private func showAnew() {
    for (_, cell) in cells { leave(cell) }
    cells = [:]
    fill()
  }

  // MARK: Counting

  func didCommit(_ cell: FeedCell, _ drawing: FeedDrawing) {
    if cells[drawing.row] === cell { seenNanoseconds += drawing.nanoseconds }
    noteFull()
  }

  func didEnd(_ cell: FeedCell) { leaving[ObjectIdentifier(cell)] = nil }

  private var isFull: Bool { !cells.isEmpty && cells.values.allSatisfy(\.isShown) }

  private func noteFull() {
    guard let start = lastScroll, isFull else { return }
    lastScroll = nil
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    fillTimes.append(Double(seconds) + Double(attoseconds) * 1e-18)
    if fillTimes.count > 1_000 { fillTimes.removeFirst(500) }
  }

  var counts: FeedCounts {
    FeedCounts(
      displays: coordinator.metrics.current, earlierRequests: earlierRequests,
      laneSeconds: Double(meter.total) / 1e9,
      unseenSeconds: Double(max(0, meter.total - seenNanoseconds)) / 1e9, fillSeconds: fillTimes)
  }

  func reset() {
    // The reset counters will count the ends of the displays under way, but not their requests, so
    // the number of these requests is kept.
    earlierRequests = coordinator.inFlightCount
    coordinator.metrics.reset()
    meter.reset()
    (seenNanoseconds, fillTimes) = (0, [])
  }

  /// Whether nothing is under way.
  var isIdle: Bool { coordinator.inFlightCount == 0 }
}

/// A scroll layer with a callback for scrolling and new sizes.
@MainActor
final class FeedScrollLayer: ScrollLayer {
  var didScroll: (() -> Void)?
  var didChangeWidth: (() -> Void)?

  override var bounds: Rect {
    get { super.bounds }
    set {
      let old = super.bounds
      super.bounds = newValue
      if newValue.width != old.width { didChangeWidth?() }
      if newValue != old { didScroll?() }
    }
  }
}

/// The counters of a column.
struct FeedCounts: Sendable {
  /// The displays, counted by how they ended.
  var displays: DisplayMetrics.Counters
  /// The displays that were under way when the counting began.
  var earlierRequests: Int
  /// The number of displays, ended or under way.
  var requests: Int { earlierRequests + displays.requests }
  /// The time that the lane spent on drawings, in seconds.
  var laneSeconds: Double
  /// The part of ``laneSeconds`` for drawings that were never seen: they were not committed, or
  /// their label was out of view by then.
  var unseenSeconds: Double
  /// The seconds from the last scroll that brought undrawn labels into view until all were drawn.
  var fillSeconds: [Double]

  /// The median of ``fillSeconds``; `nil` without any.
  var medianFill: Double? {
    fillSeconds.isEmpty ? nil : fillSeconds.sorted()[fillSeconds.count / 2]
  }
}
