// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  @testable import CanvasGeometry
  import LayerCompositing
  import LayerModel
  import CanvasDrawing
  import TextTestSupport
  import Testing

  @testable import VideoLayers

  @MainActor @Suite struct PlayerLayerTests {
    private func shown(_ layer: PlayerLayer) -> Int { layer.contents.map(TestClip.number) ?? -1 }

    private func waits(_ layer: PlayerLayer, for number: Int) async throws {
      try await until { shown(layer) == number }
      #expect(shown(layer) == number)
    }

    @Test(arguments: [0.5, 1, 2])
    func a16_playsEveryFrame(_ rate: Double) async throws {
      let folder = try ClipFolder()
      let clock = ManualClock()
      let player = VideoPlayer(
        try VideoFile(path: try folder.clip("a.mp4", .mp4, frames: 40)), clock: clock)
      let layer = PlayerLayer(player: player)
      #expect(!layer.isReadyForDisplay && layer.contents == nil)
      try await waits(layer, for: 0)
      #expect(layer.isReadyForDisplay)
      player.rate = rate
      for number in 1..<40 {
        // A frame is late if it is not decoded when its time comes: this one waits.
        try await until {
          let next = layer.ahead?.nextTime ?? .infinity
          return next > clock.now && next < .infinity
        }
        clock.advance(by: 1 / 30 / rate)
        try await waits(layer, for: number)
      }
      #expect(layer.frameCounts.late == 0 && layer.frameCounts.shown >= 40)
      // At the end it stays.
      clock.advance(by: 10)
      #expect(abs(player.currentTime - 4.0 / 3) < 0.001)
      try await waits(layer, for: 39)
      #expect(layer.error == nil)
    }

    @Test func a16_playsBackwards() async throws {
      let folder = try ClipFolder()
      let clock = ManualClock()
      let player = VideoPlayer(
        try VideoFile(path: try folder.clip("a.mp4", .mp4, frames: 40)), clock: clock)
      let layer = PlayerLayer(player: player)
      player.seek(to: 30.5 / 30)
      player.rate = -1
      for number in (0...30).reversed() {
        try await waits(layer, for: number)
        clock.advance(by: 1 / 30)
      }
      clock.advance(by: 10)
      #expect(player.currentTime == 0)
      try await waits(layer, for: 0)
      #expect(layer.frameCounts.late == 0)
    }

    @Test func a16_seeks() async throws {
      let folder = try ClipFolder()
      let clock = ManualClock()
      let player = VideoPlayer(try VideoFile(path: try folder.clip("a.mp4", .mp4)), clock: clock)
      let layer = PlayerLayer(player: player)
      for rate in [0.0, 1, -1] {
        player.rate = rate
        for number in [50, 10, 89, 0, 40, 41, 39] {
          player.seek(to: (Double(number) + 0.5) / 30)
          try await waits(layer, for: number)
        }
      }
      player.rate = 0
      for (time, number) in [(Double.nan, 0), (-5, 0), (1e300, 89), (.infinity, 89)] {
        player.seek(to: time)
        if time == .infinity { #expect(player.currentTime == player.duration) }
        try await waits(layer, for: number)
      }
    }

    @Test func s226_loops() async throws {
      let folder = try ClipFolder()
      let clock = ManualClock()
      let player = VideoPlayer(
        try VideoFile(path: try folder.clip("a.mp4", .mp4, frames: 10)), clock: clock)
      let layer = PlayerLayer(player: player)
      player.loops = true
      for rate in [1.0, -1] {
        player.rate = rate
        player.seek(to: 0.5 / 30)
        for step in 0..<35 {
          try await waits(layer, for: ((Int(rate) * step) % 10 + 10) % 10)
          clock.advance(by: 1 / 30)
        }
      }
      #expect(layer.frameCounts.late == 0)
    }

    @Test func s226_gravity() throws {
      let folder = try ClipFolder()
      let player = VideoPlayer(try VideoFile(path: try folder.clip("a.mkv", frames: 2)))
      let layer = PlayerLayer()
      layer.bounds = Rect(x: 10, y: 20, width: 192, height: 64)
      #expect(layer.videoRect == .zero && layer.videoGravity == .resizeAspect)
      layer.player = player
      #expect(layer.videoRect == Rect(x: 58, y: 20, width: 96, height: 64))
      #expect(layer.contentsGravity == .resizeAspect)
      layer.videoGravity = .resizeAspectFill
      #expect(layer.videoRect == Rect(x: 10, y: -12, width: 192, height: 128))
      #expect(layer.contentsGravity == .resizeAspectFill)
      layer.videoGravity = .resize
      #expect(layer.videoRect == layer.bounds && layer.contentsGravity == .resize)
      // Contents are the player's.
      layer.contents = TestClip.picture(0)
      #expect(layer.contents == nil)
    }

    /// The layer and the contents of a scene have the same pixels.
    @Test func s226_layerAndSceneAreTheSame() async throws {
      let folder = try ClipFolder()
      let file = try VideoFile(path: try folder.clip("a.mp4", .mp4))
      let player = VideoPlayer(file, clock: ManualClock())
      let layer = PlayerLayer(player: player)
      player.seek(to: 1.5)
      try await waits(layer, for: 45)
      for gravity in VideoGravity.allCases {
        layer.videoGravity = gravity
        layer.frame = Rect(x: 5, y: 7, width: 150, height: 111)
        var contents = VideoContents(file, time: 1.5)
        contents.gravity = gravity
        var properties = layer.properties
        properties.contentsGravity = .resize
        let nodes = [
          layer.node, RenderNode(properties: properties, contents: .vector(contents)),
        ]
        let images = try nodes.map { node in
          var root = LayerProperties()
          root.frame = Rect(width: 160, height: 120)
          return try Compositor.frame(
            of: RenderTree(
              root: RenderNode(properties: root, sublayers: [node]),
              size: Size(width: 160, height: 120), scale: 1, background: nil, time: 0)
          ).image
        }
        #expect(images[0] == images[1] && images[0].pixel(x: 80, y: 60) != 0)
      }
    }

    /// No more frames wait than the bound says, and late ones are left out and counted.
    @Test func s226_framesAheadAreBounded() async throws {
      let folder = try ClipFolder()
      let clock = ManualClock()
      let player = VideoPlayer(try VideoFile(path: try folder.clip("a.mp4", .mp4)), clock: clock)
      let layer = PlayerLayer(player: player)
      player.play()
      try await waits(layer, for: 0)
      let ahead = try #require(layer.ahead)
      try await until { ahead.most.frames == VideoLimits.framesAhead }
      // A second passes at once: those that wait are late, and those that were not decoded.
      clock.advance(by: 1 + 0.5 / 30)
      try await waits(layer, for: 30)
      #expect((1...29).contains(layer.frameCounts.late))
      for number in 31..<60 {
        clock.advance(by: 1 / 30)
        try await waits(layer, for: number)
      }
      #expect(ahead.most.frames == VideoLimits.framesAhead)
      #expect(ahead.most.bytes <= VideoLimits.bytesAhead)
    }

    /// A layer that is released while it decodes ends, and gives its reader and frames back.
    @Test func s226_releasedWhileDecoding() async throws {
      let folder = try ClipFolder()
      let allocator = FailingBitmapAllocator()
      let path = try folder.clip("a.mp4", .mp4)
      do {
        let pool = BitmapPool(capacity: 0, allocator: allocator)
        let file = try VideoFile(path: path, pool: pool)
        for turn in 0..<20 {
          let player = VideoPlayer(file)
          var layer: PlayerLayer? = PlayerLayer(player: player)
          player.play()
          weak let ahead = layer?.ahead
          if turn % 2 == 1 { try await until { layer?.contents != nil } }
          layer = nil
          try await until { ahead == nil }
          #expect(file.readerCount <= 4)
        }
      }
      try await until { allocator.outstanding == 0 }
    }

    @Test func s226_anotherPlayer() async throws {
      let folder = try ClipFolder()
      let clock = ManualClock()
      let (a, b) = (
        VideoPlayer(try VideoFile(path: try folder.clip("a.mkv", frames: 5)), clock: clock),
        VideoPlayer(try VideoFile(path: try folder.clip("b.mkv", frames: 5)), clock: clock)
      )
      let layer = PlayerLayer(player: a)
      b.seek(to: 0.1)
      try await waits(layer, for: 0)
      layer.player = b
      #expect(!layer.isReadyForDisplay && layer.contents == nil)
      try await waits(layer, for: 3)
      a.seek(to: 0.05)
      layer.player = nil
      #expect(layer.contents == nil && layer.videoRect == .zero)
    }

    /// A film that is damaged after its header: what can be decoded is shown.
    @Test func s226_truncatedFilmPlaysToItsEnd() async throws {
      let folder = try ClipFolder()
      _ = try folder.clip("a.mkv")
      let bytes = try folder.bytes("a.mkv")
      let path = try folder.write("b.mkv", Array(bytes.prefix(bytes.count / 2)))
      let clock = ManualClock()
      let player = VideoPlayer(try VideoFile(path: path), clock: clock)
      let layer = PlayerLayer(player: player)
      player.play()
      try await waits(layer, for: 0)
      for _ in 0..<90 { clock.advance(by: 1 / 30) }
      try await until { shown(layer) > 30 }
      #expect(shown(layer) < 60)
    }
  }
#endif
