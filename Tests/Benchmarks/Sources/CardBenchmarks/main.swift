// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncTextLayer
import Foundation
import Glibc
import TextDefaultFonts

// CardBenchmarks FOLDER ROUNDS < CARDS
//
// Draws cards as a program would: their layers as a list of elements, on one lane, and each one's
// file. Each line of input has a card's four texts, separated by tabs: label, title, text, footer.
// After a first pass, which is not counted, prints the processor milliseconds of a card in each
// round.

struct Card: Sendable {
  let label, title, text, footer: String

  init?(_ line: String) {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4 else { return nil }
    (label, title, text, footer) = (parts[0], parts[1], parts[2], parts[3])
  }

  /// The gradient is that of CSS's 135 degrees. Its points are in a unit square that is stretched
  /// to the layer, with what is at right angles to the axis, as Core Animation stretches it.
  func tree() throws -> RenderTree {
    func text(
      _ string: String, _ size: Double, _ color: UInt32, weight: Double = 400, height: Double = 1.2
    ) -> Text {
      var style = TextStyle(size: size, weight: weight, color: Color(hex: color))
      style.paragraph.lineHeight = .relative(toSize: height)
      return Text(AttributedText(string, style: style), fonts: .embedded)
    }
    return try RenderTree(size: Size(width: 1200, height: 630)) {
      GradientBox(
        [Color(hex: 0x1e3a8a), Color(hex: 0x9333ea)],
        from: Point(x: -0.097745, y: 0.186184), to: Point(x: 1.097745, y: 0.813816)
      ).frame(0, 0, 1200, 630)
      Box(.white) {
        Box(Color(hex: 0xe0e7ff)).frame(48, 48, 170, 45).cornerRadius(18)
        text(label, 24, 0x3730a3).frame(66, 54, 150, 34)
        text(title, 56, 0x111827, weight: 700).frame(48, 117, 984, 140)
        text(self.text, 28, 0x4b5563, height: 1.4).frame(48, 275, 984, 120)
        text(footer, 24, 0x6b7280).frame(48, 428, 984, 34)
      }
      .frame(60, 60, 1080, 510).cornerRadius(24)
      .shadow(radius: 20, opacity: 0.35, offset: Size(width: 0, height: 12))
    }
  }
}

extension Color {
  /// A colour by six hexadecimal digits.
  init(hex: UInt32) {
    self.init(
      red8: UInt8(hex >> 16 & 255), green8: UInt8(hex >> 8 & 255), blue8: UInt8(hex & 255))
  }
}

func processorMilliseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

let words = CommandLine.arguments.dropFirst()
let folder = words.first ?? "."
let rounds = words.dropFirst().first.flatMap { Int($0) } ?? 3
var cards: [Card] = []
while let line = readLine() {
  if let card = Card(line) { cards.append(card) }
}
let lanes = RenderLanes(count: 1)
let renderer = TreeRenderer(lanes: lanes)
for round in 0...rounds {
  let start = processorMilliseconds()
  for (index, card) in cards.enumerated() {
    let image = try await renderer.render(card.tree()).image
    try await image.write(to: "\(folder)/card\(index).png", on: lanes)
  }
  if round > 0 { print((processorMilliseconds() - start) / Double(cards.count)) }
}
