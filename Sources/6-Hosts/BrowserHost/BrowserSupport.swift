// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

/// Whether this build has the package trait `Browser`.
package enum BrowserSupport {
  /// Whether the module can do its work; without the trait it is empty.
  package static var isBuilt: Bool {
    #if Browser
      true
    #else
      false
    #endif
  }
}
