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
    let ticket = DisplayTicket()
    ticket.begin(
      request, pixels: PixelSize(width: width, height: 1), isToldEnds: task.isToldEnds, nil)
    ticket.task = task.body
    return ticket
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
    let taken = seat.take(budget) { budget.take($0) }
    #expect(taken?.object === second)
    let used = budget.used
    #expect(used == second.byteCount)
    check(seat.isLeft)
    check(!seat.takeBack(), "a lane has it")
  }

  @Test func aLaneThatFindsNothingLeavesWord() {
    let seat = TicketSeat()
    let budget = ByteBudget(limit: 1 << 20) { _ in }
    let (first, second) = (makeTicket(), makeTicket())
    check(!seat.put(first))
    check(seat.takeBack())
    check((seat.take(budget) { budget.take($0) }) == nil)
    check(seat.isLeft)
    check(!seat.put(second), "the owner must be queued again")
    let used = budget.used
    #expect(used == 0)
  }

  @Test func withoutRoomTheTicketStays() {
    let seat = TicketSeat()
    let budget = ByteBudget(limit: 1 << 20) { _ in }
    let ticket = makeTicket()
    check(!seat.put(ticket))
    check((seat.take(budget) { _ in false }) == nil)
    check(!seat.isLeft)
    check(seat.takeBack())
  }

  @Test func whoHoldsWhatIsLeftFreesIt() {
    weak var ticket: DisplayTicket?
    do {
      let seat = TicketSeat()
      var cycle = DisplayCycle()
      var new: HandedReference<DisplayTicket>? = HandedReference(makeTicket())
      ticket = new?.object
      var nothing: HandedReference<DisplayTicket>?
      _ = cycle.step(.display, at: seat, offering: &nothing)
      _ = cycle.step(
        .request(identity: nil, work: (), isSynchronous: false, begun: 0), at: seat, offering: &new)
      #expect(new == nil)
      check(!seat.isLeft)
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
    // Who puts them in holds them; one may lie in the seat again after another.
    let tickets = (1...7).map { makeTicket(width: $0) }
    DispatchQueue.global().async(group: ended) {
      while true {
        let wasOver = isOver.load(ordering: .acquiring)
        if queued.exchange(false, ordering: .acquiringAndReleasing) {
          if let ticket = seat.take(budget, reserving: { budget.take($0) }) {
            takenByLane.wrappingAdd(1, ordering: .relaxed)
            budget.release(ticket.withObject { $0.byteCount })
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
      if !seat.put(tickets[index % tickets.count]) {
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
