// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Foundation
import TextShaping

/// How a run is made: passes, threads, and whose name the lines bear.
struct Settings {
  var repetitions = 5
  var threads = 1
  var peer = "project"
}

/// Lays out and draws one item: the public API, stage by stage, on the calling thread.
struct Stages {
  let fonts: FontCollection

  func layout(_ item: Item) throws -> TextLayout {
    try TextLayout(item.text, in: item.container, fonts: fonts)
  }

  func draw(
    _ item: Item, _ layout: TextLayout, format: PixelFormat = .rgba8,
    pool: borrowing BitmapPool
  ) throws -> Bitmap {
    var context = try GraphicsContext(
      size: size(of: item, layout), scale: item.scale, format: format, background: item.background,
      pool: pool)
    try context.draw(layout, at: .zero)
    return context.makeBitmap()
  }

  /// The same with the shared pool.
  func draw(_ item: Item, _ layout: TextLayout, format: PixelFormat = .rgba8) throws -> Bitmap {
    var context = try GraphicsContext(
      size: size(of: item, layout), scale: item.scale, format: format, background: item.background)
    try context.draw(layout, at: .zero)
    return context.makeBitmap()
  }

  private func size(of item: Item, _ layout: TextLayout) -> Size {
    Size(
      width: item.width ?? max(layout.size.width, 1),
      height: item.height ?? max(layout.size.height, 1))
  }
}

/// Times whole passes over a workload, as the peers' runner does.
struct Passes {
  let settings: Settings
  let workload: Workload
  let stages: Stages

  /// W1–W3: a warm-up pass, then timed ones; layout and drawing timed apart. W6: one cold pass.
  func layoutAndDraw(cold: Bool) throws {
    if settings.threads > 1 { return try parallel(cold: cold) }
    var layouts: [Double] = []
    var draws: [Double] = []
    var totals: [Double] = []
    var processor: [Double] = []
    var clean: [Bool] = []
    var first = (0.0, 0.0, 0.0)
    if cold { try openFonts() }
    let wanted = cold ? 1 : settings.repetitions
    var pass = 0
    while true {
      // Words may be known from an earlier pass, whole texts not.
      ParagraphCache.shared.removeAll()
      let delay = Clock.runDelay()
      let cpu = Clock.processor()
      let start = Clock.wall()
      var last = start
      var layout = 0.0
      var draw = 0.0
      for item in workload.items {
        let result = try stages.layout(item)
        let middle = Clock.wall()
        layout += middle - last
        _ = try stages.draw(item, result)
        last = Clock.wall()
        draw += last - middle
      }
      let total = Clock.wall() - start
      let used = Clock.processor() - cpu
      if pass == 0 {
        first = (layout, draw, total)
        if workload.isStream {
          report(
            peer: settings.peer, workload: workload.name, metric: "new", threads: 1,
            items: workload.items.count, ms: total, cpu: used)
          report(
            peer: settings.peer, workload: workload.name, metric: "private", threads: 1,
            items: workload.items.count, ms: 0, kilobytes: Clock.residence().anonymous)
        }
      }
      if pass > 0 || cold {
        layouts.append(layout)
        draws.append(draw)
        totals.append(total)
        processor.append(used)
        clean.append(Clock.runDelay() - delay < 0.02 * total)
      }
      pass += 1
      if cold || clean.count(where: { $0 }) >= wanted || clean.count >= wanted * 3 { break }
    }
    let kept = clean.count(where: { $0 })
    let useAll = kept < min(wanted, 2)
    func pick(_ values: [Double]) -> Double {
      median(zip(values, clean).filter { useAll || $0.1 }.map(\.0))
    }
    let dirty = useAll ? -1 : clean.count - kept
    let (peer, name, n) = (settings.peer, workload.name, workload.items.count)
    report(
      peer: peer, workload: name, metric: "layout", threads: 1, items: n, ms: pick(layouts),
      first: first.0, dirty: dirty)
    report(
      peer: peer, workload: name, metric: "draw", threads: 1, items: n, ms: pick(draws),
      first: first.1, dirty: dirty)
    report(
      peer: peer, workload: name, metric: "total", threads: 1, items: n, ms: pick(totals),
      cpu: pick(processor), first: first.2, dirty: dirty)
  }

  /// Lays out and draws the items of one of the threads.
  static func run(_ items: [Item], _ stages: Stages) {
    // By index: the loop counts no reference of what all threads have.
    for i in items.indices {
      if let layout = try? stages.layout(items[i]) { _ = try? stages.draw(items[i], layout) }
    }
  }

