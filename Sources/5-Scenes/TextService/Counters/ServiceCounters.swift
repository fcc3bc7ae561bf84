// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import SystemConcurrency

/// Counters of a service since it began, for graphs and for tests.
///
/// A request ends with an answer, or when its client goes: `requests` is the sum of `answers`,
/// `hangUps` and the requests under way. Work that lanes have begun is finished, failed or called
/// off: `begun` is the sum of `finished`, `failed`, `calledOff` and the work that runs.
public struct ServiceStatistics: Hashable, Sendable {
  /// The requests whose heads were read.
  public internal(set) var requests = 0
  /// The number of answers for each status code.
  public internal(set) var answers: [Int: Int] = [:]
  /// The requests whose clients went before there was an answer.
  public internal(set) var hangUps = 0
  /// The answers whose clients went before they had received the whole answer.
  package internal(set) var undelivered = 0

  /// The pieces of work that lanes have begun.
  package internal(set) var begun = 0
  /// The pieces of work that ended with a result.
  package internal(set) var finished = 0
  /// The pieces of work that ended with an error.
  public internal(set) var failed = 0
  /// The pieces of work that were called off while a lane ran them.
  public internal(set) var calledOff = 0
  /// The pieces of work that were called off before a lane began them.
  package internal(set) var neverBegun = 0
  /// The processor time of lanes, in seconds.
  package internal(set) var laneSeconds = 0.0
  /// The processor time of lanes for results that no client received, in seconds.
  package internal(set) var wastedSeconds = 0.0

  /// The answers with status 304: the client had the picture already, so it was not drawn.
  package var notModified: Int { answers[304] ?? 0 }
  /// The answers that were taken from the cache.
  package internal(set) var cacheHits = 0
  /// The bytes of all bodies of answers.
  package internal(set) var bodyBytes = 0

  /// The requests that are admitted now.
  public internal(set) var admittedRequests = 0
  /// The memory of admitted requests now, in bytes.
  package internal(set) var admittedBytes = 0
  /// The most memory of admitted requests so far, in bytes.
  package internal(set) var mostAdmittedBytes = 0
  /// The pieces of bulk work that run now.
  package internal(set) var bulkRunning = 0
  /// A histogram of the time from the head of a request to its answer: the number of answers up to
  /// each bound of ``timeBounds``, and beyond the last.
  package internal(set) var times = [Int](repeating: 0, count: timeBounds.count + 1)
  /// The sum of the seconds from heads to answers.
  package internal(set) var timeSum = 0.0
  /// The answers by route.
  package internal(set) var routes: [String: Int] = [:]

  /// Creates the statistics of a service that has done nothing.
  package init() {}

  /// The upper bounds of ``times``, in seconds.
  package static let timeBounds = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  ]
}

/// The counters of a service; any thread may count.
final class ServiceCounters: Sendable {
  private let statistics = Mutex(ServiceStatistics())

  var current: ServiceStatistics { statistics.withLock { $0 } }

  func count(_ change: (inout ServiceStatistics) -> Void) {
    statistics.withLock { change(&$0) }
  }

  /// Counts an answer.
  func countAnswer(_ answer: ServiceAnswer, _ route: String, seconds: Double) {
    statistics.withLock { statistics in
      statistics.answers[answer.status, default: 0] += 1
      statistics.routes[route, default: 0] += 1
      statistics.bodyBytes += answer.body.count
      let bounds = ServiceStatistics.timeBounds
      statistics.times[bounds.firstIndex { seconds <= $0 } ?? bounds.count] += 1
      statistics.timeSum += seconds
    }
  }
}
