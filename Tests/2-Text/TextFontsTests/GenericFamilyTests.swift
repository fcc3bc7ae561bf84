// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Testing
import TextDefaultFonts
import TextModel
import TextTestSupport

@testable import TextFonts

/// Generic families by names and tables.
struct GenericFamilyTests {
  @Test(arguments: [
    ("Noto Sans CJK JP", "sansSerif"), ("Noto Serif CJK JP", "serif"),
    ("Noto Sans Mono CJK JP", "monospace"), ("DejaVu Sans Mono", "monospace"),
    ("MS Gothic", "sansSerif"), ("Source Code Pro", "monospace"), ("IPAMincho", "nil"),
    ("Monotype Corsiva", "nil"), ("UnBatang", "nil"), ("Nimbus Roman", "serif"),
  ])
  func wordsOfNames(name: String, generic: String) {
    #expect(GenericFamily(wordsOf: name).map { "\($0)" } ?? "nil" == generic)
  }

  @Test(arguments: [
    ("Helvetica", "sansSerif"), ("Arial", "sansSerif"), ("-apple-system", "sansSerif"),
    ("Times", "serif"), ("Times New Roman", "serif"), ("Times-Roman", "serif"),
    ("georgia", "serif"), ("Courier", "monospace"), ("Courier New", "monospace"),
    ("Consolas", "monospace"), ("Menlo", "monospace"), ("Comic Sans MS", "nil"), ("", "nil"),
  ])
  func wellKnownFamilies(name: String, generic: String) {
    #expect(GenericFamily(like: name).map { "\($0)" } ?? "nil" == generic)
  }

  /// The files that a family alone, or a list of them, leads to without the host's fonts.
  @Test(arguments: [
    (["Helvetica"], "NotoSans-Regular"), (["Times"], "NotoSerif-Regular"),
    (["Times New Roman"], "NotoSerif-Regular"), (["Courier"], "LiberationMono"),
    (["COURIER NEW"], "LiberationMono"), (["Menlo"], "LiberationMono"),
    (["monospace"], "LiberationMono"), (["serif"], "NotoSerif-Regular"),
    (["No Such", "Georgia"], "NotoSerif-Regular"), (["No Such"], "NotoSans-Regular"),
    (["No Such Mono"], "LiberationMono"), (["No Such Serif"], "NotoSerif-Regular"),
    // A family that is there comes before one that stands in for another, but for equal metrics.
    (["Helvetica", "Noto Serif"], "NotoSerif-Regular"),
    (["Courier New", "Noto Serif"], "LiberationMono"),
    (["Times", "monospace"], "LiberationMono"),
  ])
  func wellKnownFamiliesLeadToEmbeddedFonts(families: [String], name: String) throws {
    let cascade = FontCollection.embedded.cascade(for: FontDescriptor(families: families))
    #expect(try cascade.font(for: "a").font.face.postScriptName == name)
    let bold = FontCollection.embedded.cascade(
      for: FontDescriptor(families: families, weight: 700))
    #expect(try bold.font(for: "a").font.face.traits.weight == 700...700)
  }

  @Test func whatStandsInIsTold() throws {
    let cascade = FontCollection.embedded.cascade(for: FontDescriptor(families: ["Courier"]))
    let (_, reason) = try cascade.explain(["a"])
    #expect(reason == .substitute("Courier"))
    #expect(reason.description == "it stands in for family \"Courier\"")
  }
}
