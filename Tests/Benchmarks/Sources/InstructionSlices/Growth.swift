// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Dispatch
import Glibc
import TextDefaultFonts

/// Work of growing size: what is done must stay the same for each character and each layer.
enum Growth {
  /// Lays out documents of so many bytes and keeps the layouts, words known and paragraphs not:
  /// each begins with a number of its own.
  static func text(
    bytes: Int, count: Int, _ texts: Texts
  ) throws -> (units: Int, work: () -> Int) {
    var texts = texts
    let style = TextStyle(family: "Noto Sans", size: 14)
    let piece = texts.document(bytes: min(bytes, 100_000))
    let lines = piece.split(separator: "\n", omittingEmptySubsequences: false)
    var number = 0
    let documents = (0..<count).map { _ in
      var all = ""
      while all.utf8.count < bytes {
        all += "\(number) \(lines[number % lines.count])\n"
        number += 1
      }
      return AttributedText(all, style: style)
    }
    func layOut(_ text: AttributedText) -> TextLayout? {
      try? TextLayout(text, in: TextContainer(width: 600), fonts: .embedded)
    }
    _ = layOut(AttributedText(piece, style: style))
    return (
      documents.reduce(0) { $0 + $1.length },
      {
        let layouts = documents.map { layOut($0) }
        return layouts.reduce(0) { $0 + ($1?.lines.count ?? 0) }
      }
    )
  }

  /// Lays out and draws labels with a font that is the last of so many given ones.
  static func fonts(
    count: Int, _ texts: Texts, fontFolder: String
  ) throws -> (units: Int, work: () -> Int) {
    let small = try read(fontFolder + "/NotoSansOlChiki-Regular.ttf")
    let sources =
      try (1..<count).map { try FontSource(FontFile(data: small, name: "font \($0)")) }
      + [FontSource(FontFile(path: fontFolder + "/NotoSans-Regular.ttf"))]
    let fonts = FontCollection(given: sources, includesSystemFonts: false)
    let labels = Sample.labels(texts).items
    func run() -> Int {
      labels.reduce(0) { sum, item in
        guard let layout = try? TextLayout(item.text, in: item.container, fonts: fonts),
          let picture = try? item.draw(layout)
        else { return sum }
        return sum + layout.lines.count + picture.byteCount
      }
    }
    _ = run()
    return (labels.count, run)
  }

  /// Nanoseconds since some moment.
  static func wall() -> Int { read(CLOCK_MONOTONIC) }

  /// Nanoseconds of the processor that this thread has used.
  static func used() -> Int { read(CLOCK_THREAD_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// Nanoseconds during which this thread was ready and another one had its processor: what others
  /// take is not growth, and long work cannot get out of their way as short work can.
  static func waited() -> Int {
    guard let bytes = try? read("/proc/thread-self/schedstat") else { return 0 }
    let numbers = bytes.split(separator: 0x20)
    return numbers.count > 1 ? Int(String(decoding: numbers[1], as: UTF8.self)) ?? 0 : 0
  }

  private static func read(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "r") else { throw Texts.Missing(path: path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let n = fread(&buffer, 1, buffer.count, file), n > 0 { bytes += buffer[..<n] }
    return bytes
  }
}

/// Layers that are shown at once, several times, on one lane; ends the process.
@MainActor
final class LayerGrowth: AsyncLayerObserver {
  private let count: Int
  private var passes: Int
  private let items: [SampleItem]
  private let coordinator = DisplayCoordinator(lanes: RenderLanes(count: 1))
  private var layers: [TextLayer] = []
  private var waiting = 0

  init(count: Int, passes: Int, _ texts: Texts) {
    self.count = count
    self.passes = passes
    items = Sample.labels(texts).items
  }

  func run() -> Never {
    DispatchQueue.main.async { self.begin() }
    dispatchMain()
  }

  func layer(_ layer: AsyncLayer, didCommit contents: DisplayContents?) {
    guard contents != nil else { return }
    layer.contents = nil
    waiting -= 1
    if waiting == 0 { DispatchQueue.main.async { self.begin() } }
  }

  private func begin() {
    if passes == 0 { exit(0) }
    passes -= 1
    layers = (0..<count).map { _ in
      let layer = TextLayer(coordinator: coordinator)
      layer.bounds = Rect(x: 0, y: 0, width: 200, height: 24)
      layer.contentsScale = 2
      layer.fonts = .embedded
      layer.displayDelegate = self
      return layer
    }
    waiting = count
    for (i, layer) in layers.enumerated() { layer.text = items[i % items.count].text }
  }
}
