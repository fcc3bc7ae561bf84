// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import TextRuntime

/// The timer of one owner's deadlines; on the commit queue.
struct DeadlineTimer {
  let owner: DisplayOwner

  /// Ends an accepted display as failed if it has not ended by its deadline.
  func watch(_ generation: UInt64, _ deadline: Duration) {
    let now = owner.services.commitQueue.now
    owner.state.value.deadlines.add(generation, at: DisplayDeadlines.time(deadline, from: now))
    set(at: now)
  }

  private func set(at now: UInt64) {
    let tickets = owner.state.value.pipeline.machine.tickets
    owner.state.value.deadlines.removeAll { !tickets.contains($0) }
    guard let time = owner.state.value.deadlines.nextTimer(at: now) else { return }
    owner.services.commitQueue.enqueue(afterNanoseconds: time - now) { [weak owner] in
      if let owner { DeadlineTimer(owner: owner).fired(time) }
    }
  }

  private func fired(_ time: UInt64) {
    owner.state.value.deadlines.timerFired(time)
    let now = owner.services.commitQueue.now
    for generation in owner.state.value.deadlines.takeDue(at: now) {
      owner.report(owner.step(.expire(generation: generation)))
    }
    set(at: now)
  }
}
