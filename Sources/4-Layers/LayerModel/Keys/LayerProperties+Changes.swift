// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import LayerCompositing

extension LayerProperties {
  /// Sets what differs between two values; the rest stays as it is here.
  mutating func take(changesFrom old: LayerProperties, to new: LayerProperties) {
    if self == old {
      self = new
      return
    }
    if !new.kind.isKind(old.kind) { kind = new.kind }
    for key in LayerKey.mayDiffer(old, new) where key.applies(to: old) && key.applies(to: new) {
      let value = key.value(in: new)
      // Of another kind than both, there is nothing to set.
      if value != key.value(in: old) { try? key.set(value, in: &self) }
    }
  }
}

extension ParticleEmitter {
  /// Sets what differs between two values; the rest stays as it is here.
  mutating func take(changesFrom old: ParticleEmitter, to new: ParticleEmitter) {
    if self == old {
      self = new
      return
    }
    if new.cells != old.cells { cells = new.cells }
    for key in Self.keys {
      guard let value = new.value(forKeyPath: key), value != old.value(forKeyPath: key) else {
        continue
      }
      // What was read under a key fits it.
      try? setValue(value, forKeyPath: key)
    }
  }
}
