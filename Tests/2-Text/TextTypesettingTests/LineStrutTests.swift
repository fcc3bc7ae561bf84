// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextModel
import TextShaping

@testable import CanvasGeometry
@testable import TextTypesetting

/// The heights of lines beyond what they hold, computed from Noto Sans: ascent 1069, descent 293 of
/// 1000, without a line gap.
@Suite struct LineStrutTests {
  private func strut(_ size: Double, isForced: Bool = false) -> LineStrut {
    LineStrut(ShapingStyle(size: size), isForced: isForced)
  }

  @Test("Lines are at least as high as the strut, aligned on the baseline")
  func least() throws {
    let small = try Fixture.layout("ab\ncd\n") { $0.strut = self.strut(2000) }
    for line in small.lines {
      #expect(near(line.height, 2724) && near(line.baseline - line.frame.minY, 2138))
    }
    #expect(small.lines.count == 3)
    let large = try Fixture.layout("ab") { $0.strut = self.strut(500) }
    #expect(near(large.lines[0].height, 1362))
    // A run of another font does not make it lower.
    let mixed = try Fixture.layout("ab 漢") { $0.strut = self.strut(2000) }
    #expect(near(mixed.lines[0].baseline, 2138))
    let wrapped = try Fixture.layout("ab ab ab ab", width: 2000) { $0.strut = self.strut(2000) }
    #expect(wrapped.lines.count > 1)
    #expect(wrapped.lines.allSatisfy { near($0.height, 2724) })
  }

  @Test("A forced strut is the height of all lines, also of those with boxes")
  func forced() throws {
    let text = Fixture.text("ab 漢字\nab") { $0.strut = self.strut(500, isForced: true) }
    var boxed = text
    boxed.append(
      TextAttachment(.reserved("box"), size: Size(width: 10, height: 9000)),
      style: text.style(at: text.length - 1))
    for text in [text, boxed] {
      let layout = try TextLayout(text, in: TextContainer(width: 9000), fonts: Fixture.fonts)
      #expect(layout.lines.allSatisfy { near($0.height, 681) })
      #expect(near(layout.lines[1].baseline, 681 + 534.5))
    }
  }

  @Test("A strut has a line height like its fonts")
  func factor() throws {
    let layout = try Fixture.layout("ab") {
      $0.strut = self.strut(2000)
      $0.lineHeight = .relative(toSize: 2)
    }
    #expect(near(layout.lines[0].height, 4000))
    #expect(near(layout.lines[0].baseline, 2138 + (4000 - 2724) / 2))
  }

  @Test("Baselines have one distance, whatever the lines hold", arguments: [0.0, 500, 1500, 4000])
  func baselines(distance: Double) throws {
    let text = Fixture.text("ab\n漢字 ab\nab") { $0.lineHeight = .baselineDistance(distance) }
    var mixed = text
    mixed.updateShaping(TextRange(3, 5)) { $0.size = 3000 }
    mixed.append(
      TextAttachment(.reserved("box"), size: Size(width: 10, height: 9000)),
      style: text.style(at: 8))
    let layout = try TextLayout(mixed, in: TextContainer(width: 90_000), fonts: Fixture.fonts)
    let first = 1069 + (distance - 1362) / 2
    // The second paragraph's own font is the large one.
    #expect(near(layout.lines[0].baseline, first))
    #expect(near(layout.lines[2].baseline, first + 2 * distance))
    #expect(layout.lines.allSatisfy { near($0.height, distance) })
    let strut = Fixture.text("ab\n漢字 ab\nab") {
      $0.lineHeight = .baselineDistance(distance)
      $0.strut = self.strut(1000)
    }
    let even = try TextLayout(strut, in: TextContainer(), fonts: Fixture.fonts)
    for (index, line) in even.lines.enumerated() {
      #expect(near(line.baseline, first + Double(index) * distance))
    }
  }

  @Test("What a truncated line shows counts with the strut")
  func truncated() throws {
    let text = Fixture.text("ab ab ab ab ab 漢") { $0.strut = self.strut(2000) }
    var token = AttributedText("…", style: Fixture.style(size: 300))
    token.append("x", style: Fixture.style(size: 300))
    let layout = try TextLayout(
      text, in: TextContainer(width: 3000, maximumLines: 1, truncation: .end, token: token),
      fonts: Fixture.fonts)
    #expect(layout.isTruncated && near(layout.lines[0].height, 2724))
  }

  @Test("A size that is none is an error that names the strut", arguments: [0, -1, 1e9, .nan])
  func invalid(size: Double) {
    let error = #expect(throws: TypesettingError.self) {
      try Fixture.layout("ab") { $0.strut = self.strut(size) }
    }
    #expect(error?.property == "strut")
  }
}
