// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Foundation
import TextDefaultFonts

// TextBenchmarks WORKLOAD.ndjson [--reps N] [--threads N] [--limit N] [--embedded] [--dump DIR]
//   [--variant
//   again|new-words|kept|first-tile|async|bare-lanes|draw|idle|memory|parts|png|lines|long-run|identical|lanes|shape|typeset|build-text|bridge]

var settings = Settings()
var limit: Int?
var path: String?
var dump: String?
var embedded = false
var variant: String?
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--reps": settings.repetitions = Int(arguments.popFirst() ?? "") ?? 5
  case "--threads": settings.threads = Int(arguments.popFirst() ?? "") ?? 1
  case "--limit": limit = Int(arguments.popFirst() ?? "")
  case "--peer": settings.peer = arguments.popFirst() ?? "project"
  case "--dump": dump = arguments.popFirst()
  case "--embedded": embedded = true
  case "--variant": variant = arguments.popFirst()
  default: path = argument
  }
}
guard let path else {
  FileHandle.standardError.write(
    Data(
      "usage: TextBenchmarks WORKLOAD.ndjson [--reps N] [--threads N] [--limit N] [--embedded] [--dump DIR] [--variant again|new-words|kept|first-tile|async|bare-lanes|draw|idle|memory|parts|png|lines|long-run|identical|lanes|shape|typeset|build-text|bridge]\n"
        .utf8))
  exit(2)
}
let workload = try Workload(path: path, limit: limit)
let stages = Stages(fonts: embedded ? .embedded : FontCollection())
let passes = Passes(settings: settings, workload: workload, stages: stages)
if let dump {
  for (i, item) in workload.items.prefix(8).enumerated() {
    var item = item
    // The upper end is enough of a long paragraph.
    if let width = item.widths.first { (item.width, item.height) = (width, 1000) }
    let layout = try stages.layout(item)
    let bitmap =
      try item.tile.map { try passes.drawTile(item, $0, layout) } ?? stages.draw(item, layout)
    try bitmap.write(to: "\(dump)/\(settings.peer)-\(workload.name)-\(i).png")
  }
} else if let variant {
  switch variant {
  case "again": try passes.again()
  case "new-words": try passes.newWords()
  case "kept": try passes.kept()
  case "first-tile": try passes.firstTile()
  case "async": AsyncPass(passes).run()
  case "bare-lanes": BareHandOff(passes).run()
  case "draw": try passes.drawing()
  case "idle": passes.idle()
  case "memory": try passes.memory()
  case "png": try passes.png()
  case "lines": try passes.lines()
  case "lanes": LanePasses(passes).run()
  case "long-run": try passes.longRun()
  case "identical": try Identity(passes: passes).run()
  case "parts": try passes.parts()
  case "shape", "typeset", "build-text", "bridge": try passes.parts(variant)
  default:
    FileHandle.standardError.write(Data("there is no variant \(variant)\n".utf8))
    exit(2)
  }
} else {
  switch workload.name {
  case "W4": try passes.longDocument()
  case "W5": try passes.relayout()
  case "W6": try passes.layoutAndDraw(cold: true)
  default: try passes.layoutAndDraw(cold: false)
  }
}
