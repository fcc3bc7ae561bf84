// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import LayerCompositing

extension LayerProperties {
  /// Sets the properties that differ between two values; the other ones stay as they are here.
  mutating func take(changesFrom old: LayerProperties, to new: LayerProperties) {
    if self == old {
      self = new
      return
    }
    if !new.kind.isKind(old.kind) { kind = new.kind }
    for key in LayerKey.mayDiffer(old, new) where key.applies(to: old) && key.applies(to: new) {
      let value = key.value(in: new)
      // `self` may be of a third kind of layer, without this property: then nothing is set.
      if value != key.value(in: old) { try? key.set(value, in: &self) }
    }
  }
}

extension ParticleEmitter {
  /// Sets the properties that differ between two values; the other ones stay as they are here.
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
      // The setter cannot fail: the value was read under the same key.
      try? setValue(value, forKeyPath: key)
    }
  }
}
