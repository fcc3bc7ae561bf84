// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The lengths that decide how often a group of tracks repeats (`auto-fill`, `auto-fit`), in
/// points.
struct RepetitionRoom {
  /// The size of the grid's contents in the axis, or its greatest size; `nil` if neither is known.
  var size: Double?
  /// The least size, which the repetitions reach where ``size`` is `nil`.
  var least = 0.0
}

/// The tracks of an axis before they are sized: CSS Grid 1, §7.2 and §7.5.
struct GridAxis {
  /// The tracks of the template, with its group repeated.
  var template: [GridTrack]
  /// The tracks of the template that collapse if no item lies in them: repetitions of `auto-fit`.
  var collapsible: Range<Int> = 0..<0

  /// Repeats the group of a template as often as there is room: CSS Grid 1, §7.2.3.2.
  ///
  /// - Parameters:
  ///   - gap: The room between two tracks.
  ///   - basis: What percentages refer to.
  init(_ template: GridTemplate, in room: RepetitionRoom, gap: Double, basis: Double?) {
    self.template = template.tracks
    guard let group = template.repeating, !group.tracks.isEmpty else { return }
    func fixed(_ track: GridTrack) -> Double {
      let greatest = Self.points(track.greatest, basis: basis)
      let least = Self.points(track.least, basis: basis)
      // A repeated track counts as at least one point, so that the number of repetitions is finite.
      return max(greatest.map { max($0, least ?? 0) } ?? least ?? 0, 1)
    }
    let one = group.tracks.reduce(0) { $0 + fixed($1) } + gap * Double(group.tracks.count)
    let rest =
      template.tracks.reduce(0) {
        $0 + (Self.points($1.greatest, basis: basis) ?? Self.points($1.least, basis: basis) ?? 0)
      }
      + gap * Double(template.tracks.count) - gap
    var count = 1
    if let size = room.size {
      count = max(1, Int(min((size - rest + 1e-6) / one, Double(BoxTree.gridLimit))))
    } else if room.least > 0 {
      count = max(1, Int(min(((room.least - rest) / one).rounded(.up), Double(BoxTree.gridLimit))))
    }
    count = max(1, min(count, BoxTree.gridLimit / group.tracks.count))
    let position = min(max(group.position, 0), template.tracks.count)
    let repeated = (0..<count).flatMap { _ in group.tracks }
    self.template.insert(contentsOf: repeated, at: position)
    if group.collapsesEmpty { collapsible = position..<position + repeated.count }
  }

  /// All tracks, with those before and after the template: CSS Grid 1, §7.6.
  func tracks(
    leading: Int, count: Int, automatic: [GridTrack], basis: Double?, used: (Int) -> Bool
  ) -> [GridTracks.Track] {
    let automatic = automatic.isEmpty ? [GridTrack.auto] : automatic
    return (0..<count).map { index in
      let place = index - leading
      let track: GridTrack
      if place < 0 {
        // Before the template, automatic sizes run backwards from the last of the list.
        let back = (-place - 1) % automatic.count
        track = automatic[automatic.count - 1 - back]
      } else if place < template.count {
        track = template[place]
      } else {
        track = automatic[(place - template.count) % automatic.count]
      }
      var made = GridTracks.Track(
        least: Self.bound(track.least, isLeast: true, basis: basis),
        greatest: Self.bound(track.greatest, isLeast: false, basis: basis))
      if collapsible.contains(place), !used(index) {
        made = GridTracks.Track(least: .points(0), greatest: .points(0))
        made.isCollapsed = true
      }
      return made
    }
  }

  private static func points(_ breadth: GridTrack.Breadth, basis: Double?) -> Double? {
    switch breadth {
    case .points(let points): BoxLength.points(points).points(of: nil).map { max(0, $0) }
    case .percent(let percent): BoxLength.percent(percent).points(of: basis).map { max(0, $0) }
    default: nil
    }
  }

  private static func bound(
    _ breadth: GridTrack.Breadth, isLeast: Bool, basis: Double?
  ) -> GridTracks.Bound {
    switch breadth {
    case .points, .percent: points(breadth, basis: basis).map { .points($0) } ?? .auto
    case .auto: .auto
    case .minContent: .minContent
    case .maxContent: .maxContent
    case .fraction(let factor):
      isLeast ? .auto : .fraction(factor > 0 ? min(factor, 1e6) : 0)
    case .fitContent(let length):
      isLeast ? .auto : length.points(of: basis).map { .fitContent(max(0, $0)) } ?? .maxContent
    }
  }
}

extension GridTemplate {
  /// Whether the size of a track is a percentage of the grid.
  var hasPercentages: Bool {
    tracks.contains(where: \.hasPercentages)
      || repeating?.tracks.contains(where: \.hasPercentages) == true
  }
}

extension GridTrack {
  /// Whether a bound of the track is a percentage of the grid.
  var hasPercentages: Bool { least.isPercentage || greatest.isPercentage }
}

extension GridTrack.Breadth {
  fileprivate var isPercentage: Bool {
    switch self {
    case .percent, .fitContent(.percent): true
    default: false
    }
  }
}
