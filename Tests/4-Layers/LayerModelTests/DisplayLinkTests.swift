// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing
import TextTestSupport

@testable import LayerCompositing
@testable import LayerModel

@Suite("DisplayLink", .timeLimit(.minutes(30)))
struct DisplayLinkTests {
  struct Frame: Equatable {
    let timestamp, target, duration: Double

    init(_ link: DisplayLink) {
      (timestamp, target, duration) = (link.timestamp, link.targetTimestamp, link.duration)
    }

    /// A frame by its number.
    init(start: Double, _ number: Int, _ rate: Double) {
      timestamp = start + Double(number) / rate
      target = start + Double(number + 1) / rate
      duration = 1 / rate
    }
  }

  /// Frames by their numbers.
  static func frames(
    _ numbers: some Sequence<Int>, start: Double = 7, rate: Double = 64
  ) -> [Frame] {
    numbers.map { Frame(start: start, $0, rate) }
  }

  let clock = ManualClock(now: 7)
  let queue = DispatchQueue(label: "DisplayLinkTests")
  let frames = Notes<Frame>()

  func link() -> DisplayLink {
    DisplayLink(clock: clock) { [frames] in frames.add(Frame($0)) }
  }

  /// Goes on by seconds, and lets the queue finish.
  func advance(by seconds: Double) {
    clock.advance(by: seconds)
    queue.sync {}
  }

