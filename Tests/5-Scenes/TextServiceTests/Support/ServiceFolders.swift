// Copyright AsyncTextLayer contributors
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import TextTestSupport

@testable import TextService

/// Folders of fonts, pictures and templates, and a file of keys, with a path that can be found in
/// answers; removed with the object.
final class ServiceFolders {
  /// A part of the path of all folders.
  static let mark = "forbidden-place"

  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory.path + "/\(Self.mark)-\(UUID().uuidString)"
    for name in ["fonts", "images", "templates"] {
      try FileManager.default.createDirectory(
        atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A configuration with the three folders.
  var configuration: ServiceConfiguration {
    var configuration = ServiceConfiguration()
    configuration.fonts = "\(path)/fonts"
    configuration.images = "\(path)/images"
    configuration.templates = "\(path)/templates"
    return configuration
  }

  /// Writes a file, by its path in the folders.
  func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
  }

  func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: "\(path)/\(name)", withIntermediateDirectories: true)
  }

  /// Makes a symbolic link.
  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/\(name)", withDestinationPath: target)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
  }

  /// Writes the file of keys.
  func keys(_ json: String) throws -> ServiceConfiguration {
    try write("keys.json", json)
    var configuration = configuration
    configuration.keys = "\(path)/keys.json"
    return configuration
  }

  /// A picture of one colour.
  static func png(width: Int = 2, height: Int = 2, _ color: [Int] = [255, 0, 0]) -> [UInt8] {
    PNGFile(width: width, height: height).bytes { _, _, channel in color[channel] }
  }
}
