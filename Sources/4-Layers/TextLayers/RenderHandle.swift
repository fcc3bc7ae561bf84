// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// A handle that cancels a rendering started with a completion handler.
public struct RenderHandle: Sendable {
  private let onCancel: @Sendable () -> Void

  init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

  /// Cancels the rendering: its handler is called with `CancellationError`, unless it was called
  /// before. May be called from any thread and repeatedly.
  public func cancel() { onCancel() }
}
