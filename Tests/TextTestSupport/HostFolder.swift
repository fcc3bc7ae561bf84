// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import TextDefaultFonts
public import TextFonts

/// The fonts of a host that has no others: a folder with rules for fontconfig, removed with the
/// object.
public final class HostFolder {
  private let path: String

  /// Writes fonts under the names of their files.
  public init(_ fonts: [String: PatchedFont]) throws {
    path = FileManager.default.temporaryDirectory.path + "/host-fonts-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, font) in fonts {
      try Data(font.bytes).write(to: URL(filePath: "\(path)/\(name)"))
    }
    let rules = """
      <?xml version="1.0"?>
      <!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
      <fontconfig><dir>\(path)</dir><cachedir>\(path)/cache</cachedir></fontconfig>
      """
    try Data(rules.utf8).write(to: URL(filePath: self.rules))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of the rules, for the variable `FONTCONFIG_FILE`.
  public var rules: String { "\(path)/fonts.conf" }

  /// Embedded fonts with those of the host behind them.
  public func collection(_ embedded: [DefaultFont] = DefaultFonts.all) -> FontCollection {
    FontCollection(defaultFonts: embedded, hostRules: rules)
  }
}
