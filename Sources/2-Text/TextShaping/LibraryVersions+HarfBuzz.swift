// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CTextHarfBuzz
package import TextAnalysis

extension LibraryVersions {
  /// HarfBuzz, for example 6.0.0.
  package static var harfBuzz: String { unsafe String(cString: hb_version_string()) }
}
