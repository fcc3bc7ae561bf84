// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import CanvasDrawing
import LayerCompositing
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerModel

@Suite("AsyncLayer: the sequence of commits", .timeLimit(.minutes(30)))
@MainActor
struct CommitsTests {
  private let recorder = Recorder()

  private func makeLayer() -> AsyncLayer {
    let layer = AsyncLayer()
    layer.displayDelegate = recorder
    layer.bounds = Rect(width: 4, height: 4)
    return layer
  }

  private func display(_ text: String, in layer: AsyncLayer) {
    recorder.text = text
    layer.setNeedsDisplay()
    layer.displayAndWait()
  }

  @Test("The present contents come first")
  func presentContents() async {
    let layer = makeLayer()
    display("a", in: layer)
    var commits = layer.commits.makeAsyncIterator()
    let first = await commits.next()
    #expect(first?.payload as? String == "a")
    #expect(first?.image.id == layer.contents?.id)
    #expect(first?.generation == layer.displayGeneration)
    display("b", in: layer)
    #expect(await commits.next()?.payload as? String == "b")
  }

  @Test("Contents that no display made do not come first", arguments: 0..<4)
  func otherContents(kind: Int) async throws {
    let layer = makeLayer()
    if kind > 0 { display("a", in: layer) }
    switch kind {
    case 1: layer.contents = layer.contents
    case 2: layer.contents = nil
    case 3:
      layer.placeholder = layer.contents
      layer.contentsPolicy = .placeholder
      layer.displaysTrivialTasksAtOnce = false
      layer.display()
      layer.cancelDisplay()
    default: break
    }
    var commits = layer.commits.makeAsyncIterator()
    display("b", in: layer)
    #expect(await commits.next()?.payload as? String == "b")
  }

  @Test("Contents that were not consumed are replaced by newer ones")
  func newest() async {
    let layer = makeLayer()
    var commits = layer.commits.makeAsyncIterator()
    for text in ["a", "b", "c"] { display(text, in: layer) }
    #expect(await commits.next()?.payload as? String == "c")
  }

  @Test("Every subscriber sees a commit")
  func subscribers() async throws {
    let layer = makeLayer()
    let sequences = (0..<3).map { _ in layer.commits }
    display("a", in: layer)
    for commits in sequences {
      let isShown = try await finish {
        var iterator = commits.makeAsyncIterator()
        return await iterator.next()?.payload as? String == "a"
      }
      #expect(isShown)
    }
  }

  @Test("The sequence ends with the layer")
  func end() async throws {
    var layer: AsyncLayer? = makeLayer()
    let commits = try #require(layer?.commits)
    layer.map { display("a", in: $0) }
    layer = nil
    let texts = try await finish {
      var texts: [String] = []
      for await commit in commits { texts.append(commit.payload as? String ?? "") }
      return texts
    }
    #expect(texts == ["a"])
  }

  @Test("A sequence that was left or dropped is forgotten")
  func leaving() async throws {
    let layer = makeLayer()
    display("a", in: layer)
    try await finish { for await _ in layer.commits { break } }
    var dropped: AsyncStream<DisplayContents>? = layer.commits
    let kept = layer.commits
    dropped = nil
    _ = dropped
    try await until { (layer.subscribers?.count ?? 0) <= 1 }
    #expect(layer.subscribers?.count == 1)
    withExtendedLifetime(kept) {}
  }

  /// Notes the result and the node after each setting of contents.
  private final class Noting: AsyncLayer {
    var results: [UInt64?] = []
    var nodes: [RenderNode] = []
    override var contents: Bitmap? {
      didSet {
        results.append(committedContents?.generation)
        nodes.append(node)
      }
    }
  }

  @Test("A commit sets the contents once, with its result")
  func once() {
    let layer = Noting()
    layer.displayDelegate = recorder
    layer.bounds = Rect(width: 4, height: 4)
    var generations: [UInt64] = []
    for text in ["a", "b"] {
      display(text, in: layer)
      generations.append(layer.displayGeneration)
      // The node of the setting is still that of the layer: nothing was set after it.
      #expect(layer.nodes.last === layer.node)
    }
    #expect(layer.results == generations)
    #expect(layer.nodes.count == 2 && layer.nodes[0] !== layer.nodes[1])
  }

  /// Shows what is committed in another layer as well.
  private final class Mirrored: AsyncLayer {
    let mirror = AsyncLayer()
    override var contents: Bitmap? { didSet { mirror.contents = contents } }
  }

  @Test("A bitmap that an override assigns to another layer is no commit of that layer")
  func mirrored() {
    let layer = Mirrored()
    layer.displayDelegate = recorder
    layer.bounds = Rect(width: 4, height: 4)
    display("a", in: layer)
    #expect(layer.committedContents?.payload as? String == "a")
    #expect(layer.mirror.contents?.id == layer.contents?.id)
    #expect(layer.mirror.committedContents == nil)
    // Assigned anew, it is a bitmap of the layer itself, too.
    layer.contents = layer.mirror.contents
    #expect(layer.contents != nil && layer.committedContents == nil)
  }

  /// Replaces the bitmap of a display by another.
  private final class Substitute: AsyncLayer {
    var other: Bitmap?
    override var contents: Bitmap? {
      didSet {
        guard let other else { return }
        self.other = nil
        contents = other
      }
    }
  }

  @Test("A bitmap that an override puts in place of a commit is no commit")
  func substitute() throws {
    let layer = Substitute()
    layer.displayDelegate = recorder
    layer.bounds = Rect(width: 4, height: 4)
    display("a", in: layer)
    #expect(layer.committedContents?.payload as? String == "a")
    let image = try GraphicsContext(size: Size(width: 2, height: 2), scale: 1).makeBitmap()
    layer.other = image
    display("b", in: layer)
    #expect(layer.contents?.id == image.id)
    #expect(layer.committedContents == nil)
  }
}
