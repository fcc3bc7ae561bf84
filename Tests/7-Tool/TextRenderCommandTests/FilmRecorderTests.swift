// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import ImageCodecs
import LayerCompositing
import SystemConcurrency
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import SystemLanes
@testable import TextRenderCommand

/// Films of trees that a test makes for each time.
struct FilmRecorderTests {
  private static let size = Size(width: 48, height: 36)

  /// A square that moves and fades by time over a background, or over nothing.
  @Sendable private static func tree(_ time: Double, on background: Color?) -> RenderTree {
    var properties = LayerProperties()
    properties.bounds = Rect(x: 0, y: 0, width: 10, height: 8)
    properties.position = Point(x: 6 + 30 * time, y: 12 + 10 * time)
    properties.backgroundColor = Color(red: 1, green: time, blue: 0)
    properties.opacity = background == nil ? 0.75 : 1
    var root = LayerProperties()
    root.bounds = Rect(x: 0, y: 0, width: size.width, height: size.height)
    root.position = Point(x: size.width / 2, y: size.height / 2)
    return RenderTree(
      root: RenderNode(properties: root, sublayers: [RenderNode(properties: properties)]),
      size: size, background: background, time: time)
  }

  private static func recorder(
    _ count: Int = 9, on background: Color? = .white, lanes: RenderLanes = .shared
  ) throws -> FilmRecorder {
    let times = try #require(FrameTimes(from: 0, to: Double(count) / 10, framesPerSecond: 10))
    #expect(times.count == count)
    return FilmRecorder(
      frames: FrameSequence(times: times) { tree($0, on: background) }, file: "test",
      console: CommandConsole(), lanes: lanes)
  }

  private static func pictures(_ recorder: FilmRecorder) throws -> [FilmCanvas] {
    try (0..<recorder.frames.times.count).map { FilmCanvas(try recorder.frames.picture($0)) }
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    try FileReader.contents(of: path, limit: 1 << 24)
  }

  @Test(arguments: [Color.white, nil])
  func anAPNGShowsThePictures(_ background: Color?) throws {
    try ToolRun.withFolder { folder in
      let recorder = try Self.recorder(on: background)
      try recorder.write(.apng(folder + "/a.apng"), rate: 10, loops: 0)
      let film = try APNGReader(try Self.bytes(folder + "/a.apng"))
      let pictures = try Self.pictures(recorder)
      #expect(film.frames.map(\.canvas) == pictures)
      #expect(Set(pictures.map(\.pixels)).count == 9)
      #expect(film.colorType == (background == nil ? 6 : 2))
      #expect(film.frames.dropFirst().allSatisfy { $0.area.width < 48 })
    }
  }

  @Test func aGIFShowsThePictures() throws {
    try ToolRun.withFolder { folder in
      let recorder = try Self.recorder()
      try recorder.write(.gif(folder + "/a.gif"), rate: 10, loops: 0)
      let film = try GIFReader(try Self.bytes(folder + "/a.gif"))
      #expect(try film.frames.map(\.canvas) == Self.pictures(recorder))
      #expect(film.frames.map(\.delay) == [Int](repeating: 10, count: 9))
    }
  }

  @Test func picturesAreNumberedFromZero() throws {
    try ToolRun.withFolder { folder in
      let recorder = try Self.recorder(3)
      let names = try #require(PageNames(frames: folder + "/f%03d.png"))
      try recorder.write(.pictures(names), rate: 10, loops: 0)
      for (i, picture) in try Self.pictures(recorder).enumerated() {
        #expect(FilmCanvas(try Bitmap(pngFile: "\(folder)/f00\(i).png")) == picture)
      }
      #expect(throws: GraphicsError.self) { _ = try Bitmap(pngFile: folder + "/f003.png") }
    }
  }

