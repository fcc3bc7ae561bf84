// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import CanvasDrawing
import CanvasGeometry
import Dispatch
import TextDefaultFonts
import TextLayers
import TextModel
import TextTypesetting

/// Answers requests for pictures of text.
struct PictureService {
  let renderer = TextRenderer(fonts: .embedded)

  func png(of message: String, width: Double) async throws -> [UInt8] {
    let picture = try await renderer.render(
      message, style: TextStyle(size: 16), in: TextContainer(width: width), scale: 2,
      background: .white)
    return try await picture.image.pngData()
  }
}

extension PictureService {
  func card(_ title: String) async throws -> RenderedText {
    let text = AttributedText(title, style: TextStyle(size: 24, weight: 700))
    let container = TextContainer(width: 368, height: 168, maximumLines: 4)
    let options = RenderOptions(
      scale: 2, background: .white, canvas: Size(width: 400, height: 200),
      origin: Point(x: 16, y: 16))
    return try await renderer.render(text, in: container, options: options)
  }

  func picture(of message: String, scale: Double) async -> String {
    do {
      let picture = try await renderer.render(message, scale: scale)
      let missing = picture.missing.flatMap(\.scalars)
      return missing.isEmpty ? "complete" : "no glyph for \(missing)"
    } catch let error as GraphicsError where error.code == .tooLarge {
      return "the picture is too large"
    } catch {
      return "\(error)"
    }
  }
}

extension PictureService {
  func lines(_ messages: [String]) async throws -> [Bitmap] {
    let texts = messages.map { AttributedText($0, style: TextStyle(size: 13)) }
    var images: [Bitmap] = []
    for try await picture in renderer.pictures(of: texts, options: RenderOptions(scale: 2)) {
      images.append(picture.image)
    }
    return images
  }
}

func render(_ text: AttributedText, then show: @escaping @Sendable (Bitmap) -> Void) -> RenderHandle
{
  let queue = DispatchQueue(label: "pictures")
  let renderer = TextRenderer(fonts: .embedded, completionQueue: queue)
  return renderer.render(text, in: TextContainer(width: 300)) { result in
    if case .success(let picture) = result { show(picture.image) }
  }
}
