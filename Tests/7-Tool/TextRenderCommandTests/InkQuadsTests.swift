// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Foundation
import ImageCodecs
import Testing
import TextTestSupport

@testable import TextRenderCommand

/// The quads of ink that `--frames` tells, beside the pixels of each part drawn alone in its place:
/// all other characters are transparent.
struct InkQuadsTests {
  private struct Part {
    let text: String
    let range: [Int]
    let inks: [[Double]]
  }

  private static let texts: [(name: String, members: String)] = [
    ("Latin beside CJK", #""text":"fjord 東京 Ag, (q)","style":{"size":32},"width":190"#),
    ("right to left", #""text":"نص حكيم, שלום עולם","style":{"size":30},"width":190"#),
    ("ligatures, spacing", #""text":"office Wave","style":{"size":30,"letterSpacing":4}"#),
    ("Indic", #""text":"ऋषियों क्षत्रिय น้ำ ខ្ញុំ","style":{"size":30},"width":190"#),
    ("emoji", #""text":"a 😀 👨‍👩‍👧 b","style":{"size":30}"#),
    (
      "bold, oblique, stroked",
      #""text":"fake Bold","style":{"size":30,"weight":900,"slant":"italic","#
        + #""stroke":{"width":3,"color":"red"}}"#
    ),
    (
      "vertical",
      #""text":"縦 Latin 東京、","style":{"size":26},"writingMode":"vertical-rl","height":120"#
    ),
    ("small", #""text":"ten pixels","style":{"size":10}"#),
    ("broken", #""text":"hyphen\u00ADation","style":{"size":24},"width":110"#),
  ]

  private static let places = [
    #""position":[110,80]"#, #""position":[110.37,80.61]"#,
    #""position":[110,80],"transform":[{"rotate":[17,0,0,1]}]"#,
  ]

  private func scene(_ members: String, spans: String = "", _ place: String, scale: Int) -> String {
    #"{"size":[220,160],"scale":\#(scale),"layers":[{"type":"text",\#(place),"#
      + #""document":{\#(members),"spans":[\#(spans)]}}]}"#
  }

  private func numbers(_ value: Any?) -> [Double]? {
    (value as? [Any])?.compactMap { ($0 as? Double) ?? ($0 as? Int).map { Double($0) } }
  }

  /// The words and clusters of a scene's text, and the number of its characters.
  private func parts(_ scene: String) throws -> (parts: [Part], end: Int) {
    let report = try ToolRun("scene", "-", "--frames", input: scene).json()
    let layer = try #require((report["layers"] as? [[String: Any]])?.first)
    let text = try #require(layer["text"] as? [String: Any])
    let found = try ["words", "clusters"].flatMap { kind in
      try #require(text[kind] as? [[String: Any]]).map { part in
        let inks = (part["inks"] as? [Any])?.compactMap { numbers($0) } ?? []
        return Part(
          text: try #require(part["text"] as? String),
          range: try #require(numbers(part["range"])).map { Int($0) },
          inks: inks + (numbers(part["ink"]).map { [$0] } ?? []))
      }
    }
    return (found, found.map { $0.range[1] }.max() ?? 0)
  }

  /// The distance of a point from each side of a quad, inwards.
  private func distances(_ quad: [Double], _ x: Double, _ y: Double) -> [Double] {
    (0..<4).map { i in
      let (ax, ay) = (quad[2 * i], quad[2 * i + 1])
      let (bx, by) = (quad[(2 * i + 2) % 8] - ax, quad[(2 * i + 3) % 8] - ay)
      return (bx * (y - ay) - by * (x - ax)) / max(1e-9, (bx * bx + by * by).squareRoot())
    }
  }

  @Test(arguments: texts, [1, 2])
  func inkHoldsThePixels(_ text: (name: String, members: String), scale: Int) throws {
    for (index, place) in Self.places.enumerated() {
      let (parts, end) = try parts(scene(text.members, place, scale: scale))
      #expect(parts.count > 2)
      // A part that is turned has its corners between pixels, which reach 0.71 beyond their middle.
      let isTurned = index == 2
      for part in parts {
        let clear = #""style":{"color":"transparent","stroke":{"width":3,"color":"transparent"}}"#
        let spans = [(0, part.range[0]), (part.range[1], end)].filter { $0.0 < $0.1 }
          .map { #"{"start":\#($0.0),"end":\#($0.1),\#(clear)}"# }.joined(separator: ",")
        let drawn = ToolRun(
          "scene", "-", input: scene(text.members, spans: spans, place, scale: scale))
        let image = try Bitmap(png: drawn.output)
        let label = "\(text.name), \(part.text), \(index)"
        var least = [[Double]](repeating: [9, 9, 9, 9], count: part.inks.count)
        for y in 0..<image.height {
          for x in 0..<image.width where image.pixel(x: x, y: y) >> 24 > 3 {
            let all = part.inks.map { distances($0, Double(x) + 0.5, Double(y) + 0.5) }
            let home = all.firstIndex { $0.allSatisfy { $0 >= (isTurned ? -0.75 : 0.5) } }
            guard let home else {
              Issue.record("\(label): \(x), \(y) is outside of \(part.inks)")
              return
            }
            least[home] = zip(least[home], all[home]).map { min($0, $1) }
          }
        }
        // Half a pixel to the middle, and one more.
        #expect(least.allSatisfy { $0.allSatisfy { $0 <= 1.75 } }, "\(label): \(least)")
      }
    }
  }

  /// The extents that HarfBuzz reads in the font file (`hb-shape --show-extents`): in NotoSans of
  /// 1000 units per em H is <97,714,546,−714>, j with its tail <−55,737,236,−977>.
  @Test func extentsOfHarfBuzz() throws {
    let (parts, _) = try parts(
      scene(#""text":"H j","style":{"size":100}"#, #""frame":[20,20,190,136]"#, scale: 1))
    let (h, j) = (parts[0].inks[0], parts[1].inks[0])
    #expect(abs(h[0] - 20 - 9.7) <= 1 && abs(h[2] - 20 - 9.7 - 54.6) <= 1)
    #expect(abs(h[5] - h[1] - 71.4) <= 1)
    // From the baseline, the lower edge of the H.
    #expect(abs(h[5] - j[1] - 73.7) <= 1.5 && abs(j[5] - h[5] - 24) <= 1.5)
    #expect(abs(j[2] - j[0] - 23.6) <= 1.5)
  }

  @Test func linesAndShadowsDoNotCount() throws {
    func inks(_ style: String) throws -> [[[Double]]] {
      try parts(scene(#""text":"one two","style":{"size":24\#(style)}"#, Self.places[0], scale: 1))
        .parts.map(\.inks)
    }
    let plain = try inks("")
    #expect(
      try inks(#","underline":true,"background":"yellow","shadows":[{"offset":[5,5],"blur":2}]"#)
        == plain)
    // Clear text has no ink.
    #expect(try inks(#","color":"transparent""#).allSatisfy(\.isEmpty))
  }

  @Test func markersAndRubiesHaveQuads() throws {
    func annotations(_ document: String) throws -> [[String: Any]] {
      let report = try ToolRun(
        "render", "--document", "-", "--frames", input: document
      ).json()
      let text = try #require(report["text"] as? [String: Any])
      return text["annotations"] as? [[String: Any]] ?? []
    }
    let list = try annotations(
      #"{"text":"One\nTwo","style":{"size":20,"list":"decimal","startIndent":40}}"#)
    #expect(list.map { $0["text"] as? String } == ["1.", "2."])
    #expect(list.map { $0["kind"] as? String } == ["marker", "marker"])
    for (marker, base) in zip(list, [[0.0, 3], [4, 7]]) {
      let (quad, ink) = (
        try #require(numbers(marker["quad"])), try #require(numbers(marker["ink"]))
      )
      #expect(numbers(marker["base"]) == base)
      // Before the text, half an em away, and as high as its line.
      #expect(abs(quad[2] - 30) < 0.1 && quad[0] > 0 && quad[5] - quad[1] > 20)
      #expect(ink[0] >= quad[0].rounded(.down) && ink[2] <= quad[2].rounded(.up))
      #expect(ink[1] > quad[1] && ink[5] < quad[5] && ink[5] - ink[1] > 10)
    }
    let ruby = try #require(
      annotations(
        #"{"text":"読む漢字","style":{"size":32},"spans":[{"start":2,"end":4,"ruby":"かんじ"}]}"#
      ).first)
    #expect(ruby["kind"] as? String == "ruby" && ruby["text"] as? String == "かんじ")
    #expect(numbers(ruby["base"]) == [2, 4])
    let (quad, ink) = (try #require(numbers(ruby["quad"])), try #require(numbers(ruby["ink"])))
    // Three kana of half the size above two characters: 64 to 128.
    #expect(quad[0] >= 63.9 && quad[2] <= 128.1 && quad[2] - quad[0] > 47)
    #expect(ink[0] >= quad[0].rounded(.down) && ink[2] <= quad[2].rounded(.up))
    #expect(ink[1] >= quad[1].rounded(.down) && ink[5] <= quad[5].rounded(.up))
  }
}
