// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import SystemConcurrency
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerCompositing

/// Contents that count how often their first row is drawn, and all their drawings.
private final class CountedContents: VectorContents {
  private let state = Mutex((first: 0, all: 0))
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void = {}) { self.action = action }

  var first: Int { state.withLock { $0.first } }
  var all: Int { state.withLock { $0.all } }

  func extent(in layerBounds: Rect) -> Rect { layerBounds }

  func draw(in context: inout GraphicsContext, layerBounds: Rect) throws {
    let isFirst = context.clipPixels.y == 0
    state.withLock { $0 = ($0.first + (isFirst ? 1 : 0), $0.all + 1) }
    action()
    try context.fill(layerBounds, with: .red)
  }

  func isEqual(to other: any VectorContents) -> Bool { (other as? CountedContents) === self }
}

/// The pixels that layers of a `rasterizationScale` have together, and their notes.
struct RasterLimitTests {
  private func rasterized(
    _ frame: Rect, scale: Double, contents: NodeContents = .none, sublayers: [RenderNode] = [],
    _ change: (inout LayerProperties) -> Void = { _ in }
  ) -> RenderNode {
    RenderNode(frame, contents: contents, sublayers: sublayers) {
      $0.shouldRasterize = true
      $0.rasterizationScale = scale
      change(&$0)
    }
  }

  @Test func aBitmapOfMoreThanFourPicturesIsDrawnOnce() throws {
    // 256 × 1024 pixels are two bands of 2^17. Four pictures are 1,048,576 pixels, the bitmap has
    // 640 × 2560 = 1,638,400, and the limit is 2,097,152.
    let counted = CountedContents()
    let node = rasterized(
      Rect(width: 256, height: 1024), scale: 2.5, contents: .vector(counted))
    let frame = try Compositor.frame(of: RenderTree(256, 1024, [node]))
    #expect(counted.first == 1 && frame.notes.isEmpty)
    // Bands of 131,072 / 640 = 204 rows.
    #expect(counted.all == 13)
  }

  @Test func copiesShareABitmap() throws {
    let counted = CountedContents()
    let node = rasterized(Rect(width: 4, height: 4), scale: 2, contents: .vector(counted))
    let copies = RenderNode(Rect(width: 100, height: 4), sublayers: [node]) {
      $0.replicator.instanceCount = 20
      $0.replicator.instanceTransform = .translation(x: 5, y: 0, z: 0)
    }
    let image = try RenderTree(100, 4, [copies]).image
    #expect(counted.all == 1)
    for x in 0..<20 { #expect(image.rgba(5 * x + 2, 2) == [255, 0, 0, 255], "\(x)") }
  }

  /// Two black bars on one another, 2.5 points wide: column 2 of the picture is half covered by
  /// each, which makes three quarters; in a bitmap of a whole number of pixels each point it is
  /// half covered by both.
  private func bars(_ y: Double, scale: Double, id: LayerID? = nil) -> RenderNode {
    let bar = RenderNode(Rect(width: 2.5, height: 4), .black)
    return RenderNode(
      Rect(x: 0, y: y, width: 8, height: 4), id: id, sublayers: [bar, bar]
    ) {
      $0.shouldRasterize = true
      $0.rasterizationScale = scale
    }
  }

  @Test func whatIsOverTheLimitIsDrawnAtTheDevicesScale() throws {
    // The limit is 4 · 8 · 8 + 2^20 = 1,048,832 pixels; a bitmap of scale 160 has 1280 × 640 =
    // 819,200.
    let tree = RenderTree(8, 8, background: nil, [bars(0, scale: 160), bars(4, scale: 160)])
    let frame = try Compositor.frame(of: tree)
    #expect(abs(Int(frame.image.rgba(2, 2)[3]) - 128) <= 2)
    #expect(abs(Int(frame.image.rgba(2, 6)[3]) - 191) <= 2)
    #expect(frame.notes.map(\.code) == [.rasterLimit] && frame.notes.first?.path == "1")
    #expect(frame.notes.first?.message.hasSuffix("have 1048832 pixels at most") == true)
    // By itself: 8 · 200 × 4 · 200 = 1,280,000.
    let large = try Compositor.frame(
      of: RenderTree(8, 8, background: nil, [bars(0, scale: 200), bars(4, scale: 160)]))
    #expect(large.notes.map(\.path) == ["0"])
    #expect(abs(Int(large.image.rgba(2, 6)[3]) - 128) <= 2)
  }

  @Test func roomThatIsLeftByAnotherLayerRepaintsWhatTakesIt() throws {
    let (first, second) = (LayerID(), LayerID())
    var buffers = FrameBuffers()
    func frame(_ nodes: [RenderNode]) throws {
      let tree = RenderTree(8, 8, background: nil, nodes)
      let job = try #require(try buffers.begin(tree))
      _ = job.run()
      let frame = try buffers.finish(job)
      #expect(frame.image == (try tree.image))
    }
    let (upper, lower) = (
      bars(0, scale: 160, id: first), bars(4, scale: 160, id: second)
    )
    try frame([upper, lower])
    try frame([lower])
    try frame([upper, lower])
  }

  @Test func aCancellationEndsABitmap() throws {
    let flag = CancellationFlag()
    // One band of the picture, and 800 · 800 / 2^16: ten of the bitmap.
    let counted = CountedContents { flag.set() }
    let node = rasterized(Rect(width: 8, height: 8), scale: 100, contents: .vector(counted))
    var buffers = FrameBuffers()
    let job = try #require(
      try buffers.begin(RenderTree(8, 8, [node]), cancellation: Cancellation(flag: flag)))
    _ = job.run()
    #expect(throws: CancellationError.self) { try buffers.finish(job) }
    #expect(counted.all == 1)
  }

  @Test func whatABitmapDoesNotShowIsNoted() throws {
    let flat = RenderNode(Rect(width: 4, height: 4), .red) { $0.transform = .scale(x: 1, y: 0) }
    let inner = rasterized(Rect(width: 8, height: 8), scale: 2, sublayers: [flat])
    let outer = rasterized(
      Rect(width: 8, height: 8), scale: 2, contents: .none, sublayers: [inner])
    let notes = try Compositor.frame(of: RenderTree(8, 8, [outer])).notes
    #expect(notes.map(\.code) == [.noInverse] && notes.first?.path == "0/0/0")
    // The layer itself has one note, of its own and of the bitmap's plan.
    let gradient = rasterized(Rect(width: 8, height: 8), scale: 2) {
      $0.gradient.colors = [.red, .blue]
      $0.gradient.locations = [0, 0.5, 1]
    }
    let found = try Compositor.frame(of: RenderTree(8, 8, [gradient])).notes
    #expect(found.map(\.code) == [.badGradient] && found.first?.path == "0")
  }

  @Test func notesInsideBitmapsAreCounted() throws {
    let lines = (0..<40).map { _ in
      RenderNode(Rect(width: 4, height: 4), .red) { $0.transform = .scale(x: 1, y: 0) }
    }
    let node = rasterized(Rect(width: 8, height: 8), scale: 2, sublayers: lines)
    let notes = try Compositor.frame(of: RenderTree(8, 8, [node])).notes
    #expect(notes.count == 33)
    #expect(notes.last?.description == "8 more layers are not shown as a whole")
  }
}
