// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextTestSupport

@testable import LayerCompositing

struct MediaTimingTests {
  private func progress(_ timing: MediaTiming, _ times: [Double]) -> [Double?] {
    times.map { timing.moment(at: $0)?.progress }
  }

  @Test func once() {
    let timing = MediaTiming(begin: 1, duration: 2)
    #expect(progress(timing, [0, 1, 2, 2.5, 3]) == [nil, 0, 0.5, 0.75, nil])
    var filled = timing
    filled.fill = .both
    #expect(progress(filled, [0, 1, 2, 3, 9]) == [0, 0, 0.5, 1, 1])
    filled.fill = .forwards
    #expect(progress(filled, [0, 3]) == [nil, 1])
    filled.fill = .backwards
    #expect(progress(filled, [0, 3]) == [0, nil])
  }

  @Test func cycles() {
    let timing = MediaTiming(duration: 1, repeatCount: 2.5, fill: .forwards)
    #expect(progress(timing, [0.25, 1, 1.25, 2.25, 2.5, 9]) == [0.25, 0, 0.25, 0.25, 0.5, 0.5])
    var back = MediaTiming(duration: 1, repeatCount: 2, autoreverses: true, fill: .forwards)
    #expect(
      progress(back, [0.25, 1, 1.25, 2, 2.25, 3.75, 4]) == [0.25, 1, 0.75, 0, 0.25, 0.25, 0])
    #expect(back.activeDuration == 4)
    back.repeatDuration = 1.25
    #expect(back.activeDuration == 1.25)
    #expect(progress(back, [1, 1.25, 2]) == [1, 0.75, 0.75])
    let endless = MediaTiming(duration: 2, repeatCount: .infinity)
    #expect(progress(endless, [1e6 + 1]) == [0.5])
    #expect(endless.moment(at: 1e6 + 1)?.iteration == 5e5)
  }

  @Test func speedAndOffset() {
    let fast = MediaTiming(begin: 1, duration: 4, speed: 2, timeOffset: 1)
    #expect(progress(fast, [1, 2, 2.5, 3]) == [0.25, 0.75, nil, nil])
    let back = MediaTiming(duration: 2, speed: -1, timeOffset: 2, fill: .both)
    #expect(progress(back, [-1, 0, 0.5, 1, 2, 3]) == [1, 1, 0.75, 0.5, 0, 0])
    let still = MediaTiming(duration: 2, speed: 0, timeOffset: 1)
    #expect(progress(still, [0, 1, 1e9]) == [0.5, 0.5, 0.5])
    #expect(progress(still, [-1]) == [nil])
  }

  @Test func activeInterval() {
    func interval(_ timing: MediaTiming) -> [Double]? {
      timing.activeInterval.map { [$0.start, $0.end] }
    }
    #expect(interval(MediaTiming(begin: 1, duration: 2)) == [1, 3])
    #expect(interval(MediaTiming(begin: 1, duration: 4, speed: 2, timeOffset: 1)) == [1, 2.5])
    #expect(interval(MediaTiming(duration: 2, speed: -1, timeOffset: 3)) == [1, 3])
    #expect(interval(MediaTiming(duration: 2, speed: 0, timeOffset: 1)) == [0, .infinity])
    #expect(interval(MediaTiming(duration: 2, speed: 0, timeOffset: 3)) == nil)
    #expect(interval(MediaTiming(begin: .nan)) == nil)
  }

  /// At exactly the times of the interval, however they are rounded, it is active and is over.
  @Test func roundedInterval() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let timing = MediaTiming(
        begin: Double.random(in: 0...1000, using: &random),
        duration: Double.random(in: 0.01...3, using: &random),
        speed: Double.random(in: 0.1...3, using: &random)
          * (Bool.random(using: &random) ? 1 : -1),
        timeOffset: Double.random(in: -2...0, using: &random),
        repeatCount: Double.random(in: 0.5...5, using: &random),
        autoreverses: Bool.random(using: &random))
      guard let (start, end) = timing.activeInterval else { continue }
      if start < end { #expect(timing.moment(at: start) != nil, "\(timing)") }
      #expect(timing.moment(at: end) == nil, "\(timing)")
    }
  }

  /// A layer's time stands before its start and after its end, also in a cycle without an end.
  @Test func localTimes() {
    func local(_ timing: MediaTiming, _ times: [Double]) -> [Double] {
      times.map { timing.localTime(at: $0) }
    }
    let held = MediaTiming(begin: 1, duration: .infinity, speed: 2, repeatDuration: 3)
    #expect(local(held, [0, 1, 2, 2.5, 9]) == [0, 0, 2, 3, 3])
    let back = MediaTiming(begin: 1, duration: .infinity, speed: -1, timeOffset: 4)
    #expect(local(back, [0, 1, 2, 5, 9]) == [4, 4, 3, 0, 0])
    let late = MediaTiming(duration: .infinity, timeOffset: -2)
    #expect(local(late, [-1, 1, 3]) == [0, 0, 1])
    let still = MediaTiming(duration: .infinity, speed: 0, timeOffset: 7)
    #expect(local(still, [-1, 0, 9]) == [7, 7, 7])
    #expect(local(MediaTiming(duration: 2, repeatCount: 2), [-1, 1, 3, 9]) == [0, 1, 1, 2])
    #expect(local(.continuous, [-1, 1]) == [-1, 1])
    #expect(local(MediaTiming(begin: .nan, duration: .infinity), [1]) == [0])
  }

  /// Any numbers: a progress from 0 to 1 or none, and an interval in order.
  @Test func oddNumbers() {
    let odd = [0, -1, 1, 0.3, 1e300, -1e300, 1e-300, .infinity, -.infinity, .nan]
    for begin in odd {
      for duration in odd {
        for speed in odd {
          for offset in [0, -1, 1, .nan, .infinity] {
            for count in [1, 0, -2, 0.5, .infinity, .nan] {
              for (index, length) in [nil, 1, 0, -1, .infinity, .nan].enumerated() {
                let timing = MediaTiming(
                  begin: begin, duration: duration, speed: speed, timeOffset: offset,
                  repeatCount: count, repeatDuration: length, autoreverses: index.isMultiple(of: 2),
                  fill: FillMode.allCases[index % 4])
                for time in [0, 1, -1, 1e300, .infinity, -.infinity, .nan] {
                  if let moment = timing.moment(at: time), !(0...1).contains(moment.progress) {
                    Issue.record("\(timing) at \(time): \(moment)")
                    return
                  }
                  if timing.localTime(at: time).isNaN {
                    Issue.record("\(timing) at \(time)")
                    return
                  }
                }
                if let (start, end) = timing.activeInterval { #expect(start <= end) }
              }
            }
          }
        }
      }
    }
  }

  /// The end is that of the last cycle, however the length divided by the duration is rounded.
  @Test(arguments: [(0.1, 3.0), (0.2, 3), (0.4, 3), (0.1, 6), (0.3, 7), (0.6, 7), (0.35, 15)])
  func endsOfManyCycles(duration: Double, count: Double) throws {
    for isReversed in [false, true] {
      let timing = MediaTiming(
        duration: duration, repeatCount: count, autoreverses: isReversed, fill: .forwards)
      let moment = try #require(timing.moment(at: 1000))
      #expect(moment.progress == (isReversed ? 0 : 1))
      #expect(moment.iteration == count * (isReversed ? 2 : 1) - 1)
    }
  }

  /// A time that is no number shows nothing, also where before and after are filled.
  @Test(arguments: [Double.infinity, -.infinity, .nan]) func oddNumbers(_ odd: Double) {
    let timing = MediaTiming(duration: 2, fill: .both)
    #expect(progress(timing, [-1, 1, 3]) == [0, 0.5, 1])
    for change in [\MediaTiming.begin, \.speed, \.timeOffset] {
      var changed = timing
      changed[keyPath: change] = odd
      #expect(progress(changed, [-1, 1, 3]) == [nil, nil, nil])
    }
    #expect((timing.moment(at: odd) == nil) == odd.isNaN)
  }
}
