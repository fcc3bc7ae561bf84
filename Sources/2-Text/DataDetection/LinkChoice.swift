// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextModel

/// The links chosen so far, from the most important kind to the least.
struct LinkChoice {
  let text: ScannedText
  let limits: LinkSearchLimits
  private var links: [DetectedLink] = []
  /// Whether a code unit belongs to a chosen link.
  private var isTaken: [Bool]
  /// Whether a bound ended a search.
  var isIncomplete = false

  init(text: ScannedText, limits: LinkSearchLimits) {
    self.text = text
    self.limits = limits
    isTaken = Array(repeating: false, count: text.count)
  }

  /// Adds the candidates that overlap no chosen link.
  mutating func add(_ candidates: [LinkCandidate], kind: LinkKind) {
    // More candidates than the limit mean that the search stopped early and may have missed others.
    if candidates.count > limits.maximumCount { isIncomplete = true }
    for candidate in candidates where take(candidate.range) {
      links.append(
        DetectedLink(
          kind: kind, range: TextRange(candidate.range), text: text.string(candidate.range),
          url: candidate.url))
    }
  }

  /// Adds the matches of a custom rule that overlap no chosen link. Of matches that overlap each
  /// other, the one that begins earlier is taken, and of two that begin together the longer one.
  mutating func add(_ rule: CustomRule) throws {
    try limits.check()
    var ranges: [Range<Int>]
    switch rule.search {
    case .pattern(let program):
      var matcher = PatternMatcher(program: program, text: text)
      ranges = try matcher.matches(limits: limits)
      if matcher.isIncomplete || ranges.count > limits.maximumCount { isIncomplete = true }
    case .matcher(let matcher):
      ranges = matcher(text.units).filter { $0.start >= 0 && $0.end <= text.count }.map(\.range)
      ranges.sort {
        ($0.lowerBound, -$0.upperBound) < ($1.lowerBound, -$1.upperBound)
      }
    }
    for range in ranges where !range.isEmpty && take(range) {
      let match = text.string(range)
      links.append(
        DetectedLink(
          kind: .custom(rule.name), range: TextRange(range), text: match, url: rule.url(match)))
    }
  }

  /// The links in the order of the text, as many as are allowed.
  func detection() -> LinkDetection {
    let sorted = links.sorted { $0.range.start < $1.range.start }
    return LinkDetection(
      links: Array(sorted.prefix(limits.maximumCount)),
      isIncomplete: isIncomplete || sorted.count > limits.maximumCount)
  }

  /// Takes the units of a range if none is taken.
  private mutating func take(_ range: Range<Int>) -> Bool {
    guard !isTaken[range].contains(true) else { return false }
    for offset in range { isTaken[offset] = true }
    return true
  }
}