  @Test("Frames lie exactly at start + k / frames a second", arguments: [0, 1, 7, 30, 64, 240])
  func s225_s227_s228_phase(rate: Int) {
    let link = link()
    link.preferredFramesPerSecond = rate
    #expect(link.timestamp == 0 && link.targetTimestamp == 0 && link.duration == 0)
    link.add(to: queue)
    let rate = Double(rate == 0 ? 60 : rate)
    for number in 1...300 {
      clock.set(to: 7 + Double(number) / rate)
      queue.sync {}
    }
    #expect(frames.all == Self.frames(1...300, rate: rate))
    #expect(link.lateFrames == 0)
    if rate == 60 { #expect(frames.all.last?.timestamp == 12) }
  }

  @Test("Nothing comes before a frame's time, and steps that are no frames change no time")
  func steps() {
    let link = link()
    link.preferredFramesPerSecond = 64
    link.add(to: queue)
    clock.set(to: (7 + 1.0 / 64).nextDown)
    queue.sync {}
    #expect(frames.all.isEmpty)
    clock.set(to: 7 + 1.0 / 64)
    queue.sync {}
    for _ in 0..<996 { advance(by: 1.0 / 256) }
    #expect(frames.all == Self.frames(1...250))
    withExtendedLifetime(link) {}
  }

  /// Steps of a frame's length do not add up to the frames' times: 120 sixtieths are 4·10⁻¹⁶ short of
  /// two seconds in doubles. No frame is lost or late, whatever the start, the rate and the step.
  @Test(arguments: [
    (0.0, 60, 1), (7, 60, 1), (0.1, 30, 2), (1e6, 240, 1), (3, 24, 5), (1e4, 50, 3),
    (0, 120, 1), (2, 144, 1), (0.3, 90, 7), (1e5, 120, 4),
  ])
  func sumsOfSteps(start: Double, rate: Int, stepsPerFrame: Int) {
    let clock = ManualClock(now: start)
    let link = DisplayLink(clock: clock) { [frames] in frames.add(Frame($0)) }
    link.preferredFramesPerSecond = rate
    link.add(to: queue)
    for number in 1...720 {
      for _ in 0..<stepsPerFrame {
        clock.advance(by: 1 / Double(rate * stepsPerFrame))
        queue.sync {}
      }
      #expect(frames.all.count == number)
    }
    #expect(frames.all == Self.frames(1...720, start: start, rate: Double(rate)))
    #expect(link.lateFrames == 0)
    link.invalidate()
  }

  @Test("Rates lie between 0 and 240")
  func rates() {
    let link = link()
    for (rate, expected) in [(-1, 0), (0, 0), (1, 1), (240, 240), (241, 240), (.max, 240)] {
      link.preferredFramesPerSecond = rate
      #expect(link.preferredFramesPerSecond == expected)
    }
  }

  @Test("Frames during which the queue is busy are skipped and counted, and move no later frame")
  func busyQueue() throws {
    let (began, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    defer { end.signal() }
    let link = DisplayLink(clock: clock) { [frames] link in
      frames.add(Frame(link))
      guard frames.all.count == 2 else { return }
      began.signal()
      end.wait()
    }
    link.preferredFramesPerSecond = 64
    link.add(to: queue)
    advance(by: 1.0 / 64)
    clock.advance(by: 1.0 / 64)
    try began.waitInTurns()
    clock.advance(by: 3.0 / 64)
    #expect(link.lateFrames == 3)
    end.signal()
    queue.sync {}
    advance(by: 1.5 / 64)
    #expect(frames.all == Self.frames([1, 2, 6]))
    #expect(link.lateFrames == 3)
  }

  @Test("A clock that shows no number is at no frame", arguments: [Double.nan, -.infinity])
  func noNumber(now: Double) {
    var phase = FramePhase(start: 0, framesPerSecond: 60)
    #expect(phase.takeFrame(at: now) == (frame: 1, skipped: 0))
  }

  @Test("A call that begins late is of the newest frame")
  func lateCall() {
    let link = link()
    link.preferredFramesPerSecond = 64
    link.add(to: queue)
    queue.suspend()
    clock.advance(by: 4.0 / 64)
    #expect(link.lateFrames == 3)
    queue.resume()
    queue.sync {}
    #expect(frames.all == [Frame(start: 7, 4, 64)])
  }

  @Test("Frames for which the clock was late are skipped and counted")
  func s227_lateClock() {
    let late = LateClock()
    let link = DisplayLink(clock: late) { [frames] in frames.add(Frame($0)) }
    link.add(to: queue)
    // Late by 2.5 frames, by none, and early.
    for time in [3.5, 4, 4.75] {
      late.call(at: time / 60)
      queue.sync {}
    }
    #expect(frames.all == Self.frames([3, 4, 5], start: 0, rate: 60))
    #expect(link.lateFrames == 2)
    let times = [1.0, 4, 5, 6].map { $0 / 60 }
    #expect(late.times == times)
  }

  @Test("A clock that goes on while a frame is asked for puts off no frame")
  func hastyClock() {
    let hasty = HastyClock(now: 7, jump: 2.5 / 64)
    let link = DisplayLink(clock: hasty) { [frames] in frames.add(Frame($0)) }
    link.preferredFramesPerSecond = 64
    link.add(to: queue)
    queue.sync {}
    #expect(frames.all == Self.frames([2]))
    #expect(link.lateFrames == 1 && hasty.base.pendingCallCount == 1)
    hasty.base.advance(by: 0.5 / 64)
    queue.sync {}
    #expect(frames.all == Self.frames([2, 3]))
  }

  @Test("At exactly a frame's time, however it is rounded, the frame is that one")
  func rounding() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      let start = Double.random(in: 0..<1e5, using: &generator)
      let late = LateClock(now: start)
      let frames = Notes<Double>()
      let link = DisplayLink(clock: late) { frames.add($0.timestamp) }
      link.add(to: queue)
      let number = Double(Int.random(in: 2..<10_000, using: &generator))
      let times = [start + number / 60, start + (number + 3) / 60]
      late.call(at: times[0])
      queue.sync {}
      late.call(at: times[1])
      queue.sync {}
      late.call(at: (start + (number + 5) / 60).nextDown)
      queue.sync {}
      let expected = times + [start + (number + 4) / 60]
      #expect(frames.all == expected)
      #expect(link.lateFrames == Int(number) + 4 - 3)
    }
  }