  @Test func aSheetShowsThePictures() throws {
    let recorder = try Self.recorder(5)
    let sheet = FilmCanvas(try recorder.sheet())
    #expect(sheet.width == 3 * 52 - 4 && sheet.height == 2 * 40 - 4)
    for (i, picture) in try Self.pictures(recorder).enumerated() {
      let (left, top) = (i % 3 * 52, i / 3 * 40)
      for y in 0..<36 {
        let start = (top + y) * sheet.width + left
        #expect(
          sheet.pixels[start..<start + 48].elementsEqual(picture.pixels[y * 48..<y * 48 + 48]))
      }
    }
  }

  @Test func theBytesDoNotDependOnLanes() throws {
    try ToolRun.withFolder { folder in
      var films: [[UInt8]] = []
      for count in [1, 2, 16] {
        let recorder = try Self.recorder(40, lanes: RenderLanes(count: count))
        try recorder.write(.apng(folder + "/a.apng"), rate: 10, loops: 0)
        try recorder.write(.gif(folder + "/a.gif"), rate: 10, loops: 0)
        let sheet = try recorder.sheet().pngData()
        films.append(
          try Self.bytes(folder + "/a.apng") + Self.bytes(folder + "/a.gif") + sheet)
      }
      #expect(films[1] == films[0] && films[2] == films[0])
    }
  }

  // MARK: The queue

  /// Few frames are ahead of the one that is written, and they come in order.
  @Test(arguments: [1, 2, 4])
  func memoryIsBounded(_ laneCount: Int) throws {
    let lanes = RenderLanes(count: laneCount)
    let written = Mutex(0)
    let most = Mutex(0)
    let queue = FrameQueue(
      count: 60, lanes: lanes,
      draw: { frame in
        let ahead = frame - written.withLock { $0 } + 1
        most.withLock { $0 = max($0, ahead) }
        return try Compositor.image(of: Self.tree(0, on: .white))
      }, pack: { image, _ in .bitmap(image) })
    var taken: [Int] = []
    try queue.run { frame, _ in
      taken.append(frame)
      written.withLock { $0 += 1 }
    }
    #expect(taken == Array(0..<60))
    // And the frame before the first of them.
    #expect(most.withLock { $0 } <= 2 * laneCount + 1)
  }

  @Test(arguments: [1, 2, 16])
  func theEarliestErrorIsThrown(_ laneCount: Int) throws {
    struct Failure: Error, Equatable {
      let frame: Int
    }
    let queue = FrameQueue(
      count: 50, lanes: RenderLanes(count: laneCount),
      draw: { frame in
        if frame >= 7 { throw Failure(frame: frame) }
        return try Compositor.image(of: Self.tree(0, on: .white))
      }, pack: { image, _ in .bitmap(image) })
    let taken = Mutex(0)
    #expect(throws: Failure(frame: 7)) {
      try queue.run { _, _ in taken.withLock { $0 += 1 } }
    }
    #expect(taken.withLock { $0 } == 7)
    #expect(throws: CommandError.self) {
      try Self.recorder().write(.apng("/nowhere/a.apng"), rate: 10, loops: 0)
    }
  }

  @Test func aFailingFilmLeavesNoFile() throws {
    try ToolRun.withFolder { folder in
      let times = FrameTimes(from: 0, to: 1, count: 20)
      let recorder = FilmRecorder(
        frames: FrameSequence(times: times) { time in
          var tree = Self.tree(time, on: .white)
          if time > 0.5 { tree.size = Size(width: 1e9, height: 1) }
          return tree
        }, file: "scene.json", console: CommandConsole())
      for output in [FilmOutput.apng(folder + "/a.apng"), .gif(folder + "/a.gif")] {
        #expect(throws: CommandError.self) { try recorder.write(output, rate: 10, loops: 0) }
      }
      #expect(throws: CommandError.self) { _ = try recorder.sheet() }
      #expect(throws: GraphicsError.self) { _ = try Bitmap(pngFile: folder + "/a.apng") }
    }
  }

  // MARK: Opacity

  @Test func layersMayRemoveAnOpaqueBackground() throws {
    for (mode, isOpaque) in [
      (BlendMode.sourceOver, true), (.multiply, true), (.plus, true), (.destinationOut, false),
      (.xor, false), (.clear, false),
    ] {
      var properties = LayerProperties()
      properties.blendMode = mode
      let root = RenderNode(sublayers: [RenderNode(properties: properties)])
      let tree = RenderTree(root: root, size: Self.size, background: .white)
      #expect(FrameSequence(times: FrameTimes(0), of: tree).isOpaque == isOpaque, "\(mode)")
    }
    let change = LayerAnimation("blendMode", to: .string("xor"))
    let moving = RenderNode(
      motion: LayerMotion(animations: [(key: "", animation: LayerAnimation(.group([change])))]))
    let tree = RenderTree(root: moving, size: Self.size, background: .white)
    #expect(!FrameSequence(times: FrameTimes(0), of: tree).isOpaque)
    #expect(try !Self.recorder(on: nil).frames.isOpaque)
    #expect(try !Self.recorder(on: Color(red: 1, green: 1, blue: 1, alpha: 0.5)).frames.isOpaque)
  }

  // MARK: Times

  @Test(arguments: [
    (0.0, 1.0, 60.0, 60), (0, 1, 29.97, 30), (0, 0.1, 10, 1), (0, 0.3, 10, 3), (0, 0.31, 10, 4),
    (1, 3, 0.5, 1), (0, 0.001, 60, 1), (0.1, 0.7, 30, 18), (-1, 1, 2, 4),
    (0, 1_000_000, 1, 1_000_000),
  ])
  func counts(_ start: Double, _ end: Double, _ rate: Double, _ count: Int) throws {
    let times = try #require(FrameTimes(from: start, to: end, framesPerSecond: rate))
    #expect(times.count == count)
    #expect(times[0] == start && times[count - 1] < end)
    #expect(times[count - 1] == start + Double(count - 1) / rate)
  }

  @Test func timesOfASheet() {
    let times = FrameTimes(from: 1, to: 3, count: 4)
    #expect((0..<4).map { times[$0] } == [1, 1.5, 2, 2.5])
    #expect(FrameTimes(from: 0, to: 1_000_001, framesPerSecond: 1) == nil)
    #expect(FrameTimes(from: 0, to: 1e300, framesPerSecond: 1e300) == nil)
  }
}
