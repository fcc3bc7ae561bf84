// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import CanvasDrawing
import DocumentJSON
import ImageCodecs
import Testing

@testable import CanvasGeometry
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
    #expect(known(["TERM": "foot"]) == .sixel)
    #expect(known(["TERM": "xterm-256color"]) == nil)
  }

  @Test func base64() {
    let cases = ["": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foobar": "Zm9vYmFy"]
    for (plain, coded) in cases {
      #expect(String(decoding: Base64.encode(Array(plain.utf8)), as: UTF8.self) == coded)
    }
  }

  @Test func kittyPicturesGoInPieces() throws {
    let image = try GraphicsContext(pixels: PixelSize(width: 1, height: 1)).makeBitmap()
    let bytes = PictureTerminal.kitty.sequence(
      for: image, png: [UInt8](repeating: 1, count: 4000))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("\u{1B}_Ga=T,f=100,m=1;AQEB"))
    #expect(text.contains("\u{1B}_Gm=0;") && text.hasSuffix("\u{1B}\\\n"))
  }

  @Test func sixels() throws {
    var context = try GraphicsContext(
      pixels: PixelSize(width: 5, height: 7), background: Color(red: 1, green: 0, blue: 0))
    try context.fill(Rect(x: 0, y: 6, width: 1, height: 1), with: .black)
    let text = String(
      decoding: SixelWriter.sequence(for: context.makeBitmap()), as: UTF8.self)
    #expect(text.hasPrefix("\u{1B}P0;1;0q\"1;1;5;7#0;2;0;0;0"))
    // Six red rows of five pixels, then one black pixel and four red ones.
    #expect(text.hasSuffix("#180!5~$-#0@$#180?!4@$-\u{1B}\\\n"))
  }
}
