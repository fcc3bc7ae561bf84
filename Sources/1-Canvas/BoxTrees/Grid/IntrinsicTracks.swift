// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Tracks that are as large as their items: CSS Grid 1, §11.5.
extension GridTracks {
  mutating func resolveIntrinsic(
    _ items: [Item], in room: Room, wanted: (Int) throws -> Wanted
  ) rethrows {
    guard tracks.contains(where: { $0.least.isIntrinsic || $0.greatest.isIntrinsic }) else {
      limitGrowth()
      return
    }
    // Step 2: items in one inflexible track. Step 3: items over several inflexible tracks, those
    // over few tracks first. Step 4: items over flexible tracks, all at once.
    let rigid = items.filter { !$0.spansFlexible }.sorted { $0.tracks.count < $1.tracks.count }
    var start = 0
    while start < rigid.count {
      var end = start
      while end < rigid.count, rigid[end].tracks.count == rigid[start].tracks.count { end += 1 }
      if rigid[start].tracks.count == 1 {
        for item in rigid[start..<end] { try fit(item, wanted: wanted) }
        raiseLimits()
      } else {
        try spread(rigid[start..<end], onlyFlexible: false, wanted: wanted)
      }
      start = end
    }
    let flexible = items.filter(\.spansFlexible)
    if !flexible.isEmpty { try spread(flexible[...], onlyFlexible: true, wanted: wanted) }
    if case .maxContent = room { try unbreak(rigid, wanted: wanted) }
    limitGrowth()
  }

  /// Step 5 of CSS Grid 1, §11.5: tracks that have no limit yet do not grow.
  private mutating func limitGrowth() {
    for index in tracks.indices where tracks[index].limit == .infinity {
      tracks[index].limit = tracks[index].base
    }
  }

  private mutating func raiseLimits() {
    for index in tracks.indices {
      tracks[index].limit = max(tracks[index].limit, tracks[index].base)
    }
  }

  /// Step 2 of CSS Grid 1, §11.5: an item in one track.
  private mutating func fit(_ item: Item, wanted: (Int) throws -> Wanted) rethrows {
    let index = item.tracks.lowerBound
    let track = tracks[index]
    guard track.least.isIntrinsic || track.greatest.isIntrinsic else { return }
    let wanted = try wanted(item.number)
    switch track.least {
    case .minContent: tracks[index].base = max(track.base, wanted.minContent)
    case .maxContent: tracks[index].base = max(track.base, wanted.maxContent)
    case .auto, .fitContent:
      tracks[index].base = max(track.base, wanted.minimum)
    case .points, .fraction: break
    }
    var limit: Double?
    switch track.greatest {
    case .minContent: limit = wanted.minContent
    case .maxContent, .auto: limit = wanted.maxContent
    case .fitContent(let most): limit = min(wanted.maxContent, most)
    case .points, .fraction: break
    }
    if let limit {
      tracks[index].limit = track.limit.isFinite ? max(track.limit, limit) : limit
    }
  }

  /// A size, clamped to the sum of the tracks' fixed limits if all tracks of the item have one: the
  /// "limited contribution".
  private func limited(_ size: Double, by item: Item) -> Double {
    var sum = gapsWithin(item.tracks)
    for track in tracks[item.tracks] {
      switch track.greatest {
      case .points(let points): sum += points
      case .fitContent(let points): sum += points
      default: return size
      }
    }
    return min(size, sum)
  }

  /// Steps 3 and 4 of CSS Grid 1, §11.5: items over the same number of tracks, one kind of size
  /// after another.
  private mutating func spread(
    _ items: ArraySlice<Item>, onlyFlexible: Bool, wanted: (Int) throws -> Wanted
  ) rethrows {
    let sizes = try items.map { ($0, try wanted($0.number)) }
    func counts(_ track: Track) -> Bool { !onlyFlexible || track.factor != nil }
    // Base sizes of tracks whose least size is intrinsic.
    for (item, size) in sizes {
      grow(item, to: size.minimum, onlyFlexible: onlyFlexible) {
        counts($0) && $0.least.isIntrinsic
      } beyond: {
        $0.greatest.isIntrinsic
      }
    }
    addIncreases()
    // Base sizes of tracks whose least size is `min-content` or `max-content`.
    for (item, size) in sizes {
      grow(item, to: size.minContent, onlyFlexible: onlyFlexible) {
        counts($0) && ($0.least == .minContent || $0.least == .maxContent)
      } beyond: {
        $0.greatest.isIntrinsic
      }
    }
    addIncreases()
    // Base sizes of tracks whose least size is `max-content`.
    for (item, size) in sizes {
      grow(item, to: size.maxContent, onlyFlexible: onlyFlexible) {
        counts($0) && $0.least == .maxContent
      } beyond: {
        $0.greatest == .maxContent || $0.greatest == .auto
      }
    }
    addIncreases()
    raiseLimits()
    guard !onlyFlexible else { return }
    // Growth limits: first by the least sizes of the contents, then by their sizes without breaks.
    for (item, size) in sizes {
      raise(item, to: size.minContent) { $0.greatest.isIntrinsic }
    }
    addLimits(marks: true)
    for (item, size) in sizes {
      raise(item, to: size.maxContent) {
        switch $0.greatest {
        case .maxContent, .auto, .fitContent: true
        default: false
        }
      }
    }
    addLimits(marks: false)
    for index in tracks.indices { tracks[index].isInfinitelyGrowable = false }
  }

