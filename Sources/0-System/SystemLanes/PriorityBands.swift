// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A queue of elements in bands: first in, first out within a band, higher bands first, with aging.
///
/// An element is identified by its slot, by which it can be moved to another band or removed. All
/// operations are O(1).
///
/// Inlinable, so that a queue is compiled for its elements and looks up no metadata at run time.
///
/// Aging: when elements wait in a lower band, one of them is taken after at most
/// ``agingLimit(_:)`` elements of higher bands.
@usableFromInline package struct PriorityBands<Element> {
  @usableFromInline struct Entry {
    @usableFromInline var element: Element?
    @usableFromInline var previous: Int32
    @usableFromInline var next: Int32
    @usableFromInline var band: LanePriority

    @inlinable
    init(_ element: Element, in band: LanePriority) {
      (self.element, self.band) = (element, band)
      (previous, next) = (-1, -1)
    }
  }

  @usableFromInline struct Band: Sendable {
    @usableFromInline var first: Int32 = -1
    @usableFromInline var last: Int32 = -1
    /// The number of elements taken from higher bands since this band was last served, while it was
    /// not empty.
    @usableFromInline var passedOver = 0

    @inlinable init() {}
  }

  @usableFromInline var entries: [Entry] = []
  /// The free list: entries without an element, last freed first.
  @usableFromInline var free: [Int32] = []
  @usableFromInline var visible = Band()
  @usableFromInline var near = Band()
  @usableFromInline var idle = Band()
  /// The number of waiting elements.
  @usableFromInline package internal(set) var count = 0

  @inlinable
  package init() {}

  /// The most elements of higher bands that go before a waiting one of this band.
  @inlinable
  package static func agingLimit(_ band: LanePriority) -> Int {
    switch band {
    case .visible: 0
    case .near: 8
    case .idle: 32
    }
  }

  @inlinable
  package var isEmpty: Bool { count == 0 }

  /// Puts an element at the end of a band.
  ///
  /// - Returns: The slot of the element, valid until the element leaves the queue.
  @inlinable
  package mutating func append(_ element: Element, to band: LanePriority) -> Int32 {
    let slot = place(element, band)
    link(slot, to: band)
    return slot
  }

  @inlinable
  mutating func place(_ element: Element, _ band: LanePriority) -> Int32 {
    let slot: Int32
    if let last = free.popLast() {
      slot = last
      entries[Int(slot)] = Entry(element, in: band)
    } else {
      slot = Int32(entries.count)
      entries.append(Entry(element, in: band))
    }
    count += 1
    return slot
  }

  /// The element that ``popFirst()`` would take.
  @inlinable
  package var first: Element? { count == 0 ? nil : entries[Int(head(of: nextBand))].element }

  /// The band of the first element.
  @inlinable
  var nextBand: LanePriority {
    if idle.first >= 0, idle.passedOver >= Self.agingLimit(.idle) { return .idle }
    if near.first >= 0, near.passedOver >= Self.agingLimit(.near) { return .near }
    if visible.first >= 0 { return .visible }
    return near.first >= 0 ? .near : .idle
  }

  @inlinable
  package mutating func popFirst() -> Element? {
    if count == 0 { return nil }
    let band = nextBand
    switch band {
    case .visible:
      near.passedOver = near.first >= 0 ? near.passedOver + 1 : 0
      idle.passedOver = idle.first >= 0 ? idle.passedOver + 1 : 0
    case .near:
      near.passedOver = 0
      idle.passedOver = idle.first >= 0 ? idle.passedOver + 1 : 0
    case .idle: idle.passedOver = 0
    }
    return remove(head(of: band))
  }

  @inlinable
  package mutating func remove(_ slot: Int32) -> Element? {
    guard let element = entries[Int(slot)].element.take() else { return nil }
    unlink(slot)
    free.append(slot)
    count -= 1
    return element
  }

  /// Puts an element at the end of another band; nothing happens if it is there already.
  @inlinable
  package mutating func move(_ slot: Int32, to band: LanePriority) {
    guard entries[Int(slot)].band != band else { return }
    unlink(slot)
    entries[Int(slot)].band = band
    link(slot, to: band)
  }

  @inlinable
  func head(of band: LanePriority) -> Int32 {
    switch band {
    case .visible: visible.first
    case .near: near.first
    case .idle: idle.first
    }
  }

  @inlinable
  mutating func link(_ slot: Int32, to band: LanePriority) {
    switch band {
    case .visible: Self.link(slot, into: &visible, entries: &entries)
    case .near: Self.link(slot, into: &near, entries: &entries)
    case .idle: Self.link(slot, into: &idle, entries: &entries)
    }
  }

  @inlinable
  mutating func unlink(_ slot: Int32) {
    switch entries[Int(slot)].band {
    case .visible: Self.unlink(slot, from: &visible, entries: &entries)
    case .near: Self.unlink(slot, from: &near, entries: &entries)
    case .idle: Self.unlink(slot, from: &idle, entries: &entries)
    }
  }

  @inlinable
  static func link(_ slot: Int32, into band: inout Band, entries: inout [Entry]) {
    entries[Int(slot)].previous = band.last
    entries[Int(slot)].next = -1
    if band.last >= 0 { entries[Int(band.last)].next = slot } else { band.first = slot }
    band.last = slot
  }

  @inlinable
  static func unlink(_ slot: Int32, from band: inout Band, entries: inout [Entry]) {
    let (previous, next) = (entries[Int(slot)].previous, entries[Int(slot)].next)
    if previous >= 0 { entries[Int(previous)].next = next } else { band.first = next }
    if next >= 0 { entries[Int(next)].previous = previous } else { band.last = previous }
  }
}

extension PriorityBands: Sendable where Element: Sendable {}
extension PriorityBands.Entry: Sendable where Element: Sendable {}
