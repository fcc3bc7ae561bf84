// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import AsyncTextLayer
internal import Dispatch
import LayerModel

/// Reports notes that are only known once frames are composed.
///
/// While there is a viewer, frames are composed off the main queue, so notes are read once a
/// second. Without a viewer, only changed trees are composed: notes are read after each tree, and
/// no timer runs.
@MainActor
final class LateNotes {
  private let clock: any LayerClock
  private let find: () -> [String]
  private let tell: ([String]) -> Void
  private var told: [String] = []
  private var call: ScheduledCall?
  /// The number of times that notes were read.
  private(set) var lookCount = 0

  /// The seconds between two reads while ``repeats`` is set.
  static let interval = 1.0

  /// Creates a reporter that reads notes after each tree.
  ///
  /// - Parameters:
  ///   - clock: The clock that schedules the reads while ``repeats`` is set.
  ///   - find: Returns the present notes.
  ///   - tell: Called with the notes if there are any and they differ from the last notes.
  init(
    _ clock: any LayerClock, find: @escaping () -> [String], tell: @escaping ([String]) -> Void
  ) {
    (self.clock, self.find, self.tell) = (clock, find, tell)
  }

  deinit { call?.cancel() }

  /// Whether notes are read each second. Setting `false` reads them once more, so that notes about
  /// the last frames are reported.
  var repeats = false {
    didSet {
      if repeats == oldValue { return }
      call?.cancel()
      call = nil
      if repeats { scheduleLook() } else { look() }
    }
  }

  /// Reads the notes after a tree was composed, unless they are read each second.
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
