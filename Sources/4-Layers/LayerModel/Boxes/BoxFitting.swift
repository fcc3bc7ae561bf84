// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import BoxTrees
import CanvasGeometry
import SystemConcurrency
import SystemLanes

/// The size of boxes in a room.
enum BoxFitting {
  /// The size of the root of a tree in a room, in points; a side that is infinite, zero or negative
  /// is unbounded.
  ///
  /// The width is that of the contents without breaks, at most that of the room; the height is that
  /// of the contents at this width, at most that of the room.
  static func size(
    of tree: BoxTree, in room: Size, cancellation: Cancellation
  ) throws -> Size {
    let free = try tree.layout(width: nil, height: nil, cancellation: cancellation).frames[0].size
    var size = free
    if room.width > 0, free.width > room.width {
      let bound = try tree.layout(width: room.width, height: nil, cancellation: cancellation)
      size = bound.frames[0].size
    }
    if room.height > 0 { size.height = min(size.height, room.height) }
    return size
  }
}

extension Layer {
  /// The size of the layer's boxes in a room, found on a lane.
  func boxSize(thatFits size: Size) async throws -> Size {
    let flag = CancellationFlag()
    return try await withTaskCancellationHandler {
      let tree = try BoxPlan(of: self, cancellation: Cancellation(flag: flag)).tree
      return try await boxLanes.perform { cancellation in
        try BoxFitting.size(of: tree, in: size, cancellation: cancellation)
      }
    } onCancel: {
      flag.set()
    }
  }
}
