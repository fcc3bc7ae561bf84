// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  @testable import CanvasGeometry
  import Foundation
  import CanvasDrawing
  import TextTestSupport
  import Testing

  @testable import VideoLayers

  @Suite struct VideoReaderTests {
    /// The kinds of films: lossless, and H.264 with frames that lie before others in the file.
    static let formats: [(String, VideoFormat)] = [("a.mkv", .lossless), ("a.mp4", .mp4)]

    @Test(arguments: 0..<2)
    func a16_everyFrameForwards(_ kind: Int) throws {
      let (folder, (name, format)) = (try ClipFolder(), Self.formats[kind])
      let reader = try VideoReader(path: try folder.clip(name, format))
      #expect(reader.info.pixelSize == TestClip.size)
      #expect(abs(reader.info.duration - 3) < 0.002 && abs(reader.info.frameRate - 30) < 0.01)
      for number in 0..<90 {
        let frame = try reader.frame(at: Double(number) / 30)
        #expect(TestClip.number(frame.image) == number)
        #expect(abs(frame.start - Double(number) / 30) < 0.001)
        #expect(
          number == 89 ? frame.end == .infinity : abs(frame.end - frame.start - 1 / 30) < 0.002)
        if format == .lossless { #expect(frame.image == TestClip.picture(number)) }
        // The middle of a frame is the same frame.
        let middle = try reader.frame(at: (Double(number) + 0.5) / 30)
        #expect(middle.image === frame.image)
      }
      #expect(reader.damagedFrameCount == 0)
    }

    @Test(arguments: 0..<2)
    func a16_everyFrameBackwards(_ kind: Int) throws {
      let (folder, (name, format)) = (try ClipFolder(), Self.formats[kind])
      let reader = try VideoReader(path: try folder.clip(name, format))
      for number in (0..<90).reversed() {
        #expect(TestClip.number(try reader.frame(at: Double(number) / 30).image) == number)
      }
    }

    @Test(arguments: 0..<2)
    func a16_anyOrderGivesTheSameBytes(_ kind: Int) throws {
      let (folder, (name, format)) = (try ClipFolder(), Self.formats[kind])
      let path = try folder.clip(name, format)
      let forwards = try VideoReader(path: path)
      let pictures = try (0..<90).map { try forwards.frame(at: Double($0) / 30).image }
      let reader = try VideoReader(path: path)
      var random = SeededGenerator(seed: 226)
      for _ in 0..<300 {
        let number = Int.random(in: 0..<90, using: &random)
        let image = try reader.frame(at: Double(number) / 30).image
        #expect(TestClip.number(image) == number)
        #expect(image == pictures[number])
      }
    }

    @Test func s226_endsAndOddTimes() throws {
      let folder = try ClipFolder()
      let reader = try VideoReader(path: try folder.clip("a.mp4", .mp4))
      for (time, number) in [
        (-1.0, 0), (-.infinity, 0), (.nan, 0), (0, 0), (2.99, 89), (3, 89), (1e9, 89), (1, 30),
        (.infinity, 89), (-1e300, 0), (1e300, 89), (.leastNonzeroMagnitude, 0),
      ] {
        #expect(TestClip.number(try reader.frame(at: time).image) == number, "\(time)")
      }
    }

    @Test func s226_framesAtUnevenTimes() throws {
      let folder = try ClipFolder()
      // Frame n stays for n % 3 + 1 thirtieths.
      for (name, format) in Self.formats {
        let reader = try VideoReader(
          path: try folder.clip(name, format, frames: 40, counts: { $0 % 3 + 1 }))
        var starts = [0]
        for number in 0..<39 { starts.append(starts[number] + number % 3 + 1) }
        for (number, start) in starts.enumerated() {
          let frame = try reader.frame(at: Double(start) / 30)
          #expect(TestClip.number(frame.image) == number)
          #expect(abs(frame.start - Double(start) / 30) < 0.001)
        }
        var random = SeededGenerator(seed: 1)
        for _ in 0..<100 {
          let tick = Int.random(in: 0..<starts[39], using: &random)
          let number = starts.lastIndex { $0 <= tick } ?? 0
          #expect(TestClip.number(try reader.frame(at: Double(tick) / 30 + 0.001).image) == number)
        }
      }
    }

    @Test(
      arguments: [
        (90, [0, 1, -1, 0]), (180, [-1, 0, 0, -1]), (270, [0, -1, 1, 0]),
      ] as [(Int, [Int32])])
    func s226_turnedFilms(_ angle: Int, _ matrix: [Int32]) throws {
      let folder = try ClipFolder()
      _ = try folder.clip("a.mp4", .mp4, frames: 5)
      var bytes = try folder.bytes("a.mp4")
      // The matrix of the track's header: a b u, c d v, x y w.
      let start = try #require(bytes.place(of: "tkhd")) + 44
      for (index, value) in zip([0, 1, 3, 4], matrix) {
        withUnsafeBytes(of: (value << 16).bigEndian) {
          bytes.replaceSubrange(start + 4 * index..<start + 4 * index + 4, with: $0)
        }
      }
      let straight = try VideoReader(path: folder.file("a.mp4")).frame(at: 0.1).image
      let reader = try VideoReader(path: try folder.write("b.mp4", bytes))
      let turned = try reader.frame(at: 0.1).image
      #expect(reader.info.rotation == angle)
      #expect(turned.pixelSize == reader.info.pixelSize)
      #expect(turned.width == (angle == 180 ? 96 : 64))
      for y in 0..<64 {
        for x in 0..<96 {
          let (column, row) =
            switch angle {
            case 90: (63 - y, x)
            case 180: (95 - x, 63 - y)
            default: (y, 95 - x)
            }
          #expect(turned.pixel(x: column, y: row) == straight.pixel(x: x, y: y))
        }
      }
    }

    @Test func s226_opacityIsPremultiplied() throws {
      let folder = try ClipFolder()
      let writer = try VideoWriter(
        path: folder.file("a.mkv"), VideoSettings(.lossless, size: TestClip.size, rate: (30, 1)))
      let picture = TestClip.picture(3, background: [64, 32, 0, 128])
      try writer.append(picture)
      try writer.finish()
      let reader = try VideoReader(path: folder.file("a.mkv"))
      #expect(reader.info.hasAlpha)
      let image = try reader.frame(at: 0).image
      for (x, y) in [(0, 0), (95, 63), (24, 0), (31, 7), (32, 0)] {
        let (a, b) = (image.pixel(x: x, y: y), picture.pixel(x: x, y: y))
        for shift: UInt32 in [0, 8, 16, 24] {
          // Division and multiplication round by a level.
          #expect(abs(Int(a >> shift & 255) - Int(b >> shift & 255)) <= 1)
        }
      }
    }

    /// Primary colours through H.264: the matrix and the range agree. Tolerance: 12 levels, lossy.
    @Test(arguments: [PixelSize(width: 96, height: 64), PixelSize(width: 1280, height: 64)])
    func s226_coloursSurvive(_ size: PixelSize) throws {
      let folder = try ClipFolder()
      let colors: [[UInt8]] = [
        [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255], [0, 0, 0, 255],
        [128, 128, 128, 255],
      ]
      let writer = try VideoWriter(
        path: folder.file("a.mp4"), VideoSettings(.mp4, size: size, rate: (30, 1)))
      let width = size.width / 6
      try writer.append(TestClip.bitmap(size) { x, _ in colors[min(5, x / width)] })
      try writer.finish()
      let image = try VideoReader(path: folder.file("a.mp4")).frame(at: 0).image
      for (number, color) in colors.enumerated() {
        let pixel = image.pixel(x: number * width + width / 2, y: 32)
        for (channel, level) in color.enumerated() {
          let found = Int(pixel >> (8 * UInt32(channel)) & 255)
          #expect(abs(found - Int(level)) <= 12, "\(color) \(found)")
        }
      }
    }

    @Test func memoryThatIsMissingIsTold() throws {
      let folder = try ClipFolder()
      let path = try folder.clip("a.mkv", frames: 3)
      let allocator = FailingBitmapAllocator()
      do {
        let pool = BitmapPool(capacity: 0, allocator: allocator)
        let reader = try VideoReader(path: path, pool: pool)
        for successes in 0..<2 {
          allocator.remainingSuccesses = successes
          let error = #expect(throws: VideoError.self) { try reader.frame(at: 0) }
          #expect(error?.code == .allocationFailed && error?.path == path)
        }
        allocator.remainingSuccesses = nil
        #expect(TestClip.number(try reader.frame(at: 0).image) == 0)
      }
      #expect(allocator.outstanding == 0)
    }
  }
#endif