  private func parallel(cold: Bool) throws {
    if cold { try openFonts() }
    var totals: [Double] = []
    var processor: [Double] = []
    var clean: [Bool] = []
    var first = 0.0
    let wanted = cold ? 1 : settings.repetitions
    var pass = 0
    // As programs have it: a thread has a list of texts of its own.
    let (all, stages) = (workload.items, stages)
    let shares = (0..<settings.threads).map { thread in
      stride(from: thread, to: all.count, by: settings.threads).map { all[$0] }
    }
    while true {
      // Words may be known from an earlier pass, whole texts not.
      ParagraphCache.shared.removeAll()
      let delay = Clock.runDelay()
      let cpu = Clock.processor()
      let start = Clock.wall()
      // New threads for each pass, as the peers make them: the system spreads those over the
      // processors at once.
      let others = DispatchGroup()
      for thread in 1..<settings.threads {
        others.enter()
        let share = shares[thread]
        Thread {
          Self.run(share, stages)
          others.leave()
        }.start()
      }
      Self.run(shares[0], stages)
      others.wait()
      let total = Clock.wall() - start
      if pass == 0 { first = total }
      if pass > 0 || cold {
        totals.append(total)
        processor.append(Clock.processor() - cpu)
        clean.append(Clock.runDelay() - delay < 0.02 * total * Double(settings.threads))
      }
      pass += 1
      if cold || clean.count(where: { $0 }) >= wanted || clean.count >= wanted * 3 { break }
    }
    let kept = clean.count(where: { $0 })
    let useAll = kept < min(wanted, 2)
    func pick(_ values: [Double]) -> Double {
      median(zip(values, clean).filter { useAll || $0.1 }.map(\.0))
    }
    report(
      peer: settings.peer, workload: workload.name, metric: "total", threads: settings.threads,
      items: workload.items.count, ms: pick(totals), cpu: pick(processor), first: first,
      dirty: useAll ? -1 : clean.count - kept)
  }

  /// Opens the fonts of a cold workload at a size that it does not use.
  private func openFonts() throws {
    for item in workload.items {
      var text = AttributedText("")
      for run in 0..<item.text.shaping.count {
        var shaping = item.text.shaping.values[run]
        shaping.size = 20
        text.append("x", style: TextStyle(shaping: shaping))
      }
      let small = Item(
        text: text, width: nil, height: nil, scale: 1, maximumLines: 0, truncates: false,
        background: nil, widths: [], tile: nil)
      _ = try stages.draw(small, try stages.layout(small))
    }
  }

  /// W4: one long text; its layout, the memory that adds, and one tile out of the middle.
  func longDocument() throws {
    guard let item = workload.items.first, let tile = item.tile else { return }
    // Fonts are open, as for every workload: what is told is what the layout adds.
    try warmFonts()
    var times: [Double] = []
    var first = 0.0
    var kilobytes = 0
    var kept: TextLayout?
    for pass in 0...settings.repetitions {
      // Words may be known from an earlier pass, whole texts not; the variant `again` is for those.
      ParagraphCache.shared.removeAll()
      kept = nil
      let before = Clock.memory().now
      let start = Clock.processor()
      let layout = try stages.layout(item)
      let time = Clock.processor() - start
      if pass == 0 {
        first = time
        kilobytes = Clock.memory().now - before
      } else {
        times.append(time)
      }
      kept = layout
    }
    report(
      peer: settings.peer, workload: workload.name, metric: "layout", threads: 1, items: 1,
      ms: median(times), first: first)
    report(
      peer: settings.peer, workload: workload.name, metric: "layout-memory", threads: 1, items: 1,
      ms: 0, kilobytes: kilobytes)
    guard let layout = kept else { return }
    var draws: [Double] = []
    var firstDraw = 0.0
    for pass in 0...settings.repetitions {
      let start = Clock.processor()
      _ = try drawTile(item, tile, layout)
      let time = Clock.processor() - start
      if pass == 0 { firstDraw = time } else { draws.append(time) }
    }
    report(
      peer: settings.peer, workload: workload.name, metric: "tile", threads: 1, items: 1,
      ms: median(draws), first: firstDraw)
  }

  func drawTile(_ item: Item, _ tile: Item.Tile, _ layout: TextLayout) throws -> Bitmap {
    let scale = item.scale
    let top = tile.y ?? ((layout.size.height * scale - tile.height) / 2).rounded(.down)
    var context = try GraphicsContext(
      size: Size(width: tile.width / scale, height: tile.height / scale), scale: scale,
      background: item.background)
    try context.draw(layout, at: Point(x: -tile.x / scale, y: -top / scale))
    return context.makeBitmap()
  }

  /// W5: the same shaped paragraph at many widths.
  func relayout() throws {
    guard let item = workload.items.first else { return }
    let shaped = try ShapedText(item.text, fonts: stages.fonts)
    var times: [Double] = []
    var first = 0.0
    var lines = 0
    for pass in 0...settings.repetitions {
      let start = Clock.processor()
      lines = 0
      for width in item.widths {
        lines += try TextLayout(shaped, in: TextContainer(width: width)).lines.count
      }
      let time = Clock.processor() - start
      if pass == 0 { first = time } else { times.append(time) }
    }
    precondition(lines > item.widths.count)
    report(
      peer: settings.peer, workload: workload.name, metric: "relayout", threads: 1,
      items: item.widths.count, ms: median(times), first: first)
  }
}
