// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Server
  internal import CoreMetrics
  internal import NIOCore
  internal import TextService

  /// Forwards the statistics of a service to swift-metrics every five seconds, so that requests
  /// themselves cost nothing for it.
  final class ServiceMetrics: Sendable {
    private let task: RepeatedTask

    init(_ service: TextService, _ loop: any EventLoop) {
      let forwarder = NIOLoopBoundBox.makeBoxSendingValue(Forwarder(service), eventLoop: loop)
      task = loop.scheduleRepeatedTask(initialDelay: .seconds(5), delay: .seconds(5)) { _ in
        forwarder.value.forward()
      }
    }

    func end() { task.cancel() }

    /// The metrics, and the statistics that they were told last.
    private struct Forwarder {
      private let service: TextService
      private var last = ServiceStatistics()
      private let requests = Counter(label: "textrender_requests")
      private let hangUps = Counter(label: "textrender_hang_ups")
      private let begun = Counter(label: "textrender_work_begun")
      private let calledOff = Counter(label: "textrender_work_called_off")
      private let laneSeconds = FloatingPointCounter(label: "textrender_lane_seconds")
      private let wasted = FloatingPointCounter(label: "textrender_wasted_lane_seconds")
      private let admitted = Gauge(label: "textrender_admitted_bytes")
      private var answers: [Int: Counter] = [:]

      init(_ service: TextService) { self.service = service }

      mutating func forward() {
        let now = service.statistics
        requests.increment(by: now.requests - last.requests)
        hangUps.increment(by: now.hangUps - last.hangUps)
        begun.increment(by: now.begun - last.begun)
        calledOff.increment(by: now.calledOff - last.calledOff)
        laneSeconds.increment(by: now.laneSeconds - last.laneSeconds)
        wasted.increment(by: now.wastedSeconds - last.wastedSeconds)
        admitted.record(now.admittedBytes)
        for (status, count) in now.answers {
          let counter =
            answers[status]
            ?? Counter(label: "textrender_answers", dimensions: [("status", "\(status)")])
          answers[status] = counter
          counter.increment(by: count - (last.answers[status] ?? 0))
        }
        last = now
      }
    }
  }
#endif
