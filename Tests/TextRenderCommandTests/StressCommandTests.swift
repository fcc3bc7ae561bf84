// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TextRenderCommand

struct StressCommandTests {
  @Test func optionsAreChecked() {
    for wrong in [
      ["--layers", "0"], ["--requests", "many"], ["--lanes", "17"], ["--seed", "-1"],
      ["--seconds", "0"], ["--mix", "rain:3"], ["--mix", "cancel:1"], ["--mix", "display:x"],
      ["--scenario", "storm,calm"],
    ] {
      let run = ToolRun(["stress"] + wrong)
      #expect(run.status == 2 && run.output.isEmpty, "\(wrong): \(run.errors)")
      #expect(run.errors.contains(wrong[0]), "\(run.errors)")
    }
  }

  @Test func aMixIsItsWeights() throws {
    let mix = try StressMix("display:3,cancel,drop:0")
    #expect(mix.description == "display:3,cancel:1,drop:0")
    var random = StressRandom(seed: 1)
    var counts: [StressAction: Int] = [:]
    for _ in 0..<4000 { counts[mix.next(&random), default: 0] += 1 }
    #expect((2800...3200).contains(counts[.display] ?? 0))
    #expect(counts[.display, default: 0] + counts[.cancel, default: 0] == 4000)
  }

  @Test func violationsAreAnObject() {
    var report = StressReport()
    report.violations = [.settledContents: 3, .oneOutcome: 1]
    report.figures = [
      StressReport.Figure(name: "low", value: 2, unit: "ms", limit: 1),
      StressReport.Figure(name: "high", value: 2, unit: "ms", limit: 1, isFloor: true),
    ]
    let json = String(decoding: report.json, as: UTF8.self)
    #expect(json.contains(#""violations":{"I1":1,"I5":3}"#))
    #expect(json.contains(#""atMost":1,"met":false"#) && json.contains(#""atLeast":1,"met":true"#))
    #expect(report.table.contains("I1: 1, I5: 3") && report.table.contains("NOT REACHED"))
  }

  /// The storm finds what goes wrong: two pictures for one display, an allocation that fails by itself.
  @Test func findingsAreCounted() {
    let findings = StressFindings()
    findings.expect(true, .latestOnly, "not told")
    findings.expect(false, .latestOnly, "told")
    findings.report(.noLeak, "left")
    #expect(findings.counts == [.latestOnly: 1, .noLeak: 1] && findings.total == 2)
    #expect(findings.examples == ["I4: told", "I30: left"])
  }

  /// A group that nobody has called off must be shown, and as a whole.
  @MainActor @Test func aGroupThatIsNotShownIsFound() {
    let group = GroupWatch(count: 2)
    #expect(group.complaint(mayBeAborted: true) == nil)
    #expect(group.complaint(mayBeAborted: false) == "0 of 2 in the first turn, 0 in all")
    group.tell()
    #expect(group.complaint(mayBeAborted: true) != nil)
    group.tell()
    #expect(group.complaint(mayBeAborted: false) == nil)
  }
}
