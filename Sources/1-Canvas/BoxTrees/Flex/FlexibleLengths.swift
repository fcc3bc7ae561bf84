// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Resolving flexible lengths: CSS Flexbox 1, §9.7.
enum FlexibleLengths {
  /// Gives each item of a line its size along the main axis.
  ///
  /// - Parameters:
  ///   - room: The size of the container's contents, less the gaps.
  /// - Complexity: O(*n*²) at most, where each pass meets one more bound; O(*n*) as a rule.
  static func resolve(_ items: inout ArraySlice<FlexItem>, room: Double, axes: FlexAxes) {
    // 1. The sum of the hypothetical sizes says whether items grow or shrink.
    var sum = 0.0
    for item in items { sum += item.hypothetical + item.mainMargins(axes) }
    let grows = sum < room
    // 2. Items that cannot grow, or cannot shrink, are frozen at their hypothetical size.
    for index in items.indices {
      let item = items[index]
      items[index].isFrozen =
        (grows ? item.grow : item.shrink) == 0
        || (grows ? item.base > item.hypothetical : item.base < item.hypothetical)
      items[index].main = items[index].isFrozen ? item.hypothetical : item.base
    }
    // 3. The free room before any item flexes.
    let initial = free(items, room: room, axes: axes)
    while true {
      // 4a. The loop ends when all items are frozen.
      var factors = 0.0
      var scaled = 0.0
      for item in items where !item.isFrozen {
        factors += grows ? item.grow : item.shrink
        scaled += item.shrink * innerBase(item, axes: axes)
      }
      guard items.contains(where: { !$0.isFrozen }) else { return }
      // 4b. The free room. If the factors sum up to less than 1, only that part of the initial free
      // room is shared out.
      var remaining = free(items, room: room, axes: axes)
      if factors < 1 {
        let part = initial * factors
        if abs(part) < abs(remaining) { remaining = part }
      }
      // 4c. Each item gets room in proportion to its factor.
      for index in items.indices where !items[index].isFrozen {
        let item = items[index]
        if remaining != 0, grows, factors > 0 {
          items[index].main = item.base + remaining * (item.grow / factors)
        } else if remaining != 0, !grows, scaled > 0 {
          let part = item.shrink * innerBase(item, axes: axes) / scaled
          items[index].main = item.base - abs(remaining) * part
        } else {
          items[index].main = item.base
        }
      }
      // 4d. Sizes are clamped to their bounds. 4e. If the changes sum up to zero, all items are
      // frozen; otherwise those that were clamped in the direction of the sum.
      var violation = 0.0
      var changes: [Double] = []
      changes.reserveCapacity(items.count)
      for index in items.indices {
        guard !items[index].isFrozen else {
          changes.append(0)
          continue
        }
        let item = items[index]
        let bounded = max(item.least, min(item.main, item.greatest))
        changes.append(bounded - item.main)
        violation += bounded - item.main
        items[index].main = bounded
      }
      for (change, index) in zip(changes, items.indices) where !items[index].isFrozen {
        items[index].isFrozen =
          violation == 0 || (violation > 0 ? change > 0 : change < 0)
      }
    }
  }

  private static func innerBase(_ item: FlexItem, axes: FlexAxes) -> Double {
    max(0, item.base - (axes.isRow ? item.edges.inline : item.edges.block))
  }

  private static func free(_ items: ArraySlice<FlexItem>, room: Double, axes: FlexAxes) -> Double {
    var free = room
    for item in items {
      free -= (item.isFrozen ? item.main : item.base) + item.mainMargins(axes)
    }
    return free
  }
}
