// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  @testable import CanvasGeometry
  import Foundation
  import TextTestSupport
  import Testing

  @testable import VideoLayers

  /// Files that are no whole films.
  @Suite struct VideoRefusalTests {
    private func code(_ path: String) -> VideoError.Code? {
      do throws(VideoError) {
        _ = try VideoReader(path: path)
        return nil
      } catch {
        #expect(error.message.hasSuffix(".") && error.path == path)
        return error.code
      }
    }

    @Test func s226_whatIsNoFilm() throws {
      let folder = try ClipFolder()
      #expect(code(folder.file("none.mp4")) == .notFound)
      #expect(code("") == .notFound)
      #expect(code("a\0b") == .notFound)
      #expect(code(folder.path) == .notPermitted)
      #expect(code("/dev/null") == .notPermitted)
      #expect(code(try folder.write("empty.mp4", [])) == .unknownFormat)
      #expect(
        code(try folder.write("text.mp4", Array("A text, and nothing else.\n".utf8)))
          == .unknownFormat)
      #expect(code(try folder.write("zero.mp4", [UInt8](repeating: 0, count: 5_000))) != nil)
    }

    /// Playlists name other files and addresses, which are not opened.
    @Test func s226_filesThatNameOthers() throws {
      let folder = try ClipFolder()
      let clip = try folder.clip("a.mkv", frames: 2)
      let lists = [
        "ffconcat version 1.0\nfile '\(clip)'\n",
        "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n\(clip)\n#EXT-X-ENDLIST\n",
      ]
      for (number, list) in lists.enumerated() {
        #expect(code(try folder.write("\(number).txt", Array(list.utf8))) == .unknownFormat)
      }
    }

    @Test func s226_soundAlone() throws {
      let folder = try ClipFolder()
      _ = try folder.clip("a.mp4", .mp4, frames: 3)
      var bytes = try folder.bytes("a.mp4")
      // The track says that it is sound.
      let place = try #require(bytes.place(of: "vide"))
      bytes.replaceSubrange(place..<place + 4, with: Array("soun".utf8))
      #expect(code(try folder.write("b.mp4", bytes)) == .noVideo)
    }

    @Test(.enabled(if: FFmpegTool.path != nil, Comment(rawValue: FFmpegTool.reason)))
    func s226_soundOfFFmpeg() throws {
      let folder = try ClipFolder()
      try FFmpegTool.run([
        "-f", "lavfi", "-i", "sine=duration=1", "-c:a", "aac", folder.file("a.m4a"),
      ])
      #expect(code(folder.file("a.m4a")) == .noVideo)
    }

    @Test func s226_aSizeBeyondAllMemory() throws {
      let folder = try ClipFolder()
      _ = try folder.clip("a.mkv", frames: 2)
      var bytes = try folder.bytes("a.mkv")
      // PixelWidth (B0) and PixelHeight (BA) of the track, each a byte long here.
      let place = try #require(
        bytes.indices.first { bytes[$0...].starts(with: [0xB0, 0x81, 96, 0xBA, 0x81, 64]) })
      // The same bytes as numbers of two bytes would move others: a width of 255 and a file whose
      // pictures do not have it are refused or drawn, and nothing is read beyond them.
      bytes[place + 2] = 255
      let path = try folder.write("b.mkv", bytes)
      if let reader = try? VideoReader(path: path) {
        #expect(try reader.frame(at: 0).image.pixelSize == reader.info.pixelSize)
      }
      let huge = "YUV4MPEG2 W60000 H60000 F30:1 Ip A1:1 C420\nFRAME\n"
      #expect(code(try folder.write("c.y4m", Array(huge.utf8))) != nil)
      // One row more than the limit.
      let large = "YUV4MPEG2 W8192 H4097 F30:1 Ip A1:1 C420\nFRAME\n"
      #expect(
        code(try folder.write("d.y4m", Array(large.utf8) + [UInt8](repeating: 0, count: 999)))
          == .tooLarge)
    }

    /// Every beginning of a film is refused, or shows frames up to its end.
    @Test(arguments: [0, 1])
    func s226_truncatedFilms(_ kind: Int) throws {
      let folder = try ClipFolder()
      let (name, format) = VideoReaderTests.formats[kind]
      _ = try folder.clip(name, format, frames: 40)
      let bytes = try folder.bytes(name)
      var shown = 0
      for part in stride(from: 1, to: 40, by: 1) {
        let path = try folder.write("b-" + name, Array(bytes.prefix(bytes.count * part / 40)))
        guard let reader = try? VideoReader(path: path) else { continue }
        shown += 1
        let last = TestClip.number(try reader.frame(at: 1e9).image)
        #expect((0..<40).contains(last))
        // Beyond the end the last good frame stays. Before it those may be missing that lie later
        // in the file.
        #expect(TestClip.number(try reader.frame(at: 39.0 / 30).image) == last)
        #expect(TestClip.number(try reader.frame(at: 0).image) == 0)
        let middle = TestClip.number(try reader.frame(at: Double(last / 2) / 30).image)
        #expect(format == .lossless ? middle == last / 2 : (0...last / 2).contains(middle))
      }
      // The index lies at the front.
      #expect(shown > 10)
    }

    /// Bytes that are changed at random: an error or frames of the right size, and an end.
    @Test(arguments: [0, 1])
    func s226_damagedFilms(_ kind: Int) throws {
      let folder = try ClipFolder()
      let (name, format) = VideoReaderTests.formats[kind]
      _ = try folder.clip(name, format, frames: 30)
      let bytes = try folder.bytes(name)
      var (opened, damaged) = (0, 0)
      for seed in 0..<60 {
        var random = SeededGenerator(seed: UInt64(seed))
        var copy = bytes
        for _ in 0..<(1 << (seed % 7)) {
          copy[Int.random(in: 0..<copy.count, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        }
        let path = try folder.write("b-" + name, copy)
        guard let reader = try? VideoReader(path: path) else { continue }
        opened += 1
        for time in [0, 0.5, 0.2, 0.9, 100] {
          if let frame = try? reader.frame(at: time) {
            #expect(frame.image.pixelSize == reader.info.pixelSize)
          }
        }
        damaged += reader.damagedFrameCount
      }
      #expect(opened > 20 && damaged > 0, "\(opened) \(damaged)")
    }

    /// Frames whose times lie before that of the first one follow it tick by tick, in any order of
    /// reading.
    @Test func s226_timesBeforeTheFirst() throws {
      let folder = try ClipFolder()
      _ = try folder.clip("a.mkv", frames: 30)
      var bytes = try folder.bytes("a.mkv")
      // The first block of the first cluster: track 1, time 0, a key frame. It becomes half a
      // second.
      let cluster = try #require(
        bytes.indices.first { bytes[$0...].starts(with: [0x1F, 0x43, 0xB6, 0x75]) })
      let block = try #require(
        bytes.indices[cluster...].first { bytes[$0...].starts(with: [0x81, 0, 0, 0x80]) })
      bytes.replaceSubrange(block + 1..<block + 3, with: [1, 244])
      let path = try folder.write("b.mkv", bytes)
      let times = (0..<60).map { Double($0) / 100 }
      let forwards = try VideoReader(path: path)
      let frames = try times.map { try forwards.frame(at: $0) }
      #expect(TestClip.number(frames[0].image) == 0)
      for frame in frames { #expect(frame.start >= 0 && frame.end > frame.start) }
      for time in times.indices.reversed() {
        let frame = try VideoReader(path: path).frame(at: times[time])
        #expect(frame.start == frames[time].start && frame.image == frames[time].image)
      }
      let reader = try VideoReader(path: path)
      for time in times.indices.reversed() {
        let frame = try reader.frame(at: times[time])
        #expect(frame.start >= 0 && frame.end > frame.start)
      }
    }

    /// The pictures of a film whose size changes have the size of its first ones.
    @Test(.enabled(if: FFmpegTool.path != nil, Comment(rawValue: FFmpegTool.reason)))
    func s226_aSizeThatChanges() throws {
      let folder = try ClipFolder()
      for (name, size) in [("a.ts", "96x64"), ("b.ts", "160x120")] {
        try FFmpegTool.run([
          "-f", "lavfi", "-i", "testsrc=size=\(size):rate=30:duration=1", "-c:v", "mpeg2video",
          "-output_ts_offset", name == "a.ts" ? "0" : "1", folder.file(name),
        ])
      }
      let path = try folder.write("c.ts", try folder.bytes("a.ts") + folder.bytes("b.ts"))
      let reader = try VideoReader(path: path)
      #expect(reader.info.pixelSize == PixelSize(width: 96, height: 64))
      var colors = Set<UInt32>()
      for number in 0..<58 {
        let image = try reader.frame(at: Double(number) / 30 + 0.01).image
        #expect(image.pixelSize == reader.info.pixelSize)
        colors.insert(image.pixel(x: 90, y: 60))
      }
      #expect(try reader.frame(at: 1.5).start > 1)
    }

    /// Pixels that are not square are widened.
    @Test(.enabled(if: FFmpegTool.path != nil, Comment(rawValue: FFmpegTool.reason)))
    func s226_pixelsThatAreNotSquare() throws {
      let folder = try ClipFolder()
      try FFmpegTool.run([
        "-f", "lavfi", "-i", "testsrc=size=96x64:rate=30:duration=0.1", "-vf", "setsar=4/3", "-c:v",
        "ffv1", folder.file("a.mkv"),
      ])
      let reader = try VideoReader(path: folder.file("a.mkv"))
      #expect(reader.info.pixelSize == PixelSize(width: 128, height: 64))
      #expect(try reader.frame(at: 0).image.pixelSize == reader.info.pixelSize)
    }

    /// Formats without an index are read from the beginning, and frames are as exact.
    @Test(
      .enabled(if: FFmpegTool.path != nil, Comment(rawValue: FFmpegTool.reason)),
      arguments: ["apng", "gif", "webm", "ts", "open.ts", "old.ts", "avi", "nut", "flv", "ogv"])
    func a16_otherFormats(_ ending: String) throws {
      let folder = try ClipFolder()
      let clip = try folder.clip("a.mkv", frames: 50, rate: 25)
      let path = folder.file("b." + ending)
      let options: [String] =
        switch ending {
        case "apng": ["-f", "apng"]
        case "gif": []
        case "webm":
          ["-c:v", "libvpx-vp9", "-g", "10", "-crf", "10", "-b:v", "0", "-cpu-used", "8"]
        case "avi": ["-c:v", "mpeg4", "-qscale:v", "2", "-bf", "2", "-g", "10"]
        case "open.ts": ["-c:v", "libx264", "-g", "10", "-bf", "3", "-x264-params", "open-gop=1"]
        case "old.ts": ["-c:v", "mpeg4", "-qscale:v", "2", "-g", "10", "-bf", "2"]
        case "nut": ["-c:v", "libx264", "-g", "10"]
        case "ogv": ["-c:v", "libtheora", "-qscale:v", "9", "-g", "10"]
        case "ts": ["-c:v", "mpeg2video", "-qscale:v", "2", "-g", "10", "-bf", "2"]
        default: ["-qscale:v", "2"]
        }
      try FFmpegTool.run(["-i", clip] + options + [path])
      let reader = try VideoReader(path: path)
      for number in 0..<50 {
        let image = try reader.frame(at: (Double(number) + 0.5) / 25).image
        #expect(TestClip.number(image) == number, "\(ending)")
      }
      var random = SeededGenerator(seed: 9)
      for _ in 0..<30 {
        let number = Int.random(in: 0..<50, using: &random)
        let image = try reader.frame(at: (Double(number) + 0.5) / 25).image
        #expect(TestClip.number(image) == number, "\(ending)")
      }
    }
  }
#endif
