// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncTextLayer
internal import BrowserHost
import CanvasGeometry
internal import HostViews
import LayerModel
internal import TextLayers

/// A feed of 10,000 labels twice, side by side: with cancellation and without it, scrolled together
/// by a script, a finger, a wheel or keys.
@MainActor
final class LiveFeed: LiveContent {
  let window = HostWindow(size: Size(width: 820, height: 640), background: Color(white: 0.95))
  weak var session: LiveSession?
  let columns = [FeedColumn(cancels: true), FeedColumn(cancels: false)]
  private let titles = [TextLayer(), TextLayer()]
  private let root = Layer()
  private var link: DisplayLink?
  private var ticks = 0
  private var script: FeedScript?
  private var isFollowing = false

  private static let titleHeight = 30.0
  /// The number of frames between two reports of the counters.
  private static let ticksBetweenReports = 15

  /// The controls of the page.
  static let controls = [
    BrowserControl("start", label: "Scroll by script"),
    BrowserControl("stop", label: "Stop"),
    BrowserControl("reset", label: "Count anew"),
    BrowserControl(
      "words", label: "Words in a label", kind: .range(from: 10, to: 300, step: 10, value: 90)),
    BrowserControl("shadows", label: "Blurred shadows", kind: .checkbox(isOn: true)),
  ]

  init() {
    root.name = "feed"
    for (column, title) in zip(columns, titles) {
      title.name = "title"
      title.string = column.cancels ? "With cancellation" : "Without cancellation"
      title.fontSize = 16
      root.addSublayer(title)
      root.addSublayer(column.scroll)
      let fill = column.scroll.didScroll
      column.scroll.didScroll = { [weak self, weak column] in
        fill?()
        if let column { self?.follow(column) }
      }
    }
    window.content = root
    layOut()
  }

  func begin() {
    link = DisplayLink.onMain { [weak self] link in self?.tick(link.timestamp) }
    report()
  }

  func end() {
    link?.invalidate()
    link = nil
  }

  func setWatched(_ isWatched: Bool) { link?.isPaused = !isWatched }

  func didResize() { layOut() }

  private func layOut() {
    let size = window.size
    root.frame = Rect(origin: .zero, size: size)
    let width = size.width / 2
    for (index, (column, title)) in zip(columns, titles).enumerated() {
      let x = Double(index) * width
      title.contentsScale = window.scale
      title.frame = Rect(x: x + 8, y: 6, width: max(1, width - 16), height: Self.titleHeight - 6)
      column.scroll.frame = Rect(
        x: x, y: Self.titleHeight, width: max(1, width - 1),
        height: max(1, size.height - Self.titleHeight))
      column.scale = window.scale
      column.fill()
    }
  }

  /// Scrolls the other column to the place of the column that was scrolled.
  private func follow(_ column: FeedColumn) {
    if isFollowing { return }
    isFollowing = true
    defer { isFollowing = false }
    for other in columns where other !== column && other.offset != column.offset {
      other.scroll.scroll(to: Point(x: 0, y: column.offset))
    }
  }

  // MARK: Actions

  func act(_ action: String, _ value: BrowserValue?) {
    switch (action, value) {
    case ("start", _): start()
    case ("stop", _): script = nil
    case ("reset", _): for column in columns { column.reset() }
    case ("words", .number(let count)?):
      for column in columns { column.wordCount = Int(max(1, min(1_000, count))) }
    case ("shadows", .bool(let isOn)?): for column in columns { column.hasShadows = isOn }
    default: break
    }
    report()
  }

  /// Starts the scripted scrolling, and resets the counters.
  func start() {
    for column in columns { column.reset() }
    script = FeedScript(from: columns[0].offset, in: columns[0].range)
  }

  /// Whether the script has ended, or was stopped, and nothing is under way.
  var isIdle: Bool { script == nil && columns.allSatisfy(\.isIdle) }

  /// The counters, with cancellation first.
  var counts: [FeedCounts] { columns.map(\.counts) }

  private func tick(_ time: Double) {
    if var running = script {
      let offset = running.offset(at: time)
      script = running.isOver ? nil : running
      columns[0].scroll.scroll(to: Point(x: 0, y: offset))
    }
    ticks += 1
    if ticks.isMultiple(of: Self.ticksBetweenReports) { report() }
  }

  private func report() {
    func time(_ seconds: Double?) -> String {
      seconds.map { "\(Int(($0 * 1000).rounded())) ms" } ?? "–"
    }
    let counts = counts
    func row(_ title: String, _ cell: (FeedCounts) -> BrowserValue) -> [BrowserValue] {
      [.text(title)] + counts.map(cell)
    }
    session?.send(
      .counters(
        columns: ["", "with cancellation", "without"],
        rows: [
          row("requested") { .number(Double($0.requests)) },
          row("superseded") { .number(Double($0.displays.superseded)) },
          row("cancelled") { .number(Double($0.displays.cancelled)) },
          row("committed") { .number(Double($0.displays.commits)) },
          row("failed or cleared") { .number(Double($0.displays.failed + $0.displays.cleared)) },
          row("under way") { .number(Double($0.requests - $0.displays.ended)) },
          row("time on the lane") { .text(time($0.laneSeconds)) },
          row("of it for pictures not seen") { .text(time($0.unseenSeconds)) },
          row("from the last scroll to a full view") { .text(time($0.fillSeconds.last)) },
          row("the median of that") { .text(time($0.medianFill)) },
        ]))
  }
}

/// A scroll bar that is dragged over a feed: fast, and then held still.
struct FeedScript {
  /// The seconds of a drag and of the rest after it.
  private static let (drag, rest) = (1.5, 1.0)
  private static let dragCount = 6
  /// The speed of a drag, in points a second: a view and more in each frame.
  private static let speed = 60_000.0

  private var start: Double?
  private let origin: Double
  private let range: ClosedRange<Double>
  private(set) var isOver = false

  init(from origin: Double, in range: ClosedRange<Double>) {
    (self.origin, self.range) = (origin, range)
  }

  /// The offset at a time in seconds; the scrolling turns round at the ends of the range.
  mutating func offset(at time: Double) -> Double {
    let start = start ?? time
    self.start = start
    let elapsed = time - start
    let period = Self.drag + Self.rest
    isOver = elapsed >= period * Double(Self.dragCount)
    let done = min(Double(Self.dragCount), (elapsed / period).rounded(.down))
    let moving = isOver ? 0 : min(Self.drag, elapsed - done * period)
    let length = range.upperBound - range.lowerBound
    guard length > 0 else { return range.lowerBound }
    let place = origin - range.lowerBound + Self.speed * (done * Self.drag + moving)
    let turn = place.truncatingRemainder(dividingBy: 2 * length)
    return range.lowerBound + (turn <= length ? turn : 2 * length - turn)
  }
}