  @Test("A paused link makes no calls; resumed, its frames begin anew")
  func s228_pause() {
    let link = link()
    link.preferredFramesPerSecond = 64
    link.isPaused = true
    link.add(to: queue)
    advance(by: 1)
    #expect(frames.all.isEmpty && link.isPaused && clock.pendingCallCount == 0)
    advance(by: 1.0 / 256)
    link.isPaused = false
    let start = clock.now
    link.isPaused = false
    advance(by: 1.5 / 64)
    link.isPaused = false
    advance(by: 0.5 / 64)
    #expect(frames.all == Self.frames([1, 2], start: start))
    // A call that waits on the queue is not made.
    queue.suspend()
    clock.advance(by: 1.0 / 64)
    link.isPaused = true
    link.isPaused = false
    queue.resume()
    queue.sync {}
    #expect(frames.all.count == 2 && link.lateFrames == 1)
    advance(by: 1.0 / 64)
    #expect(frames.all.last == Frame(start: start, 4, 64))
  }

  @Test("Another rate begins the frames anew at the last one")
  func s228_rateChange() {
    let link = link()
    link.preferredFramesPerSecond = 64
    link.add(to: queue)
    advance(by: 1.0 / 64)
    advance(by: 0.25 / 64)
    link.preferredFramesPerSecond = 128
    #expect(link.duration == 1.0 / 64)
    advance(by: 0.25 / 64)
    #expect(frames.all.last == Frame(start: 7.015625, 1, 128))
    advance(by: 0.5 / 64)
    link.preferredFramesPerSecond = 0
    link.preferredFramesPerSecond = 60
    advance(by: 1.0 / 60)
    #expect(frames.all.last == Frame(start: 7.03125, 1, 60))
    #expect(frames.all.count == 4 && link.lateFrames == 0)
    // Frames that have passed at the new rate before it was set are not late.
    advance(by: 0.9 / 60)
    link.preferredFramesPerSecond = 240
    advance(by: 0.15 / 60)
    #expect(frames.all.last == Frame(start: 7.03125 + 1.0 / 60, 4, 240))
    #expect(frames.all.count == 5 && link.lateFrames == 0)
    // The same rate changes nothing: a call that waits is made.
    queue.suspend()
    clock.advance(by: 1.0 / 240)
    link.preferredFramesPerSecond = 240
    queue.resume()
    queue.sync {}
    #expect(frames.all.count == 6 && link.lateFrames == 0)
  }

  @Test("A link that is added again calls on the other queue alone")
  func s229_move() {
    let (key, other) = (DispatchSpecificKey<Int>(), DispatchQueue(label: "DisplayLinkTests.other"))
    queue.setSpecific(key: key, value: 1)
    other.setSpecific(key: key, value: 2)
    let queues = Notes<Int?>()
    let link = DisplayLink(clock: clock) { _ in queues.add(DispatchQueue.getSpecific(key: key)) }
    link.preferredFramesPerSecond = 64
    link.add(to: queue)
    advance(by: 1.0 / 64)
    // Both queues hold a call; that of the first one is void.
    queue.suspend()
    other.suspend()
    clock.advance(by: 1.0 / 64)
    link.add(to: other)
    clock.advance(by: 1.0 / 64)
    queue.resume()
    queue.sync {}
    #expect(queues.all == [1])
    other.resume()
    other.sync {}
    #expect(queues.all == [1, 2] && link.lateFrames == 1)
  }

  @Test("The action may pause, resume and invalidate the link")
  func fromAction() {
    let link = DisplayLink(clock: clock) { [frames] link in
      frames.add(Frame(link))
      link.isPaused = true
      link.isPaused = false
      if frames.all.count == 3 { link.invalidate() }
    }
    link.preferredFramesPerSecond = 64
    link.add(to: queue)
    for _ in 0..<10 { advance(by: 1.0 / 64) }
    #expect(frames.all == Self.frames([1, 2, 3]))
    #expect(clock.pendingCallCount == 0)
  }
}
