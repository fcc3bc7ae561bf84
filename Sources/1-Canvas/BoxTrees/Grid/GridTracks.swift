// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The tracks of one axis of a grid while they are sized: CSS Grid 1, §11.4 to §11.8.
struct GridTracks {
  /// The room for the tracks of an axis.
  enum Room {
    /// A known size, in points.
    case definite(Double)
    /// While a width is being sought: the least size of the contents, or their size without breaks.
    case minContent, maxContent
    /// A height that the contents decide.
    case indefinite
  }

  /// A bound of a track's size, with percentages resolved.
  enum Bound: Equatable {
    case points(Double)
    case auto, minContent, maxContent
    case fitContent(Double)
    case fraction(Double)

    var points: Double? {
      if case .points(let points) = self { points } else { nil }
    }

    var isIntrinsic: Bool {
      switch self {
      case .points, .fraction: false
      default: true
      }
    }
  }

  struct Track {
    var least: Bound
    var greatest: Bound
    var base = 0.0
    var limit = Double.infinity
    /// Infinitely growable: whether the next step may raise the limit that this step has set (CSS
    /// Grid 1, §11.5.1).
    var isInfinitelyGrowable = false
    /// Whether an item of the present step contributes to the limit; the limit is finite
    /// afterwards.
    var isLimitSought = false
    /// An empty repetition of `auto-fit`.
    var isCollapsed = false
    var increase = 0.0

    var factor: Double? {
      if case .fraction(let factor) = greatest { factor } else { nil }
    }
  }

  /// An item in one axis.
  struct Item {
    /// The index of the item among all items.
    let number: Int
    let tracks: Range<Int>
    var spansFlexible = false
  }

  /// The sizes that an item contributes to its tracks, with its margins, in points.
  struct Wanted {
    /// The least size that it accepts: CSS Grid 1, §6.6.
    var minimum: Double
    var minContent: Double
    var maxContent: Double
  }

  var tracks: [Track]
  /// The room after each track.
  private(set) var gaps: [Double]

  init(_ tracks: [Track], gap: Double) {
    self.tracks = tracks
    gaps = [Double](repeating: 0, count: tracks.count)
    var isLast = true
    for index in tracks.indices.reversed() where !tracks[index].isCollapsed {
      gaps[index] = isLast ? 0 : gap
      isLast = false
    }
  }

  /// The sizes of all tracks with the gaps between them.
  var sum: Double { length(of: tracks.indices) }

  /// The sizes of some tracks with the gaps between them, in points.
  func length(of range: Range<Int>) -> Double {
    var length = 0.0
    for index in range {
      length += tracks[index].base
      if index + 1 < range.upperBound { length += gaps[index] }
    }
    return length
  }

  private var gapSum: Double { gaps.reduce(0, +) }

  /// Sizes the tracks.
  ///
  /// - Parameters:
  ///   - room: The room of the grid in the axis.
  ///   - least: The least size of the grid, to which flexible and automatic tracks grow where the
  ///     room is not decided.
  ///   - greatest: The greatest size, beyond which flexible tracks do not grow.
  ///   - stretches: Whether automatic tracks take the free room.
  ///   - wanted: Returns the sizes that an item contributes, by its index.
  mutating func size(
    _ items: [Item], in room: Room, least: Double, greatest: Double, stretches: Bool,
    wanted: (Int) throws -> Wanted
  ) rethrows {
    initialize()
    try resolveIntrinsic(items, in: room, wanted: wanted)
    maximize(in: room)
    try expandFlexible(items, in: room, least: least, greatest: greatest, wanted: wanted)
    if stretches { stretch(in: room, least: least) }
  }

  /// CSS Grid 1, §11.4: fixed bounds are sizes.
  private mutating func initialize() {
    for index in tracks.indices {
      let track = tracks[index]
      tracks[index].base = track.least.points ?? 0
      tracks[index].limit = max(tracks[index].base, track.greatest.points ?? .infinity)
    }
  }

