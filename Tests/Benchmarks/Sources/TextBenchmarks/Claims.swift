// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import CBarePNG
import Foundation

/// What is claimed besides the speed of the workloads.
extension Passes {
  /// Encoding against libpng with its defaults, in turn over the same opaque pictures: time and
  /// size.
  func png() throws {
    var pictures: [Bitmap] = []
    for item in workload.items.prefix(100) {
      var item = item
      if item.background == nil || item.background?.alpha == 0 { item.background = .white }
      let layout = try stages.layout(item)
      pictures.append(
        try item.tile.map { try drawTile(item, $0, layout) } ?? stages.draw(item, layout))
    }
    var ours: [Double] = []
    var theirs: [Double] = []
    var sizes = (ours: 0, theirs: 0)
    for _ in 0...settings.repetitions {
      sizes = (0, 0)
      let start = Clock.processor()
      for picture in pictures { sizes.ours += try picture.pngData().count }
      let middle = Clock.processor()
      for picture in pictures {
        sizes.theirs += picture.withUnsafeBytes { bytes in
          bare_png_size(
            bytes.bindMemory(to: UInt8.self).baseAddress, picture.bytesPerRow,
            Int32(picture.width), Int32(picture.height))
        }
      }
      ours.append(middle - start)
      theirs.append(Clock.processor() - middle)
    }
    line("png", median(ours))
    line("png-libpng", median(theirs))
    print(
      String(
        format: "{\"peer\":\"%@\",\"workload\":\"%@\",\"metric\":\"png-size\",\"ratio\":%.4f}",
        settings.peer, workload.name, Double(sizes.ours) / Double(max(sizes.theirs, 1))))
  }

  /// The number of lines of each item; of W5 at each width.
  func lines() throws {
    for item in workload.items {
      if item.widths.isEmpty {
        print(try stages.layout(item).lines.count)
      } else {
        let shaped = try ShapedText(item.text, fonts: stages.fonts)
        for width in item.widths {
          print(try TextLayout(shaped, in: TextContainer(width: width)).lines.count)
        }
      }
    }
  }

  /// A million labels, every one with words of its own: what the process holds must stay within
  /// bounds.
  ///
  /// Ends with status 1 where more than 8 MiB are added after the first tenth, when all caches are
  /// full.
  func longRun() throws {
    let count = 1_000_000
    try warmFonts()
    var first = 0
    for i in 0..<count {
      let item = workload.items[i % workload.items.count].scrambled(by: i)
      _ = try stages.draw(item, try stages.layout(item))
      if i + 1 == count / 10 || i + 1 == count / 2 || i + 1 == count {
        let now = Clock.memory().now
        if first == 0 { first = now }
        print(
          "{\"peer\":\"\(settings.peer)\",\"workload\":\"\(workload.name)\",\"metric\":\"long-run\","
            + "\"items\":\(i + 1),\"kb\":\(now)}")
      }
    }
    if Clock.memory().now > first + (8 << 10) {
      print("more than 8 MiB were added after the first \(count / 10) labels")
      exit(1)
    }
  }
}
