// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import DocumentJSON
import Testing

@testable import TextRenderCommand

struct PictureTerminalTests {
  @Test func protocolsOfEnvironments() {
    func known(_ pairs: [String: String]) -> PictureTerminal? {
      PictureTerminal.named { pairs[$0] }
    }
    #expect(known(["TERM": "xterm-kitty"]) == .kitty)
    #expect(known(["KITTY_WINDOW_ID": "1", "TERM": "tmux"]) == .kitty)
    #expect(known(["TERM_PROGRAM": "iTerm.app"]) == .iTerm2)
    #expect(known(["TERM_PROGRAM": "WezTerm"]) == .iTerm2)
    #expect(known(["TERM": "foot"]) == nil)
    #expect(known(["TERM": "xterm-256color"]) == nil)
  }

  @Test func base64() {
    let cases = ["": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foobar": "Zm9vYmFy"]
    for (plain, coded) in cases {
      #expect(String(decoding: Base64.encode(Array(plain.utf8)), as: UTF8.self) == coded)
    }
  }

  @Test func kittyPicturesGoInPieces() throws {
    let bytes = PictureTerminal.kitty.sequence(for: [UInt8](repeating: 1, count: 4000))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("\u{1B}_Ga=T,f=100,m=1;AQEB"))
    #expect(text.contains("\u{1B}_Gm=0;") && text.hasSuffix("\u{1B}\\\n"))
  }
}
