// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import AsyncTextLayer
import Foundation
import LayerScenes
import TextDefaultFonts

// BatchBenchmarks LANES < REQUESTS
//
// Draws the documents of requests of `textrender batch`, at scale 2 on white, to PNGs in memory, and prints how many
// a second. They are read first, so that drawing and packing alone is timed.

/// A document, ready to be drawn.
struct Drawing: Sendable {
  var text: AttributedText
  var container: TextContainer
}

let lanes = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 2
var drawings: [Drawing] = []
while let line = readLine() {
  let request = try JSONReader.object(of: Array(line.utf8))
  guard case .object(let object)? = request["document"] else { continue }
  var reader = StyledDocumentReader()
  let document = try reader.document(from: object, name: "document")
  drawings.append(
    Drawing(text: try document.attributedText(), container: try document.container()))
}
let renderer = TextRenderer(fonts: .embedded, lanes: RenderLanes(count: lanes))
let options = RenderOptions(scale: 2, background: .white)

@Sendable func draw(_ drawing: Drawing) async throws -> Int {
  let picture = try await renderer.render(drawing.text, in: drawing.container, options: options)
  return try picture.image.pngData().count
}

let start = ContinuousClock.now
let bytes = try await withThrowingTaskGroup(of: Int.self) { group in
  var (bytes, next) = (0, 0)
  while next < min(drawings.count, 16 * lanes) {
    group.addTask { [drawing = drawings[next]] in try await draw(drawing) }
    next += 1
  }
  while let count = try await group.next() {
    bytes += count
    guard next < drawings.count else { continue }
    group.addTask { [drawing = drawings[next]] in try await draw(drawing) }
    next += 1
  }
  return bytes
}
let seconds = (ContinuousClock.now - start) / .seconds(1)
print("{\"texts\":\(drawings.count),\"bytes\":\(bytes),\"textsPerSecond\":\(Double(drawings.count) / seconds)}")
