// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import CanvasGeometry
import Foundation
import SystemConcurrency
import Testing
import TextLayers
import TextTestSupport

/// Runs the code of the README, in a folder of its own: it writes and reads files by name.
@Suite("README: the code", .timeLimit(.minutes(30)))
@MainActor
struct ReadmeTests {
  @Test func theCodeRuns() async throws {
    await #expect(processExitsWith: .success) {
      let folder = FileManager.default.temporaryDirectory.appending(path: "readme-\(getpid())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      guard chdir(folder.path) == 0 else { throw CancellationError() }

      let (picture, text, missing) = try await readmeService()
      try #require(missing.isEmpty && picture.image.width == 840)
      try #require(FileManager.default.fileExists(atPath: "hello.png"))

      let card = try await readmeTree()
      try #require(card.width == 800 && card.pixel(x: 100, y: 100) == 0xFFFF_FFFF)

      let (bitmap, selection) = try readmeStages(text)
      try #require(bitmap.width > 100 && selection.count == 1)

      let shown = Mutex<PixelSize?>(nil)
      let label = await Task { @MainActor in
        await readmeLayer { picture in
          shown.withLock { $0 = picture.pixelSize }
          // Ends the sequence.
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }.value
      try #require(shown.withLock { $0 } == PixelSize(width: 640, height: 192))
      let (offset, size) = try await readmeMeasuring(label, Point(x: 1, y: 1))
      try #require(offset == 0 && size.width > 10)
      await readmeAttributedString(label)
      try #require(await label.string == "Small capitals, underlined")

      for name in ["Brand-Regular.otf", "Brand-Bold.otf"] {
        try FileManager.default.copyItem(
          atPath: BundledFonts.path("LiberationMono-Regular.ttf"), toPath: name)
      }
      try await readmeFonts(label)
      try #require(await label.fonts.given.count == 2)

      let told = Task { @MainActor in
        var reports: [String] = []
        await readmeFailure(label) { reports.append($0) }
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
