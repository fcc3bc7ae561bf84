// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import Dispatch
import SystemConcurrency
import Testing
import TextTestSupport

@testable import CanvasGeometry
@testable import LayerModel
@testable import SystemLanes

@MainActor
final class Recorder: AsyncLayerDelegate {
  var log: [String] = []
  var text = "a"
  var onWill: ((AsyncLayer) -> Void)?
  private var finishedCount = 0
  var drawsNothing = false
  let lane = Mutex<Int?>(nil)

  func displayTask(for layer: AsyncLayer) -> DisplayTask<String>? {
    if drawsNothing { return nil }
    let text = text
    return DisplayTask(
      willDisplay: { layer in
        self.log.append("will \(text)")
        self.onWill?(layer)
      },
      display: { [self] _, _, _ in
        lane.withLock { $0 = RenderLanes.current }
        return text
      },
      didDisplay: { _, finished in
        self.log.append("did \(text) \(finished)")
        if finished {
          self.finishedCount += 1
        }
      })
  }

  func layer(_ layer: AsyncLayer, didCommit contents: DisplayContents?) {
    log.append("commit \((contents?.payload as? String) ?? "nil")")
  }

  /// Waits for the end of the next display.
  func finished() async throws {
    let count = finishedCount
    try await until { finishedCount > count }
  }
}

@Suite(.timeLimit(.minutes(30)))
@MainActor
struct AsyncLayerTests {
  @Test func manyInvalidationsInOneTurnGiveOneDisplay() async throws {
    let layer = AsyncLayer()
    let recorder = Recorder()
    layer.displayDelegate = recorder
    layer.bounds = Rect(width: 20, height: 10)
    layer.contentsScale = 2
    for _ in 0..<100 { layer.setNeedsDisplay() }
    #expect(layer.needsDisplay)
    #expect(recorder.log.isEmpty)
    try await recorder.finished()
    #expect(recorder.log == ["will a", "commit a", "did a true"])
    #expect(layer.contents?.pixelSize == PixelSize(width: 40, height: 20))
    #expect(recorder.lane.withLock { $0 } != nil)
    #expect(!layer.needsDisplay)
  }

  @Test func synchronousDisplayEndsBeforeItReturns() {
    let layer = AsyncLayer()
    let recorder = Recorder()
    layer.displayDelegate = recorder
    layer.displaysAsynchronously = false
    layer.bounds = Rect(width: 4, height: 4)
    layer.display()
    #expect(recorder.log == ["will a", "commit a", "did a true"])
    #expect(recorder.lane.withLock { $0 } == nil)
  }

  @Test func displayAndWaitDrawsWhatIsQueued() {
    let layer = AsyncLayer()
    let recorder = Recorder()
    layer.displayDelegate = recorder
    layer.bounds = Rect(width: 4, height: 4)
    layer.display()
    layer.displayAndWait()
    #expect(recorder.log.last == "did a true")
    #expect(layer.contents != nil)
  }

  @Test func nothingToDrawClears() async throws {
    let layer = AsyncLayer()
    let recorder = Recorder()
    layer.displayDelegate = recorder
    layer.bounds = Rect(width: 4, height: 4)
    layer.displayAndWait()
    layer.setNeedsDisplay()
    try await recorder.finished()
    #expect(layer.contents != nil)
    recorder.drawsNothing = true
    layer.display()
    #expect(layer.contents == nil)
    #expect(recorder.log.last == "commit nil")
  }

  @Test func commitsAreASequence() async {
    let layer = AsyncLayer()
    let recorder = Recorder()
    layer.displayDelegate = recorder
    layer.bounds = Rect(width: 4, height: 4)
    var commits = layer.commits.makeAsyncIterator()
    layer.setNeedsDisplay()
    let first = await commits.next()
    #expect(first?.payload as? String == "a")
    #expect(first?.size == Size(width: 4, height: 4))
    recorder.text = "b"
    layer.setNeedsDisplay()
    let second = await commits.next()
    #expect(second?.payload as? String == "b")
  }

  @Test func layerIsFreedWhileItsDisplayWaits() async {
    let recorder = Recorder()
    weak var weakLayer: AsyncLayer?
    do {
      let layer = AsyncLayer()
      weakLayer = layer
      layer.displayDelegate = recorder
      layer.bounds = Rect(width: 4, height: 4)
      layer.display()
    }
    #expect(weakLayer == nil)
  }

  @Test(arguments: [nil, Color(red: 1, green: 0, blue: 0, alpha: 0.5)])
  func anOpaqueLayerIsFilled(background: Color?) {
    let layer = AsyncLayer()
    let recorder = Recorder()
    layer.displayDelegate = recorder
    layer.bounds = Rect(width: 3.5, height: 2)
    layer.backgroundColor = background
    layer.displayAndWait()
    #expect(layer.contents?.pixel(x: 0, y: 0) == 0)
    layer.isOpaque = true
    layer.displayAndWait()
    for x in 0..<4 {
      let pixel = layer.contents?.pixel(x: x, y: 1) ?? 0
      #expect(pixel >> 24 == 255)
      #expect(pixel & 255 == 255)
    }
  }

  @Test func whatCouldNotBeDrawnIsDisplayedAtAValidSize() async throws {
    let layer = AsyncLayer()
    let recorder = Recorder()
    layer.displayDelegate = recorder
    layer.needsDisplayOnBoundsChange = false
    layer.display()
    #expect(recorder.log == ["will a", "commit nil", "did a true"])
    layer.bounds = Rect(width: 4, height: 4)
    try await recorder.finished()
    #expect(layer.contents != nil)
  }
}
