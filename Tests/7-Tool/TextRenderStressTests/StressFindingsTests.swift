// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import Testing

@testable import CanvasGeometry
@testable import TextRenderStress

struct StressFindingsTests {
  @Test func findingsAreCounted() {
    let findings = StressFindings()
    findings.expect(true, .latestOnly, "holds")
    findings.expect(false, .latestOnly, "violated")
    findings.report(.noLeak, "left")
    #expect(findings.counts == [.latestOnly: 1, .noLeak: 1] && findings.total == 2)
    #expect(findings.examples == ["I4: violated", "I30: left"])
  }

  @Test func examplesAreLimited() {
    let findings = StressFindings()
    for index in 0..<30 { findings.report(.oneOutcome, "\(index)") }
    #expect(findings.total == 30 && findings.examples.count == 20)
    #expect(findings.examples.last == "I1: 19")
  }

  /// A group that was not cancelled must be shown, and as a whole.
  @MainActor @Test func aPartlyShownGroupIsAViolation() {
    let observer = GroupObserver(count: 2)
    #expect(observer.violation(mayBeAborted: true) == nil)
    #expect(observer.violation(mayBeAborted: false) == "0 of 2 in the first turn, 0 in all")
    observer.memberShown()
    #expect(observer.violation(mayBeAborted: true) != nil)
    observer.memberShown()
    #expect(observer.violation(mayBeAborted: false) == nil)
  }

  @Test func aPixelChangesTheDigest() throws {
    func picture(_ color: Color) throws -> Bitmap {
      var context = try GraphicsContext(
        pixels: PixelSize(width: 5, height: 3), scale: 1, background: .white, pool: .shared)
      try context.fill(Rect(x: 4, y: 2, width: 1, height: 1), with: color)
      return context.makeBitmap()
    }
    let (white, black) = (try picture(.white), try picture(.black))
    #expect(StressPicture.digest(of: white) != StressPicture.digest(of: black))
    #expect(try StressPicture.digest(of: picture(.white)) == StressPicture.digest(of: white))
    #expect(StressPicture.isOpaque(white))
  }
}
