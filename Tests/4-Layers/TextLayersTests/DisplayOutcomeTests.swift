// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import CanvasDrawing
import CanvasGeometry
import FoundationEssentials
import ImageCodecs
import LayerModel
import Testing
import TextDefaultFonts
import TextFonts
import TextLayers
import TextModel
import TextShaping
import TextTestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The ends of displays as the client of a layer sees them.
@Suite("TextLayer: a display that fails says why", .timeLimit(.minutes(30)))
@MainActor
struct DisplayOutcomeTests {
  private final class Observer: AsyncLayerObserver {
    var outcomes: [DisplayOutcome] = []
    var log: [String] = []

    func layer(_ layer: AsyncLayer, didCommit contents: DisplayContents?) {
      log.append(contents == nil ? "cleared" : "committed")
    }

    func layer(_ layer: AsyncLayer, didDisplay outcome: DisplayOutcome) {
      outcomes.append(outcome)
      log.append("ended")
      #expect(layer.displayOutcome == outcome)
    }
  }

  private func makeLayer(_ string: String) -> TextLayer {
    let layer = TextLayer()
    layer.fonts = BundledFonts.collection
    layer.bounds = Rect(width: 100, height: 30)
    layer.string = string
    return layer
  }

  /// Waits for the end of a layer's next display that was not superseded.
  private func nextEnd(of layer: TextLayer) async throws -> DisplayOutcome {
    try await finish {
      for await outcome in layer.displayOutcomes where outcome != .superseded { return outcome }
      throw CancellationError()
    }
  }

  private func code(_ outcome: DisplayOutcome?) -> DisplayError.Code? {
    if case .failed(let error)? = outcome { return error.code }
    return nil
  }

  @Test("A commit is an outcome too; a delegate need not provide tasks")
  func committed() async throws {
    let layer = makeLayer("a")
    let observer = Observer()
    layer.displayDelegate = observer
    #expect(layer.displayOutcome == nil)
    #expect(try await nextEnd(of: layer) == .committed)
    #expect(observer.outcomes == [.committed])
    #expect(observer.log == ["committed", "ended"])
    layer.bounds = .zero
    layer.displayAndWait()
    #expect(layer.displayOutcome == .cleared)
    #expect(observer.log == ["committed", "ended", "cleared", "ended"])
  }

  @Test("A size that cannot be drawn")
  func badSize() async throws {
    let layer = makeLayer("a")
    let observer = Observer()
    layer.displayDelegate = observer
    layer.bounds = Rect(width: 100_000, height: 100_000)
    #expect(code(try await nextEnd(of: layer)) == .badSize)
    #expect(code(observer.outcomes.last) == .badSize && layer.contents == nil)
  }

  @Test(
    "Under a size that cannot be drawn the old contents stay", arguments: [.nan, .infinity, 1e5])
  func badSizeLater(_ width: Double) async throws {
    let layer = makeLayer("a")
    #expect(try await nextEnd(of: layer) == .committed)
    let old = layer.contents?.id
    layer.bounds = Rect(width: width, height: 1e5)
    try await until { layer.displayOutcome != .committed }
    #expect(code(layer.displayOutcome) == .badSize)
    #expect(old != nil && layer.contents?.id == old)
  }

  @Test("A font size that cannot be drawn: the error is the one that was thrown")
  func badFontSize() async throws {
    let layer = TextLayer()
    layer.bounds = Rect(width: 100, height: 30)
    layer.fonts = BundledFonts.collection
    var style = TextStyle()
    style.shaping.size = -4
    layer.text = AttributedText("a", style: style)
    let outcome = try await nextEnd(of: layer)
    guard case .failed(let error) = outcome else { return #expect(Bool(false), "\(outcome)") }
    #expect(error.code == .drawingFailed)
    #expect(error.underlying is ShapingError)
    #expect(error.message.contains("-4"), "\(error)")
  }

  @Test("A deadline that has passed")
  func deadline() async throws {
    let layer = makeLayer(String(repeating: "word ", count: 20_000))
    layer.bounds = Rect(width: 400, height: 4000)
    layer.displayDeadline = .zero
    #expect(code(try await nextEnd(of: layer)) == .deadlineExceeded)
  }

  @Test("No font: none given, none embedded")
  func noFont() async throws {
    let layer = makeLayer("a")
    layer.fonts = FontCollection(includesSystemFonts: false)
    let outcome = try await nextEnd(of: layer)
    guard case .failed(let error) = outcome else { return #expect(Bool(false), "\(outcome)") }
    #expect((error.underlying as? FontError)?.code == .noFonts)
  }

  @Test("A sequence begins with the last outcome, and ends with the layer")
  func sequence() async throws {
    var layer: TextLayer? = makeLayer("a")
    layer?.displayAndWait()
    let outcomes = try #require(layer?.displayOutcomes)
    layer = nil
    let all = try await finish {
      var all: [DisplayOutcome] = []
      for await outcome in outcomes { all.append(outcome) }
      return all
    }
    #expect(all == [.committed])
  }

  @Test("A program that imports TextDefaultFonts has fonts on a host without any")
  func hostWithoutFonts() async throws {
    let folder = FileManager.default.temporaryDirectory.path
    setenv("ASYNC_TEXT_LAYER_NO_FONTS", folder, 1)
    await #expect(processExitsWith: .success) {
      let file = "\(String(cString: getenv("ASYNC_TEXT_LAYER_NO_FONTS")))/no-fonts-\(getpid()).conf"
      try Data("<fontconfig></fontconfig>".utf8).write(to: URL(filePath: file))
      setenv("FONTCONFIG_FILE", file, 1)
      let isInked = try await MainActor.run { () throws -> Bool in
        let layer = TextLayer()
        layer.bounds = Rect(width: 100, height: 30)
        layer.string = "Hello"
        layer.displayAndWait()
        unlink(file)
        let blank = try GraphicsContext(size: Size(width: 100, height: 30)).makeBitmap()
        return layer.contents != nil && layer.contents != blank
      }
      exit(isInked ? EXIT_SUCCESS : EXIT_FAILURE)
    }
    #expect(FontCollection.default.defaultFonts.count == DefaultFonts.all.count)
    #expect(!DefaultFonts.all.isEmpty)
  }
}

/// Displays inside the callbacks of others.
@Suite("TextLayer: outcomes in order")
@MainActor
struct DisplayOutcomeOrderTests {
  private final class Resizer: AsyncLayerObserver {
    var outcomes: [DisplayOutcome] = []

    func layer(_ layer: AsyncLayer, didCommit contents: DisplayContents?) {
      if layer.bounds.width == .infinity { return }
      layer.bounds = Rect(width: .infinity, height: 5)
      layer.displayAndWait()
    }

    func layer(_ layer: AsyncLayer, didDisplay outcome: DisplayOutcome) {
      outcomes.append(outcome)
    }
  }

  @Test func aDisplayInsideACommitEndsAfterIt() {
    let layer = TextLayer(AttributedText("a"), fonts: BundledFonts.collection)
    layer.bounds = Rect(width: 20, height: 10)
    let resizer = Resizer()
    layer.displayDelegate = resizer
    layer.displayAndWait()
    let failure = DisplayOutcome.failed(DisplayError(.badSize))
    #expect(resizer.outcomes.suffix(2) == [.committed, failure], "\(resizer.outcomes)")
    #expect(layer.displayOutcome == failure)
  }
}
