// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import CanvasDrawing
import CanvasGeometry
import Foundation
import ImageCodecs
import SystemConcurrency
import Testing
import TextLayers
import TextTestSupport

/// Runs the code of the article, in a folder of its own: it writes and reads files by name.
@Suite("Swift by example", .timeLimit(.minutes(30)))
@MainActor
struct SwiftByExampleTests {
  nonisolated private static let resources =
    Checkout.path + "/Sources/4-Layers/TextLayers/TextLayers.docc/Resources"

  @Test func theCodeRuns() async throws {
    await #expect(processExitsWith: .success) {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "swift-by-example-\(getpid())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      guard chdir(folder.path) == 0 else { throw CancellationError() }

      let (picture, text, missing) = try await exampleProgram()
      try #require(missing.isEmpty && picture.image.width == 840)
      let written = try Bitmap(pngFile: "hello.png")
      let inArticle = try Bitmap(pngFile: Self.resources + "/first-program.png")
      try #require(written == inArticle, "the article shows another picture")

      let card = try await exampleTree()
      try #require(card.width == 800 && card.pixel(x: 100, y: 100) == 0xFFFF_FFFF)

      let (bitmap, selection) = try exampleStages(text)
      try #require(bitmap.width > 100 && selection.count == 1)

      let shown = Mutex<PixelSize?>(nil)
      let label = await Task { @MainActor in
        await exampleLayer { picture in
          shown.withLock { $0 = picture.pixelSize }
          // Ends the sequence.
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }.value
      try #require(shown.withLock { $0 } == PixelSize(width: 640, height: 192))
      let (offset, size) = try await exampleMeasuring(label, Point(x: 1, y: 1))
      try #require(offset == 0 && size.width > 10)
      await exampleAttributedString(label)
      try #require(await label.string == "Small capitals, underlined")

      for name in ["Brand-Regular.otf", "Brand-Bold.otf"] {
        try FileManager.default.copyItem(
          atPath: BundledFonts.path("LiberationMono-Regular.ttf"), toPath: name)
      }
      try await exampleFonts(label)
      try #require(await label.fonts.given.count == 2)

      let told = Task { @MainActor in
        var reports: [String] = []
        await exampleFailure(label) { reports.append($0) }
        return reports
      }
      await MainActor.run { label.bounds = Rect(width: .infinity, height: 5) }
      try await Self.untilFailed(label)
      told.cancel()
      try #require(await told.value.contains { $0.contains("size") })
      exit(EXIT_SUCCESS)
    }
  }

  @MainActor
  private static func untilFailed(_ label: TextLayer) async throws {
    try await until { label.displayOutcome?.isFinished == false }
  }
}
