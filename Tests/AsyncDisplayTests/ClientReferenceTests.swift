// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Testing
import TextModel
import TextRuntime

import struct Synchronization.Atomic

@testable import AsyncDisplay

#if canImport(Glibc)
  import Glibc
#endif

/// A reference to a client does not hold it, and tells when it goes.
@Suite struct ClientReferenceTests {
  private final class Face: DisplayClient, Sendable {
    private let atEnd: @Sendable () -> Void
    let number: Int

    init(_ number: Int = 7, atEnd: @escaping @Sendable () -> Void = {}) {
      self.number = number
      self.atEnd = atEnd
    }

    deinit { atEnd() }

    func prepareDisplay() -> DisplayRequest { DisplayRequest(task: nil, size: .zero, scale: 1) }
    func show(_ update: DisplayUpdate) {}
  }

  private static func number(_ reference: ClientReference) -> Int? {
    (reference.client as? Face)?.number
  }

  @Test func itGivesTheClientAsLongAsItLives() {
    let ends = Atomic<Int>(0)
    var face: Face? = Face { ends.wrappingAdd(1, ordering: .relaxed) }
    let reference = ClientReference(face!)
    #expect(Self.number(reference) == 7)
    let copy = reference
    var held = copy.client
    face = nil
    #expect(ends.load(ordering: .relaxed) == 0, "whoever has asked holds it")
    #expect(held != nil && Self.number(reference) == 7)
    held = nil
    #expect(ends.load(ordering: .relaxed) == 1)
    #expect(Self.number(reference) == nil && Self.number(copy) == nil)
  }

  /// A client that is going says nothing any more, though its memory is there.
  @Test func aClientThatGoesIsNotGiven() {
    final class Box: Sendable {
      let reference = Mutex<ClientReference?>(nil)
      let seen = Atomic<Int>(-1)
    }
    let box = Box()
    var face: Face? = Face {
      let client = box.reference.withLock { $0?.client == nil }
      box.seen.store(client ? 0 : 1, ordering: .relaxed)
    }
    box.reference.withLock { $0 = ClientReference(face!) }
    face = nil
    #expect(box.seen.load(ordering: .relaxed) == 0)
    box.reference.withLock { $0 = nil }
  }

  /// One thread lets go while another asks: what that is given is whole, and after the first `nil` nothing is given.
  @Test func anotherAsksWhileItGoes() {
    // @unchecked Sendable: any thread may ask, which is what is tested.
    final class References: @unchecked Sendable {
      let all: [ClientReference]
      init(_ all: [ClientReference]) { self.all = all }
    }
    let rounds = 1000
    let ends = Atomic<Int>(0)
    let wrong = Atomic<Int>(0)
    // The round in which the other thread asks.
    let asked = Atomic<Int>(-1)
    var faces: [Face?] = (0..<rounds).map { round in
      Face(round) { ends.wrappingAdd(1, ordering: .relaxed) }
    }
    let references = References(faces.compactMap { $0.map { ClientReference($0) } })
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      for round in 0..<rounds {
        asked.store(round, ordering: .releasing)
        while let number = Self.number(references.all[round]) {
          if number != round { wrong.wrappingAdd(1, ordering: .relaxed) }
          sched_yield()
        }
        if Self.number(references.all[round]) != nil { wrong.wrappingAdd(1, ordering: .relaxed) }
      }
    }
    for round in 0..<rounds {
      while asked.load(ordering: .acquiring) < round { sched_yield() }
      faces[round] = nil
    }
    group.wait()
    #expect(wrong.load(ordering: .relaxed) == 0)
    #expect(ends.load(ordering: .relaxed) == rounds)
  }
}
