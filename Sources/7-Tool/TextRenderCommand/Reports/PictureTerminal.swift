// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import CanvasDrawing
internal import DocumentJSON
internal import Glibc

/// A protocol for showing pictures in a terminal.
enum PictureTerminal: String, Sendable {
  /// kitty's graphics protocol.
  case kitty
  /// iTerm2's inline images.
  case iTerm2
  /// DEC sixels.
  case sixel

  /// Detects the protocol of a console's terminal, from the environment or by asking it.
  ///
  /// - Throws: ``CommandError`` with `failed` if output is no terminal, or one without pictures.
  static func detect(_ console: CommandConsole) throws(CommandError) -> PictureTerminal {
    guard console.outputIsTerminal else {
      throw CommandError(
        .failed, CommandOption.preview.typed,
        "standard output is no terminal; give -o FILE instead")
    }
    if let known = named(by: console.environment) { return known }
    if TerminalQuery.attributes().contains(4) { return .sixel }
    throw CommandError(
      .failed, CommandOption.preview.typed,
      "this terminal shows no pictures (kitty, iTerm2 and sixel are known); give -o FILE instead")
  }

  /// The protocol that environment variables imply.
  static func named(by environment: (String) -> String?) -> PictureTerminal? {
    let term = environment("TERM") ?? ""
    let program = environment("TERM_PROGRAM") ?? environment("LC_TERMINAL") ?? ""
    if environment("KITTY_WINDOW_ID") != nil || term.hasPrefix("xterm-kitty")
      || term.hasPrefix("xterm-ghostty") || program == "ghostty"
    {
      return .kitty
    }
    if program == "iTerm.app" || program == "iTerm2" || program == "WezTerm"
      || environment("LC_TERMINAL") == "iTerm2"
    {
      return .iTerm2
    }
    if term.hasPrefix("mlterm") || term.hasPrefix("foot") || term.contains("sixel") {
      return .sixel
    }
    return nil
  }

  /// The escape sequence that shows a picture, given also as PNG data.
  func sequence(for image: Bitmap, png: [UInt8]) -> [UInt8] {
    switch self {
    case .kitty: Self.kittySequence(png)
    case .iTerm2: Self.iTermSequence(png)
    case .sixel: SixelWriter.sequence(for: image)
    }
  }

  private static func kittySequence(_ png: [UInt8]) -> [UInt8] {
    let text = Base64.encode(png)
    var bytes: [UInt8] = []
    var start = 0
    repeat {
      let end = min(start + 4096, text.count)
      let first = start == 0 ? "a=T,f=100," : ""
      bytes += Array("\u{1B}_G\(first)m=\(end < text.count ? 1 : 0);".utf8)
      bytes += text[start..<end]
      bytes += Array("\u{1B}\\".utf8)
      start = end
    } while start < text.count
    bytes.append(0x0A)
    return bytes
  }

  private static func iTermSequence(_ png: [UInt8]) -> [UInt8] {
    var bytes = Array("\u{1B}]1337;File=inline=1;size=\(png.count):".utf8)
    bytes += Base64.encode(png)
    bytes += [0x07, 0x0A]
    return bytes
  }
}

/// Queries to the controlling terminal.
private enum TerminalQuery {
  /// The primary device attributes (DA1); empty if the terminal does not answer in 250 ms.
  static func attributes() -> [Int] {
    let terminal = SystemCalls.openDevice("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return [] }
    defer { close(terminal) }
    guard let settings = SystemCalls.terminalSettings(of: terminal) else { return [] }
    var raw = settings
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    guard SystemCalls.setTerminalSettings(raw, of: terminal) else { return [] }
    defer { SystemCalls.setTerminalSettings(settings, of: terminal) }
    guard (try? FileWriter.write(Array("\u{1B}[c".utf8), to: terminal, name: "terminal")) != nil
    else { return [] }
    var answer: [UInt8] = []
    while answer.count < 256, answer.last != UInt8(ascii: "c") {
      guard SystemCalls.waitForInput(terminal, milliseconds: 250),
        let piece = try? FileReader.piece(of: terminal, name: "terminal"), !piece.isEmpty
      else { break }
      answer += piece
    }
    // The answer has the form: ESC [ ? 62 ; 4 ; 22 c
    return answer.split { !($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) }
      .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
  }
}
