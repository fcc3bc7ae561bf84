// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import LayerCompositing

/// Core Animation's names for parts of ``timing``. The start is `timing.begin`: the `beginTime` of
/// an ``EmitterLayer`` is that of its emission.
extension Layer {
  /// The seconds that pass in the layer in one second of its superlayer; 1 by default. At 0 the
  /// layer's time stands still at ``timeOffset``.
  public var speed: Double {
    get { timing.speed }
    set { timing.speed = newValue }
  }

  /// The layer's time at its start, in seconds; 0 by default.
  public var timeOffset: Double {
    get { timing.timeOffset }
    set { timing.timeOffset = newValue }
  }
}
