// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  import ImageCodecs
  @testable import CanvasGeometry
  import Dispatch
  import Foundation
  import CanvasDrawing
  import Testing

  @testable import VideoLayers

  @Suite struct VideoWriterTests {
    @Test(arguments: [.mp4, .lossless, .webP(isLossless: true)] as [VideoFormat])
    func s226_sameFramesGiveTheSameBytes(_ format: VideoFormat) throws {
      let folder = try ClipFolder()
      _ = try folder.clip("a", format, frames: 20)
      _ = try folder.clip("b", format, frames: 20)
      #expect(try folder.bytes("a") == folder.bytes("b"))
      #expect(try folder.names == ["a", "b"])
    }

    /// An encoder that looks at memory which was never written gives other bytes now and then.
    @Test func s226_bytesDoNotDependOnOldMemory() throws {
      let folder = try ClipFolder()
      let size = PixelSize(width: 96, height: 32)
      let frames = (0..<20).map { number in
        TestClip.bitmap(size) { x, y in
          let isBox = (4 * number..<4 * number + 16).contains(x) && (8..<24).contains(y)
          return isBox ? [255, 255, 255, 255] : [0, 0, 0, 255]
        }
      }
      let path = folder.path
      DispatchQueue.concurrentPerform(iterations: 200) { number in
        // Memory that others have written to.
        for count in 1..<40 {
          _ = [UInt8](repeating: UInt8(truncatingIfNeeded: number * 37), count: count * 997)
        }
        let writer = try? VideoWriter(
          path: "\(path)/\(number).mp4", VideoSettings(.mp4, size: size, rate: (20, 1)))
        for frame in frames { try? writer?.append(frame) }
        try? writer?.finish()
      }
      let files = try (0..<200).map { try folder.bytes("\($0).mp4") }
      #expect(Set(files).count == 1 && files[0].count > 1_000)
    }

    @Test func s226_indexLiesAtTheFront() throws {
      let folder = try ClipFolder()
      _ = try folder.clip("a.mp4", .mp4, frames: 20)
      let bytes = try folder.bytes("a.mp4")
      let (index, data) = (
        try #require(bytes.place(of: "moov")), try #require(bytes.place(of: "mdat"))
      )
      #expect(index < data)
    }

    @Test func s226_rateIsExact() throws {
      let folder = try ClipFolder()
      for rate in [(30_000, 1_001), (24, 1), (60, 1), (1, 2), (120, 1)] as [(Int32, Int32)] {
        let path = folder.file("a.mp4")
        let writer = try VideoWriter(
          path: path, VideoSettings(.mp4, size: TestClip.size, rate: rate))
        for number in 0..<40 { try writer.append(TestClip.picture(number)) }
        try writer.finish()
        let reader = try VideoReader(path: path)
        let interval = Double(rate.1) / Double(rate.0)
        for number in 0..<40 {
          let frame = try reader.frame(at: Double(number) * interval)
          #expect(TestClip.number(frame.image) == number)
          #expect(abs(frame.start - Double(number) * interval) < 1e-6)
        }
        #expect(abs(reader.info.duration - 40 * interval) < 0.001)
      }
    }

    /// An odd side repeats its last pixels; transparency lies on the background.
    @Test func s226_oddSidesAndBackground() throws {
      let folder = try ClipFolder()
      let size = PixelSize(width: 33, height: 17)
      for (background, level) in [(Color.white, 255), (.black, 0)] {
        var settings = VideoSettings(.mp4, size: size, rate: (10, 1))
        settings.background = background
        let writer = try VideoWriter(path: folder.file("a.mp4"), settings)
        try writer.append(TestClip.bitmap(size) { _, _ in [0, 0, 0, 0] })
        try writer.finish()
        let image = try VideoReader(path: folder.file("a.mp4")).frame(at: 0).image
        #expect(image.pixelSize == PixelSize(width: 34, height: 18))
        for (x, y) in [(0, 0), (33, 17), (16, 8)] {
          #expect(abs(Int(image.pixel(x: x, y: y) & 255) - level) <= 3)
        }
      }
    }

    /// An animated WebP: its chunks tell size, loops and times.
    @Test func s226_webP() throws {
      let folder = try ClipFolder()
      var settings = VideoSettings(
        .webP(isLossless: true), size: TestClip.size, rate: (20, 1))
      settings.loops = 3
      let writer = try VideoWriter(path: folder.file("a.webp"), settings)
      for number in 0..<10 {
        try writer.append(TestClip.picture(number, background: [0, 0, 0, 0]))
      }
      try writer.finish()
      let bytes = try folder.bytes("a.webp")
      #expect(bytes.starts(with: Array("RIFF".utf8)))
      let header = try #require(bytes.place(of: "VP8X"))
      // Animation and opacity.
      #expect(bytes[header + 8] & 0x12 == 0x12)
      #expect(bytes[header + 12] == 95 && bytes[header + 15] == 63)
      let animation = try #require(bytes.place(of: "ANIM"))
      // The background is transparent, too.
      #expect(bytes[animation + 8..<animation + 12].allSatisfy { $0 == 0 })
      #expect(bytes[animation + 12] == 3 && bytes[animation + 13] == 0)
      let frames = bytes.indices.dropLast(4).filter {
        bytes[$0...].starts(with: Array("ANMF".utf8))
      }
      #expect(frames.count == 10)
      for frame in frames { #expect(bytes[frame + 20] == 50 && bytes[frame + 21] == 0) }
    }

    @Test func s226_whatIsNotFinishedIsNotThere() throws {
      let folder = try ClipFolder()
      for format in [VideoFormat.mp4, .lossless, .webP(isLossless: false)] {
        do {
          let writer = try VideoWriter(
            path: folder.file("a"), VideoSettings(format, size: TestClip.size, rate: (30, 1)))
          for number in 0..<10 { try writer.append(TestClip.picture(number)) }
        }
        #expect(try folder.names == [])
      }
      // An older file stays.
      try folder.write("a", [1, 2, 3])
      do {
        let writer = try VideoWriter(
          path: folder.file("a"), VideoSettings(.mp4, size: TestClip.size, rate: (30, 1)))
        try writer.append(TestClip.picture(0))
        #expect(throws: VideoError.self) {
          try writer.append(TestClip.picture(0, size: PixelSize(width: 8, height: 8)))
        }
      }
      #expect(try folder.bytes("a") == [1, 2, 3])
    }

    @Test func s226_whatCannotBeWritten() throws {
      let folder = try ClipFolder()
      func code(_ path: String, _ size: PixelSize, _ rate: (Int32, Int32)) -> VideoError.Code? {
        do throws(VideoError) {
          _ = try VideoWriter(path: path, VideoSettings(.mp4, size: size, rate: rate))
          return nil
        } catch {
          return error.code
        }
      }
      let size = TestClip.size
      #expect(code("/nowhere/a.mp4", size, (30, 1)) == .writeFailed)
      #expect(code(folder.path, size, (30, 1)) == .writeFailed)
      #expect(code("/dev/null", size, (30, 1)) == .writeFailed)
      #expect(code(folder.file("a"), PixelSize(width: 0, height: 9), (30, 1)) == .tooLarge)
      #expect(code(folder.file("a"), PixelSize(width: -8, height: 9), (30, 1)) == .tooLarge)
      #expect(code(folder.file("a"), PixelSize(width: 16_384, height: 9_999), (1, 1)) == .tooLarge)
      #expect(code(folder.file("a"), size, (0, 1)) == .unsupported)
      #expect(code(folder.file("a"), size, (30, -1)) == .unsupported)
      let empty = try VideoWriter(
        path: folder.file("a"), VideoSettings(.mp4, size: size, rate: (30, 1)))
      #expect(throws: VideoError.self) { try empty.finish() }
      #expect(try folder.names == [])
    }

    /// Lossy and exact: what an encoder of FFmpeg's own reads of it.
    @Test(.enabled(if: FFmpegTool.path != nil, Comment(rawValue: FFmpegTool.reason)))
    func s226_ffmpegReadsTheSame() throws {
      let folder = try ClipFolder()
      let path = try folder.clip("a.mp4", .mp4, frames: 40)
      for time in [0.0, 0.5, 1.2] {
        try FFmpegTool.run([
          "-ss", "\(time)", "-i", path, "-frames:v", "1", folder.file("b.png"),
        ])
        let other = try Bitmap(pngFile: folder.file("b.png"))
        let own = try VideoReader(path: path).frame(at: time).image
        #expect(TestClip.number(other) == TestClip.number(own))
        // Filters of chroma differ: 16 levels in any pixel away from edges of the box.
        for (x, y) in [(90, 60), (2, 40), (50, 60)] {
          for shift: UInt32 in [0, 8, 16] {
            let (a, b) = (
              other.pixel(x: x, y: y) >> shift & 255, own.pixel(x: x, y: y) >> shift & 255
            )
            #expect(abs(Int(a) - Int(b)) <= 3)
          }
        }
      }
    }
  }
#endif
