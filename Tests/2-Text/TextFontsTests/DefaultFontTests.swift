// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Testing
import TextDefaultFonts
import TextModel
import TextTestSupport

@testable import TextFonts

struct DefaultFontTests {
  /// The table of embedded fonts agrees with the fonts' own tables.
  @Test func theTableTellsWhatTheFontsTell() {
    #expect(DefaultFonts.all.count > 40)
    for font in DefaultFonts.all {
      let face = font.source.face
      #expect(font.family == face.familyName, "\(face.fileName)")
      var traits = face.traits
      traits.isMonospaced = font.traits.isMonospaced
      #expect(font.traits == traits, "\(face.fileName)")
      #expect(font.hasColorGlyphs == face.hasColorGlyphs, "\(face.fileName)")
      #expect(font.isOfFamily(FontMatcher.normalized(face.familyName)), "\(face.fileName)")
      for alias in face.names.familyAliases {
        #expect(font.isNamed(FontMatcher.normalized(alias)), "\(face.fileName): \(alias)")
      }
      #expect(!font.isNamed("no such family"))
    }
  }

  /// A default font described by a program's own table is found as one that was read.
  @Test func describedAndReadFontsGiveTheSameCascade() throws {
    let read = FontCollection(
      defaultFonts: DefaultFonts.all.map {
        DefaultFont($0.source, role: $0.role, languages: $0.languages)
      }, includesSystemFonts: false)
    for descriptor in [
      FontDescriptor(), FontDescriptor(families: ["Noto Serif"], weight: 700, slant: .italic),
      FontDescriptor(families: ["monospace", "NotoSansThai-Bold"], weight: 900),
      FontDescriptor(families: ["Noto Sans Thai Bold", "noto sans"]),
    ] {
      for language in ["", "ja", "ar"] {
        let a = read.cascade(for: descriptor, language: language).listing
        let b = FontCollection.embedded.cascade(for: descriptor, language: language).listing
        #expect(a.map(\.face.id) == b.map(\.face.id))
        #expect(a.map(\.reason) == b.map(\.reason))
      }
    }
  }

  /// Fonts of which no character is needed are not opened.
  @Test func fontsAreOpenedWhenNeeded() throws {
    let original = try #require(DefaultFonts.all.first)
    // The bytes are the program's own, so they outlive the closure.
    let fonts = original.source.file.blob.withBytes { bytes in
      bytes.bytes.withUnsafeBytes { bytes in
        ["One", "Two"].map { family in
          DefaultFont(
            EmbeddedFont(bytes: bytes, name: "font"), role: .fallback, family: family,
            traits: original.traits)
        }
      }
    }
    let collection = FontCollection(defaultFonts: fonts, includesSystemFonts: false)
    let cascade = collection.cascade(for: FontDescriptor(families: ["two"]))
    #expect(try cascade.font(for: "A").font.face === fonts[1].openedFace)
    #expect(cascade.hasAskedFont)
    #expect(fonts[0].openedFace == nil)
    #expect(fonts[0] == fonts[0] && fonts[0] != fonts[1])
    #expect(try cascade.font(for: "\u{4E00}").isCovered == false)
    #expect(fonts[0].openedFace != nil)
    #expect(cascade.listing.map(\.face.id) == [fonts[1], fonts[0]].map(\.source.face.id))
  }

  /// The objects of the module refer to the fonts, so that a linker takes these out of a static
  /// archive, too.
  @Test func theModuleRefersToTheFonts() throws {
    let files = FileManager.default
    let program = URL(
      filePath: try files.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    let folder = program.deletingLastPathComponent()
      .appendingPathComponent("TextDefaultFonts.build").path
    let objects = try files.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".o") }
      .compactMap { files.contents(atPath: "\(folder)/\($0)") }
    #expect(!objects.isEmpty)
    #expect(objects.contains { $0.firstRange(of: Array("ctext_default_fonts".utf8)) != nil })
  }
}
