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

  @Test func aLaneTakesWhatWasPutInLast() {
    let seat = TicketSeat()
    let budget = ByteBudget(limit: 1 << 20) { _ in }
    let isLeft1 = seat.isLeft
    #expect(isLeft1)
    let (first, second) = (makeTicket(), makeTicket(width: 3))
    let stands2 = seat.put(first)
    #expect(!stands2, "the owner stands in no queue yet")
    let isBack3 = seat.takeBack()
    #expect(isBack3)
    let isLeft4 = seat.isLeft
    #expect(!isLeft4)
    let stands5 = seat.put(second)
    #expect(stands5, "the owner stands in the queue still")
    let taken = seat.take(budget) { budget.take($0) }?.take()
    #expect(taken === second)
    let used = budget.used
    #expect(used == second.byteCount)
    let isLeft6 = seat.isLeft
    #expect(isLeft6)
    let isBack7 = seat.takeBack()
    #expect(!isBack7, "a lane has it")
  }

  @Test func aLaneThatFindsNothingLeavesWord() {
    let seat = TicketSeat()
    let budget = ByteBudget(limit: 1 << 20) { _ in }
    let stands8 = seat.put(makeTicket())
    #expect(!stands8)
    let isBack9 = seat.takeBack()
    #expect(isBack9)
    let ticket10 = seat.take(budget) { budget.take($0) }
    #expect(ticket10 == nil)
    let isLeft11 = seat.isLeft
    #expect(isLeft11)
    let stands12 = seat.put(makeTicket())
    #expect(!stands12, "the owner must be queued again")
    let used = budget.used
    #expect(used == 0)
  }

  @Test func withoutRoomTheTicketStays() {
    let seat = TicketSeat()
    let budget = ByteBudget(limit: 1 << 20) { _ in }
    let stands13 = seat.put(makeTicket())
    #expect(!stands13)
    let ticket14 = seat.take(budget) { _ in false }
    #expect(ticket14 == nil)
    let isLeft15 = seat.isLeft
    #expect(!isLeft15)
    let isBack16 = seat.takeBack()
    #expect(isBack16)
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
