// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import ImageCodecs
import Testing

@testable import CanvasDrawing
@testable import CanvasGeometry

/// The names under which a bitmap is written.
@Suite struct BitmapFileTests {
  private func error(writingTo path: String) throws -> GraphicsError? {
    let image = try GraphicsContext(size: Size(width: 2, height: 2), scale: 1).makeBitmap()
    do throws(GraphicsError) {
      try image.write(to: path)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["jpg", "JPEG", "svg", "webp", "gif", "Pdf", "tiff", "rgba", "A8"])
  func otherFormatsAreRefused(ending: String) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "b-\(UUID()).\(ending)")
    defer { try? FileManager.default.removeItem(at: path) }
    let error = try #require(try error(writingTo: path.path))
    #expect(error.code.description == "unsupportedFormat" && error.path == path.path)
    #expect(error.message.hasSuffix(".") && error.message.contains("PNG"), "\(error.message)")
    #expect(!FileManager.default.fileExists(atPath: path.path))
  }

  @Test(arguments: ["png", "PNG", "tmp", "jpg.png"])
  func otherNamesAreWritten(ending: String) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(
      "b-\(UUID()).\(ending)")
    defer { try? FileManager.default.removeItem(at: path) }
    #expect(try error(writingTo: path.path) == nil)
  }

  @Test func anEmptyPathIsSaid() throws {
    let error = try #require(try error(writingTo: ""))
    #expect(error.code == .writeFailed && error.description == "The name of the file is empty.")
  }
}
