// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

#if GL
  @_exported public import CLayerGL
#endif

/// Whether this build has the package trait `GL`.
package enum GLSupport {
  /// Whether the module can do its work; without the trait it is empty.
  package static var isBuilt: Bool {
    #if GL
      true
    #else
      false
    #endif
  }
}
