// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

internal import DocumentJSON

/// A protocol for showing pictures in a terminal.
enum PictureTerminal: String, Sendable {
  /// kitty's graphics protocol.
  case kitty
  /// iTerm2's inline images.
  case iTerm2

  /// Detects the protocol of a console's terminal, from the environment.
  ///
  /// - Throws: ``CommandError`` with `failed` if output is no terminal, or one without pictures.
  static func detect(_ console: CommandConsole) throws(CommandError) -> PictureTerminal {
    guard console.outputIsTerminal else {
      throw CommandError(
        .failed, CommandOption.preview.typed,
        "standard output is no terminal; give -o FILE instead")
    }
    if let known = named(by: console.environment) { return known }
    throw CommandError(
      .failed, CommandOption.preview.typed,
      "this terminal shows no pictures (those of kitty and iTerm2 are known); give -o FILE instead")
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
    return nil
  }

  /// The escape sequence that shows a picture.
  func sequence(for png: [UInt8]) -> [UInt8] {
    switch self {
    case .kitty: Self.kittySequence(png)
    case .iTerm2: Self.iTermSequence(png)
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
