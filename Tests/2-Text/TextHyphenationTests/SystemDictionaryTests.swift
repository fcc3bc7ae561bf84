// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import TextHyphenation

/// The choice of a dictionary for a language.
struct SystemDictionaryTests {
  @Test func fallbacks() throws {
    let folder = "/tmp/hyphenation-\(getpid())-system"
    try #require(mkdir(folder, 0o700) == 0)
    let files = [
      "hyph_de_DE.dic", "hyph_de_CH.dic", "hyph_en_GB.dic", "hyph_en_US.dic", "hyph_pt_BR.dic",
      "hyph_sr_RS.dic", "hyph_sr-Latn_RS.dic", "hyph_fr.dic", "README", "hyph_xx_YY.txt",
    ]
    for file in files {
      let stream = try #require(fopen("\(folder)/\(file)", "w"))
      fputs("UTF-8\na1b\n", stream)
      fclose(stream)
    }
    defer {
      for file in files { unlink("\(folder)/\(file)") }
      rmdir(folder)
    }
    let dictionaries = SystemDictionaries(folder: folder)
    func file(_ language: String) -> String? {
      dictionaries.path(of: language)?.split(separator: "/").last.map(String.init)
    }
    #expect(file("de-AT") == "hyph_de_DE.dic")
    #expect(file("de") == "hyph_de_DE.dic")
    #expect(file("DE_ch") == "hyph_de_CH.dic")
    #expect(file("en") == "hyph_en_US.dic")
    #expect(file("en-GB-oxendict") == "hyph_en_GB.dic")
    #expect(file("pt-PT") == "hyph_pt_BR.dic")
    #expect(file("fr-CA") == "hyph_fr.dic")
    #expect(file("sr-Latn-RS") == "hyph_sr-Latn_RS.dic")
    #expect(file("sr") == "hyph_sr_RS.dic")
    for none in [
      "", "x", "xx", "d", "../../etc/de", "de/../de", "und",
      "a-very-long-tag-that-no-one-would-give",
    ] {
      #expect(file(none) == nil, "\(none)")
    }
    let german = try #require(try dictionaries.dictionary(of: "de-AT", .never))
    #expect(german.language == "de-DE")
    #expect(try dictionaries.dictionary(of: "de", .never) === german)
    #expect(try dictionaries.dictionary(of: "tlh", .never) == nil)
  }

  @Test func namesTellLanguages() {
    #expect(SystemDictionaries.language(ofFile: "/usr/share/hyphen/hyph_de_AT.dic") == "de-AT")
    #expect(SystemDictionaries.language(ofFile: "hyph_sr-Latn_RS.dic") == "sr-Latn-RS")
    #expect(SystemDictionaries.language(ofFile: "german.dic") == nil)
    #expect(SystemDictionaries.language(ofFile: "hyph_.dic") == nil)
  }
}
