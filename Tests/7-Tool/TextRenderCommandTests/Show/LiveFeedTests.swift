// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import HostViews
import Testing
import TextTestSupport

@testable import TextRenderCommand

@Suite("The feed of show", .serialized, .timeLimit(.minutes(30)))
@MainActor
struct LiveFeedTests {
  @Test("A script's offsets grow, rest between drags, turn round at the end, and end")
  func script() {
    var script = FeedScript(from: 100, in: 0...1e7)
    var last = script.offset(at: 50)
    #expect(last == 100)
    var rests = 0
    for step in 1...1_000 where !script.isOver {
      let offset = script.offset(at: 50 + Double(step) / 60)
      #expect(offset >= last)
      if offset == last { rests += 1 }
      last = offset
    }
    #expect(script.isOver && rests > 100)
    var short = FeedScript(from: 0, in: 0...500)
    _ = short.offset(at: 0)
    for step in 0...900 { #expect((0...500).contains(short.offset(at: Double(step) / 60))) }
  }

  @Test("Counters add up; without cancellation lanes work for pictures that are not seen")
  func counters() async throws {
    let feed = LiveFeed()
    let columns = feed.columns
    feed.end()
    try await until { columns.allSatisfy(\.isIdle) }
    for column in columns { column.reset() }
    // Far more rows than a lane can draw meanwhile.
    for step in 1...50 {
      columns[0].scroll.scroll(to: Point(x: 0, y: Double(step) * 2_000))
      #expect(columns[1].offset == columns[0].offset)
      // The displays of each step begin, and the next step comes long before they end.
      for column in columns { column.coordinator.flush() }
    }
    try await until { columns.allSatisfy(\.isIdle) }
    let (with, without) = (feed.counts[0], feed.counts[1])
    for counts in [with, without] {
      #expect(counts.displays.requests > 0 && counts.displays.requests == counts.displays.ended)
      #expect(counts.displays.failed == 0)
      #expect(counts.laneSeconds >= counts.unseenSeconds && counts.fillSeconds.count >= 1)
    }
    #expect(with.displays.superseded + with.displays.cancelled > 0)
    #expect(without.displays.superseded == 0 && without.displays.cancelled == 0)
    #expect(without.displays.commits > with.displays.commits)
    #expect(without.unseenSeconds > with.unseenSeconds)
    // What is in view at the end is there, on both sides alike.
    let image = try await feed.window.host.settledFrame().image
    let half = image.width / 2
    for (x, y) in [(20, 100), (60, 300), (150, 500)] {
      #expect(image.rgba(x, y) == image.rgba(x + half, y))
    }
  }

  @Test("Counting anew while displays are under way loses none, and hostile values are bounded")
  func resets() async throws {
    let feed = LiveFeed()
    feed.end()
    for step in 1...40 {
      feed.columns[0].scroll.scroll(to: Point(x: 0, y: Double(step) * 2_000))
      for column in feed.columns { column.coordinator.flush() }
      if step == 20 { feed.act("reset", nil) }
    }
    for value in [1e300, -1e300, 0, 50] { feed.act("words", .number(value)) }
    feed.act("words", .text("many"))
    feed.act("nothing", nil)
    #expect(feed.columns.allSatisfy { $0.wordCount == 50 })
    for counts in feed.counts { #expect(counts.requests >= counts.displays.ended) }
    try await until { feed.columns.allSatisfy(\.isIdle) }
    for counts in feed.counts {
      #expect(counts.requests > 0 && counts.requests == counts.displays.ended)
    }
  }

  @Test("Rows have the width of their column after a resize")
  func widths() async throws {
    let feed = LiveFeed()
    feed.end()
    feed.window.setSize(Size(width: 500, height: 400))
    feed.didResize()
    let rows = feed.columns[0].scroll.sublayers.filter { $0 is AsyncLayer && !$0.isHidden }
    #expect(!rows.isEmpty && rows.allSatisfy { $0.frame.maxX <= 250 && $0.frame.width > 200 })
  }

  @Test("Texts are the same in each run and differ between rows")
  func texts() {
    #expect(FeedText.text(7, wordCount: 20) == FeedText.text(7, wordCount: 20))
    #expect(FeedText.text(7, wordCount: 20) != FeedText.text(8, wordCount: 20))
  }
}
