// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization
import Testing
import TextModel

@testable import AsyncDisplay

@Suite struct MailboxTests {
  private final class Letter: Sendable {
    let number: UInt64

    init(_ number: UInt64) { self.number = number }
  }

  @Test func onlyAnOpenMailboxTakesSomething() {
    let mailbox = Mailbox<Letter>()
    let first = HandedReference(Letter(1))
    // What cannot be copied cannot be asked within `#expect`.
    let isPutIntoClosed = mailbox.put(first)
    #expect(!isPutIntoClosed)
    let (isOpened, isOpenedTwice) = (mailbox.tryOpen(), mailbox.tryOpen())
    #expect(isOpened && !isOpenedTwice, "one waits at a time")
    let isPut = mailbox.put(first, 7)
    #expect(isPut)
    let second = HandedReference(Letter(2))
    let (isPutIntoFull, isClosedWhenFull) = (mailbox.put(second), mailbox.close())
    #expect(!isPutIntoFull && !isClosedWhenFull)
    let isOpenedWhenFull = mailbox.tryOpen()
    #expect(!isOpenedWhenFull, "nobody has taken what came")
    let taken = mailbox.take()
    #expect(taken?.number == 7)
    #expect(taken?.object.take().number == 1)
    let (next, isClosed) = (mailbox.take(), mailbox.close())
    #expect(next == nil && isClosed)
    _ = second.take()
  }

  @Test func whatIsLeftInAMailboxGoesWithIt() {
    weak var letter: Letter?
    do {
      let mailbox = Mailbox<Letter>()
      let mine = Letter(3)
      letter = mine
      let isOpen = mailbox.tryOpen()
      let isPut = mailbox.put(HandedReference(mine))
      #expect(isOpen && isPut)
    }
    #expect(letter == nil)
  }

  @Test func eachLetterComesOnceWithItsNumberOrStaysWithItsSender() {
    let mailbox = Mailbox<Letter>()
    let (senders, each) = (2, 20_000)
    let sent = Atomic<Int>(0)
    let kept = Atomic<Int>(0)
    let left = Atomic<Int>(senders)
    let group = DispatchGroup()
    for sender in 0..<senders {
      DispatchQueue.global().async(group: group) {
        for index in 0..<each {
          let number = UInt64(sender * each + index)
          let reference = HandedReference(Letter(number))
          if mailbox.put(reference, number) {
            sent.wrappingAdd(1, ordering: .relaxed)
          } else {
            kept.wrappingAdd(1, ordering: .relaxed)
            _ = reference.take()
          }
        }
        left.wrappingSubtract(1, ordering: .releasing)
      }
    }
    var (came, wrong) = (0, 0)
    func look() {
      guard let (reference, number) = mailbox.take() else { return }
      came += 1
      if reference.take().number != number { wrong += 1 }
    }
    while left.load(ordering: .acquiring) > 0 {
      _ = mailbox.tryOpen()
      for _ in 0..<100 where mailbox.isFull { look() }
      // Half the time it is closed while somebody may be putting something in.
      if came % 2 == 0, !mailbox.close() { look() }
    }
    group.wait()
    if !mailbox.close() { look() }
    #expect(wrong == 0)
    #expect(came == sent.load(ordering: .relaxed))
    #expect(came + kept.load(ordering: .relaxed) == senders * each)
    #expect(came > 0)
  }

  @Test func lanesThatGoAwayLetWhatWaitsGo() {
    weak var object: Letter?
    do {
      let lanes = RenderLanes(count: 1) { _ in }
      let mine = Letter(4)
      object = mine
      lanes.run { _ = mine.number }
      #expect(lanes.waitingCount == 1)
    }
    #expect(object == nil)
  }
}
