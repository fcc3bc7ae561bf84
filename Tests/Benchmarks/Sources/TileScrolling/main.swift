// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Dispatch
import ImageCodecs
import ImageLoading

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Scrolls a viewport of 1080 × 1920 pixels over a picture cut into JPEG tiles of 256 pixels, a
// viewport at a time, and beside that decodes the files of the same tiles alone, on as many threads
// as there are lanes.
//
//   TileScrolling FOLDER/NAME_%02d_%02d.jpg SIDE [ROUNDS]

let pattern = CommandLine.arguments[1]
let side = Double(CommandLine.arguments[2]) ?? 0
let rounds = CommandLine.arguments.count > 3 ? Int(CommandLine.arguments[3]) ?? 5 : 5
let viewport = Size(width: 1080, height: 1920)
let slash = pattern.lastIndex(of: "/")
let folder = slash.map { String(pattern[..<$0]) } ?? ""
let name = slash.map { String(pattern[pattern.index(after: $0)...]) } ?? pattern
let names = try TileNames(name)
let source = try FileTileSource(name, in: folder, decoders: .withCodecs)

/// The private memory of the process, in MiB.
func privateMemory() -> Double {
  guard let file = fopen("/proc/self/status", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  while fgets(&line, 256, file) != nil {
    let text = String(cString: line)
    if text.hasPrefix("RssAnon:") {
      return (Double(text.split { !$0.isNumber }.first.map(String.init) ?? "") ?? 0) / 1024
    }
  }
  return 0
}

func milliseconds(since start: ContinuousClock.Instant) -> Double {
  let seconds = (ContinuousClock.now - start).components
  return Double(seconds.seconds) * 1e3 + Double(seconds.attoseconds) * 1e-15
}

let columns = Int(side / viewport.width)
let rows = Int(side / viewport.height)
let places = (0..<rows).flatMap { row in
  (0..<columns).map {
    Point(x: Double($0) * viewport.width, y: Double(row) * viewport.height)
  }
}

@MainActor
func scroll() async throws -> (time: Double, first: Double, memory: Double) {
  let view = ScrollLayer()
  view.frame = Rect(origin: .zero, size: viewport)
  let layer = TiledLayer()
  layer.frame = Rect(width: side, height: side)
  (layer.fadeDuration, layer.prefetchMargin) = (0, 0)
  layer.cacheByteLimit = 32 << 20
  layer.source = source
  view.addSublayer(layer)
  let host = LayerHost(root: view, size: viewport, background: .white)
  _ = try await host.settledFrame()
  let start = ContinuousClock.now
  for place in places {
    view.scroll(to: place)
    _ = try await host.settledFrame()
  }
  let time = milliseconds(since: start)
  let memory = privateMemory()
  // One tile at a place that was not seen before: a view of a tile's size.
  host.close()
  var firsts: [Double] = []
  let small = LayerHost(
    root: view, size: Size(width: 200, height: 200), background: .white)
  view.frame = Rect(width: 200, height: 200)
  for step in 0..<21 {
    layer.setNeedsDisplay()
    let start = ContinuousClock.now
    view.scroll(to: Point(x: Double(step % 7 + 20) * 256 + 10, y: Double(step / 7) * 256 + 10))
    _ = try await small.settledFrame()
    firsts.append(milliseconds(since: start))
  }
  small.close()
  return (time, firsts.sorted()[10], memory)
}

/// Decodes the tiles that scrolling shows, and nothing else.
func decode() throws -> (time: Double, one: Double) {
  let grid = TileGrid(bounds: Rect(width: side, height: side))
  let wanted = places.flatMap { place in
    grid.tiles(in: Rect(origin: place, size: viewport), level: 0).tiles.compactMap(names.name)
  }
  let threads = RenderLanes.shared.count
  let start = ContinuousClock.now
  DispatchQueue.concurrentPerform(iterations: threads) { thread in
    for name in stride(from: thread, to: wanted.count, by: threads).map({ wanted[$0] }) {
      guard let bytes = bytes(of: folder + "/" + name) else { fatalError("no \(name)") }
      let decoded = try? ImageDecoders.withCodecs.bitmap(of: bytes)
      if decoded == nil { fatalError("\(name) cannot be decoded") }
    }
  }
  let time = milliseconds(since: start)
  return (time, time * Double(threads) / Double(wanted.count))
}

func bytes(of path: String) -> [UInt8]? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  fseek(file, 0, SEEK_END)
  let count = ftell(file)
  rewind(file)
  return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
    initialized = fread(buffer.baseAddress, 1, count, file)
  }
}

print(
  "round: scrolled ms, decoded alone ms, ratio; one tile ms beside its decoding ms; private MiB")
for round in 1...rounds {
  let alone = try decode()
  let shown = try await scroll()
  print(
    "\(round): \(shown.time) \(alone.time) \(shown.time / alone.time); "
      + "\(shown.first) \(alone.one); \(shown.memory)")
}
