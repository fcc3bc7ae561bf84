// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncTextLayer
internal import Dispatch
import LayerTree

/// Reports notes that are only known once frames are composed.
///
/// With a viewer, frames follow each other without the main queue, so notes are looked for once a
/// second. Without one, nothing is composed but trees that have changed: notes are looked for after
/// each of them, and no call of the clock is pending.
@MainActor
final class LateNotes {
  private let clock: any LayerClock
  private let find: () -> [String]
  private let tell: ([String]) -> Void
  private var told: [String] = []
  private var call: ScheduledCall?
  /// The number of times that notes were looked for.
  private(set) var lookCount = 0

  /// The seconds from one look to the next.
  static let interval = 1.0

  /// Creates notes that are looked for after each tree.
  ///
  /// - Parameters:
  ///   - clock: The clock that is asked for the next look.
  ///   - find: Returns the present notes.
  ///   - tell: Called with the notes when they differ from those before, unless there are none.
  init(
    _ clock: any LayerClock, find: @escaping () -> [String], tell: @escaping ([String]) -> Void
  ) {
    (self.clock, self.find, self.tell) = (clock, find, tell)
  }

  deinit { call?.cancel() }

  /// Whether notes are looked for each second. Those of the last frames are reported when it ends.
  var repeats = false {
    didSet {
      if repeats == oldValue { return }
      call?.cancel()
      call = nil
      if repeats { scheduleLook() } else { look() }
    }
  }

  /// Looks for notes after a tree was composed, unless that is done each second.
  func treeComposed() { if !repeats { look() } }

  private func scheduleLook() {
    call = clock.schedule(after: Self.interval) { [weak self] in
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          guard let self, self.repeats else { return }
          self.look()
          self.scheduleLook()
        }
      }
    }
  }

  private func look() {
    lookCount += 1
    let found = find()
    if found != told, !found.isEmpty { tell(found) }
    told = found
  }
}
