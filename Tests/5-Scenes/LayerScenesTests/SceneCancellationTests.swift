// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import SystemConcurrency
import Testing
import TextTestSupport

@testable import LayerScenes
@testable import StyledDocuments

/// The reading of scenes ends at each of its polls, which are not far from each other.
@Suite("Cancelled scenes", .serialized)
struct SceneCancellationTests {
  /// A scene of one kind, with more or fewer parts.
  struct Kind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let json: @Sendable (_ count: Int) -> String

    /// A scene of some layers.
    init(
      _ name: String, size: String = "[200,200]", layers: @escaping @Sendable (Int) -> String
    ) {
      testDescription = name
      json = { #"{"size":\#(size),"layers":\#(layers($0))}"# }
    }
  }

  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    "[" + (0..<count).map(element).joined(separator: ",") + "]"
  }

  private static func words(_ count: Int) -> String {
    String(repeating: "word مرحبا ", count: count / 2 + 1)
  }

  static let kinds = [
    Kind("plain layers") { count in
      list(count) {
        #"{"frame":[\#($0 % 90),5,10,10],"backgroundColor":"red","sublayers":[{},{}]}"#
      }
    },
    Kind("layers with animations and masks") { count in
      list(count) {
        #"{"mask":{"frame":[0,0,\#($0),5]},"animations":[{"key":"opacity","values":[0,1,0.5]}]}"#
      }
    },
    Kind("a path of many segments") { count in
      let data = (0..<count * 4).map { "L\($0 % 90) \($0 % 80)" }.joined()
      return #"[{"type":"shape","path":"M0 0\#(data)"}]"#
    },
    Kind("many numbers") { count in
      let numbers = list(count * 4) { "\($0)" }
      return #"[{"type":"shape","lineDashPattern":\#(numbers)}]"#
    },
    Kind("unknown keys") { count in
      "[{" + (0..<count).map { #""k\#($0)":1"# }.joined(separator: ",") + "}]"
    },
    Kind("boxes") { count in
      let items = list(count) { #"{"layout":{"width":\#(5 + $0 % 7),"height":5}}"# }
      return #"[{"layout":{"display":"flex","flexWrap":"wrap"},"sublayers":\#(items)}]"#
    },
    Kind("boxes in a picture of their size", size: "[null,null]") { count in
      let items = list(count) { #"{"layout":{"width":\#(5 + $0 % 7),"height":5}}"# }
      let layout = #"{"display":"grid","gridTemplateColumns":"9px 9px"}"#
      return #"[{"layout":\#(layout),"sublayers":\#(items)}]"#
    },
    Kind("boxes that are not there") { count in
      let items = list(count) { _ in #"{"layout":{},"sublayers":[{},{"frame":[0,0,2,2]}]}"# }
      return #"[{"layout":{"display":"none"},"sublayers":\#(items)}]"#
    },
    Kind("texts in boxes") { count in
      let items = list(4) { #"{"type":"text","string":"\#(words(count / 4 + $0))"}"# }
      return #"[{"layout":{"display":"flex","flexDirection":"column"},"sublayers":\#(items)}]"#
    },
    Kind("a long text") { #"[{"type":"text","string":"\#(words($0))","frame":[0,0,100,0]}]"# },
    Kind("a document") { count in
      let spans = list(count) {
        #"{"start":\#($0),"end":\#($0 + 1),"style":{"size":\#(9 + $0 % 5)}}"#
      }
      let token = #"{"text":"… more","spans":[{"start":0,"end":1,"style":{"color":"red"}}]}"#
      return #"""
        [{"type":"text","document":{"text":"\#(words(count))","spans":\#(spans),"width":90,
          "maxLines":40,"detect":true,"truncation":{"token":\#(token)}}}]
        """#
    },
    Kind("layers and pictures in a text") { count in
      let scene = #"{"frame":[0,0,9,9],"type":"text","string":"\#(words(count / 4))"}"#
      return #"""
        [{"type":"text","document":{"text":"a\uFFFCb\uFFFC","attachments":[
          {"at":1,"scene":\#(scene)},{"at":3,"image":"heart.png"}]}}]
        """#
    },
    Kind("pictures") { _ in
      list(3) { #"{"contents":{"image":"\#(["heart", "ring", "smiley"][$0]).png"}}"# }
    },
    Kind("emitters") { count in
      let cells = list(count / 8) { #"{"name":"c\#($0)","birthRate":0.1,"lifetime":1}"# }
      return #"[{"type":"emitter","frame":[0,0,9,9],"cells":\#(cells)}]"#
    },
  ]

  private static func read(_ json: String, _ cancellation: Cancellation) throws(DocumentError)
    -> Scene
  {
    var options = SceneOptions(folder: SceneText.folder)
    options.fonts = { _ in BundledFonts.collection }
    options.cancellation = cancellation
    return try Scene(json: Array(json.utf8), options: options)
  }

  /// What a scene shows, and what is said of it.
  private static func report(of scene: Scene) throws -> (notes: [String], pixels: [UInt32]) {
    let image = try TreeRenderer().renderNow(scene.tree).image
    return (scene.notes, image.allPixels)
  }

  @Test("Cancelled at any poll, the error says so; else the scene is the same", arguments: kinds)
  func eachPoll(kind: Kind) throws {
    let json = kind.json(64)
    let expected = try Self.report(of: Self.read(json, .never))
    var cancelled = 0
    let count = try CancelledPoll.each { poll in
      let scene: Scene
      do throws(DocumentError) {
        scene = try Self.read(json, poll.cancellation)
      } catch {
        cancelled += 1
        #expect(error.code == .cancelled, "\(error)")
        #expect(error.description == "the reading was cancelled")
        return
      }
      let report = try Self.report(of: scene)
      #expect(report.notes == expected.notes)
      #expect(report.pixels == expected.pixels)
    }
    // Texts that other tests have shaped meanwhile need fewer polls.
    #expect(cancelled <= count && cancelled > count * 9 / 10, "\(cancelled) of \(count)")
    #expect(count >= 3, "\(count)")
  }

  @Test("The fonts of a document that cannot be had are no cancellation")
  func otherErrors() throws {
    struct NoFonts: Error {}
    var options = SceneOptions()
    options.cancellation = CancelledPoll().cancellation
    options.fonts = { _ in throw NoFonts() }
    let error = try #require(throws: DocumentError.self) {
      try SceneText.read(#"{"size":[9,9],"layers":[{"type":"text","string":"a"}]}"#, options)
    }
    #expect(error.code == .failed)
  }

  #if DEBUG
    // Debug builds are many times slower: they only show that there are polls at all.
    private static let (count, limit) = (1000, 0.1)
  #else
    // What was read is freed without polls, which takes some milliseconds.
    private static let (count, limit) = (5000, 0.02)
  #endif

  @Test("Polls are not far from each other", arguments: kinds)
  func gaps(kind: Kind) throws {
    let json = kind.json(Self.count)
    let lasting = try PollGaps.lasting(limit: Self.limit) { _ = try Self.read(json, $0) }
    #expect(lasting < Self.limit)
  }
}
