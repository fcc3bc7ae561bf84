// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  internal import CanvasDrawing
  internal import Dispatch
  internal import LayerModel
  internal import SystemConcurrency

  /// The decoded frames that a layer shows next. They are decoded on a serial queue of their own.
  ///
  /// At most ``VideoLimits/framesAhead`` frames and ``VideoLimits/bytesAhead`` bytes are queued;
  /// decoding pauses until one is taken. A frame whose time has passed before it is decoded is not
  /// converted to a bitmap; ``lateCount`` counts it.
  ///
  /// Frames are not decoded as `OrderedWork` of the lanes, since reading a file may block.
  final class DecodedFrameQueue: Sendable {
    /// A frame with the running times between which it is shown.
    struct Entry: Sendable {
      let frame: VideoFrame
      /// The number of the repetition.
      let cycle: Double
      let start: Double
      let end: Double
    }

    /// A time of the film in one of its repetitions.
    struct Place: Hashable {
      var cycle: Double
      var time: Double
    }

    fileprivate struct State {
      var timeline: VideoTimeline
      /// The number of the timeline. A frame that was decoded for an earlier one is dropped.
      var epoch = 0
      var entries: [Entry] = []
      var byteCount = 0
      /// The frame to decode next; `nil` for the frame of the present time.
      var next: Place?
      /// Whether no frame follows.
      var isComplete = false
      /// Whether the first frame of the timeline was not taken yet.
      var awaitsFirst = true
      var isWorking = false
      var isStopped = false
      var lateCount = 0
      var error: VideoError?
      /// The most frames and bytes that waited so far.
      var mostEntries = 0
      var mostBytes = 0
    }

    private let file: VideoFile
    private let clock: any LayerClock
    private let queue = DispatchQueue(
      label: "AsyncTextLayer.DecodedFrameQueue", qos: .userInitiated,
      autoreleaseFrequency: .workItem)
    private let state: Mutex<State>
    /// The reader that was taken from the file; used on the queue alone.
    private let reader = Mutex<VideoFile.Idle?>(nil)
    /// Called on the queue when a frame has come.
    private let arrived: @Sendable () -> Void

    init(
      _ file: VideoFile, clock: any LayerClock, timeline: VideoTimeline,
      arrived: @escaping @Sendable () -> Void
    ) {
      (self.file, self.clock, self.arrived) = (file, clock, arrived)
      state = Mutex(State(timeline: timeline))
      work()
    }

    /// Ends the decoding for good, and frees the frames. A frame that is decoded meanwhile is
    /// dropped.
    func stop() {
      let dropped = state.withLock { state in
        state.isStopped = true
        state.byteCount = 0
        return exchange(&state.entries, with: [])
      }
      withExtendedLifetime(dropped) {}
      queue.async { [self] in
        if let idle = reader.withLock({ $0.take() }) { file.put(idle) }
      }
    }

    /// Drops the queued frames, and starts again with the frame that another timeline shows now.
    func restart(_ timeline: VideoTimeline) {
      let dropped = state.withLock { state in
        state.timeline = timeline
        state.epoch += 1
        (state.next, state.isComplete, state.awaitsFirst) = (nil, false, true)
        state.error = nil
        state.byteCount = 0
        return exchange(&state.entries, with: [])
      }
      withExtendedLifetime(dropped) {}
      work()
    }

    /// Takes the frame that is due at a time, with those before it, which are late.
    func take(at now: Double) -> Entry? {
      let taken: [Entry] = state.withLock { state in
        let due = state.dueCount(at: now, tolerance: file.tolerance)
        let taken = Array(state.entries.prefix(due))
        state.entries.removeFirst(due)
        state.byteCount -= taken.reduce(0) { $0 + $1.frame.image.byteCount }
        if due > 0 { state.awaitsFirst = false }
        state.lateCount += max(0, due - 1)
        return taken
      }
      if !taken.isEmpty { work() }
      return taken.last
    }

    /// The clock's time at which the next queued frame is due, in seconds; infinite without one.
    var nextTime: Double {
      state.withLock { state in
        guard let entry = state.entries.first else { return .infinity }
        let timeline = state.timeline
        return timeline.rate < 0
          ? timeline.time(ofRunning: entry.end - file.tolerance)
          : timeline.time(ofRunning: entry.start - file.tolerance / 2)
      }
    }

    /// The frames that were late and never shown.
    var lateCount: Int { state.withLock { $0.lateCount } }
    /// The failure that ended the decoding.
    var error: VideoError? { state.withLock { $0.error } }
    /// The most frames and bytes that waited so far.
    var most: (frames: Int, bytes: Int) { state.withLock { ($0.mostEntries, $0.mostBytes) } }

    // MARK: On the queue

    /// Decodes the next frame on the queue, unless the queue is full.
    private func work() {
      let begins = state.withLock { state in
        if state.isWorking || !state.hasRoom { return false }
        state.isWorking = true
        return true
      }
      if begins { queue.async { [weak self] in self?.decode() } }
    }

    private func decode() {
      let now = clock.now
      let (timeline, epoch, next) = state.withLock { ($0.timeline, $0.epoch, $0.next) }
      let (place, isLate) = timeline.place(next, at: now, duration: file.info.duration)
      let result = Result { () throws(VideoError) in
        try decode(place, isBefore: next != nil && timeline.rate < 0, countsPassed: isLate)
      }
      let goesOn = state.withLock { state in
        state.isWorking = false
        if state.isStopped { return false }
        if state.epoch == epoch {
          switch result {
          case .success(let frame): state.add(frame, at: place.cycle)
          case .failure(let error): (state.error, state.isComplete) = (error, true)
          }
        }
        return true
      }
      if !goesOn { return }
      arrived()
      work()
    }

    private func decode(
      _ place: Place, isBefore: Bool, countsPassed: Bool
    ) throws(VideoError) -> VideoFrame {
      let idle: VideoFile.Idle
      if let kept = reader.withLock({ $0 }) {
        idle = kept
      } else {
        idle = try file.takeReader(before: place.time)
        let taken = idle
        reader.withLock { $0 = taken }
      }
      let passed = idle.reader.passedCount
      let frame =
        isBefore
        ? try idle.reader.frame(target: place.time.nextDown)
        : try idle.reader.frame(at: place.time)
      let late = idle.reader.passedCount - passed
      if countsPassed, late > 0 { state.withLock { $0.lateCount += late } }
      return frame
    }
  }

  extension DecodedFrameQueue.State {
    /// Whether another frame is wanted and may wait.
    fileprivate var hasRoom: Bool {
      if isStopped || isComplete { return false }
      guard let last = entries.last else { return true }
      return entries.count < VideoLimits.framesAhead
        && byteCount + last.frame.image.byteCount <= VideoLimits.bytesAhead
    }

    /// The number of frames that are due at a time: the first of a timeline always is.
    fileprivate func dueCount(at now: Double, tolerance: Double) -> Int {
      let running = timeline.runningTime(at: now)
      let due = entries.prefix { entry in
        timeline.rate < 0
          ? running < entry.end - tolerance / 2 : running + tolerance >= entry.start
      }
      return max(due.count, awaitsFirst && !entries.isEmpty ? 1 : 0)
    }

    /// Adds a frame, and sets which one is decoded next.
    fileprivate mutating func add(_ frame: VideoFrame, at cycle: Double) {
      let period = timeline.period
      let offset = cycle * (period ?? 0)
      let end = min(frame.end, period ?? .infinity)
      let start = frame.start <= 0 ? 0 : frame.start
      entries.append(
        .init(frame: frame, cycle: cycle, start: offset + start, end: offset + end))
      byteCount += frame.image.byteCount
      mostEntries = max(mostEntries, entries.count)
      mostBytes = max(mostBytes, byteCount)
      if timeline.rate > 0 {
        if end < period ?? .infinity {
          next = .init(cycle: cycle, time: end)
        } else if period != nil {
          next = .init(cycle: cycle + 1, time: 0)
        } else {
          isComplete = true
        }
      } else if timeline.rate < 0 {
        if start > 0 {
          next = .init(cycle: cycle, time: start)
        } else if let period {
          next = .init(cycle: cycle - 1, time: period)
        } else {
          isComplete = true
        }
      } else {
        isComplete = true
      }
    }
  }

  extension VideoTimeline {
    /// The frame to decode: the next one, or that of the present time if the next one is late.
    fileprivate func place(
      _ next: DecodedFrameQueue.Place?, at now: Double, duration: Double
    ) -> (DecodedFrameQueue.Place, isLate: Bool) {
      let running = runningTime(at: now)
      let cycle = period.map { (running / $0).rounded(.down) } ?? 0
      let time = running - cycle * (period ?? 0)
      let present = DecodedFrameQueue.Place(
        cycle: cycle, time: period == nil ? max(0, min(time, duration)) : time)
      guard let next else { return (present, false) }
      let (a, b) = ((present.cycle, present.time), (next.cycle, next.time))
      if rate > 0 ? a > b : a < b { return (present, true) }
      return (next, false)
    }
  }
#endif
