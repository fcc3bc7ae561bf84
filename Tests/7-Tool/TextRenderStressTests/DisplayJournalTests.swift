// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TextRenderStress

@MainActor
struct DisplayJournalTests {
  @Test func anOrderlyLifeIsNoViolation() {
    let findings = StressFindings()
    var journal = DisplayJournal<String>(0, findings)
    journal.requested(of: nil)
    journal.accept(1, "a", of: nil)
    journal.accept(2, "b", of: nil)
    #expect(journal.end(1, .superseded) == "a")
    journal.publish(2, of: nil, isSuspended: false)
    #expect(journal.open == [2: "b"] && journal.lastPublished == 2 && journal.lastAccepted == 2)
    #expect(journal.end(2, .committed) == "b" && journal.open.isEmpty)
    // There is no layer, which is the only violation.
    #expect(findings.counts == [.dropped: 3])
  }

  @Test func disorderIsReported() {
    let findings = StressFindings()
    var journal = DisplayJournal<String>(0, findings)
    journal.accept(5, "a", of: nil)
    journal.accept(5, "b", of: nil)
    #expect(findings.counts[.oneOutcome] == 1)
    journal.publish(5, of: nil, isSuspended: true)
    #expect(findings.counts[.suspended] == 1)
    journal.publish(5, of: nil, isSuspended: false)
    #expect(findings.counts[.risingGenerations] == 1)
    #expect(journal.end(4, .superseded) == nil)
    #expect(findings.counts[.orderedEnds] == 1 && findings.counts[.oneOutcome] == 2)
    journal.accept(6, "c", of: nil)
    #expect(journal.end(6, .committed) == "c")
    #expect(findings.counts[.oneOutcome] == 3)
  }
}
