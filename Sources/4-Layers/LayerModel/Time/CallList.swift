// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The calls that wait for a manual clock, by time, at the same time by order of scheduling.
struct CallList {
  struct Entry {
    let time: Double
    let order: UInt64
    let call: ScheduledCall
  }

  /// The calls, the latest one first, so that the next call is taken from the end.
  private var entries: [Entry] = []

  var count: Int { entries.count }

  /// Adds a call; O(n).
  mutating func insert(_ entry: Entry) {
    entries.insert(entry, at: index(entry.time, entry.order))
  }

  /// Takes the first call, if it is due at a time; O(1).
  mutating func takeFirst(until time: Double) -> Entry? {
    guard let entry = entries.last, entry.time <= time else { return nil }
    return entries.removeLast()
  }

  /// Takes the call of a time and order, if it is there; O(n).
  mutating func remove(_ time: Double, _ order: UInt64) -> Entry? {
    let index = index(time, order)
    guard index < entries.count, entries[index].order == order else { return nil }
    return entries.remove(at: index)
  }

  /// Where a call lies or would be inserted; O(log n).
  private func index(_ time: Double, _ order: UInt64) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      let entry = entries[middle]
      if entry.time > time || (entry.time == time && entry.order > order) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
