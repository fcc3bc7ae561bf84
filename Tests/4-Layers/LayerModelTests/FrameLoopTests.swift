// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LayerModel

@Suite("FrameLoop")
struct FrameLoopTests {
  private typealias Event = FrameLoop.Event
  private typealias Effect = FrameLoop.Effect

  /// All states that events lead to, each with a shortest way there.
  private static let states: [FrameLoop: [Event]] = {
    var found: [FrameLoop: [Event]] = [FrameLoop(): []]
    var pending: [FrameLoop] = [FrameLoop()]
    while let state = pending.first {
      pending.removeFirst()
      for event in Event.allCases {
        var next = state
        // A frame ends only if one is under way.
        if event == .frameEnded, state.work == .none { continue }
        _ = next.step(event)
        if found[next] != nil { continue }
        found[next] = (found[state] ?? []) + [event]
        pending.append(next)
      }
    }
    return found
  }()

  @Test("The states are those that can be told apart")
  func states() {
    // Work, changed, suspended: all but a waiting tree while suspended; closed: without either
    // change, with or without a frame under way, suspended or not.
    #expect(Self.states.keys.filter { !$0.isClosed }.count == 3 * 2 + 2 * 2)
    #expect(Self.states.keys.filter(\.isClosed).count == 2 * 2)
  }

  @Test("Every event in every state")
  func everyEvent() {
    for state in Self.states.keys {
      for event in Event.allCases {
        if event == .frameEnded, state.work == .none { continue }
        var next = state
        let effect = next.step(event)
        let expected = Self.expected(state, event)
        #expect(effect == expected.effect, "\(state) \(event)")
        #expect(next.work == expected.work, "\(state) \(event)")
        #expect(next.isChanged == expected.isChanged, "\(state) \(event)")
        #expect(
          next.isSuspended
            == (state.isClosed
              ? state.isSuspended
              : event == .suspended || (state.isSuspended && event != .resumed)))
        #expect(next.isClosed == (state.isClosed || event == .closed))
      }
    }
  }

  /// The specification: a table rather than the code's nested decisions.
  private static func expected(
    _ state: FrameLoop, _ event: Event
  ) -> (effect: Effect, work: FrameLoop.Work, isChanged: Bool) {
    let (work, changed) = (state.work, state.isChanged)
    switch (event, work, changed, state.isSuspended, state.isClosed) {
    case (.frameEnded, .composingWithNewer, _, _, _): return (.composeKept, .composing, changed)
    case (.frameEnded, _, _, _, _): return (.none, .none, changed)
    case (_, _, _, _, true): return (.none, work, changed)
    case (.changed, _, false, false, _): return (.schedule, work, true)
    case (.changed, _, _, _, _): return (.none, work, true)
    case (.turnEnded, .none, true, false, _): return (.compose, .composing, false)
    case (.turnEnded, _, true, false, _): return (.keep, .composingWithNewer, false)
    case (.turnEnded, _, _, _, _): return (.none, work, changed)
    case (.suspended, .composingWithNewer, _, _, _): return (.drop, .composing, true)
    case (.suspended, _, _, _, _): return (.none, work, changed)
    case (.resumed, _, true, true, _): return (.schedule, work, true)
    case (.resumed, _, _, _, _): return (.none, work, changed)
    case (.closed, .composingWithNewer, _, _, _): return (.drop, .composing, false)
    case (.closed, _, _, _, _): return (.none, work, false)
    }
  }

  @Test("No change is lost: from every open state, resuming and ending leads to rest")
  func comesToRest() {
    for state in Self.states.keys where !state.isClosed {
      var loop = state
      var composed = 0
      var isScheduled = state.isChanged && !state.isSuspended
      if loop.step(.resumed) == .schedule { isScheduled = true }
      for _ in 0..<6 {
        if isScheduled {
          isScheduled = false
          if loop.step(.turnEnded) == .compose { composed += 1 }
        }
        if loop.work != .none, loop.step(.frameEnded) == .composeKept { composed += 1 }
      }
      #expect(loop.isIdle)
      #expect(composed == (state.isChanged || state.work == .composingWithNewer ? 1 : 0))
    }
  }
}
