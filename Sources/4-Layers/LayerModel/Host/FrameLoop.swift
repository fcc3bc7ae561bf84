// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The state of a host's frames: when a tree is taken, and when it is composed.
///
/// One frame is under way at a time. A tree that is taken meanwhile waits, and is replaced by newer
/// ones. A plain value; the host acts on the effects of each event.
struct FrameLoop: Hashable {
  /// The work on trees that were taken.
  enum Work: Hashable, CaseIterable {
    case none
    /// A frame is composed.
    case composing
    /// A frame is composed, and a newer tree waits.
    case composingWithNewer
  }

  enum Event: Hashable, CaseIterable {
    /// The tree has changed.
    case changed
    /// Nothing is left to display in the turn of a change.
    case turnEnded
    /// The frame under way is done or has failed, or no pixel would differ.
    case frameEnded
    case suspended
    case resumed
    case closed
  }

  enum Effect: Hashable {
    case none
    /// Ask for `turnEnded`.
    case schedule
    /// Take the tree and compose it.
    case compose
    /// Take the tree; it waits, in place of any other.
    case keep
    /// Compose the tree that waits.
    case composeKept
    /// Drop the tree that waits.
    case drop
  }

  private(set) var work = Work.none
  /// Whether the tree has changed since the host last took it.
  private(set) var isChanged = false
  /// While suspended no tree is taken; changes are noted.
  private(set) var isSuspended = false
  private(set) var isClosed = false

  /// Whether the last frame shows the tree as it is.
  var isIdle: Bool { work == .none && !isChanged }

  mutating func step(_ event: Event) -> Effect {
    switch event {
    case .frameEnded: return endFrame()
    case _ where isClosed: return .none
    case .changed:
      let isFirst = !isChanged
      isChanged = true
      return isFirst && !isSuspended ? .schedule : .none
    case .turnEnded: return takeTree()
    case .suspended:
      isSuspended = true
      return dropNewer()
    case .resumed:
      let wasSuspended = isSuspended
      isSuspended = false
      return wasSuspended && isChanged ? .schedule : .none
    case .closed:
      isClosed = true
      let effect = dropNewer()
      isChanged = false
      return effect
    }
  }

  private mutating func takeTree() -> Effect {
    guard isChanged, !isSuspended else { return .none }
    isChanged = false
    if work == .none {
      work = .composing
      return .compose
    }
    work = .composingWithNewer
    return .keep
  }

  private mutating func endFrame() -> Effect {
    if work == .composingWithNewer {
      work = .composing
      return .composeKept
    }
    work = .none
    return .none
  }

  /// Drops the tree that waits; the host takes the tree again later.
  private mutating func dropNewer() -> Effect {
    guard work == .composingWithNewer else { return .none }
    work = .composing
    isChanged = true
    return .drop
  }
}
