// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import DocumentJSON
internal import LayerCompositing

/// The work that a picture of layers took, as one line of JSON on standard error.
struct SceneExplanation {
  let frame: Frame
  let report: FrameReport
  let duration: Duration
  /// The layers as they are drawn.
  let tree: RenderTree

  func write(to console: CommandConsole) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("width", frame.image.width)
    writer.member("height", frame.image.height)
    writer.member("layerCount", report.layerCount)
    writer.member("copyCount", report.copyCount)
    writer.member("paintedPixels", report.paintedPixels)
    writer.member("drawnPixels", report.drawnPixels)
    writer.member(
      "overdraw", Double(report.drawnPixels) / Double(max(1, report.paintedPixels)))
    writer.member("microseconds", duration / .microseconds(1))
    writer.member("isCutOff", report.isCutOff)
    writer.name("damage")
    writer.beginArray()
    for area in frame.damage.rectangles {
      writer.beginArray()
      for number in [area.x, area.y, area.width, area.height] { writer.number(number) }
      writer.endArray()
    }
    writer.endArray()
    writer.name("layers")
    writer.beginArray()
    for layer in report.layers {
      writer.beginObject()
      if let name = layer.name { writer.member("name", name) }
      writer.member("pixels", layer.pixels)
      if let reason = layer.groupReason {
        writer.member("groupPixels", layer.groupPixels)
        writer.member("groupReason", reason.rawValue)
      }
      writer.endObject()
    }
    writer.endArray()
    SceneFit(tree).write(to: &writer)
    writer.endObject()
    console.report(String(decoding: writer.bytes, as: UTF8.self) + "\n")
  }
}
