// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import Testing
import TextGraphics
import TextModel

@testable import AsyncDisplay

/// The seat of a ticket: who takes it, and who is told that the owner must be queued again.
struct TicketSeatTests {
  private func makeTicket(width: Int = 1) -> DisplayTicket {
    let task = AnyDisplayTask(DisplayTask<Void>(display: { _, _, _ in }))
    let request = DisplayRequest(
      task: nil, size: Size(width: Double(width), height: 1), scale: 1)
    return DisplayTicket(task, request, pixels: PixelSize(width: width, height: 1), times: nil)
  }

  /// (The macro takes no calls on what cannot be copied.)
  private func check(
    _ holds: Bool, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(holds, comment, sourceLocation: sourceLocation)
  }

  @Test func aLaneTakesWhatWasPutInLast() {
    let seat = TicketSeat()
    let budget = ByteBudget(limit: 1 << 20) { _ in }
    check(seat.isLeft)
    let (first, second) = (makeTicket(), makeTicket(width: 3))
    check(!seat.put(first), "the owner stands in no queue yet")
    check(seat.takeBack())
    check(!seat.isLeft)
    check(seat.put(second), "the owner stands in the queue still")
    let taken = seat.take(budget) { budget.take($0) }?.take()
    #expect(taken === second)
    let used = budget.used
    #expect(used == second.byteCount)
    check(seat.isLeft)
    check(!seat.takeBack(), "a lane has it")
  }

  @Test func aLaneThatFindsNothingLeavesWord() {
    let seat = TicketSeat()
    let budget = ByteBudget(limit: 1 << 20) { _ in }
    check(!seat.put(makeTicket()))
    check(seat.takeBack())
    check((seat.take(budget) { budget.take($0) }) == nil)
    check(seat.isLeft)
    check(!seat.put(makeTicket()), "the owner must be queued again")
    let used = budget.used
    #expect(used == 0)
  }

  @Test func withoutRoomTheTicketStays() {
    let seat = TicketSeat()
    let budget = ByteBudget(limit: 1 << 20) { _ in }
    check(!seat.put(makeTicket()))
    check((seat.take(budget) { _ in false }) == nil)
    check(!seat.isLeft)
    check(seat.takeBack())
  }

  @Test func whatIsLeftIsFreed() {
    weak var ticket: DisplayTicket?
    do {
      let seat = TicketSeat()
      let held = makeTicket()
      ticket = held
      _ = seat.put(held)
    }
    #expect(ticket == nil)
  }

  /// Each ticket is taken once, by a lane or back, and the bytes are those of what lanes took.
  @Test func raced() {
    let seat = TicketSeat()
    let budget = ByteBudget(limit: 1 << 31) { _ in }
    let queued = Atomic<Bool>(false)
    let isOver = Atomic<Bool>(false)
    let takenByLane = Atomic<Int>(0)
    let ended = DispatchGroup()
    DispatchQueue.global().async(group: ended) {
      while true {
        let wasOver = isOver.load(ordering: .acquiring)
        if queued.exchange(false, ordering: .acquiringAndReleasing) {
          if let ticket = seat.take(budget, reserving: { budget.take($0) })?.take() {
            takenByLane.wrappingAdd(1, ordering: .relaxed)
            budget.release(ticket.byteCount)
          }
        } else if wasOver {
          return
        }
      }
    }
    var takenBack = 0
    var isIn = false
    let total = 20_000
    for index in 0..<total {
      if isIn, seat.takeBack() { takenBack += 1 }
      if !seat.put(makeTicket(width: 1 + index % 7)) {
        queued.store(true, ordering: .releasing)
      }
      isIn = true
    }
    isOver.store(true, ordering: .releasing)
    ended.wait()
    if seat.takeBack() { takenBack += 1 }
    #expect(takenByLane.load(ordering: .relaxed) + takenBack == total)
    let used = budget.used
    #expect(used == 0)
  }
}
