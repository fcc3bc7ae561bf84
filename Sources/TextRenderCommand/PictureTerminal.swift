// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import TextGraphics

/// A terminal that can show pictures, by one of three protocols.
enum PictureTerminal: String, Sendable {
  /// kitty's graphics protocol.
  case kitty
  /// iTerm2's inline images.
  case iTerm2
  /// DEC's sixels.
  case sixel

  /// Finds out what the terminal of a console can show.
  ///
  /// - Throws: ``CommandError`` with `failed` where there is no terminal, or none that shows pictures.
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

  /// What the environment says about the terminal.
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

  /// The bytes that show a picture.
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

/// Bytes as text of 64 letters. Source: RFC 4648.
enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var i = 0
    while i < bytes.count {
      let rest = min(3, bytes.count - i)
      var group = 0
      for k in 0..<3 { group = group << 8 | (k < rest ? Int(bytes[i + k]) : 0) }
      for k in 0..<4 {
        text.append(k <= rest ? letters[group >> (18 - 6 * k) & 63] : UInt8(ascii: "="))
      }
      i += 3
    }
    return text
  }
}

/// Asks the terminal itself what it can do.
private enum TerminalQuery {
  /// The numbers of the terminal's answer to "primary device attributes"; empty if it says nothing.
  static func attributes() -> [Int] {
    let terminal = unsafe open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return [] }
    defer { close(terminal) }
    var settings = termios()
    guard unsafe tcgetattr(terminal, &settings) == 0 else { return [] }
    var raw = settings
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    guard unsafe tcsetattr(terminal, TCSAFLUSH, &raw) == 0 else { return [] }
    defer { _ = unsafe tcsetattr(terminal, TCSAFLUSH, &settings) }
    guard (try? FileWriter.write(Array("\u{1B}[c".utf8), to: terminal, name: "terminal")) != nil
    else { return [] }
    var answer: [UInt8] = []
    while answer.count < 256, answer.last != UInt8(ascii: "c") {
      var wait = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&wait, 1, 250) == 1,
        let piece = try? FileReader.piece(of: terminal, name: "terminal"), !piece.isEmpty
      else { break }
      answer += piece
    }
    // ESC [ ? 62 ; 4 ; 22 c
    return answer.split { !($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) }
      .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
  }
}
