// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if Video
  /// The time of a film as a function of another time: of a layer, or of a clock.
  package struct VideoTimeline: Hashable, Sendable {
    /// The time of the film at ``start``, in seconds.
    package var time: Double
    /// Seconds of the film in a second: 0 stands still, below 0 goes backwards.
    package var rate: Double
    /// The other time at which the film is at ``time``.
    package var start: Double
    /// The seconds after which the film begins anew; `nil` for never.
    package var period: Double?

    /// Creates a function of time; numbers that are not finite count as 0.
    ///
    /// - Parameters:
    ///   - time: The time of the film, in seconds.
    ///   - rate: Seconds of the film in a second.
    ///   - start: The other time at which the film is at `time`.
    ///   - period: The seconds after which the film begins anew; `nil` or 0 for never.
    package init(time: Double, rate: Double, at start: Double, duration period: Double? = nil) {
      self.time = time.isFinite ? time : 0
      self.rate = rate.isFinite ? rate : 0
      self.start = start.isFinite ? start : 0
      if let period, period > 0, period.isFinite { self.period = period } else { self.period = nil }
    }

    /// The time of the film, going on through all its repetitions.
    func runningTime(at other: Double) -> Double {
      let running = time + (other - start) * rate
      return running.isNaN ? time : running
    }

    /// The time of the film at another time, in seconds; before its beginning or after its end
    /// unless it begins anew.
    package func filmTime(at other: Double) -> Double {
      let running = runningTime(at: other)
      return running - offset(of: running)
    }

    /// The start of the repetition of a running time.
    func offset(of running: Double) -> Double {
      guard let period else { return 0 }
      let offset = (running / period).rounded(.down) * period
      return offset.isFinite ? offset : 0
    }

    /// The other time at which a running time is reached; `infinity` for never.
    func time(ofRunning running: Double) -> Double {
      rate == 0 || !running.isFinite ? .infinity : start + (running - time) / rate
    }

    /// The time until which a frame that is shown at a time stays; `infinity` for ever.
    ///
    /// - Parameter tolerance: The seconds by which a frame may begin after the requested time.
    func end(of frame: VideoFrame, from other: Double, tolerance: Double) -> Double {
      guard rate != 0, other.isFinite else { return .infinity }
      let running = runningTime(at: other)
      let offset = offset(of: running)
      let end: Double
      if rate > 0 {
        end = min(frame.end, period ?? .infinity)
      } else {
        // Going back, the first frame stays for ever, unless the film goes on at its end.
        if frame.start <= 0, period == nil { return .infinity }
        end = frame.start > 0 ? max(0, frame.start - tolerance) : 0
      }
      if end == .infinity { return .infinity }
      let change = time(ofRunning: offset + end)
      // Going back, a frame is still shown at the time of its end, and changes just after it.
      return max(rate < 0 ? change.nextUp : change, other.nextUp)
    }
  }
#endif
