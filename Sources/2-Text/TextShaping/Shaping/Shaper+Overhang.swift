// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import SystemConcurrency

extension Shaper {
  /// A run with the room that its ruby takes where no neighbour of the base is on the line.
  ///
  /// - Parameter beginsLine: Whether a line begins with the run; if not, a line ends with it.
  /// - Throws: `CancellationError`.
  package static func withoutOverhang(
    _ run: ShapedRun, beginsLine: Bool, _ cancellation: Cancellation
  ) throws -> ShapedRun {
    let width = run.overhang(beginsLine: beginsLine)
    guard width > 0, let annotations = run.annotations else { return run }
    var added = RunRoom()
    if beginsLine { added.before = width } else { added.after = width }
    var room = annotations.room
    room.before += added.before
    room.after += added.after
    let origin = RunOrigin(
      run.origin, RunAnnotations(ruby: annotations.ruby, emphasis: annotations.emphasis, room: room)
    )
    return try ShapingWorkspace.pool.withScratch {
      try run.widened(by: added, origin, $0.scratch.glyphs, cancellation)
    }
  }
}
