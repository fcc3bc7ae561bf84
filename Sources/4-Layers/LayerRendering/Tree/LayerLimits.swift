// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// The limits of trees of layers; what lies beyond them is left out or refused, as each says.
public enum LayerLimits {
  /// The levels of a tree of layers that pictures show; frames report whether it has more.
  public static let depth = 256
  /// The most layers that the copies of replicators draw in one picture, besides the layers of the
  /// tree. A picture with more is refused.
  public static let instances = 100_000
  /// The most births of particles that one picture of an emitter looks at; beyond that its cells
  /// show their newest ones.
  public static let particles = 100_000
  /// The most cells of an emitter, sub-cells included; what is beyond emits nothing.
  public static let emitterCells = 1_000
  /// The most levels of cells in cells; what lies deeper is left out.
  public static let emitterCellDepth = 8
}
