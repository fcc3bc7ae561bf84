// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  import AsyncTextLayer
  import LayerCompositing
  import LayerScenes
  import LayerModel
  import CanvasDrawing
  import TextTestSupport
  import Testing

  @testable import VideoLayers

  /// Layers of the type `player` in scenes.
  @Suite struct PlayerSceneTests {
    private func scene(
      _ members: String, in folder: ClipFolder, more: String = "", options: SceneOptions? = nil
    ) throws -> Scene {
      let json =
        #"{"size":[96,64],"layers":[{"type":"player","frame":[0,0,96,64],"# + members + "}"
        + more + "]}"
      return try Scene(
        json: Array(json.utf8), options: options ?? SceneOptions(folder: folder.path))
    }

    private func image(_ scene: Scene, at time: Double) throws -> Bitmap {
      var tree = scene.tree
      tree.time = time
      return try Compositor.frame(of: tree).image
    }

    @Test func a16_framesOfAScene() throws {
      let folder = try ClipFolder()
      _ = try folder.clip("clip.mkv")
      let scene = try scene(#""video":"clip.mkv","time":1.5"#, in: folder)
      #expect(scene.notes.isEmpty)
      for step in [0, 1, 30, 10, 44, 60, -45, -60] {
        let number = max(0, min(89, 45 + step))
        #expect(try image(scene, at: Double(step) / 30) == TestClip.picture(number))
      }
      #expect(scene.filmNotes.isEmpty && scene.tileNotes.isEmpty)
    }

    @Test(arguments: [0.5, 2, 0, -1])
    func a16_rateOfAScene(_ rate: Double) throws {
      let folder = try ClipFolder()
      _ = try folder.clip("clip.mkv")
      let scene = try scene(#""video":"clip.mkv","rate":\#(rate),"time":1"#, in: folder)
      for step in 0..<30 {
        let number = 30 + Int(((Double(step) + 0.5) * rate).rounded(.down))
        let shown = TestClip.number(try image(scene, at: (Double(step) + 0.5) / 30))
        #expect(shown == number)
      }
    }

    /// The place of the film, also below a text, and under a transform.
    @Test func s226_gravityOfAScene() throws {
      let folder = try ClipFolder()
      _ = try folder.clip("clip.mkv", frames: 5)
      for (gravity, covered) in [
        ("resizeAspect", false), ("resizeAspectFill", true), ("resize", true),
      ] {
        let json = """
          {"size":[200,64],"background":"#f0f","layers":[{"type":"player","frame":[0,0,200,64],
           "video":"clip.mkv","videoGravity":"\(gravity)","masksToBounds":true}]}
          """
        let scene = try Scene(json: Array(json.utf8), options: SceneOptions(folder: folder.path))
        let picture = try image(scene, at: 0)
        #expect((picture.pixel(x: 2, y: 40) != 0xFFFF_00FF) == covered)
        #expect(picture.pixel(x: 100, y: 40) == 0xFF60_2010)
      }
      // Half of the size under a text.
      let turned = try scene(
        #""video":"clip.mkv","transform":[{"scale":[0.5,0.5]}]"#, in: folder,
        more:
          ##",{"type":"text","frame":[0,40,96,24],"string":"frame","foregroundColor":"#0f0"}"##)
      let picture = try image(turned, at: 0)
      #expect(picture.pixel(x: 0, y: 0) == 0 && picture.pixel(x: 26, y: 18) == 0xFFFF_FFFF)
      var green = 0
      for x in 0..<96 {
        for y in 40..<64 {
          let pixel = picture.pixel(x: x, y: y)
          if pixel >> 8 & 255 > 200, pixel & 255 < 100 { green += 1 }
        }
      }
      #expect(green > 20)
    }

    @Test func s226_whatCannotBeRead() throws {
      let folder = try ClipFolder()
      _ = try folder.clip("clip.mkv", frames: 2)
      try folder.write("text.mp4", Array("no film".utf8))
      func error(_ members: String, _ options: SceneOptions? = nil) throws -> DocumentError {
        try #require(
          #expect(throws: DocumentError.self) {
            _ = try scene(members, in: folder, options: options)
          })
      }
      let none = try error(#""rate":1"#)
      #expect(none.code == .malformed && none.keyPath == "layers[0]")
      for name in ["none.mp4", "text.mp4", "."] {
        let error = try error(#""video":"\#(name)""#)
        #expect(error.code == .unreadable && error.keyPath == "layers[0].video")
        #expect(error.offset != nil && error.message.contains(name))
      }
      #expect(try error(#""video":"clip.mkv","videoGravity":"fill""#).code == .malformed)
      #expect(try error(#""video":7"#).code == .malformed)
      #expect(try error(#""video":"""#).code == .malformed)
      let other = try ClipFolder()
      let bounded = SceneOptions(folder: folder.path, imageRoot: other.path)
      let outside = try error(#""video":"clip.mkv""#, bounded)
      #expect(outside.code == .unreadable && outside.message.contains("outside the image root"))
      let inside = SceneOptions(folder: folder.path, imageRoot: folder.path)
      _ = try scene(#""video":"clip.mkv""#, in: folder, options: inside)
      // Keys of players in other layers are noted with the type that has them.
      let json = #"{"size":[9,9],"layers":[{"time":1,"rate":1}]}"#
      let notes = try Scene(json: Array(json.utf8)).notes.joined()
      #expect(notes.contains(#"time with "type":"emitter" or "type":"player""#))
      #expect(notes.contains(#"rate with "type":"player""#))
    }

    /// Damaged frames are noted once the picture is made, and the one before stays.
    @Test func s226_damagedFramesAreNoted() throws {
      let folder = try ClipFolder()
      _ = try folder.clip("clip.mp4", .mp4, frames: 30)
      var bytes = try folder.bytes("clip.mp4")
      let start = try #require(bytes.place(of: "mdat")) + (bytes.count * 2 / 5)
      for place in stride(from: start, to: min(bytes.count, start + 2_000), by: 3) {
        bytes[place] = 0xFF
      }
      try folder.write("clip.mp4", bytes)
      let scene = try scene(#""video":"clip.mp4""#, in: folder)
      for number in 0..<30 { _ = try image(scene, at: Double(number) / 30) }
      #expect(scene.filmNotes.count == 1)
      #expect(scene.filmNotes.first?.contains("layers[0].video") == true)
    }

    /// Live: a host shows the film at the times of its frames, without the main queue.
    @MainActor @Test func s226_liveScene() async throws {
      let folder = try ClipFolder()
      _ = try folder.clip("clip.mkv", frames: 20)
      let scene = try scene(#""video":"clip.mkv""#, in: folder)
      let clock = ManualClock()
      let contents = try #require(
        scene.tree.root.sublayers.first.flatMap { node -> (any TimedContents)? in
          if case .vector(let vector) = node.contents { vector as? any TimedContents } else { nil }
        })
      let layer = Layer()
      layer.frame = Rect(width: 96, height: 64)
      layer.vectorContents = contents
      let host = LayerHost(root: layer, size: Size(width: 96, height: 64), clock: clock)
      try await until { host.frame != nil }
      for number in 0..<20 {
        try await until {
          host.frame.map { TestClip.number($0.image) } == number
        }
        clock.set(to: (Double(number) + 1.5) / 30)
      }
      #expect(scene.tree.root.nextChange(from: 10) == .infinity)
      #expect(scene.tree.root.nextChange(from: 0) >= 0.033)
    }
  }
#endif
