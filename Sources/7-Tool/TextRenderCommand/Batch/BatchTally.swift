// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON
internal import StyledDocuments

/// The number or the share of requests that may fail; with more failures, a batch ends.
enum FailureLimit: Hashable, Sendable {
  case count(Int)
  /// A share of all answered requests, in per cent; checked once there are ``shareStart`` answers,
  /// and at the end.
  case percent(Double)

  /// The number of answers from which on a share is checked: a few early failures do not end a
  /// batch.
  static let shareStart = 1000

  /// Reads `5` or `2.5%`; `nil` if it is neither.
  init?(_ text: String) {
    if text.hasSuffix("%") {
      guard let number = OptionValue.number(String(text.dropLast())), (0...100).contains(number)
      else { return nil }
      self = .percent(number)
    } else {
      guard let count = Int(text), count >= 0 else { return nil }
      self = .count(count)
    }
  }
}

/// The counts of a batch's answers.
struct BatchTally: Sendable {
  private(set) var done = 0
  /// The succeeded requests whose picture existed already.
  private(set) var reused = 0
  /// The requests that failed, by kind.
  private(set) var failed: [CommandError.Code: Int] = [:]
  private(set) var failedCount = 0

  /// The requests that were answered.
  var answered: Int { done + failedCount }

  mutating func count(_ outcome: BatchAnswer.Outcome) {
    switch outcome {
    case .done: done += 1
    case .reused:
      done += 1
      reused += 1
    case .failed(let code):
      failed[code, default: 0] += 1
      failedCount += 1
    }
  }

  /// Whether more requests failed than a limit allows.
  ///
  /// - Parameters:
  ///   - before: The counts of earlier runs, which are added.
  ///   - isFinal: Whether no more answers follow, so that a share is checked however few there are.
  func exceeds(
    _ limit: FailureLimit?, after before: AnsweredInput = AnsweredInput(), isFinal: Bool
  ) -> Bool {
    let (failed, count) = (before.failed + failedCount, before.count + answered)
    return switch limit {
    case nil: false
    case .count(let most): failed > most
    case .percent(let percent):
      (isFinal || count >= FailureLimit.shareStart)
        && Double(failed) * 100 > percent * Double(count)
    }
  }

  /// The summary as a line of JSON.
  func summary(seconds: Double) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("done", done)
    writer.member("reused", reused)
    writer.name("failed")
    writer.beginObject()
    for (name, count) in failed.map({ ($0.key.name, $0.value) }).sorted(by: { $0.0 < $1.0 }) {
      writer.name(text: name)
      writer.number(count)
    }
    writer.endObject()
    writer.member("seconds", seconds)
    writer.member("textsPerSecond", seconds > 0 ? Double(answered) / seconds : 0)
    writer.endObject()
    writer.newline()
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
