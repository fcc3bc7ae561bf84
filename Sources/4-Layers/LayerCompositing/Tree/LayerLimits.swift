// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The limits of trees of layers. Beyond a limit, something is not drawn or an error is thrown, as
/// the limit says.
public enum LayerLimits {
  /// The most levels of a tree that frames show. A report says whether the tree has more.
  public static let depth = 256
  /// The most layers that the copies of replicators draw in one frame, besides the layers of the
  /// tree. A frame with more fails with `tooLarge`.
  public static let instances = 100_000
  /// The most births of particles that one frame of an emitter considers; if there are more, each
  /// cell shows its newest particles.
  public static let particles = 100_000
  /// The most cells of an emitter, with sub-cells; further ones emit nothing.
  package static let emitterCells = 1_000
  /// The most levels of cells in cells; deeper ones are dropped.
  package static let emitterCellDepth = 8
}
