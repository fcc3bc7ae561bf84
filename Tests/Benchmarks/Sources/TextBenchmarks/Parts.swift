// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Foundation

extension Passes {
  /// What is done after shaping, and what is done before: each stage alone, or one of them.
  func parts(_ part: String? = nil) throws {
    try warmFonts()
    let shaped = try workload.items.map { try ShapedText($0.text, fonts: stages.fonts) }
    let containers = workload.items.map(\.container)
    let runs = workload.items.map { item in
      (0..<item.text.shaping.count).map { run in
        let range = item.text.shaping.range(of: run)
        return (
          String(decoding: item.text.utf16[range.range], as: UTF16.self),
          TextStyle(
            shaping: item.text.shaping.values[run],
            paragraph: item.text.paragraphs.value(at: range.start),
            paint: item.text.paint.value(at: range.start))
        )
      }
    }
    func time(_ metric: String, _ body: () throws -> Void) rethrows {
      guard part == nil || part == metric else { return }
      var times: [Double] = []
      for _ in 0...settings.repetitions {
        let start = Clock.processor()
        try body()
        times.append(Clock.processor() - start)
      }
      line(metric, median(Array(times.dropFirst())))
    }
    try time("shape") {
      for item in workload.items { _ = try ShapedText(item.text, fonts: stages.fonts) }
    }
    try time("typeset") {
      for (text, container) in zip(shaped, containers) { _ = try TextLayout(text, in: container) }
    }
    time("build-text") {
      var length = 0
      for item in runs {
        guard let first = item.first else { continue }
        var text = AttributedText(first.0, style: first.1)
        for (string, style) in item.dropFirst() { text.append(string, style: style) }
        length += text.length
      }
      precondition(length == workload.items.reduce(0) { $0 + $1.text.length })
    }
    let strings = workload.items.map { AttributedString($0.text) }
    time("bridge") {
      let length = strings.reduce(0) { $0 + AttributedText($1).length }
      precondition(length == workload.items.reduce(0) { $0 + $1.text.length })
    }
  }
}
