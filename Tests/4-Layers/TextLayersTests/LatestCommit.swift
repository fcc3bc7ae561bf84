// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import AsyncDisplay
import LayerModel
import Testing
import TextTestSupport

/// Waits until a layer shows everything that was set, and returns that commit.
@MainActor
func latestCommit(of layer: AsyncLayer) async throws -> DisplayContents {
  try await finish {
    for await commit in layer.commits
    where !layer.needsDisplay && commit.generation == layer.displayGeneration {
      return commit
    }
    throw CancellationError()
  }
}
