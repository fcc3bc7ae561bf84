// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import AsyncTextLayer
import DocumentJSON
import Foundation
import LayerScenes
import TextDefaultFonts

// BatchBenchmarks LANES FOLDER < REQUESTS
//
// Does what a program would that draws the documents of requests of `textrender batch` itself, at
// scale 2 on white: reads each document, draws it, packs it as PNG, writes the file. Prints how
// many a second.

let words = CommandLine.arguments.dropFirst()
let lanes = words.first.flatMap { Int($0) } ?? 2
let folder = words.dropFirst().first ?? "."
var documents: [[UInt8]] = []
while let line = readLine() {
  let bytes = Array(line.utf8)
  guard let member = try JSONReader.object(of: bytes).object.member("document") else { continue }
  documents.append(Array(bytes[member.bytes]))
}
let renderer = TextRenderer(fonts: .embedded, lanes: RenderLanes(count: lanes))
let options = RenderOptions(scale: 2, background: .white)

@Sendable func draw(_ json: [UInt8], to path: String) async throws {
  var reader = StyledDocumentReader()
  let document = try reader.document(from: json)
  let picture = try await renderer.render(
    document.attributedText(), in: document.container(), options: options)
  try await picture.image.write(to: path)
}

let start = ContinuousClock.now
try await withThrowingTaskGroup(of: Void.self) { group in
  for (i, json) in documents.enumerated() {
    if i >= 16 * lanes { try await group.next() }
    group.addTask { [path = "\(folder)/\(i).png"] in try await draw(json, to: path) }
  }
  try await group.waitForAll()
}
let rate = Double(documents.count) / ((ContinuousClock.now - start) / .seconds(1))
print("{\"texts\":\(documents.count),\"textsPerSecond\":\(rate)}")
