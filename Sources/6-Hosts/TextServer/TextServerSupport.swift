// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Whether this build has the package trait `Server`.
package enum TextServerSupport {
  /// Whether the module can do its work; without the trait it is all but empty.
  package static var isBuilt: Bool {
    #if Server
      true
    #else
      false
    #endif
  }
}
