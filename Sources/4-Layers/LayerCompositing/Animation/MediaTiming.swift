// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// What an animation shows before its start and after its end.
public enum FillMode: String, Hashable, Sendable, CaseIterable {
  /// Neither time is filled: before the start and after the end the property has the layer's value.
  case removed
  /// After the end, the value at the end stays.
  case forwards
  /// Before the start, the value at the start is shown.
  case backwards
  /// Both times are filled.
  case both

  /// Whether the time before the start is filled.
  package var coversBefore: Bool { self == .backwards || self == .both }
  /// Whether the time after the end is filled.
  package var coversAfter: Bool { self == .forwards || self == .both }
}

/// How the time of an animation, a group or a layer follows from that of its parent: Core
/// Animation's `CAMediaTiming`.
///
/// Local time is (parent − ``begin``) · ``speed`` + ``timeOffset``. It is active from 0 on for
/// ``repeatCount`` cycles of ``duration``, of twice that with ``autoreverses``; with a negative
/// speed it is active from its end down to 0. Before ``begin`` nothing is active.
///
/// Any number may be set. A duration that is negative or NaN counts as 0; with a duration of 0 the
/// end is reached at the start. Without a finite ``begin`` nothing is ever active. With a speed of
/// 0 the local time stands at ``timeOffset``.
public struct MediaTiming: Hashable, Sendable {
  /// The start, in seconds of the parent's time.
  public var begin: Double
  /// The length of one cycle in one direction, in seconds.
  public var duration: Double
  /// The local seconds that pass in one second of the parent.
  public var speed: Double
  /// The local time at the start, in seconds.
  public var timeOffset: Double
  /// The number of cycles, which need not be whole; `infinity` for ever.
  public var repeatCount: Double
  /// The length of all cycles in seconds of local time, which replaces ``repeatCount``; `nil` for
  /// none.
  public var repeatDuration: Double?
  /// Whether each cycle goes back to its start.
  public var autoreverses: Bool
  /// What is shown before the start and after the end.
  public var fill: FillMode

  /// Creates timing.
  public init(
    begin: Double = 0, duration: Double = 0.25, speed: Double = 1, timeOffset: Double = 0,
    repeatCount: Double = 1, repeatDuration: Double? = nil, autoreverses: Bool = false,
    fill: FillMode = .removed
  ) {
    self.begin = begin
    self.duration = duration
    self.speed = speed
    self.timeOffset = timeOffset
    self.repeatCount = repeatCount
    self.repeatDuration = repeatDuration
    self.autoreverses = autoreverses
    self.fill = fill
  }

  /// The duration of one direction, not negative.
  var length: Double { duration > 0 ? duration : 0 }

  /// The local time at which the last cycle ends; `infinity` for ever.
  package var activeDuration: Double {
    if length == 0 { return 0 }
    if let repeatDuration { return repeatDuration > 0 ? repeatDuration : 0 }
    let count = repeatCount > 0 ? repeatCount : 0
    if count == 0 { return 0 }
    return length * (autoreverses ? 2 : 1) * count
  }

  /// The times of the parent from which and to which the timing is active; `nil` if it never is.
  ///
  /// With a speed of 0 the end is infinite.
  package var activeInterval: (start: Double, end: Double)? {
    guard begin.isFinite, speed.isFinite, timeOffset.isFinite else { return nil }
    let active = activeDuration
    if speed == 0 {
      return timeOffset >= 0 && timeOffset < active ? (begin, .infinity) : nil
    }
    let (first, last) = speed > 0 ? (0, active) : (active, 0)
    let start = first.isFinite ? max(begin, begin + (first - timeOffset) / speed) : begin
    let end = last.isFinite ? begin + (last - timeOffset) / speed : .infinity
    return start <= end ? (start, end) : nil
  }
}