  /// CSS Grid 1, §11.6: tracks grow to their limits.
  private mutating func maximize(in room: Room) {
    var free: Double
    switch room {
    case .definite(let size): free = size - sum
    case .minContent: return
    case .maxContent, .indefinite: free = .infinity
    }
    guard free > 0 else { return }
    guard free.isFinite else {
      for index in tracks.indices {
        tracks[index].base = max(tracks[index].base, tracks[index].limit)
      }
      return
    }
    var growing = tracks.indices.filter { tracks[$0].base < tracks[$0].limit }
    while free > 1e-9, !growing.isEmpty {
      let share = free / Double(growing.count)
      for index in growing {
        let grown = min(share, tracks[index].limit - tracks[index].base)
        tracks[index].base += grown
        free -= grown
      }
      let left = growing.filter { tracks[$0].base < tracks[$0].limit }
      if left.count == growing.count { break }
      growing = left
    }
  }

  /// CSS Grid 1, §11.7: flexible tracks share the free room.
  private mutating func expandFlexible(
    _ items: [Item], in room: Room, least: Double, greatest: Double, wanted: (Int) throws -> Wanted
  ) rethrows {
    guard tracks.contains(where: { $0.factor != nil }) else { return }
    var fraction = 0.0
    switch room {
    case .minContent: return
    case .definite(let size): fraction = self.fraction(of: tracks.indices, filling: size - gapSum)
    case .maxContent, .indefinite:
      for track in tracks {
        if let factor = track.factor { fraction = max(fraction, track.base / max(1, factor)) }
      }
      for item in items where item.spansFlexible {
        let size = try wanted(item.number).maxContent - gapsWithin(item.tracks)
        fraction = max(fraction, self.fraction(of: item.tracks, filling: size))
      }
      var grown = gapSum
      for track in tracks {
        grown += track.factor.map { max(track.base, $0 * fraction) } ?? track.base
      }
      if grown < least {
        fraction = self.fraction(of: tracks.indices, filling: least - gapSum)
      } else if grown > greatest {
        fraction = self.fraction(of: tracks.indices, filling: greatest - gapSum)
      }
    }
    for index in tracks.indices {
      if let factor = tracks[index].factor {
        tracks[index].base = max(tracks[index].base, fraction * factor)
      }
    }
  }

  /// The size of `1fr` so that tracks fill a space: CSS Grid 1, §11.7.1.
  private func fraction(of range: Range<Int>, filling space: Double) -> Double {
    var inflexible = [Bool](repeating: false, count: range.count)
    let first = range.lowerBound
    while true {
      var left = space
      var factors = 0.0
      for index in range {
        if let factor = tracks[index].factor, !inflexible[index - first] {
          factors += factor
        } else {
          left -= tracks[index].base
        }
      }
      guard factors > 0 else { return 0 }
      let fraction = max(0, left) / max(1, factors)
      var isAgain = false
      for index in range where !inflexible[index - first] {
        if let factor = tracks[index].factor, fraction * factor < tracks[index].base - 1e-9 {
          inflexible[index - first] = true
          isAgain = true
        }
      }
      if !isAgain { return fraction }
    }
  }

  /// CSS Grid 1, §11.8: automatic tracks take the free room.
  private mutating func stretch(in room: Room, least: Double) {
    let free: Double
    switch room {
    case .definite(let size): free = size - sum
    case .maxContent, .indefinite: free = least - sum
    case .minContent: return
    }
    let growing = tracks.indices.filter { tracks[$0].greatest == .auto && !tracks[$0].isCollapsed }
    guard free > 0, !growing.isEmpty else { return }
    for index in growing { tracks[index].base += free / Double(growing.count) }
  }

  func gapsWithin(_ range: Range<Int>) -> Double {
    var sum = 0.0
    for index in range.dropLast() { sum += gaps[index] }
    return sum
  }
}
