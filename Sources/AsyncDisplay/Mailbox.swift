// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Where one thread that waits awake is handed an object and a number.
///
/// It is closed until somebody opens it, and closed again by the first who puts something in. All of it lies in
/// one line of a processor's cache: to hand something over moves that line there and back, where a queue behind
/// a lock moves half a dozen.
// @unchecked Sendable: `number` is written by the one who has taken `state` from `open` to `filling`, and read by the one
// who opened it, after he has seen an object there. `MailboxTests` race for it.
@safe struct Mailbox<Object: AnyObject & Sendable>: ~Copyable, @unchecked Sendable {
  private static var closed: UInt { 0 }
  private static var open: UInt { 1 }
  private static var filling: UInt { 2 }

  private struct Line: ~Copyable {
    let state = Atomic<UInt>(closed)
    var number: UInt64 = 0
  }

  private let line: UnsafeMutablePointer<Line>

  init() {
    // Two lines, for processors fetch them in pairs.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 128)
    unsafe line = unsafe memory.initializeMemory(as: Line.self, to: Line())
  }

  deinit {
    if let object = take()?.object { _ = object.take() }
    unsafe line.deinitialize(count: 1)
    unsafe line.deallocate()
  }

  /// Whether somebody waits.
  @inline(__always)
  var isOpen: Bool { unsafe line.pointee.state.load(ordering: .relaxed) == Self.open }

  /// Whether something is there.
  @inline(__always)
  var isFull: Bool { unsafe line.pointee.state.load(ordering: .acquiring) > Self.filling }

  /// Opens it for one object.
  ///
  /// - Returns: `false` if somebody else waits, or has not taken yet what came.
  func tryOpen() -> Bool {
    unsafe line.pointee.state.compareExchange(
      expected: Self.closed, desired: Self.open, ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// Closes it, unless something has come.
  ///
  /// - Returns: Whether nothing has.
  func close() -> Bool {
    while true {
      let (isClosed, found) = unsafe line.pointee.state.compareExchange(
        expected: Self.open, desired: Self.closed, ordering: .acquiringAndReleasing)
      if isClosed || found == Self.closed { return true }
      if found != Self.filling { return false }
    }
  }

  /// Hands a reference to who waits.
  ///
  /// - Returns: `false` if nobody does; the caller keeps the reference then.
  @inline(__always)
  func put(_ reference: HandedReference<Object>, _ number: UInt64 = 0) -> Bool {
    guard isOpen else { return false }
    let (isMine, _) = unsafe line.pointee.state.compareExchange(
      expected: Self.open, desired: Self.filling, ordering: .acquiringAndReleasing)
    guard isMine else { return false }
    unsafe line.pointee.number = number
    unsafe line.pointee.state.store(reference.word, ordering: .releasing)
    return true
  }

  /// Takes what is there, and closes it.
  @inline(__always)
  func take() -> (object: HandedReference<Object>, number: UInt64)? {
    guard isFull else { return nil }
    let number = unsafe line.pointee.number
    let word = unsafe line.pointee.state.exchange(Self.closed, ordering: .acquiringAndReleasing)
    return (HandedReference(word: word), number)
  }
}