/// The progress of a timing at one time.
struct TimingMoment: Equatable {
  /// The fraction of the cycle, 0 to 1, in the direction of the values.
  var progress: Double
  /// The number of whole cycles before this one, with each direction of an autoreversing cycle
  /// counted; `infinity` after the end of an animation with endlessly many cycles.
  var iteration: Double
  /// Whether the values are those before their start: the time is before the start or, with a
  /// negative speed, after the end. A curve with a step at the start has not taken this step then.
  var isBefore = false
  /// Whether the time lies between start and end.
  var isActive = true
}

extension MediaTiming {
  /// The progress at a time of the parent; `nil` if nothing is shown then.
  ///
  /// Source: Web Animations Level 1, sections 4.6 to 4.8, for the phases before, active and after.
  /// Of the fill modes, `forwards` applies after the end in the parent's time, also with a negative
  /// speed.
  func moment(at parent: Double) -> TimingMoment? {
    guard begin.isFinite, speed.isFinite, timeOffset.isFinite, !parent.isNaN else { return nil }
    let active = activeDuration
    var local = speed == 0 ? timeOffset : (parent - begin) * speed + timeOffset
    let isBefore: Bool
    let isAfter: Bool
    if let (start, end) = activeInterval {
      // Times of the parent are compared, since rounding may move a local time across the boundary.
      isBefore = parent < start
      isAfter = !isBefore && parent >= end
    } else {
      isBefore = parent < begin || (speed >= 0 ? local < 0 : local > active)
      isAfter = !isBefore
    }
    if isBefore, !fill.coversBefore { return nil }
    if isAfter, !fill.coversAfter { return nil }
    if isBefore { local = speed >= 0 ? 0 : active }
    if isAfter { local = speed >= 0 ? active : 0 }
    var moment = moment(
      local: max(0, min(local, active)), of: active, isAtStart: isBefore == (speed >= 0))
    moment.isActive = !isBefore && !isAfter
    moment.isBefore = isBefore && speed >= 0 || isAfter && speed < 0
    return moment
  }

  /// - Parameters:
  ///   - local: The local time, from 0 to `active`.
  ///   - isAtStart: Whether a cycle of no length has its start values: at times before it or, with
  ///     a negative speed, after it.
  private func moment(local: Double, of active: Double, isAtStart: Bool) -> TimingMoment {
    // The number of passes over the values: an autoreversing cycle has two.
    let count =
      repeatDuration == nil
      ? max(0, repeatCount.isNaN ? 0 : repeatCount) * (autoreverses ? 2 : 1)
      : length > 0 ? active / length : .infinity
    let overall: Double =
      if length == 0 {
        isAtStart ? 0 : count
      } else if length.isInfinite {
        0
      } else {
        // At the end, the exact count is used: the quotient may be rounded to a little more.
        repeatDuration == nil && local >= active ? count : local / length
      }
    var simple = overall.isInfinite ? 0 : overall - overall.rounded(.down)
    if simple == 0, !isAtStart || local > 0, local >= active, count > 0 { simple = 1 }
    let iteration: Double =
      if overall.isInfinite {
        .infinity
      } else {
        simple == 1 ? max(0, overall.rounded(.down) - 1) : overall.rounded(.down)
      }
    let isReversed =
      autoreverses && iteration.isFinite && iteration.truncatingRemainder(dividingBy: 2) == 1
    return TimingMoment(progress: isReversed ? 1 - simple : simple, iteration: iteration)
  }

  /// The local time of a layer or a group. It does not change before the start and after the end.
  func localTime(at parent: Double) -> Double {
    if self == .continuous { return parent }
    if duration == .infinity {
      guard begin.isFinite, speed.isFinite, timeOffset.isFinite else { return 0 }
      if speed != 0, let end = activeInterval?.end, parent >= end {
        return speed > 0 ? activeDuration : 0
      }
      let local = (max(parent, begin) - begin) * speed + timeOffset
      return local.isNaN ? 0 : max(0, min(local, activeDuration))
    }
    var timing = self
    timing.fill = .both
    return (timing.moment(at: parent)?.progress ?? 0) * length
  }
}
