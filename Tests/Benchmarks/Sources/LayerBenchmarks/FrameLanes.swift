// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LayerCompositing
import SystemLanes

/// One frame, painted in turn by one thread and by two.
///
/// The calling thread plans the frame and paints bands of it. Where there are two lanes, one of them
/// is asked for help, which wakes it as any host's frame does. A speed-up is the quotient of the
/// least times: taken pass by pass, what disturbs the machine falls on both, and whatever disturbs
/// makes a pass longer. Where all processors are busy, the second lane gets none before the frame
/// is done, and the quotient is 1.
struct FrameLanes {
  let name: String
  private let tree: RenderTree

  init(_ name: String, _ tree: RenderTree) {
    (self.name, self.tree) = (name, tree)
  }

  /// Prints a line for each number of threads.
  func run(passes: Int) throws {
    let renderers = (1...2).map { TreeRenderer(lanes: RenderLanes(count: $0)) }
    var times: [[Double]] = [[], []]
    for pass in 0...passes {
      for (k, renderer) in renderers.enumerated() {
        let start = milliseconds()
        _ = try renderer.renderAndWait(tree)
        // The first pass of each warms.
        if pass > 0 { times[k].append(milliseconds() - start) }
      }
    }
    for k in 0..<2 { report("\(name)-\(k + 1)", times[k]) }
  }
}
