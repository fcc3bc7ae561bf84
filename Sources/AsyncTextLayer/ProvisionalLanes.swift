// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

package import AsyncDisplay
import Dispatch

/// Stands for AsyncDisplay's lanes until they are there.
public final class RenderLanes: Sendable {
  /// The lanes that are used unless others are named.
  public static let shared = RenderLanes()

  package func run(priority: DisplayPriority = .visible, _ body: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async(execute: body)
  }
}
