// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextDefaultFonts

@testable import SystemFiles
@testable import TextFonts

struct FontFingerprintTests {
  /// The embedded fonts are those of this build, and there are some.
  @Test func embeddedFonts() {
    #expect(!DefaultFonts.all.isEmpty)
    #expect(FontFingerprint.embedded.count == 32)
    #expect(FontFingerprint.embedded != SHA256().digest)
  }

  /// The host's fonts and rules are found; without either the hash is that of nothing.
  @Test func systemFonts() {
    let (rules, fonts) = SystemFonts.shared.files()
    #expect(fonts == fonts.sorted() && Set(fonts).count == fonts.count)
    #expect(FontFingerprint.system.count == 32)
    #expect((FontFingerprint.system == SHA256().digest) == (rules.isEmpty && fonts.isEmpty))
  }
}
