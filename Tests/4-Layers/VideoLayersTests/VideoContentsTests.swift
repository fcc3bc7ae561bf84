// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  import AsyncTextLayer
  import Dispatch
  import FoundationEssentials
  import LayerCompositing
  import CanvasDrawing
  import SystemConcurrency
  import TextTestSupport
  import Testing

  @testable import VideoLayers

  @Suite struct VideoContentsTests {
    private static func tree(_ contents: VideoContents, _ bounds: Size, time: Double) -> RenderTree
    {
      var properties = LayerProperties()
      properties.frame = Rect(origin: .zero, size: bounds)
      let node = RenderNode(properties: properties, contents: .vector(contents))
      return RenderTree(root: node, size: bounds, scale: 1, background: .black, time: time)
    }

    private static let size = Size(width: 96, height: 64)

    private func number(_ contents: VideoContents, _ time: Double) throws -> Int {
      TestClip.number(try Compositor.frame(of: Self.tree(contents, Self.size, time: time)).image)
    }

    @Test(arguments: [0.5, 1, 2, -1, 0, -0.5])
    func a16_rates(_ rate: Double) throws {
      let folder = try ClipFolder()
      let file = try VideoFile(path: try folder.clip("a.mkv"))
      let contents = VideoContents(file, time: 1, rate: rate)
      for step in -30..<75 {
        // Times between the changes, in thirtieths.
        let time = (Double(step) + 0.25) / 30
        let place = (30 + (Double(step) + 0.25) * rate).rounded(.down)
        #expect(try number(contents, time) == Int(max(0, min(89, place))))
      }
    }

    @Test func s226_loops() throws {
      let folder = try ClipFolder()
      let file = try VideoFile(path: try folder.clip("a.mp4", .mp4, frames: 30))
      for rate in [1.0, -1] {
        let contents = VideoContents(file, rate: rate, loops: true)
        for step in [0, 5, 29, 30, 44, 3_000, 3_017, -1, -31] {
          let place = (Double(step) + 0.5) * rate
          let wanted = Int(place.rounded(.down)) % 30
          #expect(try number(contents, (Double(step) + 0.5) / 30) == (wanted + 30) % 30)
        }
      }
    }

    /// The times of changes are those at which pictures change, all of them.
    @Test(arguments: [1.0, -1, 2.5])
    func s226_nextChange(_ rate: Double) throws {
      let folder = try ClipFolder()
      let file = try VideoFile(path: try folder.clip("a.mp4", .mp4, frames: 20))
      let contents = VideoContents(file, time: rate < 0 ? 0.65 : 0, rate: rate)
      var (time, changes) = (0.0, 0)
      while changes < 100 {
        let shown = try number(contents, time)
        let next = contents.nextChange(from: time)
        if next == .infinity { break }
        #expect(next > time)
        #expect(try number(contents, (time + next) / 2) == shown)
        let after = try number(contents, next + 0.001)
        #expect(after == shown + (rate < 0 ? -1 : 1))
        (time, changes) = (next + 0.001, changes + 1)
      }
      #expect(changes == 19)
      #expect(VideoContents(file, rate: 0).nextChange(from: 0) == .infinity)
      #expect(contents.nextChange(from: .nan) == .infinity)
    }

    /// A frame of a scene is the frame of the film, pixel for pixel.
    @Test func a16_fillsItsRectangle() throws {
      let folder = try ClipFolder()
      let file = try VideoFile(path: try folder.clip("a.mkv"))
      var contents = VideoContents(file, time: 0.5)
      let whole = try Compositor.frame(of: Self.tree(contents, Self.size, time: 0)).image
      #expect(whole == TestClip.picture(15))
      // 96 × 64 in 200 × 200: 200 × 133⅓ in the middle; 300 × 200; all.
      let bounds = Rect(width: 200, height: 200)
      #expect(
        contents.extent(in: bounds)
          == Rect(x: 0, y: (200 - 200 * 64.0 / 96) / 2, width: 200, height: 200 * 64.0 / 96))
      func inside(_ x: Int, _ y: Int) throws -> Bool {
        let tree = Self.tree(contents, bounds.size, time: 0)
        return try Compositor.frame(of: tree).image.pixel(x: x, y: y) != 0xFF00_0000
      }
      #expect(try inside(100, 40) && !inside(100, 30) && inside(0, 100) && !inside(100, 170))
      contents.gravity = .resizeAspectFill
      #expect(contents.extent(in: bounds) == Rect(x: -50, y: 0, width: 300, height: 200))
      #expect(try inside(100, 0) && inside(199, 199))
      contents.gravity = .resize
      #expect(contents.extent(in: bounds) == bounds)
      // The box of 8 × 8 at (24, 8) becomes one of 16⅔ × 25 at (50, 25).
      let tree = Self.tree(contents, bounds.size, time: 0)
      let image = try Compositor.frame(of: tree).image
      #expect(image.pixel(x: 58, y: 37) == 0xFFFF_FFFF && image.pixel(x: 40, y: 37) != 0xFFFF_FFFF)
      #expect(contents.isEqual(to: contents) && !contents.isEqual(to: VideoContents(file)))
    }

    /// The same bytes on one lane and on sixteen, in any order, with a bounded number of readers.
    @Test(arguments: [0, 1])
    func a16_sameBytesOnAnyLanes(_ kind: Int) throws {
      let folder = try ClipFolder()
      let (name, format) = VideoReaderTests.formats[kind]
      let path = try folder.clip(name, format)
      var results: [[Bitmap]] = []
      for count in [1, 16] {
        let file = try VideoFile(path: path)
        let contents = VideoContents(file, rate: 1)
        let pictures = Mutex([Int: Bitmap]())
        let numbers = Array(0..<90).shuffled(using: &Self.random)
        let next = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: count) { _ in
          while true {
            let place = next.withLock { index in
              index += 1
              return index - 1
            }
            guard place < numbers.count else { return }
            let number = numbers[place]
            let tree = Self.tree(contents, Self.size, time: Double(number) / 30)
            let image = try? Compositor.frame(of: tree).image
            pictures.withLock { $0[number] = image }
          }
        }
        #expect(file.readerCount <= max(4, count) && file.lastError == nil)
        results.append(pictures.withLock { all in (0..<90).compactMap { all[$0] } })
      }
      #expect(results[0].count == 90 && results[0] == results[1])
      for (number, image) in results[0].enumerated() { #expect(TestClip.number(image) == number) }
    }

    nonisolated(unsafe) private static var random = SeededGenerator(seed: 16)

    /// Readers that are opened later read the file that was opened first, whatever has its name
    /// now.
    @Test func anotherFileOfTheName() throws {
      let folder = try ClipFolder()
      let path = try folder.clip("a.mkv", frames: 20)
      let file = try VideoFile(path: path)
      let contents = VideoContents(file)
      let busy = try file.takeReader(before: 0)
      defer { file.put(busy) }
      try FileManager.default.removeItem(atPath: path)
      #expect(try number(contents, 0.5) == 15)
      let more = try file.takeReader(before: 0)
      defer { file.put(more) }
      try folder.write("a.mkv", Array("no film".utf8))
      #expect(try number(contents, 0.1) == 3)
      #expect(file.readerCount == 3 && file.lastError == nil)
      #expect(throws: VideoError.self) { try VideoFile(path: path) }
    }

    /// A film that has gone: nothing is shown, and why is told.
    @Test func s226_aFilmThatHasGone() throws {
      let folder = try ClipFolder()
      let path = try folder.clip("a.mkv", frames: 20)
      let file = try VideoFile(path: path)
      let contents = VideoContents(file)
      #expect(try number(contents, 0.5) == 15)
      // The open file goes on; one that cannot be opened again does not.
      let busy = try file.takeReader(before: 0)
      try folder.write("a.mkv", Array("no film".utf8))
      #expect(try number(contents, 0.1) == -1)
      #expect(file.lastError != nil && contents.nextChange(from: 0.1) == .infinity)
      file.put(busy)
    }
  }
#endif
