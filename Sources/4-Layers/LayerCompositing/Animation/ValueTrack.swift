// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The times of keyframes: the parts of an animation and the curve of each.
struct KeyframeTimes: Sendable {
  /// The start of each part and the end of the last one, ascending, all from 0 to 1.
  private let times: [Double]
  private let curves: [TimingCurve]

  /// - Parameters:
  ///   - parts: The number of parts.
  ///   - given: The times as they were given.
  ///   - curves: The curves as they were given.
  init(parts: Int, given: [Double]?, curves: [TimingCurve]) {
    self.curves = curves
    if let given, given.count == parts + 1 {
      var least = 0.0
      times = given.map { time in
        if time > least { least = min(1, time) }
        return least
      }
    } else {
      times = (0...max(1, parts)).map { Double($0) / Double(max(1, parts)) }
    }
  }

  /// Times in proportion to lengths; evenly spread if all are 0.
  init(lengths: [Double], curves: [TimingCurve]) {
    let total = lengths.reduce(0, +)
    guard total > 0, total.isFinite else {
      self.init(parts: lengths.count, given: nil, curves: curves)
      return
    }
    var passed = 0.0
    var times = [0.0]
    for length in lengths {
      passed += length
      times.append(passed / total)
    }
    self.init(parts: lengths.count, given: times, curves: curves)
  }

  /// Creates the times of values or places that are not interpolated: there are as many parts as
  /// points, since the last point lasts, too.
  init(points: Int, given: [Double]?) {
    var given = given
    if given?.count == points { given?.append(1) }
    self.init(parts: points, given: given, curves: [])
  }

  /// The part at a progress, and the fraction within that part. A progress below 0 or above 1
  /// counts to the first or last part, with a fraction below 0 or above 1.
  func place(at progress: Double, duration: Double) -> (part: Int, fraction: Double) {
    let parts = times.count - 1
    // Binary search for the last part that begins at or before the progress.
    var (low, high) = (0, parts - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if times[middle] <= progress { low = middle } else { high = middle - 1 }
    }
    let (start, end) = (times[low], times[low + 1])
    // Before the first key time the first value stays, after the last key time the last value.
    if progress < start, progress >= 0 { return (low, 0) }
    if progress > end, progress <= 1 { return (low, 1) }
    guard end > start else { return (low, progress < start ? 0 : 1) }
    let fraction = (progress - start) / (end - start)
    guard low < curves.count, fraction >= 0, fraction <= 1 else { return (low, fraction) }
    return (low, curves[low].progress(at: fraction, duration: duration * (end - start)))
  }
}

/// A property's values over the progress of an animation.
enum ValueTrack: Sendable {
  case ends(from: LayerValue?, to: LayerValue?, by: LayerValue?)
  case keyframes([LayerValue], Keyframes.Mode, KeyframeTimes)

  init(_ keyframes: Keyframes) {
    let values = keyframes.values
    let (mode, curves) = (keyframes.mode, keyframes.curves)
    let times: KeyframeTimes
    switch mode {
    case .paced, .cubicPaced:
      let lengths = zip(values, values.dropFirst()).map { $0.distance(to: $1) }
      times = KeyframeTimes(lengths: lengths, curves: curves)
    case .discrete:
      times = KeyframeTimes(points: values.count, given: keyframes.times)
    case .linear, .cubic:
      times = KeyframeTimes(parts: values.count - 1, given: keyframes.times, curves: curves)
    }
    self = .keyframes(values, mode, times)
  }

  /// The value at a progress.
  ///
  /// - Parameter base: The property's value without the animation.
  /// - Returns: `nil` if the animation has no values, or has values that cannot be added.
  func value(at progress: Double, duration: Double, base: LayerValue) -> LayerValue? {
    switch self {
    case .ends(let from, let to, let by):
      switch (from, to, by) {
      case (nil, nil, nil): return nil
      case (let from, nil, let by?):
        let from = from ?? base
        guard let end = from.adding(by) else { return nil }
        return from.mixed(with: end, progress)
      case (nil, let to?, let by?):
        guard let start = to.subtracting(by) else { return nil }
        return start.mixed(with: to, progress)
      default: return (from ?? base).mixed(with: to ?? base, progress)
      }
    case .keyframes(let values, let mode, let times):
      guard let first = values.first else { return nil }
      if values.count == 1 { return first }
      let (part, fraction) = times.place(at: progress, duration: duration)
      switch mode {
      case .discrete: return values[min(part, values.count - 1)]
      case .linear, .paced: return values[part].mixed(with: values[part + 1], fraction)
      case .cubic, .cubicPaced:
        return Self.smooth(values, part, fraction)
          ?? values[part].mixed(with: values[part + 1], fraction)
      }
    }
  }

  /// A Catmull-Rom spline, with one-sided tangents at its ends. `nil` for values that have no sums,
  /// and for transforms.
  private static func smooth(
    _ values: [LayerValue], _ part: Int, _ t: Double
  ) -> LayerValue? {
    if case .transform = values[part] { return nil }
    let (a, b) = (values[part], values[part + 1])
    let (before, after) = (values[max(0, part - 1)], values[min(values.count - 1, part + 2)])
    let half1 = part == 0 ? 1 : 0.5
    let half2 = part + 2 >= values.count ? 1 : 0.5
    let (t2, t3) = (t * t, t * t * t)
    guard let tangent1 = b.subtracting(before)?.multiplied(by: half1 * (t3 - 2 * t2 + t)),
      let tangent2 = after.subtracting(a)?.multiplied(by: half2 * (t3 - t2)),
      let start = a.multiplied(by: 2 * t3 - 3 * t2 + 1),
      let end = b.multiplied(by: 3 * t2 - 2 * t3)
    else { return nil }
    return start.adding(end)?.adding(tangent1)?.adding(tangent2)
  }
}
