// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextICU

/// The versions of the libraries of text, as the loaded ones report them, and of Unicode.
package enum LibraryVersions {
  /// ICU, for example 72.1.
  package static var icu: String {
    var parts = [UInt8](repeating: 0, count: 4)
    unsafe ctext_icu_version(&parts)
    return "\(parts[0]).\(parts[1])"
  }

  /// The version of Unicode whose rules and classes divide lines, whatever ICU is loaded.
  package static var unicodeOfLines: String { LineBreakRules.unicodeVersion }

  /// The version of Unicode that ICU implements, for example 15.0.
  package static var unicode: String {
    var parts = [UInt8](repeating: 0, count: 4)
    unsafe ctext_icu_unicode_version(&parts)
    return "\(parts[0]).\(parts[1])"
  }
}
