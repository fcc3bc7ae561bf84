// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The compiler on the `PATH`, asked about code that uses the modules which the tests were built
/// with.
public enum SwiftCompiler {
  /// The path; `nil` if there is none.
  public static let path = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/swiftc" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The folder of the test program, where the build is.
  private static let build: String? = {
    let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return program.map { URL(filePath: $0).deletingLastPathComponent().path }
  }()

  /// Type-checks a file in Swift 6 mode; a warning is an error.
  ///
  /// - Parameters:
  ///   - text: Its text.
  ///   - name: Its name: a `main.swift` is a program.
  public static func check(_ text: String, as name: String) throws -> ToolProcess {
    guard let path, let build else { throw CocoaError(.fileNoSuchFile) }
    let files = FileManager.default
    let folder = files.temporaryDirectory.appendingPathComponent("\(UUID().uuidString)")
    try files.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? files.removeItem(at: folder) }
    let source = folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: source)
    // The C modules, of the system's libraries and of the package.
    let checkout = Checkout.path
    var maps =
      map(of: "CTextDefaultFonts", in: "\(checkout)/Fonts", built: build)
      + map(of: "CTextHyphenationPatterns", in: "\(checkout)/Hyphenation", built: build)
    let sources = URL(filePath: checkout).appending(path: "Sources").path
    for layer in try files.contentsOfDirectory(atPath: sources).sorted() {
      for name in try files.contentsOfDirectory(atPath: "\(sources)/\(layer)").sorted()
      where name.hasPrefix("C") {
        maps += map(of: name, in: "\(sources)/\(layer)/\(name)", built: build)
      }
    }
    return try ToolProcess(
      path,
      ["-typecheck", "-swift-version", "6", "-warnings-as-errors", "-I", "\(build)/Modules"] + maps
        + headers() + [source.path])
  }

  /// The options that say where the headers of the system's libraries lie, as far as pkg-config
  /// knows; their names are those of the rows of Package.swift.
  private static func headers() throws -> [String] {
    let manifest = URL(filePath: Checkout.path).appending(path: "Package.swift")
    let names = try String(contentsOf: manifest, encoding: .utf8)
      .matches(of: /Module\(\s*library: "\w+", "([^"]+)"/).map { String($0.1) }
    return try names.flatMap { name in
      let told = try ToolProcess("/usr/bin/env", ["pkg-config", "--cflags-only-I", name])
      return String(decoding: told.output, as: UTF8.self)
        .split(whereSeparator: \.isWhitespace).flatMap { ["-Xcc", String($0)] }
    }
  }

  /// The options that name the map of a C module, if it has one, and its headers.
  private static func map(of name: String, in source: String, built folder: String) -> [String] {
    let places = [
      "\(source)/module.modulemap", "\(source)/include/module.modulemap",
      "\(folder)/\(name).build/module.modulemap",
    ]
    guard let map = places.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
      return []
    }
    return ["-Xcc", "-fmodule-map-file=\(map)", "-Xcc", "-I\(source)/include"]
  }
}