  /// While the greatest width of the grid is being sought, automatic least sizes are those of
  /// unbroken contents, within the fixed limits of the tracks: the end of steps 2 and 3 of CSS Grid
  /// 1, §11.5, which browsers do when all least sizes are known.
  private mutating func unbreak(_ items: [Item], wanted: (Int) throws -> Wanted) rethrows {
    for item in items {
      let size = try limited(wanted(item.number).maxContent, by: item)
      grow(item, to: size, onlyFlexible: false, keepsFitContent: true) {
        $0.least == .auto
      } beyond: {
        $0.greatest == .maxContent || $0.greatest == .auto
      }
      addIncreases(of: item.tracks)
    }
    raiseLimits()
  }

  /// Distributes the room that an item lacks over base sizes: CSS Grid 1, §11.5.1.
  private mutating func grow(
    _ item: Item, to size: Double, onlyFlexible: Bool, keepsFitContent: Bool = false,
    where isAffected: (Track) -> Bool, beyond: (Track) -> Bool
  ) {
    let affected = item.tracks.filter { isAffected(tracks[$0]) }
    guard !affected.isEmpty else { return }
    var space = size - length(of: item.tracks)
    guard space > 0 else { return }
    var given = [Double](repeating: 0, count: affected.count)
    if onlyFlexible {
      // Shares are in proportion to the factors, or equal if all factors are zero.
      let factors = affected.reduce(0) { $0 + (tracks[$1].factor ?? 0) }
      for (number, index) in affected.enumerated() {
        given[number] =
          factors > 0
          ? space * (tracks[index].factor ?? 0) / factors : space / Double(affected.count)
      }
    } else {
      // Tracks grow up to their limits, then beyond them.
      share(&space, over: affected, given: &given) { track in
        if keepsFitContent, case .fitContent(let most) = track.greatest {
          return max(0, most - track.base)
        }
        if keepsFitContent, track.greatest == .minContent { return 0 }
        return track.limit - track.base
      }
      if space > 1e-9 {
        let free = affected.indices.filter { beyond(tracks[affected[$0]]) }
        let receivers = !free.isEmpty || keepsFitContent ? free : Array(affected.indices)
        for number in receivers { given[number] += space / Double(receivers.count) }
      }
    }
    for (number, index) in affected.enumerated() {
      tracks[index].increase = max(tracks[index].increase, given[number])
    }
  }

  /// Distributes the room that an item lacks over growth limits: CSS Grid 1, §11.5.1.
  private mutating func raise(_ item: Item, to size: Double, where isAffected: (Track) -> Bool) {
    let affected = item.tracks.filter { isAffected(tracks[$0]) }
    guard !affected.isEmpty else { return }
    for index in affected { tracks[index].isLimitSought = true }
    var space = size - gapsWithin(item.tracks)
    for track in tracks[item.tracks] { space -= track.limit.isFinite ? track.limit : track.base }
    guard space > 0 else { return }
    var given = [Double](repeating: 0, count: affected.count)
    share(&space, over: affected, given: &given) { track in
      guard track.limit == .infinity || track.isInfinitelyGrowable else { return 0 }
      if case .fitContent(let most) = track.greatest {
        return max(0, most - (track.limit.isFinite ? track.limit : track.base))
      }
      return .infinity
    }
    // Beyond their limits all tracks grow alike, except where `fit-content` bounds them.
    share(&space, over: affected, given: &given) { track in
      guard case .fitContent(let most) = track.greatest else { return .infinity }
      return max(0, most - (track.limit.isFinite ? track.limit : track.base))
    }
    for (number, index) in affected.enumerated() {
      tracks[index].increase = max(tracks[index].increase, given[number])
    }
  }

  /// Shares a space equally, no track above its room.
  private func share(
    _ space: inout Double, over affected: [Int], given: inout [Double], room: (Track) -> Double
  ) {
    var growing = affected.indices.filter { room(tracks[affected[$0]]) > 0 }
    while space > 1e-9, !growing.isEmpty {
      let part = space / Double(growing.count)
      for number in growing {
        let grown = min(part, room(tracks[affected[number]]) - given[number])
        given[number] += grown
        space -= grown
      }
      let left = growing.filter { room(tracks[affected[$0]]) - given[$0] > 1e-9 }
      if left.count == growing.count { break }
      growing = left
    }
  }

  private mutating func addIncreases(of range: Range<Int>? = nil) {
    for index in range ?? tracks.indices {
      tracks[index].base += tracks[index].increase
      tracks[index].increase = 0
    }
  }

  private mutating func addLimits(marks: Bool) {
    for index in tracks.indices {
      let track = tracks[index]
      guard track.isLimitSought else { continue }
      tracks[index].isLimitSought = false
      if track.limit == .infinity {
        tracks[index].limit = track.base + track.increase
        tracks[index].isInfinitelyGrowable = marks
      } else {
        tracks[index].limit += track.increase
      }
      tracks[index].increase = 0
    }
  }
}
