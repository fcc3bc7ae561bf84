// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CTextDefaultFonts
public import TextFonts

/// The fonts that are embedded in the program, which are found without the host's files.
///
/// Noto Sans, Noto Serif, Liberation Mono, Noto fonts for 31 scripts, the commonest Chinese,
/// Japanese and Korean characters, symbols and colour emoji, all under the SIL Open Font License
/// 1.1. Linking this module adds about 23 MiB of read-only data to a program, which is loaded page
/// by page as it is used.
///
/// A program that imports this module has these fonts in `FontCollection.default`, and hence in
/// everything that has default fonts; there is nothing to register. Of a static archive that other
/// build systems link, a linker takes only what is referred to: such programs use ``all`` or
/// `FontCollection.embedded` somewhere, or link with `--undefined=ctext_default_fonts`.
public enum DefaultFonts {
  /// The embedded fonts in the order in which fallback tries them.
  ///
  /// Each is opened when a character is first looked up in it.
  public static var all: [DefaultFont] {
    // A reference that is not weak: it takes the fonts out of a static archive.
    var count = 0
    _ = unsafe ctext_default_fonts(&count)
    return DefaultFont.linked
  }
}

extension FontCollection {
  /// The embedded fonts alone: the same pixels on every machine.
  public static let embedded = FontCollection(
    defaultFonts: DefaultFonts.all, includesSystemFonts: false)

  /// The embedded fonts, and the host's for other characters: the default of a program that imports
  /// this module.
  package static var embeddedAndSystem: FontCollection { .default }
}
